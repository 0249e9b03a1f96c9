# SPDX-License-Identifier: Apache-2.0
"""Count the words of a text, and find the most frequent words. A hash represents a word."""

import clinterval as ci
import numpy as np

string = "the cat and the dog and the bird"
text = np.frombuffer(string.encode(), np.uint8)
print("text =", string)

# The hash of the word that begins at letter i (FNV-1a of 64 bits).
hash_source = """
ulong hash(__global const uchar *text, int size, int i)
{
    ulong h = 14695981039346656037UL;
    for (; i < size && text[i] != ' '; ++i)
        h = (h ^ text[i]) * 1099511628211UL;
    return h;
}"""

# A word begins at a letter that follows a blank.
index = ci.generate("i", text.size, "int32")
begins = ci.compact(index, "text[i] != ' ' && (i == 0 || text[i - 1] == ' ')", text=text)

# Store the hashes, and sort the words by hash. Equal words are then a run.
hashes = ci.copy(ci.generate("hash(text, size, begins[i])", begins.size, "uint64",
                             source=hash_source, text=text, size=text.size, begins=begins))
hashes, begins = ci.sort(hashes, begins)
_, starts, counts = ci.run_lengths(hashes)

# The longest runs, and the first occurrence of their words in the text.
top_counts, row = ci.top_k(counts, 2, order="greater")
position = begins[starts[row]]

print("-> words =", begins.size)
print("-> distinct =", counts.size)
for count, at in zip(top_counts, position):
    print(count, "times", string[at:].split(" ")[0])
