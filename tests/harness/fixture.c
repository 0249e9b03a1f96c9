/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* mkstemp */
#include "fixture.h"
#include "temporary.h"

#include <time.h>

enum { POISON = 0xA5, MARGIN = 37, MOST_BUFFERS = 2048 };

fixture fx;
static cl_mem kept[MOST_BUFFERS];
static size_t kept_count;

/* Oclgrind loses kernel writes to a buffer at the address of a released buffer, but it keeps writes of the host. So
 * the host writes scratch memory first. */
static cl_mem create_written(cl_context cl, size_t bytes, void *user)
{
    cl_int error = CL_SUCCESS;
    unsigned char *poison = malloc(bytes);
    (void)user;
    if (!poison)
        return NULL;
    memset(poison, POISON, bytes);
    cl_mem mem = clCreateBuffer(cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, poison, &error);
    free(poison);
    return mem;
}

static void release_written(cl_mem mem, void *user)
{
    (void)user;
    clReleaseMemObject(mem);
}

cliv_status make_shaped_context(unsigned flags, const char *tuning_file, cliv_context **ctx)
{
    cliv_context_options options = {.flags = flags, .tuning_file = tuning_file};
    if (fx.simulator) {
        options.scratch_create = create_written;
        options.scratch_release = release_written;
    }
    return cliv_context_create_with(fx.cl, fx.device, &options, ctx);
}

const char *write_tuning_bytes(const void *bytes, size_t length)
{
    static char path[256];
    test_temporary_name(path, sizeof path, "tuning");
    const int handle = mkstemp(path);
    FILE *const file = handle < 0 ? NULL : fdopen(handle, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return path;
}

const char *write_tuning(const char *rows) { return write_tuning_bytes(rows, strlen(rows)); }

cliv_status make_tuned_context(unsigned flags, const char *rows, cliv_context **ctx)
{
    const char *const path = write_tuning(rows);
    const cliv_status status = make_shaped_context(flags, path, ctx);
    remove(path);
    return status;
}

cliv_status make_context(unsigned flags, cliv_context **ctx) { return make_shaped_context(flags, NULL, ctx); }

int open_device(void **state)
{
    (void)state;
    cliv_context *first = NULL;
    cliv_status status = cliv_context_create(NULL, &first);
    if (status != CLIV_SUCCESS) {
        fprintf(stderr, "no context: %s: %s\n", cliv_status_string(status), cliv_last_error());
        return -1;
    }
    fx.cl = cliv_context_cl(first);
    fx.device = cliv_context_device(first);
    char name[64] = "";
    cl_platform_id platform = NULL;
    clGetDeviceInfo(fx.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
    fx.simulator = strcmp(name, "Oclgrind") == 0;
    fx.lets_go_late = strcmp(name, "rusticl") == 0;
    status = make_context(0, &fx.ctx);
    cliv_context_destroy(first);
    fx.queue = status == CLIV_SUCCESS ? cliv_context_queue(fx.ctx) : NULL;
    return fx.queue ? 0 : -1;
}

int close_device(void **state)
{
    (void)state;
    cl_event end;
    if (fx.lets_go_late && clEnqueueMarkerWithWaitList(fx.queue, 0, NULL, &end) == CL_SUCCESS) {
        clWaitForEvents(1, &end); /* after clFinish() rusticl's thread could still be compiling a kernel */
        clReleaseEvent(end);
    }
    cliv_context_destroy(fx.ctx);
    if (fx.lets_go_late)
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    memset(&fx, 0, sizeof fx);
    return 0;
}

cliv_context *checked;

int open_both(void **state)
{
    if (open_device(state) != 0)
        return -1;
    return make_context(CLIV_CHECKED, &checked) == CLIV_SUCCESS ? 0 : -1;
}

int close_both(void **state)
{
    cliv_context_destroy(checked);
    return close_device(state);
}

int release_all(void **state)
{
    (void)state;
    int broken = fx.queue && clFinish(fx.queue) != CL_SUCCESS;
    while (kept_count)
        clReleaseMemObject(kept[--kept_count]);
    return broken;
}

void keep_buffer(cl_mem mem)
{
    assert_non_null(mem);
    assert_true(kept_count < MOST_BUFFERS);
    kept[kept_count++] = mem;
}

cl_mem make_buffer_in(cl_context cl, size_t bytes, const void *data)
{
    cl_int error;
    const size_t size = bytes ? bytes : 1;
    unsigned char *contents = malloc(size);
    assert_non_null(contents);
    memset(contents, POISON, size);
    if (data)
        memcpy(contents, data, bytes);
    cl_mem mem = clCreateBuffer(cl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, contents, &error);
    free(contents);
    assert_cl(error);
    keep_buffer(mem);
    return mem;
}

cl_mem make_buffer(size_t bytes, const void *data) { return make_buffer_in(fx.cl, bytes, data); }

void read_buffer(cl_mem mem, size_t offset, size_t bytes, void *data)
{
    assert_cl(clEnqueueReadBuffer(fx.queue, mem, CL_TRUE, offset, bytes, data, 0, NULL, NULL));
}

void assert_poisoned(cl_mem mem, size_t begin, size_t end, const char *file, int line)
{
    size_t size = 0;
    assert_cl(clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof size, &size, NULL));
    end = end < size ? end : size;
    unsigned char *found = malloc(end);
    assert_non_null(found);
    read_buffer(mem, 0, end, found);
    size_t k = begin;
    while (k < end && found[k] == POISON)
        ++k;
    free(found);
    if (k < end) {
        print_error("byte %zu was written\n", k);
        _fail(file, line);
    }
}

uint32_t random_number(uint32_t *state)
{ /* Marsaglia's xorshift */
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

cliv_array in_the_middle(const cliv_type *type, const void *data, size_t n)
{
    const size_t size = type->size;
    unsigned char *all = malloc((n + 2 * MARGIN) * size);
    assert_non_null(all);
    memset(all, POISON, (n + 2 * MARGIN) * size);
    if (data)
        memcpy(all + MARGIN * size, data, n * size);
    const cliv_array a = cliv_buffer(make_buffer((n + 2 * MARGIN) * size, all), type, MARGIN, n);
    free(all);
    return a;
}

void take(cliv_array a, void *data, const char *name)
{
    const size_t size = a.type->size, margin = MARGIN * size, bytes = a.count * size;
    unsigned char *all = malloc(bytes + 2 * margin);
    assert_non_null(all);
    read_buffer(a.buffer, 0, bytes + 2 * margin, all);
    for (size_t k = 0; k < margin; ++k)
        if (all[k] != POISON || all[margin + bytes + k] != POISON)
            fail_msg("%s: written %s the array", name, all[k] != POISON ? "in front of" : "behind");
    if (data)
        memcpy(data, all + margin, bytes);
    free(all);
}

void check_status(cliv_status got, cliv_status wanted, const char *call, const char *file, int line)
{
    if (got == wanted)
        return;
    print_error("%s\n    answered %d, %s\n    instead of %d, %s\n    last error: %s\n", call, got,
                cliv_status_string(got), wanted, cliv_status_string(wanted), cliv_last_error());
    _fail(file, line);
}

void check_message(const char *part, const char *file, int line)
{
    if (strstr(cliv_last_error(), part))
        return;
    print_error("the message \"%s\"\n    does not contain \"%s\"\n", cliv_last_error(), part);
    _fail(file, line);
}

void check_ints(cliv_array array, const cl_int *wanted, size_t count, const char *file, int line)
{
    cl_int *found = malloc((count + 1) * sizeof *found);
    assert_non_null(found);
    read_buffer(array.buffer, array.first * sizeof *found, count * sizeof *found, found);
    size_t k = 0;
    while (k < count && found[k] == wanted[k])
        ++k;
    cl_int got = k < count ? found[k] : 0;
    free(found);
    if (k < count) {
        print_error("element %zu is %d, should be %d\n", k, got, wanted[k]);
        _fail(file, line);
    }
}

void wait_and_release(cl_event *event)
{
    cl_int state = 1;
    assert_non_null(*event);
    assert_ptr_not_equal(*event, SENTINEL);
    assert_cl(clWaitForEvents(1, event));
    assert_cl(clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL));
    assert_int_equal(state, CL_COMPLETE);
    assert_cl(clReleaseEvent(*event));
    *event = NULL;
}

int run_group(const char *name, const struct CMUnitTest *tests, size_t count)
{
    return _cmocka_run_group_tests(name, tests, count, open_device, close_device) != 0;
}

/* `names` lists the functions, as the preprocessor writes the arguments of RUN_TESTS. */
int run_functions(const char *title, CMFixtureFunction setup, CMFixtureFunction teardown, const char *names,
                  const CMUnitTestFunction *functions)
{
    enum { MOST = 64 };
    struct CMUnitTest tests[MOST];
    char text[4096];
    size_t count = 0;
    if (strlen(names) >= sizeof text)
        return 1;
    strcpy(text, names);
    for (char *name = strtok(text, ", "); name; name = strtok(NULL, ", ")) {
        if (count == MOST)
            return 1;
        tests[count] = (struct CMUnitTest){name, functions[count], NULL, release_all, NULL};
        ++count;
    }
    return _cmocka_run_group_tests(title, tests, count, setup, teardown) != 0;
}
