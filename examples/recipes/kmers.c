/* SPDX-License-Identifier: Apache-2.0 */
/* Count the words of k letters in DNA, and find the most frequent. A letter has two bits, so a word
 * is a number. */
#include "recipe.h"

enum { TOP = 2 };

/* The word that begins at letter i, or -1 if it contains an unknown letter (N). */
static const char word_text[] = "long word(__global const uchar *dna, int k, ulong i)\n"
                                "{\n"
                                "    long packed = 0;\n"
                                "    for (int j = 0; j < k && packed >= 0; ++j)\n"
                                "        packed = dna[i + j] > 3 ? -1 : packed << 2 | dna[i + j];\n"
                                "    return packed;\n"
                                "}\n";

int main(int argc, char **argv)
{
    static const char own[] = "ACGTACGNTTACGT";
    begin(argc, argv, sizeof own - 1);
    const cl_int k = few ? 3 : 8; /* 31 at most */
    cl_uchar *letters = new_memory(n, 1);
    for (size_t i = 0; i < n; ++i) /* a repeated sequence of 300 letters, with changes */
        letters[i] = few                         ? (cl_uchar)(strchr("ACGTN", own[i]) - "ACGTN")
                     : i >= 300 && draw(20) != 7 ? letters[i - 300]
                                                 : (cl_uchar)draw(5);
    if (few)
        printf("dna = %s\n", own);
    cliv_array dna = new_array(&cliv_uchar, n, letters);

    /* Store all words, remove words with unknown letters, and sort. */
    size_t count, distinct;
    const size_t positions = n >= (size_t)k ? n - (size_t)k + 1 : 0;
    const cliv_array from[] = {cliv_named("dna", dna), cliv_constant("k", &cliv_int, &k)};
    const cliv_array all = cliv_with_source(
        cliv_generate_from(&cliv_long, "word(dna, k, i)", positions, from, 2), word_text);
    cliv_array sorted = new_array(&cliv_long, positions, NULL),
               words = new_array(&cliv_long, positions, NULL),
               counts = new_array(&cliv_int, positions, NULL);
    CHECK(cliv_copy(ctx, queue, all, words, 0, NULL, NULL));
    CHECK(cliv_compact(ctx, queue, words, "x >= 0", NULL, NULL, 0, sorted, CLIV_NONE, &count, 0, NULL,
                       NULL));
    sorted = cliv_slice(sorted, 0, count);
    CHECK(cliv_sort_keys(ctx, queue, sorted, NULL, 0, NULL, NULL));

    /* The count of a word is the length of its run. Then find the longest runs. */
    CHECK(cliv_unique(ctx, queue, sorted, words, CLIV_NONE, counts, NULL, CLIV_NONE, &distinct, 0, NULL,
                      NULL));
    const size_t top = distinct < TOP ? distinct : TOP;
    cliv_array row = new_array(&cliv_int, TOP, NULL), top_words = new_array(&cliv_long, top, NULL);
    CHECK(cliv_top_k(ctx, queue, cliv_slice(counts, 0, distinct), top, CLIV_NONE, row, &cliv_greater, 0,
                     NULL, NULL));
    CHECK(cliv_gather(ctx, queue, cliv_slice(row, 0, top), words, top_words, 0, NULL, NULL));

    /* On the host: a count for each possible word. */
    const size_t possible = (size_t)1 << 2 * k;
    cl_int *count_of = new_memory(possible, sizeof *count_of),
           *expected_counts = new_memory(n, sizeof(cl_int));
    cl_long *expected = new_memory(n, sizeof *expected), best[TOP] = {-1, -1};
    size_t kinds = 0, good = 0, word = 0;
    for (size_t i = 0; i < n; ++i) {
        good = letters[i] > 3 ? 0 : good + 1;
        word = (word << 2 | (letters[i] & 3)) % possible;
        if (good >= (size_t)k)
            ++count_of[word];
    }
    for (size_t w = 0; w < possible; ++w)
        if (count_of[w] > 0) {
            expected[kinds] = (cl_long)w;
            expected_counts[kinds++] = count_of[w];
            for (size_t t = 0; t < TOP; ++t)
                if (best[t] < 0 || count_of[w] > count_of[best[t]]) {
                    best[1] = t == 0 ? best[0] : best[1];
                    best[t] = (cl_long)w;
                    break;
                }
        }
    compare_count("distinct", distinct, kinds);
    compare("words", cliv_slice(words, 0, distinct), expected);
    compare("counts", cliv_slice(counts, 0, distinct), expected_counts);
    compare("top_words", top_words, best);
    for (size_t t = 0; t < top; ++t) {
        printf("%d times ", (int)count_of[best[t]]);
        for (int j = k; j-- > 0;)
            putchar("ACGT"[best[t] >> 2 * j & 3]);
        putchar('\n');
    }
    return finish();
}
