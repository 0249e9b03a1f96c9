# SPDX-License-Identifier: Apache-2.0
"""Count the words of k letters in DNA, and find the most frequent. A letter has two bits."""

import clinterval as ci
import numpy as np

text = "ACGTACGNTTACGT"
k = 3
dna = np.array(["ACGTN".index(letter) for letter in text], np.uint8)
print("dna =", text)

# The word that begins at letter i, or -1 if it contains an unknown letter (N).
word_source = """
long word(__global const uchar *dna, int k, ulong i)
{
    long packed = 0;
    for (int j = 0; j < k && packed >= 0; ++j)
        packed = dna[i + j] > 3 ? -1 : packed << 2 | dna[i + j];
    return packed;
}"""

# Store all words, remove words with unknown letters, and sort.
size = max(dna.size - k + 1, 0)
length = np.int32(k)
generated = ci.generate("word(dna, k, i)", size, "int64", source=word_source, dna=dna, k=length)
words = ci.copy(generated)
words = ci.sort(ci.compact(words, "x >= 0"))

# The count of a word is the length of its run. Then find the longest runs.
distinct, _, counts = ci.run_lengths(words)
top_counts, row = ci.top_k(counts, 2, order="greater")
top_words = ci.take(distinct, row)

print("-> distinct =", distinct.size)
print("-> words =", *distinct)
print("-> counts =", *counts)
print("-> top_words =", *top_words)
for count, word in zip(top_counts, top_words):
    print(count, "times", "".join("ACGT"[word >> 2 * j & 3] for j in reversed(range(k))))
