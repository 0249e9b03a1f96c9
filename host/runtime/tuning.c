/* SPDX-License-Identifier: Apache-2.0 */
/* The group shape on a device: the built-in table, and files in the same format. */
#include "runtime/tuning.h"
#include "runtime/ascii.h"
#include "runtime/error.h"
#include "runtime/numbers.h"
#include "runtime/text.h"
#include "runtime/tuning_row.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 256, /* the largest element of the table */
    MOST_SPECIFIC = 5
};

static const char device_family[] = "device"; /* the first word of rows that state promises */

static const cliv_tuning built_in[] = {
#define ROW(family, device, bytes, nt, vt, way, items) {#family, device, bytes, nt, vt, CLIV_WAY_##way, items, 0, 0},
    CLIV_TUNING_ROWS(ROW)
#undef ROW
};

typedef struct family_rule {
    const char *name;
    unsigned step, most; /* the constraints of vt (tuning.h) */
    cliv_ways ways;
} family_rule;

static const family_rule families[] = {
#define FAMILY(name, step, most, odd, ways) {#name, step, most, CLIV_WAYS_##ways},
    CLIV_TUNING_FAMILIES(FAMILY)
#undef FAMILY
};

static const family_rule *family_of(const char *name)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; ++i)
        if (strcmp(name, families[i].name) == 0)
            return &families[i];
    return NULL;
}

unsigned cliv_tuning_step(const char *name)
{
    const family_rule *f = family_of(name);
    return f ? f->step : 1;
}

unsigned cliv_tuning_tiles_held(const cliv_tuning *row)
{
    return row->way == CLIV_WAY_PREFIX || row->way == CLIV_WAY_FALLBACK ? 2 : 1;
}

static const char *const way_texts[] = {
#define WAY(way, column, value) #column "=" #value,
    CLIV_TUNING_WAYS(WAY)
#undef WAY
};
static const char *const visibility_texts[] = {"", "visibility=no", "visibility=yes"};
static const char *const progress_texts[] = {"", "progress=no", "progress=yes"};

const char *cliv_way_column(cliv_way way, const char *family) { return family_of(family)->ways ? way_texts[way] : ""; }

void cliv_tuning_print(char *text, size_t size, const cliv_tuning *row)
{
    char items[32] = "";
    if (row->items)
        snprintf(items, sizeof items, " items=%u", row->items);
    if (family_of(row->family)) {
        const char *const way = cliv_way_column(row->way, row->family);
        snprintf(text, size, "%u %u %u%s%s%s", row->bytes, row->nt, row->vt, *way ? " " : "", way, items);
    } else {
        snprintf(text, size, "%s%s%s", visibility_texts[row->visibility], row->visibility && row->progress ? " " : "",
                 progress_texts[row->progress]);
    }
}

static bool device_is_known(const char *device)
{
    static const char *const kinds[] = {"any", "cpu", "gpu", "accelerator"}, *const parts[] = {
                                                                                 "vendor:", "arch:", "name:", "gpu:"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
        if (strcmp(device, kinds[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strncmp(device, parts[i], strlen(parts[i])) == 0 && device[strlen(parts[i])])
            return true;
    return false;
}

/* Returns the next word of a line, or NULL at the end or at a comment. *rest moves past the word. */
static const char *next_word(const char **rest, const char *end, size_t *length)
{
    const char *p = *rest;
    while (p < end && cliv_is_space(*p))
        ++p;
    if (p == end || *p == '#')
        return NULL;
    const char *word = p;
    while (p < end && !cliv_is_space(*p) && *p != '#')
        ++p;
    *rest = p;
    *length = (size_t)(p - word);
    return word;
}

static bool number_of(const char *word, size_t length, unsigned *number)
{
    *number = 0;
    if (length == 0 || length > 9)
        return false;
    for (size_t i = 0; i < length; ++i) {
        if (!cliv_is_digit(word[i]))
            return false;
        *number = 10 * *number + (unsigned)(word[i] - '0');
    }
    return true;
}

/* A line that is being parsed, and the message if it is wrong. */
typedef struct line {
    const char *rest, *end;
    const family_rule *f; /* NULL: the line states promises */
    cliv_tuning row;
    bool has_way, has_items; /* the named columns so far */
    char wrong[400];
} line;

static void refuse(line *l, const char *format, ...)
{
    const size_t length = strlen(l->wrong);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->wrong + length, sizeof l->wrong - length, format, arguments);
    va_end(arguments);
}

/* Adds the texts of the ways that the family may have. */
static void refuse_with_ways(line *l, const char *before)
{
    for (unsigned way = 0; way < CLIV_WAY_COUNT; ++way)
        if (l->f->ways & 1u << way) {
            refuse(l, "%s%s", before, way_texts[way]);
            before = ", ";
        }
}

static bool is_word(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && memcmp(word, text, length) == 0;
}

/* Returns the index of a word in `texts`, or `count` if it is missing. */
static unsigned find_word(const char *word, size_t length, const char *const *texts, unsigned count)
{
    unsigned k = 0;
    while (k < count && !is_word(word, length, texts[k]))
        ++k;
    return k;
}

/* The way of a number in the column `mode` of earlier versions; CLIV_WAY_COUNT: the number was invalid. */
static unsigned way_of_mode(const line *l, unsigned mode)
{
    if (l->f->ways == CLIV_WAYS_DIGITS)
        return mode > 1        ? CLIV_WAY_COUNT
               : mode == 0     ? CLIV_WAY_NONE
               : l->row.nt > 1 ? CLIV_WAY_PREFIX
                               : CLIV_WAY_LAUNCHES;
    if (!l->f->ways)
        return mode ? CLIV_WAY_COUNT : CLIV_WAY_NOTHING;
    unsigned way = 0;
    while (way < CLIV_WAY_COUNT && !(l->f->ways & 1u << way && mode-- == 0))
        ++way;
    return way;
}

/* Reads a count of items. Returns false if it is no count. */
static bool items_of(const char *word, size_t length, unsigned *items)
{
    return number_of(word, length, items) || is_word(word, length, "any");
}

/* Refuses a number after vt: the mode, which the number of items may follow. Suggests a line if the rest is right. */
static void refuse_mode(line *l, const char *word, size_t length)
{
    unsigned mode = 0;
    size_t items_length;
    const unsigned way = number_of(word, length, &mode) ? way_of_mode(l, mode) : CLIV_WAY_COUNT;
    const char *const items = next_word(&l->rest, l->end, &items_length);
    const size_t name = items && items_length > 6 && strncmp(items, "items=", 6) == 0 ? 6 : 0;
    const bool right =
        !l->has_way && (!items || (!l->has_items && items_of(items + name, items_length - name, &l->row.items) &&
                                   !next_word(&l->rest, l->end, &items_length)));
    refuse(l, l->f->ways ? "the column mode has become " : "there is no column mode");
    refuse_with_ways(l, "");
    if (way < CLIV_WAY_COUNT && right) {
        char text[128];
        l->row.way = way;
        cliv_tuning_print(text, sizeof text, &l->row);
        refuse(l, ": write \"%s %s %s\"", l->row.family, l->row.device, text);
    }
}

static void refuse_twice(line *l, const char *word)
{
    refuse(l, "the column %.*s is given twice, but must be given once", (int)strcspn(word, "="), word);
}

static void parse_named(line *l, const char *word, size_t length)
{
    const unsigned way = find_word(word, length, way_texts, CLIV_WAY_COUNT);
    const bool is_way = way < CLIV_WAY_COUNT && l->f->ways & 1u << way, is_items = strncmp(word, "items=", 6) == 0;
    if ((is_way && l->has_way) || (is_items && l->has_items))
        refuse_twice(l, word);
    else if (is_way) {
        l->row.way = way;
        l->has_way = true;
    } else if (is_items) {
        l->has_items = true;
        if (!items_of(word + 6, length - 6, &l->row.items))
            refuse(l, "items must be a whole number of at most nine digits, or any");
    } else if (cliv_is_digit(*word))
        refuse_mode(l, word, length);
    else {
        refuse(l, "after vt there may be ");
        refuse_with_ways(l, "");
        refuse(l, "%sitems=N", l->f->ways ? "; and " : "");
    }
}

static void refuse_promises(line *l)
{
    refuse(l, "after the device there must be visibility=yes, visibility=no, progress=yes or progress=no");
}

static void parse_promise(line *l, const char *word, size_t length)
{
    const unsigned visibility = find_word(word, length, visibility_texts, CLIV_YES + 1),
                   progress = find_word(word, length, progress_texts, CLIV_YES + 1);
    if ((visibility <= CLIV_YES && l->row.visibility) || (progress <= CLIV_YES && l->row.progress))
        refuse_twice(l, word);
    else if (visibility <= CLIV_YES)
        l->row.visibility = visibility;
    else if (progress <= CLIV_YES)
        l->row.progress = progress;
    else
        refuse_promises(l);
}

/* Parses bytes, nt and vt. */
static void parse_numbers(line *l)
{
    cliv_tuning *const row = &l->row;
    unsigned *const numbers[] = {&row->bytes, &row->nt, &row->vt};
    size_t length;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !l->wrong[0]; ++i) {
        const char *const word = next_word(&l->rest, l->end, &length);
        if (!word)
            refuse(l, "a row must have at least five words: family device bytes nt vt");
        else if (!number_of(word, length, numbers[i]))
            refuse(l, "bytes, nt and vt must be whole numbers");
    }
    if (l->wrong[0])
        return;
    if (row->bytes == 0 || row->nt == 0 || row->vt == 0)
        refuse(l, "bytes, nt and vt must be at least 1");
    else if (row->nt > 1024 || row->vt > 1u << 20 || (row->nt > 1 && row->vt > 64))
        refuse(l, "nt must be at most 1024, and vt at most 64 (1048576 if nt is 1)");
    else if (row->nt > 1 && row->vt % l->f->step)
        refuse(l, "for %s vt must be a multiple of %u", l->f->name, l->f->step);
    else if (row->nt > 1 && row->vt > l->f->most)
        refuse(l, "for %s vt must be at most %u", l->f->name, l->f->most);
}

/* Parses the words after "limit". */
static void parse_limit(line *l, cliv_limits *limits)
{
    size_t length[3];
    const char *const name = next_word(&l->rest, l->end, &length[0]), *const number =
                                                                          next_word(&l->rest, l->end, &length[1]);
    unsigned value;
    if (!name || !number || next_word(&l->rest, l->end, &length[2])) {
        refuse(l, "a limit must have three words: limit name value");
        return;
    }
    const char *const wrong = number_of(number, length[1], &value)
                                  ? cliv_limits_set(limits, name, length[0], value)
                                  : "the value of a limit must be a whole number of at most nine digits";
    if (wrong)
        refuse(l, "%s", wrong);
}

/* Parses one line. Returns 1: a row; 0: an empty line or a limit; -1: an error. */
static int parse_line(line *l, cliv_limits *limits)
{
    size_t length[2] = {0};
    const char *word = next_word(&l->rest, l->end, &length[0]);
    if (!word)
        return 0;
    if (is_word(word, length[0], "limit")) {
        parse_limit(l, limits);
        return l->wrong[0] ? -1 : 0;
    }
    const char *const device = next_word(&l->rest, l->end, &length[1]);
    if (length[0] < sizeof l->row.family)
        memcpy(l->row.family, word, length[0]);
    if (length[1] < sizeof l->row.device)
        memcpy(l->row.device, device ? device : "", length[1]);
    l->f = family_of(l->row.family);
    while (l->f && l->f->ways && !(l->f->ways & 1u << l->row.way)) /* the first way is the default */
        ++l->row.way;
#define NAME(name, step, most, odd, ways) " " #name
    if (!l->f && strcmp(l->row.family, device_family) != 0)
        refuse(l, "the family must be one of: device" CLIV_TUNING_FAMILIES(NAME));
#undef NAME
    else if (length[1] >= sizeof l->row.device)
        refuse(l, "the device column must have at most %zu bytes", sizeof l->row.device - 1);
    else if (!device_is_known(l->row.device))
        refuse(l, "the device must be any, cpu, gpu, accelerator, gpu:…, vendor:…, arch:… or name:…");
    else if (l->f)
        parse_numbers(l);
    while (!l->wrong[0] && (word = next_word(&l->rest, l->end, &length[0])))
        (l->f ? parse_named : parse_promise)(l, word, length[0]);
    if (!l->wrong[0] && !l->f && !l->row.visibility && !l->row.progress)
        refuse_promises(l);
    return l->wrong[0] ? -1 : 1;
}

cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *table)
{
    enum { LONG_ENOUGH = 80 }; /* to recognise the line */
    cliv_tuning_table result = {.limits = cliv_default_limits};
    size_t capacity = 0;
    for (unsigned number = 1; *text; ++number) {
        const char *end = strchr(text, '\n');
        if (!end)
            end = text + strlen(text);
        line l = {.rest = text, .end = end};
        const int kind = parse_line(&l, &result.limits);
        if (kind < 0) {
            free(result.rows);
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s, line %u: %s, in \"%.*s\"", what, number, l.wrong,
                             (int)cliv_min_size(strcspn(text, "#\r\n"), LONG_ENOUGH), text);
        }
        if (kind > 0) {
            if (result.count == capacity) {
                capacity = 2 * capacity + 16;
                cliv_tuning *rows = realloc(result.rows, capacity * sizeof *rows);
                if (!rows) {
                    free(result.rows);
                    return cliv_fail_memory();
                }
                result.rows = rows;
            }
            result.rows[result.count++] = l.row;
        }
        text = *end ? end + 1 : end;
    }
    *table = result;
    return CLIV_SUCCESS;
}

/* True if `text` contains `part`, which may end in "*". The comparison ignores case. */
static bool found_in(const char *text, const char *part)
{
    size_t length = strlen(part);
    length -= length && part[length - 1] == '*';
    for (;; ++text) {
        size_t k = 0;
        while (k < length && text[k] && cliv_to_lower(text[k]) == cliv_to_lower(part[k]))
            ++k;
        if (k == length)
            return true;
        if (!*text)
            return false;
    }
}

/* The precedence of a row for a device; 0: the row is for another device. */
static int specificity(const char *row, const cliv_device *device)
{
    if (strncmp(row, "name:", 5) == 0)
        return found_in(device->name, row + 5) || found_in(device->platform_name, row + 5) ? MOST_SPECIFIC : 0;
    if (strncmp(row, "arch:", 5) == 0)
        return device->ptx && found_in(device->arch, row + 5) ? 4 : 0;
    if (strncmp(row, "gpu:", 4) == 0)
        return device->type & CL_DEVICE_TYPE_GPU &&
                       (found_in(device->vendor, row + 4) || found_in(device->platform_name, row + 4))
                   ? 3
                   : 0;
    if (strncmp(row, "vendor:", 7) == 0)
        return found_in(device->vendor, row + 7) ? 3 : 0;
    if (strcmp(row, "any") == 0)
        return 1;
    const cl_device_type type = strcmp(row, "gpu") == 0   ? CL_DEVICE_TYPE_GPU
                                : strcmp(row, "cpu") == 0 ? CL_DEVICE_TYPE_CPU
                                                          : CL_DEVICE_TYPE_ACCELERATOR;
    return device->type & type ? 2 : 0;
}

cliv_promises cliv_tuning_promises(const cliv_tuning_table *table, const cliv_device *device)
{
    cliv_promises promises = device->promises;
    int of_visibility = 0, of_progress = 0;
    for (size_t i = 0; i < table->count; ++i) {
        const cliv_tuning *const row = &table->rows[i];
        const int t = strcmp(row->family, device_family) == 0 ? specificity(row->device, device) : 0;
        if (row->visibility && t > of_visibility) {
            /* A device that reports NVIDIA's architecture without PTX ignores the promise: it may be for other
             * devices. */
            promises.visibility = row->visibility == CLIV_YES && (cliv_device_has_fence(device) || !device->arch[0]);
            of_visibility = t;
        }
        if (row->progress && t > of_progress) {
            promises.progress = row->progress == CLIV_YES;
            of_progress = t;
        }
    }
    return promises;
}

/* The promises that a way needs. */
static cliv_promises needs_of(cliv_way way)
{
    return (cliv_promises){.visibility = way == CLIV_WAY_LAST_GROUP || way == CLIV_WAY_COOPERATIVE,
                           .progress = way == CLIV_WAY_PREFIX || way == CLIV_WAY_COOPERATIVE};
}

cliv_way cliv_tuning_way(const cliv_tuning *row, cliv_promises promises)
{
    const cliv_promises needs = needs_of(row->way);
    if (row->nt == 1 && row->way <= CLIV_WAY_FALLBACK)
        return CLIV_WAY_LAUNCHES;
    if (promises.visibility >= needs.visibility && promises.progress >= needs.progress)
        return row->way;
    return row->way == CLIV_WAY_PREFIX ? CLIV_WAY_FALLBACK : CLIV_WAY_LAUNCHES;
}

/* Marks the rows of the table that a call on the device can use. */
static void mark_used(const cliv_tuning_table *table, const cliv_device *device, bool *used)
{
    for (size_t f = 0; f < CLIV_TUNING_FAMILY_COUNT; ++f) {
        size_t most[MOST_BYTES + 1] = {0}; /* by element size: the largest call that has a row so far */
        for (int t = MOST_SPECIFIC; t > 0; --t)
            for (size_t i = 0; i < table->count; ++i) {
                const cliv_tuning *const row = &table->rows[i];
                if (strcmp(row->family, families[f].name) != 0 || specificity(row->device, device) != t)
                    continue;
                const size_t items = row->items ? row->items : SIZE_MAX;
                size_t bytes = cliv_min_size(row->bytes, MOST_BYTES) + 1;
                used[i] = items > most[bytes - 1];
                while (used[i] && bytes-- > 0)
                    most[bytes] = cliv_max_size(most[bytes], items);
            }
    }
}

/* Refuses rows that apply to the device but need promises or features that it lacks. */
static cliv_status check_rows(const cliv_tuning_table *table, const cliv_device *device, const char *what)
{
    cliv_status status = CLIV_SUCCESS;
    const cliv_promises promises = device->promises;
    if (promises.visibility && !cliv_device_has_fence(device))
        return cliv_fail(CLIV_UNSUPPORTED,
                         "%s: visibility=yes needs a memory fence for the whole device (atomic_work_item_fence of "
                         "OpenCL C 2.0), which the device \"%s\" does not have: write visibility=no",
                         what, device->name);
    bool *const used = calloc(table->count + 1, sizeof *used);
    if (!used)
        return cliv_fail_memory();
    mark_used(table, device, used);
    for (size_t i = 0; i < table->count; ++i) {
        const cliv_tuning *row = &table->rows[i];
        const family_rule *const f = family_of(row->family);
        const cliv_promises needs = needs_of(row->way);
        const bool has_visibility = promises.visibility >= needs.visibility,
                   has_progress = promises.progress >= needs.progress;
        const bool has_atomics =
            row->way != CLIV_WAY_PREFIX || f->ways != CLIV_WAYS_LOOK_BACK || device->ptx || device->int64_atomics;
        /* A device with NVIDIA's architecture, but without PTX, ignores the row: it may be for other devices. */
        const bool ignored = !has_visibility && device->arch[0] && !cliv_device_has_fence(device);
        if (!used[i] || row->nt == 1 || ignored || (has_visibility && has_progress && has_atomics))
            continue;
        char text[128];
        cliv_tuning_print(text, sizeof text, row);
        if (!has_atomics)
            CLIV_TRY(cliv_fail(CLIV_UNSUPPORTED,
                               "%s: schedule of \"%s %s %s\" must be fallback or launches: prefix needs 64-bit atomics "
                               "(cl_khr_int64_base_atomics), which the device \"%s\" does not have",
                               what, row->family, row->device, text, device->name));
        CLIV_TRY(cliv_fail(CLIV_UNSUPPORTED,
                           "%s: schedule of \"%s %s %s\" must be %slaunches: the device \"%s\" does not promise "
                           "%s%s%s; if its vendor does, add the line \"device any%s%s\"",
                           what, row->family, row->device, text, has_visibility ? "fallback or " : "", device->name,
                           has_visibility ? "" : "visibility", has_visibility || has_progress ? "" : " and ",
                           has_progress ? "" : "progress", has_visibility ? "" : " visibility=yes",
                           has_progress ? "" : " progress=yes"));
    }
done:
    free(used);
    return status;
}

cliv_status cliv_tuning_read(const char *path, const char *variable, cliv_device *device, cliv_tuning_table *table)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_text file = {0}, what = {0};
    cliv_text_add(&what, "tuning file %s%s%s", path, variable ? ", named by " : "", variable ? variable : "");
    if (what.failed)
        CLIV_TRY(cliv_fail_memory());
    CLIV_TRY(cliv_read_file(path, what.data, &file));
    if (strlen(file.data) < file.length)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s: byte %zu is 0, so the file is not text", what.data,
                           strlen(file.data)));
    CLIV_TRY(cliv_tuning_parse(file.data, what.data, table));
    device->promises = cliv_tuning_promises(table, device);
    CLIV_TRY(check_rows(table, device, what.data));
done:
    cliv_text_free(&file);
    cliv_text_free(&what);
    return status;
}

bool cliv_tuning_is_for(const cliv_tuning *row, const cliv_device *device)
{
    return specificity(row->device, device) > 0;
}

static bool fits(const cliv_tuning *row, size_t bytes, size_t items)
{
    return bytes <= row->bytes && (row->items == 0 || items <= row->items);
}

static const cliv_tuning *find_in(const cliv_tuning *rows, size_t count, const cliv_device *device, const char *family,
                                  size_t bytes, size_t items)
{
    const cliv_tuning *best = NULL;
    int best_specificity = 0;
    for (size_t i = 0; i < count; ++i) {
        const bool may = strcmp(rows[i].family, family) == 0 && fits(&rows[i], bytes, items);
        const int t = may ? specificity(rows[i].device, device) : 0;
        if (t > best_specificity) {
            best = &rows[i];
            best_specificity = t;
        }
    }
    return best;
}

const cliv_tuning *cliv_tuning_find(const cliv_tuning_table *table, const cliv_device *device, const char *family,
                                    size_t bytes, size_t items)
{
    bytes = cliv_min_size(bytes, MOST_BYTES);
    const cliv_tuning *row = table ? find_in(table->rows, table->count, device, family, bytes, items) : NULL;
    return row ? row : find_in(built_in, sizeof built_in / sizeof *built_in, device, family, bytes, items);
}

/* Adds the rows of a family that apply to the device, the most specific rows first. */
static void choose_in(const cliv_tuning *rows, size_t count, const cliv_device *device, const char *family,
                      cliv_tuning *chosen, size_t *end)
{
    for (int t = MOST_SPECIFIC; t > 0; --t)
        for (size_t i = 0; i < count; ++i)
            if (strcmp(rows[i].family, family) == 0 && specificity(rows[i].device, device) == t) {
                chosen[*end] = rows[i];
                chosen[(*end)++].way = cliv_tuning_way(&rows[i], device->promises);
            }
}

cliv_status cliv_tuning_choose(const cliv_tuning_table *table, const cliv_device *device, cliv_tuning_choice *choice)
{
    enum { BUILT_IN = sizeof built_in / sizeof *built_in };
    size_t end = 0;
    choice->rows = malloc((table->count + BUILT_IN) * sizeof *choice->rows);
    if (!choice->rows)
        return cliv_fail_memory();
    for (size_t f = 0; f < CLIV_TUNING_FAMILY_COUNT; ++f) {
        choice->begins[f] = end;
        choose_in(table->rows, table->count, device, families[f].name, choice->rows, &end);
        choose_in(built_in, BUILT_IN, device, families[f].name, choice->rows, &end);
    }
    choice->begins[CLIV_TUNING_FAMILY_COUNT] = end;
    return CLIV_SUCCESS;
}

void cliv_tuning_choice_free(cliv_tuning_choice *choice) { free(choice->rows); }

const cliv_tuning *cliv_tuning_row(const cliv_tuning_choice *choice, const char *family, size_t bytes, size_t items)
{
    const cliv_tuning *row = choice->rows + choice->begins[family_of(family) - families];
    bytes = cliv_min_size(bytes, MOST_BYTES);
    while (!fits(row, bytes, items))
        ++row; /* the built-in table ends with rows for any device */
    return row;
}
