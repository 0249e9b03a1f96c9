/* SPDX-License-Identifier: Apache-2.0 */
/* Checked contexts: look at the data on the device, before anything is written. */
#include "check.h"
#include "context_inside.h"
#include "numbers.h"

#include <stdlib.h>

enum { MOST_ITEMS = 1 << 14, GROUP = 64 };

/* Run the kernel over `n` elements of the build's arrays; bad[k] gets the first bad index or CL_ULONG_MAX. */
static cliv_status check(cliv_call *call, cliv_build *b, const char *file, const char *kernel, size_t n, size_t outputs,
                         size_t input_count, size_t output_count, cl_ulong bad[3])
{
    cliv_status status = CLIV_SUCCESS;
    cliv_program *program;
    cliv_scratch *scratch;
    cl_ulong *worst = NULL;
    /* A work-item's loop stays short on devices that end long ones. */
    const size_t items =
        cliv_ceil_div(cliv_max_size(cliv_min_size(n, MOST_ITEMS), cliv_ceil_div(n, 32768)), GROUP) * GROUP;
    const size_t bytes = 3 * items * sizeof *worst;
    worst = malloc(bytes);
    if (!worst)
        CLIV_TRY(cliv_fail_memory());
    CLIV_TRY(cliv_program_for(b, file, &program));
    CLIV_TRY(cliv_call_scratch(call, bytes, false, &scratch));
    cliv_launch launch = cliv_launch_begin(call, program, kernel);
    cliv_launch_ulong(&launch, n);
    cliv_launch_ulong(&launch, outputs);
    cliv_launch_ulong(&launch, input_count);
    cliv_launch_ulong(&launch, output_count);
    cliv_launch_mem(&launch, scratch->mem);
    cliv_launch_arrays(&launch, b);
    CLIV_TRY(cliv_launch_end(&launch, items / GROUP, GROUP, true));
    CLIV_TRY(cliv_call_read(call, scratch->mem, bytes, worst));
    for (size_t i = 0; i < 3 * items; ++i)
        if (worst[i] < bad[i % 3])
            bad[i % 3] = worst[i];
done:
    free(worst);
    return status;
}

cliv_status cliv_check_intervals(cliv_call *call, const char *end, size_t move_count, const cliv_array *offsets,
                                 const cliv_array *gather, const cliv_array *scatter, size_t input_count,
                                 size_t output_count)
{
    static const char wrong_offsets[] =
        "offsets[%llu] is not right: offsets begin with 0, do not descend and do not pass %s, %zu";
    static const char *const wrong[] = {
        "gather[%llu] and the size of its interval pass the input, which has %zu elements",
        "scatter[%llu] and the size of its interval pass the output, which has %zu elements"};
    const size_t limit[] = {input_count, output_count};
    cl_ulong bad[3] = {CL_ULONG_MAX, CL_ULONG_MAX, CL_ULONG_MAX};
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    if (offsets->count == 0)
        return CLIV_SUCCESS;
    cliv_build_begin(&build, call->ctx, "move", 4, 4, 4, offsets->count);
    cliv_build_define(&build, "CLIV_HAS_COUNTS", 0);
    cliv_build_array(&build, "offsets", offsets, CLIV_READ);
    cliv_build_array(&build, "gather", gather, CLIV_READ);
    cliv_build_array(&build, "scatter", scatter, CLIV_READ);
    CLIV_TRY(check(call, &build, "interval_check.cl", "interval_check", offsets->count, move_count, input_count,
                   output_count, bad));
    if (bad[0] != CL_ULONG_MAX)
        CLIV_TRY(cliv_fail(CLIV_CHECK_FAILED, wrong_offsets, (unsigned long long)bad[0], end, move_count));
    for (int k = 1; k < 3 && !status; ++k)
        if (bad[k] != CL_ULONG_MAX)
            status = cliv_fail(CLIV_CHECK_FAILED, wrong[k - 1], (unsigned long long)bad[k], limit[k - 1]);
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_check_counts(cliv_call *call, const cliv_array *counts)
{
    cl_ulong bad[3] = {CL_ULONG_MAX, CL_ULONG_MAX, CL_ULONG_MAX};
    const cliv_array none = CLIV_NONE;
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    if (counts->count == 0 || cliv_scalar_of(counts->type).kind != CLIV_SIGNED)
        return CLIV_SUCCESS;
    cliv_build_begin(&build, call->ctx, "move", 4, 4, 4, counts->count);
    cliv_build_array(&build, "offsets", &none, CLIV_READ);
    cliv_build_array(&build, "counts", counts, CLIV_READ);
    CLIV_TRY(check(call, &build, "interval_check.cl", "interval_check", counts->count, 0, 0, 0, bad));
    if (bad[0] != CL_ULONG_MAX)
        status = cliv_fail(CLIV_CHECK_FAILED, "counts[%llu] is negative", (unsigned long long)bad[0]);
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_check_sorted(cliv_call *call, const char *name, const cliv_array *keys, const cliv_order *order)
{
    cl_ulong bad[3] = {CL_ULONG_MAX, CL_ULONG_MAX, CL_ULONG_MAX};
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    if (keys->count < 2)
        return CLIV_SUCCESS;
    cliv_build_begin(&build, call->ctx, "move", 4, 4, 4, keys->count);
    CLIV_TRY(cliv_build_order(&build, order, keys->type));
    cliv_build_define(&build, "CLIV_HAS_STARTS", 0);
    cliv_build_array(&build, "keys", keys, CLIV_READ);
    CLIV_TRY(check(call, &build, "order_check.cl", "order_check", keys->count, 0, 0, 0, bad));
    if (bad[0] != CL_ULONG_MAX)
        status = cliv_fail(CLIV_CHECK_FAILED, "%s is not sorted: %s[%llu] is before its predecessor", name, name,
                           (unsigned long long)bad[0]);
done:
    cliv_build_free(&build);
    return status;
}

/* What is asked of numbers besides being below a limit. */
typedef enum number_order { ANY_ORDER, NO_DESCENT, ASCENT } number_order;

static cliv_status check_numbers(cliv_call *call, const char *name, const cliv_array *numbers, size_t end,
                                 number_order order, const char *of)
{
    cl_ulong bad[3] = {CL_ULONG_MAX, CL_ULONG_MAX, CL_ULONG_MAX};
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    if (numbers->count == 0)
        return CLIV_SUCCESS;
    cliv_build_begin(&build, call->ctx, "move", 4, 4, 4, numbers->count);
    cliv_build_define(&build, "CLIV_ORDERED", order != ANY_ORDER);
    cliv_build_define(&build, "CLIV_ASCEND", order == ASCENT);
    cliv_build_array(&build, "starts", numbers, CLIV_READ);
    CLIV_TRY(check(call, &build, "order_check.cl", "order_check", numbers->count, end, 0, 0, bad));
    if (bad[0] != CL_ULONG_MAX && order == ANY_ORDER)
        status = cliv_fail(CLIV_CHECK_FAILED, "%s[%llu] is no place in the %s, which has %zu elements", name,
                           (unsigned long long)bad[0], of, end);
    else if (bad[0] != CL_ULONG_MAX)
        status = cliv_fail(CLIV_CHECK_FAILED, "%s[%llu] is not right: %s %s and are at most %zu", name,
                           (unsigned long long)bad[0], name, order == ASCENT ? "ascend" : "do not descend", end - 1);
done:
    cliv_build_free(&build);
    return status;
}

cliv_status cliv_check_starts(cliv_call *call, const char *name, const cliv_array *starts, size_t limit)
{
    return check_numbers(call, name, starts, limit + 1, NO_DESCENT, NULL);
}

cliv_status cliv_check_places(cliv_call *call, const char *name, const cliv_array *places, size_t count)
{
    return check_numbers(call, name, places, count, ASCENT, NULL);
}

cliv_status cliv_check_indices(cliv_call *call, const cliv_array *indices, const char *name, size_t count)
{
    return check_numbers(call, "indices", indices, count, ANY_ORDER, name);
}

cliv_status cliv_check_sides(cliv_call *call, const cliv_array *a, const cliv_array *b, const cliv_order *order)
{
    cliv_status status = CLIV_SUCCESS;
    CLIV_TRY(cliv_check_sum_of_counts("a", a, "b", b));
    CLIV_TRY(cliv_same_type("b", b->type, "a", a->type));
    if (call->ctx->flags & CLIV_CHECKED) {
        CLIV_TRY(cliv_check_sorted(call, "a", a, order));
        CLIV_TRY(cliv_check_sorted(call, "b", b, order));
    }
done:
    return status;
}
