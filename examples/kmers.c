/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the words of k letters in DNA (k-mers). Biologists use the counts to find repeats and sequencing errors.
 *
 *   kmers [--k K] [--size LETTERS] [--seed SEED] [--checked 1] [FILE]     FILE: DNA in FASTA format
 *
 * A letter has two bits, so a word of up to 31 letters is a number. The array of all words is generated and takes no
 * memory. A histogram counts words of up to 8 letters. Longer words are sorted; the length of each run of equal words
 * is the count.
 *
 * A hash table on the host counts the words again for comparison. */
#include "common/input.h"

#include "common/example.h"

#include <ctype.h>

enum { TOP = 5, FEW_LETTERS = 8 };

/* The word at letter i, or -1 if it contains an invalid letter. */
static const char word_source[] = "long word(__global const uchar *dna, uint k, ulong i)\n"
                                  "{\n"
                                  "    ulong packed = 0;\n"
                                  "    for (uint j = 0; j < k; ++j) {\n"
                                  "        if (dna[i + j] > 3)\n"
                                  "            return -1;\n"
                                  "        packed = packed << 2 | dna[i + j];\n"
                                  "    }\n"
                                  "    return packed;\n"
                                  "}\n";

/* The distinct words in ascending order, and their counts. */
typedef struct word_counts {
    cliv_array words, counts; /* types: cliv_long and cliv_uint */
} word_counts;

static word_counts count_words(cliv_context *ctx, cl_command_queue queue, cliv_array dna, cl_uint k)
{
    const cliv_array from[] = {cliv_named("dna", dna), cliv_constant("k", &cliv_uint, &k)};
    const size_t places = dna.count >= k ? dna.count - k + 1 : 0;
    const cliv_array words =
        cliv_with_source(cliv_generate_from(&cliv_long, "word(dna, k, i)", places, from, 2), word_source);
    size_t different = 0;
    word_counts found;
    cliv_array all;

    if (k <= FEW_LETTERS) {
        const size_t possible = (size_t)1 << 2 * k;
        all = make_array(ctx, &cliv_uint, possible, NULL);
        found.words = make_array(ctx, &cliv_long, possible, NULL);
        found.counts = make_array(ctx, &cliv_uint, possible, NULL);
        CHECK(cliv_histogram(ctx, queue, words, CLIV_NONE, all, 0, NULL,
                             NULL)); /* -1 is outside the bins and is ignored */
        CHECK(cliv_compact(ctx, queue, cliv_generate(&cliv_long, "i", possible), "a0[i] > 0", NULL, &all, 1,
                           found.words, CLIV_NONE, NULL, 0, NULL, NULL));
        CHECK(
            cliv_compact(ctx, queue, all, "x > 0", NULL, NULL, 0, found.counts, CLIV_NONE, &different, 0, NULL, NULL));
    } else {
        size_t count;
        all = make_array(ctx, &cliv_long, places, NULL);
        CHECK(cliv_compact(ctx, queue, words, "x >= 0", NULL, NULL, 0, all, CLIV_NONE, &count, 0, NULL, NULL));
        const cliv_array sorted = cliv_slice(all, 0, count);
        CHECK(cliv_sort_keys(ctx, queue, sorted, NULL, 0, NULL, NULL));
        found.words = make_array(ctx, &cliv_long, count, NULL);
        found.counts = make_array(ctx, &cliv_uint, count, NULL);
        CHECK(cliv_unique(ctx, queue, sorted, found.words, CLIV_NONE, found.counts, NULL, CLIV_NONE, &different, 0,
                          NULL, NULL));
    }
    cliv_array_release(&all);
    found.words.count = found.counts.count = different; /* the buffers are larger */
    return found;
}

/* The most frequent words; of equally frequent words the smallest. */
static word_counts find_top(cliv_context *ctx, cl_command_queue queue, word_counts all)
{
    const size_t top = all.counts.count < TOP ? all.counts.count : TOP;
    cliv_array rows = make_array(ctx, &cliv_uint, top, NULL);
    const word_counts found = {make_array(ctx, &cliv_long, top, NULL), make_array(ctx, &cliv_uint, top, NULL)};
    CHECK(cliv_top_k(ctx, queue, all.counts, top, found.counts, rows, &cliv_greater, 0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, rows, all.words, found.words, 0, NULL, NULL));
    cliv_array_release(&rows);
    return found;
}

static void release(word_counts *counts)
{
    cliv_array_release(&counts->words);
    cliv_array_release(&counts->counts);
}

/* ---- the host */

/* Open addressing: the search for a word begins at the hash index and ends at its entry or at an empty entry. */
typedef struct entry {
    cl_long word;
    cl_uint count; /* 0: empty */
} entry;
typedef struct hash_table {
    entry *entries;
    size_t size, different; /* the size is a power of two */
} hash_table;

static entry *find_entry(const hash_table *table, cl_long word)
{
    cl_ulong state = (cl_ulong)word;
    size_t at = next_random(&state) & (table->size - 1);
    while (table->entries[at].count > 0 && table->entries[at].word != word)
        at = (at + 1) & (table->size - 1);
    return &table->entries[at];
}

static hash_table count_on_host(const cl_uchar *dna, size_t letters, cl_uint k)
{
    hash_table table = {NULL, 1024, 0};
    while (table.size < 2 * letters && table.size < (size_t)2 << 2 * k)
        table.size *= 2;
    table.entries = allocate(table.size, sizeof *table.entries);
    cl_ulong word = 0;
    for (size_t i = 0, known = 0; i < letters; ++i) {
        word = (word << 2 | (dna[i] & 3)) & (((cl_ulong)1 << 2 * k) - 1);
        known = dna[i] > 3 ? 0 : known + 1; /* count of consecutive valid letters */
        if (known >= k) {
            entry *const found = find_entry(&table, (cl_long)word);
            table.different += found->count++ == 0;
            found->word = (cl_long)word;
        }
    }
    return table;
}

/* Returns the count of results that differ from the host. Looks up each word in the table, and counts the more
 * frequent words for each top word. */
static size_t count_wrong(const hash_table *table, const cl_long *words, const cl_uint *counts, size_t different,
                          const cl_long *top_words, const cl_uint *top_counts, size_t top)
{
    size_t wrong = different != table->different;
    for (size_t w = 0; w < different; ++w)
        wrong += find_entry(table, words[w])->count != counts[w];
    for (size_t t = 0; t < top; ++t) {
        size_t better = 0;
        for (size_t e = 0; e < table->size; ++e) {
            const entry *const other = &table->entries[e];
            better += other->count > top_counts[t] || (other->count == top_counts[t] && other->word < top_words[t]);
        }
        wrong += find_entry(table, top_words[t])->count != top_counts[t] || better != t;
    }
    return wrong;
}

/* ---- DNA: a letter is 0 to 3; 4 is invalid */

/* Random letters with a repeated sequence of 300 letters, with errors. */
static cl_uchar *make_dna(size_t letters, cl_ulong seed)
{
    cl_uchar *dna = allocate(letters, 1), repeat[300];
    for (size_t i = 0; i < sizeof repeat; ++i)
        repeat[i] = next_random(&seed) & 3;
    for (size_t i = 0; i < letters; ++i) {
        const cl_ulong random = next_random(&seed);
        dna[i] = i % 2000 < sizeof repeat && random % 50 > 0 ? repeat[i % 2000] : random >> 32 & 3;
        if (random >> 40 == 0)
            dna[i] = 4;
    }
    return dna;
}

/* A line that begins with > names a sequence. It becomes an invalid letter, so no word crosses from one sequence into
 * the next. */
static cl_uchar *read_dna(const char *file, size_t *letters)
{
    const char *reason = NULL;
    FILE *in = open_input(file, &reason);
    size_t room = 1 << 16;
    cl_uchar *dna = allocate(room, 1);
    bool in_name = false;
    if (!in) {
        fprintf(stderr, "%s: %s\n", file, reason);
        exit(EXIT_FAILURE);
    }
    *letters = 0;
    for (int byte; (byte = getc(in)) != EOF;) {
        const char *const letter = byte ? strchr("ACGT", toupper(byte)) : NULL;
        in_name = byte == '>' || (in_name && byte != '\n');
        if (byte != '>' && (in_name || isspace(byte)))
            continue;
        if (*letters == room && !(dna = realloc(dna, room *= 2)))
            CHECK(CLIV_OUT_OF_MEMORY);
        dna[(*letters)++] = letter ? (cl_uchar)(letter - "ACGT") : 4;
    }
    if (ferror(in)) {
        perror(file);
        exit(EXIT_FAILURE);
    }
    fclose(in);
    return dna;
}

int main(int argc, char **argv)
{
    size_t k = 21, letters = 200000, seed = 1, checked = 0;
    const option options[] = {{"--k", &k, 1, 31},
                              {"--size", &letters, 0, SIZE_MAX / 64},
                              {"--seed", &seed, 0, SIZE_MAX},
                              {"--checked", &checked, 0, 1}};
    const char *file =
        read_arguments(argc, argv, "kmers [--k K] [--size LETTERS] [--seed SEED] [--checked 1] [FILE]", options, 4);
    cl_uchar *letters_read = file ? read_dna(file, &letters) : make_dna(letters, seed);
    cl_command_queue queue;
    cliv_context *ctx = make_context(checked, &queue);
    cliv_array dna = make_array(ctx, &cliv_uchar, letters, letters_read);

    word_counts all, top;
    double times[2];
    for (int run = 0; run < 2; ++run) { /* the first run also compiles */
        const double start = milliseconds();
        all = count_words(ctx, queue, dna, (cl_uint)k);
        top = find_top(ctx, queue, all);
        CHECK(clFinish(queue));
        times[run] = milliseconds() - start;
        if (run == 0) {
            release(&all);
            release(&top);
        }
    }
    const double start = milliseconds();
    hash_table table = count_on_host(letters_read, letters, (cl_uint)k);
    const double host_time = milliseconds() - start;

    cl_long *words = fetch(queue, all.words), *top_words = fetch(queue, top.words);
    cl_uint *counts = fetch(queue, all.counts), *top_counts = fetch(queue, top.counts);
    printf("%zu letters, words of %zu: %zu different\n", letters, k, all.words.count);
    for (size_t t = 0; t < top.words.count; ++t) {
        printf("%8u times ", (unsigned)top_counts[t]);
        for (size_t j = k; j-- > 0;)
            putchar("ACGT"[top_words[t] >> 2 * j & 3]);
        putchar('\n');
    }
    printf("device: %.1f ms (the first time, with compiling, %.1f)\nhash table: %.1f ms\n", times[1], times[0],
           host_time);
    const size_t wrong = count_wrong(&table, words, counts, all.words.count, top_words, top_counts, top.words.count);
    printf("%s\n", wrong ? "WRONG" : "right: all counts are equal to the counts of the hash table");

    free(top_counts);
    free(counts);
    free(top_words);
    free(words);
    free(table.entries);
    release(&top);
    release(&all);
    cliv_array_release(&dna);
    cliv_context_destroy(ctx);
    free(letters_read);
    return exit_code(!wrong);
}
