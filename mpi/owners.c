/* SPDX-License-Identifier: Apache-2.0 */
/* Sends rows of tables to the ranks that own their keys. The owner of a row depends on a hash of its keys, so equal
 * keys of all ranks and of several tables are on the same rank. */
#include "world.h"

#include <stdlib.h>

/* Continues the hash of each row by one column, read as words of an unsigned type. In columns of floats `infinity` is
 * not 0: zeros of both signs have one hash there, and so have all NaNs. The multiplier is from the finaliser of
 * MurmurHash3 (A. Appleby). */
static const char *const hash_body = "ulong hash = hashes[i];\n"
                                     "for (ulong k = 0; k < words; ++k) {\n"
                                     "    ulong word = column[i * words + k];\n"
                                     "    if (infinity) {\n"
                                     "        const ulong magnitude = word & without_sign;\n"
                                     "        word = magnitude > infinity ? ~0ul : magnitude ? word : 0;\n"
                                     "    }\n"
                                     "    hash = (hash ^ word) * 0xff51afd7ed558ccdul;\n"
                                     "    hash ^= hash >> 32;\n"
                                     "}\n"
                                     "hashes[i] = hash;\n";

/* The bits of the type's infinity; 0 if the type is not a built-in float. */
static cl_ulong infinity_of(const cliv_type *type)
{
    static const struct {
        const char *name;
        size_t size;
        cl_ulong bits;
    } all[] = {{"float", 4, 0x7f800000}, {"double", 8, 0x7ff0000000000000}};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        if (type->size == all[k].size && world_same_text(type->name, all[k].name))
            return all[k].bits;
    return 0;
}

static cliv_status add_column(world_call *c, const cliv_array *column, const cliv_array *hashes)
{
    const size_t size = column->type->size;
    const cliv_type *const word = size % 8 == 0   ? &cliv_ulong
                                  : size % 4 == 0 ? &cliv_uint
                                  : size % 2 == 0 ? &cliv_ushort
                                                  : &cliv_uchar;
    const cl_ulong words = size / word->size, infinity = infinity_of(column->type);
    const cl_ulong without_sign = CL_ULONG_MAX >> (65 - 8 * word->size);
    const cliv_array as_words =
        cliv_buffer(column->buffer, word, column->first * (size_t)words, column->count * (size_t)words);
    const cliv_array arrays[] = {
        cliv_named("column", as_words), cliv_named("hashes", *hashes), cliv_constant("words", &cliv_ulong, &words),
        cliv_constant("infinity", &cliv_ulong, &infinity), cliv_constant("without_sign", &cliv_ulong, &without_sign)};
    return cliv_transform(c->world->ctx, c->queue, hashes->count, NULL, hash_body, NULL, arrays, 5, 0, NULL, NULL);
}

/* More ranks than this own no keys. */
enum { MOST_OWNERS = 1 << 16 };

/* Makes a permutation of the rows in the order of their owners, and for each owner its range of the permutation. The
 * rows of one owner keep their order. */
static cliv_status find_owners(world_call *c, const cliv_array *keys, size_t key_count, cliv_array *order,
                               world_range *pieces)
{
    cliv_context *const ctx = c->world->ctx;
    cliv_status status = CLIV_SUCCESS;
    const size_t n = keys[0].count, p = (size_t)c->world->size;
    const cl_ulong owners_count = p < MOST_OWNERS ? p : MOST_OWNERS;
    cliv_array hashes = CLIV_NONE, owners = CLIV_NONE;
    cl_ushort *const numbers = calloc(p, sizeof *numbers);
    unsigned char *const after = malloc(p);
    uint64_t *const ends = calloc(p, sizeof *ends);
    if (!numbers || !after || !ends)
        WORLD_TRY(world_fail_memory());
    WORLD_TRY(world_make(c, &cliv_ulong, n, &hashes));
    WORLD_TRY(world_make(c, &cliv_ushort, n, &owners));
    WORLD_TRY(world_make(c, n > CL_UINT_MAX ? &cliv_ulong : &cliv_uint, n, order));
    WORLD_TRY(cliv_copy(ctx, c->queue, cliv_generate(&cliv_ulong, "0", n), hashes, 0, NULL, NULL));
    for (size_t k = 0; k < key_count; ++k)
        WORLD_TRY(add_column(c, &keys[k], &hashes));
    const cliv_array arrays[] = {cliv_named("hashes", hashes), cliv_named("owners", owners),
                                 cliv_constant("count", &cliv_ulong, &owners_count)};
    WORLD_TRY(cliv_transform(ctx, c->queue, n, NULL,
                             "owners[i] = (ushort)(((hashes[i] & 0xfffffffful) * count) >> 32);", NULL, arrays, 3, 0,
                             NULL, NULL));
    WORLD_TRY(cliv_sort_indices(ctx, c->queue, owners, *order, NULL, 0, NULL, NULL));
    for (size_t r = 0; r < p; ++r) {
        numbers[r] = (cl_ushort)(r < MOST_OWNERS ? r : MOST_OWNERS - 1);
        after[r] = 1;
    }
    WORLD_TRY(world_search(c, &owners, NULL, numbers, after, p, ends));
    for (size_t r = 0; r < p; ++r) {
        const uint64_t begin = r ? ends[r - 1] : 0;
        pieces[r] = (world_range){(size_t)begin, (size_t)(ends[r] - begin)};
    }
done:
    world_drop(c, &hashes);
    world_drop(c, &owners);
    free(numbers);
    free(after);
    free(ends);
    return status;
}

cliv_status world_send_to_owners(world_call *c, const cliv_array *columns, size_t column_count, size_t key_count,
                                 cliv_array *received)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_array order = CLIV_NONE;
    cliv_array *const ordered = calloc(column_count, sizeof *ordered);
    world_moving *const moving = calloc(column_count, sizeof *moving);
    world_range *const pieces = calloc((size_t)c->world->size, sizeof *pieces);
    status = ordered && moving && pieces ? CLIV_SUCCESS : world_fail_memory();
    status = status ? status : find_owners(c, columns, key_count, &order, pieces);
    for (size_t k = 0; !status && k < column_count; ++k) {
        status = world_make(c, columns[k].type, columns[k].count, &ordered[k]);
        moving[k] = (world_moving){&ordered[k], pieces, &received[k], NULL};
    }
    status = status
                 ? status
                 : cliv_gather_columns(c->world->ctx, c->queue, order, columns, ordered, column_count, 0, NULL, NULL);
    WORLD_TRY(world_step(c, status, &c->world->times.local));
    world_drop(c, &order);
    WORLD_TRY(world_exchange_all(c, moving, column_count));
    WORLD_TRY(world_step(c, CLIV_SUCCESS, &c->world->times.exchange));
done:
    world_drop(c, &order);
    for (size_t k = 0; ordered && k < column_count; ++k)
        world_drop(c, &ordered[k]);
    free(ordered);
    free(moving);
    free(pieces);
    return status;
}
