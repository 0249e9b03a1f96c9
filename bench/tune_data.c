/* SPDX-License-Identifier: Apache-2.0 */
/* The data of `clinterval tune`. They are made for the next target while the device measures the current one, because
 * random numbers and reference results take the host longer than the measurement takes the device. */
#include "tune_run.h"

#include <stdio.h>

bool tune_create_work(const bench_device *device, cl_command_queue queue, const tune_target *target, int which,
                      size_t elements, test_work *work)
{
    test_case c = test_case_default(elements);
    const char *const name = target->cases[which].operation, *const text = target->cases[which].text;
    const test_operation *operation = test_operation_find(name);
    if (!operation || (*text && !test_case_parse(&c, text))) {
        fprintf(stderr, "clinterval tune: there is no operation %s with %s\n", name, text);
        return false;
    }
    if (!test_work_create(work, operation, &c, device->ctx, queue)) {
        fprintf(stderr, "clinterval tune: %s\n", work->message);
        return false;
    }
    return true;
}

/* Uses a separate queue, because no other commands may run between the timed ones. */
static void *make(void *user)
{
    struct tune_maker *const m = user;
    const tune_run *const run = m->data->run;
    cl_int status;
    const cl_command_queue queue = clCreateCommandQueue(run->device.cl, run->device.id, 0, &status);
    m->made = status == CL_SUCCESS;
    if (!m->made)
        bench_failed("clCreateCommandQueue for the data of a case", status);
    for (size_t s = 0; s < run->file.size_count && m->made; s++) {
        test_work *const work = &m->data->works[s].list[m->which];
        m->made = tune_create_work(&run->device, queue, m->data->target, m->which,
                                   tune_elements(m->data->target, run->file.sizes[s]), work);
        if (m->made) {
            work->operation->reference(work);
            work->referenced = true;
        }
    }
    if (queue)
        clReleaseCommandQueue(queue);
    return NULL;
}

void tune_data_begin(tune_data *data, const tune_run *run, const tune_target *target)
{
    const bool threads = !(run->device.type & CL_DEVICE_TYPE_CPU);
    *data = (tune_data){.run = run, .target = target};
    for (int i = 0; i < TUNE_MOST_CASES && target->cases[i].operation; i++) {
        struct tune_maker *const m = &data->makers[i];
        m->data = data;
        m->which = i;
        for (size_t s = 0; s < run->file.size_count; s++)
            data->works[s].count = i + 1;
        m->is_thread = threads && pthread_create(&m->thread, NULL, make, m) == 0;
        if (!m->is_thread)
            make(m);
    }
}

bool tune_data_end(tune_data *data)
{
    bool good = true;
    for (int i = 0; i < TUNE_MOST_CASES && data->makers[i].data; i++) {
        if (data->makers[i].is_thread)
            pthread_join(data->makers[i].thread, NULL);
        data->makers[i].is_thread = false;
        good = good && data->makers[i].made;
    }
    return good;
}

void tune_data_destroy(tune_data *data)
{
    if (!data->target)
        return;
    tune_data_end(data);
    for (size_t s = 0; s < data->run->file.size_count; s++)
        for (int i = 0; i < data->works[s].count; i++)
            test_work_destroy(&data->works[s].list[i]);
    data->target = NULL;
}
