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
    cliv_ways ways;
    unsigned step, most; /* the constraints of vt (tuning.h) */
    const char *no_multiple, *too_large;
} family_rule;

static const family_rule families[] = {
#define FAMILY(name, step, most, odd, ways)      \
    {#name,                                      \
     CLIV_WAYS_##ways,                           \
     step,                                       \
     most,                                       \
     "for " #name " vt is a multiple of " #step, \
     "for " #name " vt is at most " #most},
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

static const struct {
    const char *column, *value, *text;
} way_texts[] = {
#define WAY(way, column, value) {#column, #value, #column "=" #value},
    CLIV_TUNING_WAYS(WAY)
#undef WAY
};

const char *cliv_way_column(cliv_way way, const char *family)
{
    return family_of(family)->ways ? way_texts[way].text : "";
}

static void add(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

static const char *const answers[] = {"", "no", "yes"};

void cliv_tuning_print(char *text, size_t size, const cliv_tuning *row)
{
    *text = '\0';
    if (strcmp(row->family, device_family) == 0) {
        if (row->visibility)
            add(text, size, " visibility=%s", answers[row->visibility]);
        if (row->progress)
            add(text, size, " progress=%s", answers[row->progress]);
        memmove(text, text + 1, strlen(text));
        return;
    }
    const char *const column = cliv_way_column(row->way, row->family);
    add(text, size, "%u %u %u%s%s", row->bytes, row->nt, row->vt, *column ? " " : "", column);
    if (row->items)
        add(text, size, " items=%u", row->items);
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
    cliv_tuning row;
    char wrong[400];
} line;

static bool is_word(const char *word, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

static void add_ways(line *l, const family_rule *f)
{
    size_t found = 0;
    for (size_t way = 0; way < CLIV_WAY_COUNT; ++way)
        if (f->ways & 1u << way)
            add(l->wrong, sizeof l->wrong, "%s%s", found++ ? ", " : "", way_texts[way].text);
}

/* The way that had this number in the column `mode` of earlier files; CLIV_WAY_COUNT: none had. */
static unsigned way_of_mode(const cliv_tuning *row, const family_rule *f, unsigned mode)
{
    if (f->ways == CLIV_WAYS_DIGITS)
        return mode == 0      ? CLIV_WAY_NONE
               : mode > 1     ? CLIV_WAY_COUNT
               : row->nt == 1 ? CLIV_WAY_LAUNCHES
                              : CLIV_WAY_PREFIX;
    for (unsigned way = 0; way < CLIV_WAY_COUNT; ++way)
        if (f->ways & 1u << way && mode-- == 0)
            return way;
    return f->ways || mode ? CLIV_WAY_COUNT : CLIV_WAY_NOTHING;
}

/* A line of an earlier version: a number, the mode, and perhaps a second, the items. */
static void refuse_mode(line *l, const family_rule *f, const char *word, size_t length)
{
    unsigned mode = 0;
    size_t more;
    const char *const items = next_word(&l->rest, l->end, &more);
    const unsigned way = number_of(word, length, &mode) ? way_of_mode(&l->row, f, mode) : CLIV_WAY_COUNT;
    if (items && !is_word(items, more, "any"))
        number_of(items, more, &l->row.items);
    add(l->wrong, sizeof l->wrong,
        f->ways == 0                  ? "there is no column mode"
        : f->ways == CLIV_WAYS_SEARCH ? "the column mode has become partition=…"
        : f->ways == CLIV_WAYS_MOVE   ? "the column mode has become move=…"
                                      : "the column mode has become schedule=…");
    if (way < CLIV_WAY_COUNT) {
        char text[128];
        l->row.way = way;
        cliv_tuning_print(text, sizeof text, &l->row);
        add(l->wrong, sizeof l->wrong, ": write \"%s %s %s\"", l->row.family, l->row.device, text);
    } else {
        add(l->wrong, sizeof l->wrong, ": ");
        add_ways(l, f);
    }
}

/* Finds `text` among "no" and "yes". */
static bool take_promise(const char *value, size_t length, unsigned *promise)
{
    for (*promise = CLIV_NO; *promise <= CLIV_YES; ++*promise)
        if (is_word(value, length, answers[*promise]))
            return true;
    return false;
}

/* Parses the named columns. */
static void parse_named(line *l, const family_rule *f)
{
    size_t length;
    for (const char *word; !l->wrong[0] && (word = next_word(&l->rest, l->end, &length));) {
        const char *const sign = memchr(word, '=', length), *const value = sign ? sign + 1 : word + length;
        const size_t name = sign ? (size_t)(sign - word) : length, rest = (size_t)(word + length - value);
        unsigned way = 0, number = 0;
        while (f && way < CLIV_WAY_COUNT && !(f->ways & 1u << way && is_word(word, length, way_texts[way].text)))
            ++way;
        if (f && !sign && cliv_is_digit(*word))
            refuse_mode(l, f, word, length);
        else if (f && way < CLIV_WAY_COUNT)
            l->row.way = way;
        else if (f && is_word(word, name, "items")) {
            if (!number_of(value, rest, &l->row.items) && !is_word(value, rest, "any"))
                add(l->wrong, sizeof l->wrong, "items is a whole number of at most nine digits, or any");
        } else if (!f && is_word(word, name, "visibility") && take_promise(value, rest, &number))
            l->row.visibility = number;
        else if (!f && is_word(word, name, "progress") && take_promise(value, rest, &number))
            l->row.progress = number;
        else if (!f)
            add(l->wrong, sizeof l->wrong, "expected visibility=yes, visibility=no, progress=yes or progress=no");
        else {
            add(l->wrong, sizeof l->wrong, "after vt a line for %s may have ", f->name);
            add_ways(l, f);
            add(l->wrong, sizeof l->wrong, "%sitems=N", f->ways ? "; and " : "only ");
        }
    }
}

/* The message for wrong numbers of a row, or NULL. */
static const char *wrong_numbers(const cliv_tuning *row, const family_rule *f)
{
    const bool groups = row->nt > 1;
    return row->bytes == 0 || row->nt == 0 || row->vt == 0 ? "bytes, nt and vt are at least 1"
           : row->nt > 1024 || row->vt > 1u << 20 || (groups && row->vt > 64)
               ? "nt is at most 1024, vt at most 64 (1048576 where nt is 1)"
           : groups && row->vt % f->step ? f->no_multiple
           : groups && row->vt > f->most ? f->too_large
                                         : NULL;
}

/* Parses the numbers of a row of a family. Returns the message, or NULL. */
static const char *parse_numbers(line *l, const family_rule *f)
{
    unsigned *const numbers[] = {&l->row.bytes, &l->row.nt, &l->row.vt};
    size_t length;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        const char *const word = next_word(&l->rest, l->end, &length);
        if (!word)
            return "expected at least five words: family device bytes nt vt, and then named columns";
        if (!number_of(word, length, numbers[i]))
            return "bytes, nt and vt are whole numbers";
    }
    return wrong_numbers(&l->row, f);
}

/* Parses one line. Returns 1: a row; 0: an empty line; -1: an error. */
static int parse_line(line *l)
{
    size_t length[2] = {0};
    const char *word[2] = {next_word(&l->rest, l->end, &length[0])}, *wrong = NULL;
    if (!word[0])
        return 0;
    word[1] = next_word(&l->rest, l->end, &length[1]);
    if (length[0] < sizeof l->row.family)
        memcpy(l->row.family, word[0], length[0]);
    if (word[1] && length[1] < sizeof l->row.device)
        memcpy(l->row.device, word[1], length[1]);
    const family_rule *const f = family_of(l->row.family);
    while (f && f->ways && !(f->ways & 1u << l->row.way)) /* the first way is the default */
        ++l->row.way;
#define NAME(name, step, most, odd, ways) " " #name
    if (!f && strcmp(l->row.family, device_family) != 0)
        wrong = "the family is none of these: device" CLIV_TUNING_FAMILIES(NAME);
#undef NAME
    else if (!device_is_known(l->row.device))
        wrong = "the device is none of any, cpu, gpu, accelerator, gpu:…, vendor:…, arch:…, name:…";
    else if (f)
        wrong = parse_numbers(l, f);
    if (wrong)
        add(l->wrong, sizeof l->wrong, "%s", wrong);
    parse_named(l, f);
    if (!f && !l->wrong[0] && !l->row.visibility && !l->row.progress)
        add(l->wrong, sizeof l->wrong, "expected visibility=yes, visibility=no, progress=yes or progress=no");
    return l->wrong[0] ? -1 : 1;
}

cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *table)
{
    enum { LONG_ENOUGH = 80 }; /* to recognise the line */
    cliv_tuning_table result = {0};
    size_t room = 0;
    for (unsigned number = 1; *text; ++number) {
        const char *end = strchr(text, '\n');
        if (!end)
            end = text + strlen(text);
        line l = {.rest = text, .end = end};
        const int kind = parse_line(&l);
        if (kind < 0) {
            free(result.rows);
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s, line %u: %s, in \"%.*s\"", what, number, l.wrong,
                             (int)cliv_min_size(strcspn(text, "#\r\n"), LONG_ENOUGH), text);
        }
        if (kind > 0) {
            if (result.count == room) {
                room = 2 * room + 16;
                cliv_tuning *rows = realloc(result.rows, room * sizeof *rows);
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
            /* Devices that report NVIDIA's architecture without PTX ignore the promise; it may be meant for others. */
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

cliv_way cliv_tuning_way(const cliv_tuning *row, cliv_promises promises)
{
    const bool both = promises.visibility && promises.progress;
    switch (row->way) {
    case CLIV_WAY_LAST_GROUP:
        return row->nt > 1 && promises.visibility ? CLIV_WAY_LAST_GROUP : CLIV_WAY_LAUNCHES;
    case CLIV_WAY_COOPERATIVE:
        return row->nt > 1 && both ? CLIV_WAY_COOPERATIVE : CLIV_WAY_LAUNCHES;
    case CLIV_WAY_PREFIX:
    case CLIV_WAY_FALLBACK:
        return row->nt == 1                                       ? CLIV_WAY_LAUNCHES
               : row->way == CLIV_WAY_PREFIX && promises.progress ? CLIV_WAY_PREFIX
                                                                  : CLIV_WAY_FALLBACK;
    default:
        return row->way;
    }
}

static bool is_chosen(const cliv_tuning_table *table, const cliv_device *device, const cliv_tuning *row)
{
    return cliv_tuning_find(table, device, row->family, row->bytes, row->items ? row->items : SIZE_MAX) == row;
}

/* Refuses rows that apply to the device but need promises or features that it lacks. */
static cliv_status check_rows(const cliv_tuning_table *table, const cliv_device *device, const char *what)
{
    const cliv_promises promises = device->promises;
    if (promises.visibility && !cliv_device_has_fence(device))
        return cliv_fail(CLIV_UNSUPPORTED,
                         "%s: visibility=yes needs a memory fence for the whole device (atomic_work_item_fence of "
                         "OpenCL C 2.0), which the device \"%s\" does not have: it should be no",
                         what, device->name);
    for (size_t i = 0; i < table->count; ++i) {
        const cliv_tuning *row = &table->rows[i];
        const family_rule *const f = family_of(row->family);
        if (!f || row->nt == 1)
            continue;
        const bool looks_back = row->way == CLIV_WAY_PREFIX, waits = row->way == CLIV_WAY_COOPERATIVE;
        const bool unordered = looks_back && f->ways == CLIV_WAYS_LOOK_BACK && !device->ptx && !device->int64_atomics;
        const bool unpromised = cliv_tuning_way(row, promises) != row->way;
        /* The rows may be meant for others than devices that report NVIDIA's architecture without PTX. */
        const bool unseen = !promises.visibility && (waits || row->way == CLIV_WAY_LAST_GROUP);
        if (!(unordered || (unpromised && !(unseen && !cliv_device_has_fence(device) && device->arch[0]))) ||
            !is_chosen(table, device, row))
            continue; /* is_chosen() is slow for long files */
        char text[128];
        cliv_tuning_print(text, sizeof text, row);
        if (unordered)
            return cliv_fail(CLIV_UNSUPPORTED,
                             "%s: schedule of \"%s %s %s\" should be fallback or launches: prefix takes 64-bit atomics "
                             "(cl_khr_int64_base_atomics), which the device \"%s\" does not have",
                             what, row->family, row->device, text, device->name);
        return cliv_fail(CLIV_UNSUPPORTED,
                         "%s: schedule of \"%s %s %s\" should be %slaunches: the device \"%s\" does not promise %s; if "
                         "its vendor does, add the line \"device any%s%s\"",
                         what, row->family, row->device, text, looks_back ? "fallback or " : "", device->name,
                         !unseen                       ? "progress"
                         : promises.progress || !waits ? "visibility"
                                                       : "visibility and progress",
                         unseen ? " visibility=yes" : "",
                         (waits || looks_back) && !promises.progress ? " progress=yes" : "");
    }
    return CLIV_SUCCESS;
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
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s: byte %zu is 0, so it is no text", what.data, strlen(file.data)));
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
