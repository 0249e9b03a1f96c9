/* SPDX-License-Identifier: Apache-2.0 */
/* Binary search: a bisection of the haystack for each needle. */
#include "runtime/check.h"
#include "search/search_step.h"

enum { NEEDLES = 4, LARGEST_KEY = 16 }; /* needles that a work-item searches in lockstep; one if keys are larger */

cliv_status cliv_binary_search(cliv_context *ctx, cl_command_queue queue, cliv_bound bound, cliv_array needles,
                               cliv_array haystack, cliv_array indices, const cliv_order *order, cl_uint wait_count,
                               const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    cliv_build build = {0};
    const cliv_use uses[] = {cliv_counted_reads("needles", &needles, needles.count),
                             cliv_counted_reads("haystack", &haystack, haystack.count),
                             cliv_indices(cliv_writes("indices", indices, needles.count))};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(cliv_check_bound(bound));
    CLIV_TRY(cliv_validate(&call, uses, 3));
    CLIV_TRY(cliv_same_type("haystack", haystack.type, "needles", needles.type));
    const size_t n = needles.count;
    cliv_build_begin(&build, ctx,
                     (cliv_tiles){.family = CLIV_FAMILY_TRANSFORM,
                                  .bytes = needles.type->size,
                                  .largest = cliv_max_size(n, haystack.count),
                                  .items = n});
    CLIV_TRY(cliv_build_order(&build, order, needles.type));
    cliv_build_define(&build, "CLIV_UPPER", bound == CLIV_UPPER_BOUND);
    cliv_build_define(&build, "CLIV_NEEDLES", needles.type->size <= LARGEST_KEY ? NEEDLES : 1);
    cliv_build_arrays(&build, COUNTED("needles", &needles), COUNTED("haystack", &haystack),
                      WRITTEN("indices", &indices));
    cliv_build_index_conversion(&build, "indices", indices.type);
    CLIV_TRY(cliv_program_for(&build, "binary_search.cl"));
    if (ctx->flags & CLIV_CHECKED)
        CLIV_TRY(cliv_check_sorted(&call, "haystack", &haystack, order));
    if (n == 0)
        goto done;
    CLIV_TRY(
        cliv_launch(&call, &build, "binary_search", cliv_tiles_for(n), true, U64(n), U64(haystack.count), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return cliv_call_end(&call, status);
}
