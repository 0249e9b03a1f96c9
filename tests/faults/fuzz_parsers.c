/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: the parsers of CLINTERVAL_DEVICE and of tuning files. With CLINTERVAL_FUZZ it is built with libFuzzer;
 * the driver in fuzz_driver.c runs the same function on a corpus and its mutations. Accepted rows must obey the rules
 * of the table and survive being written and parsed again. Refused texts must leave no rows. */
#include "runtime/text.h"
#include "runtime/tuning.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

static void try_device(const char *text)
{
    cliv_device device = {.platform_index = 1, .device_index = 2, .type = CL_DEVICE_TYPE_GPU};
    strcpy(device.name, "Some Device");
    strcpy(device.platform_name, "A Platform");
    strcpy(device.platform_version, "OpenCL 3.0 of A Platform");
    const cliv_device_spec spec = cliv_device_spec_parse(text);
    const bool matches = cliv_device_matches(&device, &spec);
    char again[64];
    switch (spec.kind) {
    case CLIV_SPEC_DEFAULT:
        REQUIRE(!*text);
        REQUIRE(matches);
        break;
    case CLIV_SPEC_INDEX: /* equal to the text, apart from leading zeros */
        snprintf(again, sizeof again, "%u:%u", spec.platform, spec.device);
        REQUIRE(strchr(text, ':') && strlen(again) <= strlen(text));
        REQUIRE(strtoul(text, NULL, 10) == spec.platform && strtoul(strchr(text, ':') + 1, NULL, 10) == spec.device);
        REQUIRE(matches == (spec.platform == 1 && spec.device == 2));
        break;
    case CLIV_SPEC_KIND:
        REQUIRE(strlen(text) == 3 || strlen(text) == strlen("accelerator"));
        REQUIRE(matches == (spec.type == CL_DEVICE_TYPE_GPU));
        break;
    case CLIV_SPEC_NAME:
        REQUIRE(strcmp(spec.name, text) == 0);
        REQUIRE(!matches || strlen(text) <= strlen(device.platform_version));
        break;
    default:
        REQUIRE(!"a kind that there is not");
    }
}

static void check_row(const cliv_tuning *row)
{
    REQUIRE(row->family <= CLIV_FAMILY_DEVICE);
    if (row->family == CLIV_FAMILY_DEVICE) {
        REQUIRE(row->visibility <= CLIV_YES && row->progress <= CLIV_YES && row->visibility + row->progress > 0);
        return;
    }
    const cliv_family_facts *const family = cliv_family_of(row->family);
    REQUIRE(row->nt == 1 || (row->vt % family->step == 0 && row->vt <= family->most));
    REQUIRE(family->variants ? family->variants & 1u << row->variant : row->variant == CLIV_VARIANT_NOTHING);
    REQUIRE(memchr(row->device, '\0', sizeof row->device) && row->device[0]);
    REQUIRE(row->bytes >= 1 && row->nt >= 1 && row->nt <= 1024 && row->vt >= 1);
    REQUIRE((uint64_t)row->nt * row->vt <= 1u << 20);
    REQUIRE(row->items <= 999999999);
}

/* A row that describes the device more closely takes precedence. Among equally close rows the first that fits is
 * chosen. A row with a limit fits calls of at most so many items. Rows of the table precede all built-in rows. */
static void check_choice(void)
{
    static const struct {
        const char *rows;
        size_t bytes, items;
        unsigned nt;
    } choices[] = {
        {"expand any 8 64 4\nexpand any 16 32 4\nexpand any 256 16 4\n", 12, 1000, 32},
        {"expand any 8 64 4\nexpand any 16 16 4\nexpand cpu 256 32 4\n", 12, 1000, 32},
        {"expand any 16 64 4 items=1000\nexpand any 16 32 4 items=any\n", 12, 1000, 64},
        {"expand any 16 64 4 items=1000\nexpand any 16 32 4 items=any\n", 12, 1001, 32},
        {"expand any 16 64 4 items=1000\nexpand any 16 32 4\n", 12, SIZE_MAX, 32},
        {"expand any 8 64 4 items=1000\nexpand any 16 32 4\n", 12, 0, 32},
        {"expand any 16 32 4\nexpand any 16 64 4 items=1000\n", 12, 10, 32},
        {"expand any 16 64 4 items=1000\nexpand cpu 16 32 4\n", 12, 10, 32},
        {"expand any 16 32 4\nexpand cpu 16 64 4 items=1000\n", 12, 1001, 32},
        {"expand any 16 32 4\nexpand cpu 16 64 4 items=1000\n", 12, 1000, 64},
        {"merge any 256 32 5\n", 4, 1000, 32},
        {"merge any 256 32 5 items=999\n", 4, 1000, 1}, /* the built-in row */
    };
    cliv_device device = {.type = CL_DEVICE_TYPE_CPU};
    strcpy(device.name, "Some Device");
    for (size_t k = 0; k < sizeof choices / sizeof choices[0]; ++k) {
        cliv_tuning_table table = {0};
        REQUIRE(cliv_tuning_parse(choices[k].rows, "rows", &table, NULL) == CLIV_SUCCESS);
        REQUIRE(cliv_tuning_find(&table, &device, table.rows[0].family, choices[k].bytes, choices[k].items)->nt ==
                choices[k].nt);
        free(table.rows);
    }
}

/* If a built-in row has a limit, a later built-in row has none. Rows of a table precede both. */
static void check_built_in(void)
{
    cliv_device device = {.type = CL_DEVICE_TYPE_GPU, .ptx = true};
    cliv_tuning_table table = {0};
    strcpy(device.arch, "sm_90");
    const cliv_tuning *const small = cliv_tuning_find(NULL, &device, CLIV_FAMILY_MERGE, 4, 1),
                             *const large = cliv_tuning_find(NULL, &device, CLIV_FAMILY_MERGE, 4, SIZE_MAX);
    REQUIRE(small->items && small->nt * small->vt < large->nt * large->vt && !large->items);
    REQUIRE(cliv_tuning_find(NULL, &device, CLIV_FAMILY_MERGE, 4, small->items) == small);
    REQUIRE(cliv_tuning_find(NULL, &device, CLIV_FAMILY_MERGE, 4, (size_t)small->items + 1) != small);
    REQUIRE(cliv_tuning_parse("merge any 256 32 5\n", "rows", &table, NULL) == CLIV_SUCCESS);
    REQUIRE(cliv_tuning_find(&table, &device, CLIV_FAMILY_MERGE, 4, 1) == table.rows);
    free(table.rows);
}

/* Every device gets rows, whatever the file contains, because the built-in table completes it. */
static void check_found(const cliv_tuning_table *table)
{
    cliv_device device = {.type = CL_DEVICE_TYPE_CPU};
    strcpy(device.name, "Some Device");
    strcpy(device.vendor, "A Vendor");
    strcpy(device.arch, "sm_90");
    cliv_tuning_choice choice = {0};
    REQUIRE(cliv_tuning_choose(table, &device, &choice) == CLIV_SUCCESS);
    for (size_t items = 0; items < 5000; items = 5 * items + 3) {
        const cliv_tuning *row = cliv_tuning_find(table, &device, CLIV_FAMILY_EXPAND, 12, items);
        REQUIRE(memcmp(row, cliv_tuning_row(&choice, CLIV_FAMILY_EXPAND, 12, items), sizeof *row) == 0);
        REQUIRE(row && row->family == CLIV_FAMILY_EXPAND && row->bytes >= 12);
        REQUIRE(!row->items || row->items >= items);
        check_row(row);
    }
    cliv_tuning_choice_free(&choice);
    check_choice();
    check_built_in();
}

static void check_written_again(const cliv_tuning_table *table)
{
    cliv_tuning_table again = {0};
    cliv_text text = {0};
    for (size_t k = 0; k < table->count; ++k) {
        const cliv_tuning *r = &table->rows[k];
        char columns[128];
        cliv_tuning_print(columns, sizeof columns, r);
        cliv_text_add(&text, "%s %s %s\n", cliv_family_name(r->family), r->device, columns);
    }
    REQUIRE(cliv_tuning_parse(text.data ? text.data : "", "again", &again, NULL) == CLIV_SUCCESS);
    REQUIRE(again.count == table->count);
    for (size_t k = 0; k < table->count; ++k)
        REQUIRE(memcmp(&again.rows[k], &table->rows[k], sizeof(cliv_tuning)) == 0);
    free(again.rows);
    cliv_text_free(&text);
}

static void try_tuning(const char *text)
{
    cliv_tuning_table table = {.count = 4711};
    unsigned lines = 1, line = 0;
    for (const char *c = text; *c; ++c)
        lines += *c == '\n';
    if (cliv_tuning_parse(text, "FILE", &table, NULL) != CLIV_SUCCESS) {
        const char *where = strstr(cliv_last_error(), "FILE, line ");
        REQUIRE(where && sscanf(where, "FILE, line %u", &line) == 1);
        REQUIRE(line >= 1 && line <= lines);
        REQUIRE(!table.rows && table.count == 4711);
        return;
    }
    REQUIRE(table.count <= lines);
    for (size_t k = 0; k < table.count; ++k)
        check_row(&table.rows[k]);
    check_found(&table);
    check_written_again(&table);
    free(table.rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    try_device(text);
    try_tuning(text);
    free(text);
    return 0;
}
