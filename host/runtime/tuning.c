/* SPDX-License-Identifier: Apache-2.0 */
/* The group shape on a device: the built-in table, and files in the same format. */
#include "runtime/tuning.h"
#include "runtime/ascii.h"
#include "runtime/error.h"
#include "runtime/numbers.h"
#include "runtime/text.h"
#include "runtime/tuning_row.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 256, /* the largest element of the table */
    MOST_SPECIFIC = 5
};

static const cliv_tuning built_in[] = {
#define ROW(family, device, bytes, nt, vt, mode, items) {#family, device, bytes, nt, vt, mode, items},
    CLIV_TUNING_ROWS(ROW)
#undef ROW
};

typedef struct family_rule {
    const char *name;
    const char *mode_1;
    unsigned step, most; /* the constraints of vt (tuning.h) */
    const char *no_multiple, *too_large;
} family_rule;

static const family_rule families[] = {
#define FAMILY(name, step, most, odd, mode_1)         \
    {#name,                                           \
     #mode_1,                                         \
     step,                                            \
     most,                                            \
     "for " #name " vt must be a multiple of " #step, \
     "for " #name " vt must be at most " #most},
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

unsigned cliv_tuning_tiles_held(const cliv_tuning *row) { return row->mode && row->nt > 1 ? 2 : 1; }

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

/* The last column: 0 and "any" set no limit. */
static bool items_of(const char *word, size_t length, unsigned *items)
{
    *items = 0;
    return (length == 3 && memcmp(word, "any", 3) == 0) || number_of(word, length, items);
}

static bool looks_back(const family_rule *f) { return strcmp(f->mode_1, "LOOKS_BACK") == 0; }

/* The message for wrong numbers of a row, or NULL. */
static const char *wrong_numbers(const cliv_tuning *row, const family_rule *f)
{
    const bool groups = row->nt > 1;
    return row->bytes == 0 || row->nt == 0 || row->vt == 0 ? "bytes, nt and vt must be at least 1"
           : row->nt > 1024 || row->vt > 1u << 20 || (groups && row->vt > 64)
               ? "nt must be at most 1024, and vt at most 64 (1048576 if nt is 1)"
           : groups && row->vt % f->step    ? f->no_multiple
           : groups && row->vt > f->most    ? f->too_large
           : row->mode > 2 && looks_back(f) ? "mode must be 0, 1 or 2"
           : row->mode > 1 && !looks_back(f)
               ? "mode must be 0 or 1: only scan, compact, seg_reduce and set have a mode 2"
               : NULL;
}

/* Parses a line "limit NAME VALUE". Returns false if the line is something else. *wrong: the message for an error. */
static bool parse_limit(const char *line, const char *end, cliv_limits *limits, const char **wrong)
{
    enum { WORDS = 3, KEYWORD = 5 };
    size_t length[WORDS], extra;
    const char *word[WORDS];
    word[0] = next_word(&line, end, &length[0]);
    if (!word[0] || length[0] != KEYWORD || memcmp(word[0], "limit", KEYWORD) != 0)
        return false;
    unsigned value;
    word[1] = next_word(&line, end, &length[1]);
    word[2] = word[1] ? next_word(&line, end, &length[2]) : NULL;
    *wrong = !word[2] || next_word(&line, end, &extra) ? "expected three words: limit name value"
             : !number_of(word[2], length[2], &value)  ? "the value of a limit is a whole number of at most nine digits"
                                                       : cliv_limits_set(limits, word[1], length[1], value);
    return true;
}

/* Parses one line. Returns 1: a row; 0: an empty line; -1: an error, with the message in *wrong. */
static int parse_line(const char *line, const char *end, cliv_tuning *row, const char **wrong)
{
    enum { LEAST = 6, MOST };
    const char *word[MOST];
    size_t length[MOST];
    int words = 0;
    for (const char *next; words < MOST && (next = next_word(&line, end, &length[words])); ++words)
        word[words] = next;
    if (words == 0)
        return 0;
    size_t extra;
    if (words < LEAST || next_word(&line, end, &extra)) {
        *wrong = "a row must have six or seven words: family device bytes nt vt mode [items]";
        return -1;
    }
    *row = (cliv_tuning){0};
    if (length[0] < sizeof row->family)
        memcpy(row->family, word[0], length[0]);
    if (length[1] < sizeof row->device)
        memcpy(row->device, word[1], length[1]);
    unsigned *const numbers[] = {&row->bytes, &row->nt, &row->vt, &row->mode};
    const family_rule *const f = family_of(row->family);
    *wrong = NULL;
#define NAME(name, step, most, odd, mode_1) " " #name
    if (!f)
        *wrong = "the family must be one of:" CLIV_TUNING_FAMILIES(NAME);
#undef NAME
    else if (!device_is_known(row->device))
        *wrong = "the device must be any, cpu, gpu, accelerator, gpu:…, vendor:…, arch:… or name:…";
    for (int i = 0; i < 4 && !*wrong; ++i)
        if (!number_of(word[2 + i], length[2 + i], numbers[i]))
            *wrong = "bytes, nt, vt and mode must be whole numbers";
    if (!*wrong && words == MOST && !items_of(word[LEAST], length[LEAST], &row->items))
        *wrong = "items must be a whole number of at most nine digits, or any";
    if (!*wrong)
        *wrong = wrong_numbers(row, f);
    return *wrong ? -1 : 1;
}

cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *table)
{
    enum { LONG_ENOUGH = 80 }; /* to recognise the line */
    cliv_tuning_table result = {.limits = cliv_default_limits};
    size_t room = 0;
    for (unsigned line = 1; *text; ++line) {
        const char *end = strchr(text, '\n');
        const char *wrong = NULL;
        cliv_tuning row;
        if (!end)
            end = text + strlen(text);
        const bool limit = parse_limit(text, end, &result.limits, &wrong);
        const int kind = limit ? wrong ? -1 : 0 : parse_line(text, end, &row, &wrong);
        if (kind < 0) {
            free(result.rows);
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s, line %u: %s, in \"%.*s\"", what, line, wrong,
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
            result.rows[result.count++] = row;
        }
        text = *end ? end + 1 : end;
    }
    *table = result;
    return CLIV_SUCCESS;
}

/* True if mode 1 of the family makes groups read data that other groups of the launch wrote without atomics. */
static bool needs_fence(const family_rule *f)
{
    return strcmp(f->mode_1, "LAST_BLOCK") == 0 || strcmp(f->mode_1, "GROUPS_WAIT") == 0;
}

static bool is_chosen(const cliv_tuning_table *table, const cliv_device *device, const cliv_tuning *row)
{
    return cliv_tuning_find(table, device, row->family, row->bytes, row->items ? row->items : SIZE_MAX) == row;
}

bool cliv_tuning_needs_fence(const cliv_tuning_table *table, const cliv_device *device)
{
    for (size_t i = 0; i < table->count; ++i) {
        const cliv_tuning *row = &table->rows[i];
        const family_rule *const f = family_of(row->family);
        if (row->mode == 1 && row->nt > 1 && (needs_fence(f) || looks_back(f)) && cliv_tuning_is_for(row, device))
            return true;
    }
    return false;
}

/* Refuses rows that apply to the device but need features that it lacks. */
static cliv_status check_rows(const cliv_tuning_table *table, const cliv_device *device, const char *what)
{
    for (size_t i = 0; i < table->count; ++i) {
        const cliv_tuning *row = &table->rows[i];
        const family_rule *const f = family_of(row->family);
        /* Devices that report NVIDIA's architecture ignore rows that need a fence; the rows may be meant for other
         * devices. */
        const bool unfenced = needs_fence(f) && !cliv_device_has_fence(device) && !device->arch[0];
        const bool unordered = looks_back(f) && !device->ptx && !device->int64_atomics;
        if (row->mode != 1 || row->nt == 1 || !(unfenced || unordered) || !is_chosen(table, device, row))
            continue; /* is_chosen() is slow for long files */
        if (unfenced)
            return cliv_fail(CLIV_UNSUPPORTED,
                             "%s: mode of \"%s %s %u %u %u 1\" must be 0: mode 1 needs a memory fence for the whole "
                             "device (atomic_work_item_fence of OpenCL C 2.0), which the device \"%s\" does not have",
                             what, row->family, row->device, row->bytes, row->nt, row->vt, device->name);
        return cliv_fail(CLIV_UNSUPPORTED,
                         "%s: mode of \"%s %s %u %u %u 1\" must be 2 or 0: mode 1 needs 64-bit atomics "
                         "(cl_khr_int64_base_atomics), which the device \"%s\" does not have",
                         what, row->family, row->device, row->bytes, row->nt, row->vt, device->name);
    }
    return CLIV_SUCCESS;
}

cliv_status cliv_tuning_read(const char *path, const char *variable, const cliv_device *device,
                             cliv_tuning_table *table)
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
    CLIV_TRY(check_rows(table, device, what.data));
done:
    cliv_text_free(&file);
    cliv_text_free(&what);
    return status;
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
                      const cliv_tuning **chosen, size_t *end)
{
    for (int t = MOST_SPECIFIC; t > 0; --t)
        for (size_t i = 0; i < count; ++i)
            if (strcmp(rows[i].family, family) == 0 && specificity(rows[i].device, device) == t)
                chosen[(*end)++] = &rows[i];
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
    const cliv_tuning *const *row = choice->rows + choice->begins[family_of(family) - families];
    bytes = cliv_min_size(bytes, MOST_BYTES);
    while (!fits(*row, bytes, items))
        ++row; /* the built-in table ends with rows for any device */
    return *row;
}
