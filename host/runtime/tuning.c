/* SPDX-License-Identifier: Apache-2.0 */
/* The tuning table: the parser of tuning files, and the selection of the row for a device and a call. */
#include "runtime/tuning.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 256 }; /* the largest element of the table */

static const cliv_tuning built_in[] = {
#define ROW(family, device, bytes, nt, vt, variant, items) \
    {CLIV_FAMILY_##family, device, bytes, nt, vt, CLIV_VARIANT_##variant, items, 0, 0},
    CLIV_TUNING_ROWS(ROW)
#undef ROW
};

unsigned cliv_tuning_tiles_held(const cliv_tuning *row)
{
    return row->variant == CLIV_VARIANT_PREFIX || row->variant == CLIV_VARIANT_FALLBACK ? 2 : 1;
}

static const char *const visibility_texts[] = {"", "visibility=no", "visibility=yes"};
static const char *const progress_texts[] = {"", "progress=no", "progress=yes"};

void cliv_tuning_print(char *text, size_t size, const cliv_tuning *row)
{
    char items[32] = "";
    if (row->items)
        snprintf(items, sizeof items, " items=%u", row->items);
    if (row->family != CLIV_FAMILY_DEVICE) {
        const char *const column = cliv_variant_column(row->family, row->variant);
        snprintf(text, size, "%u %u %u%s%s%s", row->bytes, row->nt, row->vt, *column ? " " : "", column, items);
    } else {
        snprintf(text, size, "%s%s%s", visibility_texts[row->visibility], row->visibility && row->progress ? " " : "",
                 progress_texts[row->progress]);
    }
}

/* The texts of the device column, and the precedence of their rows. A part of a name follows a ":". */
typedef enum kind { NAME, ARCH, GPUS, VENDOR, GPU, CPU, ACCELERATOR, ANY, KINDS } kind;
static const struct {
    const char *text;
    int specificity;
    cl_device_type type;
} kinds[] = {[NAME] = {"name:", 5, 0},
             [ARCH] = {"arch:", 4, 0},
             [GPUS] = {"gpu:", 3, 0},
             [VENDOR] = {"vendor:", 3, 0},
             [GPU] = {"gpu", 2, CL_DEVICE_TYPE_GPU},
             [CPU] = {"cpu", 2, CL_DEVICE_TYPE_CPU},
             [ACCELERATOR] = {"accelerator", 2, CL_DEVICE_TYPE_ACCELERATOR},
             [ANY] = {"any", 1, CL_DEVICE_TYPE_ALL}};
enum { MOST_SPECIFIC = 5 };

/* Returns KINDS if the text is invalid. *part: the text after the ":". */
static kind kind_of(const char *device, const char **part)
{
    for (kind k = NAME; k < KINDS; ++k) {
        const size_t length = strlen(kinds[k].text);
        *part = device + length;
        if (strncmp(device, kinds[k].text, length) == 0 && (k <= VENDOR) == (device[length] != '\0'))
            return k;
    }
    return KINDS;
}

typedef struct word {
    const char *begin; /* NULL: there is none */
    size_t length;
} word;

static bool number_of(word w, unsigned *number)
{
    return w.length > 0 && cliv_read_digits(w.begin, number) == w.length;
}

/* A line that is being parsed, and the message if it is wrong. */
typedef struct line {
    const char *rest, *end;
    const cliv_family_facts *f;
    cliv_tuning row;
    bool has_variant, has_items; /* the named columns so far */
    char wrong[400];
} line;

/* Returns the next word of the line; none at the end or at a comment. */
static word next_word(line *l)
{
    const char *p = l->rest;
    while (p < l->end && cliv_is_space(*p))
        ++p;
    const char *const begin = p;
    while (p < l->end && !cliv_is_space(*p) && *p != '#')
        ++p;
    l->rest = p;
    return p > begin ? (word){begin, (size_t)(p - begin)} : (word){NULL, 0};
}

static void refuse(line *l, const char *format, ...)
{
    const size_t length = strlen(l->wrong);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->wrong + length, sizeof l->wrong - length, format, arguments);
    va_end(arguments);
}

static void refuse_with_variants(line *l)
{
    const char *before = "";
    for (unsigned variant = 0; variant < CLIV_VARIANT_COUNT; ++variant)
        if (l->f->variants & 1u << variant) {
            refuse(l, "%s%s", before, cliv_variant_text(variant));
            before = ", ";
        }
}

static bool is_word(word w, const char *text)
{
    return strlen(text) == w.length && memcmp(w.begin, text, w.length) == 0;
}

/* Returns the index of a word in `texts`, or `count` if it is missing. */
static unsigned find_word(word w, const char *const *texts, unsigned count)
{
    unsigned k = 0;
    while (k < count && !is_word(w, texts[k]))
        ++k;
    return k;
}

/* The variant of a number in the column `mode` of earlier versions; CLIV_VARIANT_COUNT: the number was invalid. */
static unsigned variant_of_mode(const line *l, unsigned mode)
{
    if (l->f->variants == CLIV_VARIANTS_DIGITS)
        return mode > 1        ? CLIV_VARIANT_COUNT
               : mode == 0     ? CLIV_VARIANT_NONE
               : l->row.nt > 1 ? CLIV_VARIANT_PREFIX
                               : CLIV_VARIANT_LAUNCHES;
    if (!l->f->variants)
        return mode ? CLIV_VARIANT_COUNT : CLIV_VARIANT_NOTHING;
    unsigned variant = 0;
    while (variant < CLIV_VARIANT_COUNT && !(l->f->variants & 1u << variant && mode-- == 0))
        ++variant;
    return variant;
}

/* Reads a count of items. Returns false if it is no count. */
static bool items_of(word w, unsigned *items) { return number_of(w, items) || is_word(w, "any"); }

/* The word after "items=", if the word begins with that. */
static word after_items(word w)
{
    return w.length >= 6 && strncmp(w.begin, "items=", 6) == 0 ? (word){w.begin + 6, w.length - 6} : w;
}

/* Refuses a number after vt: the mode, which the number of items may follow. Suggests a line if the rest is right. */
static void refuse_mode(line *l, word w)
{
    unsigned mode = 0;
    const unsigned variant = number_of(w, &mode) ? variant_of_mode(l, mode) : CLIV_VARIANT_COUNT;
    const word items = next_word(l);
    const bool right =
        !l->has_variant &&
        (!items.begin || (!l->has_items && items_of(after_items(items), &l->row.items) && !next_word(l).begin));
    refuse(l, l->f->variants ? "the column mode has become " : "there is no column mode");
    refuse_with_variants(l);
    if (variant < CLIV_VARIANT_COUNT && right) {
        char text[128];
        l->row.variant = variant;
        cliv_tuning_print(text, sizeof text, &l->row);
        refuse(l, ": write \"%s %s %s\"", l->f->name, l->row.device, text);
    }
}

static void refuse_twice(line *l, word w)
{
    refuse(l, "the column %.*s is given twice, but must be given once", (int)strcspn(w.begin, "="), w.begin);
}

static void parse_named(line *l, word w)
{
    unsigned variant = 0;
    while (variant < CLIV_VARIANT_COUNT && !is_word(w, cliv_variant_text(variant)))
        ++variant;
    const bool is_variant = variant < CLIV_VARIANT_COUNT && l->f->variants & 1u << variant,
               is_items = after_items(w).begin != w.begin;
    if ((is_variant && l->has_variant) || (is_items && l->has_items))
        refuse_twice(l, w);
    else if (is_variant) {
        l->row.variant = variant;
        l->has_variant = true;
    } else if (is_items) {
        l->has_items = true;
        if (!items_of(after_items(w), &l->row.items))
            refuse(l, "items must be a whole number of at most nine digits, or any");
    } else if (cliv_is_digit(*w.begin))
        refuse_mode(l, w);
    else {
        refuse(l, "after vt there may be ");
        refuse_with_variants(l);
        refuse(l, "%sitems=N", l->f->variants ? "; and " : "");
    }
}

static void refuse_promises(line *l)
{
    refuse(l, "after the device there must be visibility=yes, visibility=no, progress=yes or progress=no");
}

static void parse_promise(line *l, word w)
{
    const unsigned visibility = find_word(w, visibility_texts, CLIV_YES + 1),
                   progress = find_word(w, progress_texts, CLIV_YES + 1);
    if ((visibility <= CLIV_YES && l->row.visibility) || (progress <= CLIV_YES && l->row.progress))
        refuse_twice(l, w);
    else if (visibility <= CLIV_YES)
        l->row.visibility = visibility;
    else if (progress <= CLIV_YES)
        l->row.progress = progress;
    else
        refuse_promises(l);
}

static void parse_numbers(line *l)
{
    cliv_tuning *const row = &l->row;
    unsigned *const numbers[] = {&row->bytes, &row->nt, &row->vt};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !l->wrong[0]; ++i) {
        const word w = next_word(l);
        if (!w.begin)
            refuse(l, "a row must have at least five words: family device bytes nt vt");
        else if (!number_of(w, numbers[i]))
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

static void parse_limit(line *l, cliv_limits *limits)
{
    const word name = next_word(l), number = next_word(l);
    unsigned value;
    if (!number.begin || next_word(l).begin) {
        refuse(l, "a limit must have three words: limit name value");
        return;
    }
    const char *const wrong = number_of(number, &value)
                                  ? cliv_limits_set(limits, name.begin, name.length, value)
                                  : "the value of a limit must be a whole number of at most nine digits";
    if (wrong)
        refuse(l, "%s", wrong);
}

/* Parses one line. Returns 1: a row; 0: an empty line or a limit; -1: an error. */
static int parse_line(line *l, cliv_limits *limits)
{
    word w = next_word(l);
    if (!w.begin)
        return 0;
    if (is_word(w, "limit")) {
        parse_limit(l, limits);
        return l->wrong[0] ? -1 : 0;
    }
    const word device = next_word(l);
    const char *part;
    if (device.length < sizeof l->row.device)
        snprintf(l->row.device, sizeof l->row.device, "%.*s", (int)device.length, device.begin ? device.begin : "");
    l->row.family = cliv_family_named(w.begin, w.length);
    l->f = cliv_family_of(l->row.family);
    const bool states_promises = l->row.family == CLIV_FAMILY_DEVICE;
    while (l->f->variants && !(l->f->variants & 1u << l->row.variant)) /* the first variant is the default */
        ++l->row.variant;
#define NAME(family, name, step, most, odd, variants) " " #name
    if (states_promises && !is_word(w, l->f->name))
        refuse(l, "the family must be one of: device" CLIV_TUNING_FAMILIES(NAME));
#undef NAME
    else if (device.length >= sizeof l->row.device)
        refuse(l, "the device column must have at most %zu bytes", sizeof l->row.device - 1);
    else if (kind_of(l->row.device, &part) == KINDS)
        refuse(l, "the device must be any, cpu, gpu, accelerator, gpu:…, vendor:…, arch:… or name:…");
    else if (!states_promises)
        parse_numbers(l);
    while (!l->wrong[0] && (w = next_word(l)).begin)
        (states_promises ? parse_promise : parse_named)(l, w);
    if (!l->wrong[0] && states_promises && !l->row.visibility && !l->row.progress)
        refuse_promises(l);
    return l->wrong[0] ? -1 : 1;
}

cliv_status cliv_tuning_parse(const char *text, const char *what, cliv_tuning_table *table, cliv_limits *limits)
{
    enum { LONG_ENOUGH = 80 }; /* to recognise the line */
    size_t lines = 1;
    for (const char *c = text; *c; ++c)
        lines += *c == '\n';
    cliv_tuning_table result = {.rows = malloc(lines * sizeof *result.rows)};
    cliv_limits ignored;
    if (!result.rows)
        return cliv_fail_memory();
    for (unsigned number = 1; *text; ++number) {
        const char *const end = text + strcspn(text, "\n");
        line l = {.rest = text, .end = end};
        const int found = parse_line(&l, limits ? limits : &ignored);
        if (found < 0) {
            free(result.rows);
            return cliv_fail(CLIV_INVALID_ARGUMENT, "%s, line %u: %s, in \"%.*s\"", what, number, l.wrong,
                             (int)cliv_min_size(strcspn(text, "#\r\n"), LONG_ENOUGH), text);
        }
        if (found > 0)
            result.rows[result.count++] = l.row;
        text = *end ? end + 1 : end;
    }
    *table = result;
    return CLIV_SUCCESS;
}

/* True if `text` contains `part`, which may end in "*". The comparison ignores case. */
static bool found_in(const char *text, const char *part)
{
    const size_t length = strlen(part);
    return cliv_contains(text, part, length - (length && part[length - 1] == '*'));
}

/* The precedence of a row for a device; 0: the row is for another device. */
static int specificity(const char *row, const cliv_device *device)
{
    const char *part;
    const kind k = kind_of(row, &part);
    const bool by_platform = k == NAME || k == GPUS, is_gpu = device->type & CL_DEVICE_TYPE_GPU;
    const bool is_for = k >= GPU ? (device->type & kinds[k].type) != 0 || k == ANY
                        : k == ARCH
                            ? device->ptx && found_in(device->arch, part)
                            : (k != GPUS || is_gpu) && (found_in(k == NAME ? device->name : device->vendor, part) ||
                                                        (by_platform && found_in(device->platform_name, part)));
    return is_for ? kinds[k].specificity : 0;
}

cliv_promises cliv_tuning_promises(const cliv_tuning_table *table, const cliv_device *device)
{
    cliv_promises promises = device->promises;
    int of_visibility = 0, of_progress = 0;
    for (size_t i = 0; i < table->count; ++i) {
        const cliv_tuning *const row = &table->rows[i];
        const int t = row->family == CLIV_FAMILY_DEVICE ? specificity(row->device, device) : 0;
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

static cliv_promises needs_of(cliv_variant variant)
{
    return (cliv_promises){.visibility = variant == CLIV_VARIANT_LAST_GROUP || variant == CLIV_VARIANT_COOPERATIVE,
                           .progress = variant == CLIV_VARIANT_PREFIX || variant == CLIV_VARIANT_COOPERATIVE};
}

cliv_variant cliv_tuning_variant(const cliv_tuning *row, cliv_promises promises)
{
    const cliv_promises needs = needs_of(row->variant);
    if (row->nt == 1 && row->variant <= CLIV_VARIANT_FALLBACK)
        return CLIV_VARIANT_LAUNCHES;
    if (promises.visibility >= needs.visibility && promises.progress >= needs.progress)
        return row->variant;
    return row->variant == CLIV_VARIANT_PREFIX ? CLIV_VARIANT_FALLBACK : CLIV_VARIANT_LAUNCHES;
}

/* Marks the rows of the table that a call on the device can use. */
static void mark_used(const cliv_tuning_table *table, const cliv_device *device, bool *used)
{
    for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f) {
        size_t most[MOST_BYTES + 1] = {0}; /* by element size: the largest call that has a row so far */
        for (int t = MOST_SPECIFIC; t > 0; --t)
            for (size_t i = 0; i < table->count; ++i) {
                const cliv_tuning *const row = &table->rows[i];
                if (row->family != f || specificity(row->device, device) != t)
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
        const cliv_family_facts *const f = cliv_family_of(row->family);
        const cliv_promises needs = needs_of(row->variant);
        const bool has_visibility = promises.visibility >= needs.visibility,
                   has_progress = promises.progress >= needs.progress;
        const bool has_atomics = row->variant != CLIV_VARIANT_PREFIX || f->variants != CLIV_VARIANTS_LOOK_BACK ||
                                 device->ptx || device->int64_atomics;
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
                               what, f->name, row->device, text, device->name));
        CLIV_TRY(cliv_fail(CLIV_UNSUPPORTED,
                           "%s: schedule of \"%s %s %s\" must be %slaunches: the device \"%s\" does not promise "
                           "%s%s%s; if its vendor does, add the line \"device %s%s%s\"",
                           what, f->name, row->device, text, row->variant == CLIV_VARIANT_PREFIX ? "fallback or " : "",
                           device->name, has_visibility ? "" : "visibility",
                           has_visibility || has_progress ? "" : " and ", has_progress ? "" : "progress", row->device,
                           has_visibility ? "" : " visibility=yes", has_progress ? "" : " progress=yes"));
    }
done:
    free(used);
    return status;
}

cliv_status cliv_tuning_read(const char *path, const char *variable, cliv_device *device, cliv_tuning_table *table,
                             cliv_limits *limits)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_text file = {0}, what = {0};
    cliv_text_add(&what, "tuning file %s%s%s", path, variable ? ", named by " : "", variable ? variable : "");
    CLIV_TRY_MEMORY(!what.failed);
    CLIV_TRY(cliv_read_file(path, what.data, &file));
    if (strlen(file.data) < file.length)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s: byte %zu is 0, so the file is not text", what.data,
                           strlen(file.data)));
    CLIV_TRY(cliv_tuning_parse(file.data, what.data, table, limits));
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

static const cliv_tuning *find_in(const cliv_tuning *rows, size_t count, const cliv_device *device, cliv_family family,
                                  size_t bytes, size_t items)
{
    const cliv_tuning *best = NULL;
    int best_specificity = 0;
    for (size_t i = 0; i < count; ++i) {
        const bool may = rows[i].family == family && fits(&rows[i], bytes, items);
        const int t = may ? specificity(rows[i].device, device) : 0;
        if (t > best_specificity) {
            best = &rows[i];
            best_specificity = t;
        }
    }
    return best;
}

const cliv_tuning *cliv_tuning_find(const cliv_tuning_table *table, const cliv_device *device, cliv_family family,
                                    size_t bytes, size_t items)
{
    bytes = cliv_min_size(bytes, MOST_BYTES);
    const cliv_tuning *row = table ? find_in(table->rows, table->count, device, family, bytes, items) : NULL;
    return row ? row : find_in(built_in, sizeof built_in / sizeof *built_in, device, family, bytes, items);
}

/* Adds the rows of a family that apply to the device, the most specific rows first. */
static void choose_in(const cliv_tuning *rows, size_t count, const cliv_device *device, cliv_family family,
                      cliv_tuning *chosen, size_t *end)
{
    for (int t = MOST_SPECIFIC; t > 0; --t)
        for (size_t i = 0; i < count; ++i)
            if (rows[i].family == family && specificity(rows[i].device, device) == t) {
                chosen[*end] = rows[i];
                chosen[(*end)++].variant = cliv_tuning_variant(&rows[i], device->promises);
            }
}

cliv_status cliv_tuning_choose(const cliv_tuning_table *table, const cliv_device *device, cliv_tuning_choice *choice)
{
    enum { BUILT_IN = sizeof built_in / sizeof *built_in };
    size_t end = 0;
    choice->rows = malloc((table->count + BUILT_IN) * sizeof *choice->rows);
    if (!choice->rows)
        return cliv_fail_memory();
    for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f) {
        choice->begins[f] = end;
        choose_in(table->rows, table->count, device, f, choice->rows, &end);
        choose_in(built_in, BUILT_IN, device, f, choice->rows, &end);
    }
    choice->begins[CLIV_FAMILY_COUNT] = end;
    return CLIV_SUCCESS;
}

void cliv_tuning_choice_free(cliv_tuning_choice *choice) { free(choice->rows); }

const cliv_tuning *cliv_tuning_row(const cliv_tuning_choice *choice, cliv_family family, size_t bytes, size_t items)
{
    const cliv_tuning *row = choice->rows + choice->begins[family];
    bytes = cliv_min_size(bytes, MOST_BYTES);
    while (!fits(row, bytes, items))
        ++row; /* the built-in table ends with rows for any device */
    return row;
}

const cliv_limits cliv_default_limits = {
#define LIMIT(name, value, most) value,
    CLIV_LIMITS(LIMIT)
#undef LIMIT
};

const char *cliv_limits_set(cliv_limits *limits, const char *name, size_t length, size_t value)
{
    static const struct {
        const char *name;
        size_t offset, most;
        const char *wrong;
    } known[] = {
#define LIMIT(name, value, most) {#name, offsetof(cliv_limits, name), most, "the limit must be at most " #most},
        CLIV_LIMITS(LIMIT)
#undef LIMIT
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strlen(known[i].name) == length && memcmp(known[i].name, name, length) == 0) {
            if (value > known[i].most)
                return known[i].wrong;
            memcpy((char *)limits + known[i].offset, &value, sizeof value);
            return NULL;
        }
#define NAME(name, value, most) " " #name
    return "the limit must be one of:" CLIV_LIMITS(NAME);
#undef NAME
}
