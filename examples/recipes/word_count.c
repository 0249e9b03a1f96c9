/* SPDX-License-Identifier: Apache-2.0 */
/* Count the words of a text, and find the most frequent words. A word of any length is represented
 * by a hash. */
#include "recipe.h"

enum { TOP = 2 };

/* The hash of the word that begins at letter i (FNV-1a of 64 bits). */
static const char hash_text[] = "ulong hash(__global const uchar *text, int size, int i)\n"
                                "{\n"
                                "    ulong h = 14695981039346656037UL;\n"
                                "    for (; i < size && text[i] != ' '; ++i)\n"
                                "        h = (h ^ text[i]) * 1099511628211UL;\n"
                                "    return h;\n"
                                "}\n";

static const char *host_text; /* ends with a null character */

static size_t word_length(const char *word) { return strcspn(word, " "); }

static int compare_words(const void *a, const void *b)
{
    const char *const p = host_text + *(const cl_int *)a, *const q = host_text + *(const cl_int *)b;
    const size_t length = word_length(p), other = word_length(q);
    const int order = memcmp(p, q, length < other ? length : other);
    return order ? order : (length > other) - (length < other);
}

static int compare_counts(const void *a, const void *b)
{
    const cl_int p = *(const cl_int *)a, q = *(const cl_int *)b;
    return (p < q) - (p > q);
}

int main(int argc, char **argv)
{
    static const char own[] = "the cat and the dog and the bird";
    begin(argc, argv, sizeof own - 1);
    char *letters = new_memory(n + 1, 1);
    for (size_t i = 0; i < n; ++i)
        letters[i] = few ? own[i] : " abc"[draw(4)];
    host_text = letters;
    if (few)
        printf("text = %s\n", own);
    const cl_int size = (cl_int)n;
    cliv_array text = new_array(&cliv_uchar, n, letters), begins = new_array(&cliv_int, n, NULL),
               hashes = new_array(&cliv_ulong, n, NULL), starts = new_array(&cliv_int, n, NULL),
               counts = new_array(&cliv_int, n, NULL);

    /* A word begins at a letter that follows a blank. */
    size_t words, distinct;
    const cliv_array from[] = {cliv_named("text", text), cliv_named("begins", begins),
                               cliv_constant("size", &cliv_int, &size)};
    CHECK(cliv_compact(ctx, queue, cliv_generate(&cliv_int, "i", n),
                       "text[i] != ' ' && (i == 0 || text[i - 1] == ' ')", NULL, from, 1, begins,
                       CLIV_NONE, &words, 0, NULL, NULL));

    /* Store the hashes, and sort the words by hash. Equal words are then a run. */
    const cliv_array hash = cliv_with_source(
        cliv_generate_from(&cliv_ulong, "hash(text, size, begins[i])", words, from, 3), hash_text);
    const cliv_array key = cliv_slice(hashes, 0, words);
    CHECK(cliv_copy(ctx, queue, hash, key, 0, NULL, NULL));
    CHECK(cliv_sort_pairs(ctx, queue, key, begins, NULL, 0, NULL, NULL));
    CHECK(cliv_unique(ctx, queue, key, CLIV_NONE, starts, counts, NULL, CLIV_NONE, &distinct, 0, NULL,
                      NULL));

    /* The longest runs, and the first occurrence of their words in the text. */
    const size_t top = distinct < TOP ? distinct : TOP;
    cliv_array row = new_array(&cliv_int, top, NULL), top_counts = new_array(&cliv_int, top, NULL),
               start = new_array(&cliv_int, top, NULL), position = new_array(&cliv_int, top, NULL);
    CHECK(cliv_top_k(ctx, queue, cliv_slice(counts, 0, distinct), top, top_counts, row, &cliv_greater,
                     0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, row, starts, start, 0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, start, begins, position, 0, NULL, NULL));

    cl_int *word = new_memory(n, sizeof *word), *count_of = new_memory(n, sizeof *count_of);
    size_t host_words = 0, kinds = 0;
    for (size_t i = 0; i < n; ++i)
        if (letters[i] != ' ' && (i == 0 || letters[i - 1] == ' '))
            word[host_words++] = (cl_int)i;
    qsort(word, host_words, sizeof *word, compare_words);
    for (size_t i = 0; i < host_words; ++i) {
        kinds += i == 0 || compare_words(&word[i - 1], &word[i]) != 0;
        ++count_of[kinds - 1];
    }
    qsort(count_of, kinds, sizeof *count_of, compare_counts);
    compare_count("words", words, host_words);
    compare_count("distinct", distinct, kinds);
    cl_int *found = fetch(queue, position), *times = fetch(queue, top_counts);
    for (size_t t = 0; t < top; ++t) {
        size_t occurrences = 0;
        for (size_t i = 0; i < host_words; ++i)
            occurrences += compare_words(&found[t], &word[i]) == 0;
        printf("%d times %.*s\n", (int)times[t], (int)word_length(host_text + found[t]),
               host_text + found[t]);
        compare_number("a count", times[t], count_of[t]);
        compare_number("the occurrences of a word", (double)occurrences, count_of[t]);
    }
    free(found);
    free(times);
    return finish();
}
