# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Words of DNA
#
# This program counts how often each word of k letters (a k-mer) occurs in a genome. A serial program uses a hash
# table. On a device, a sort is faster: convert every word to a number, sort the numbers, and count the runs of equal
# numbers.
#
# The genome is generated. It consists of random letters and copies of one sequence. CLINTERVAL_EXAMPLE_SIZE sets its
# length.

# %%
import os

import clinterval as ci
import numpy as np
import pyopencl.array as cla

size = int(os.environ.get("CLINTERVAL_EXAMPLE_SIZE", 2_000_000))
k = 12
rng = np.random.default_rng(1)
letters = rng.integers(0, 4, size, dtype=np.uint8)  # A C G T
piece = rng.integers(0, 4, 40, dtype=np.uint8)
for place in rng.integers(0, size - len(piece), size // 500):
    letters[place : place + len(piece)] = piece

queue = ci.default_context().queue
genome = cla.to_device(queue, letters)

# %% [markdown]
# A word is a number of 2k bits. A generated array represents all words without memory: a kernel that reads element
# `i` computes it from the k letters that begin at index `i`. The sort reads each element once.

# %%
words = ci.generate(
    "word(genome + i, k)",
    size - k + 1,
    np.uint32,
    genome=genome,
    k=k,
    source="""
    uint word(__global const uchar *letters, long k)
    {
        uint word = 0;
        for (long j = 0; j < k; ++j)
            word = word << 2 | letters[j];
        return word;
    }""",
)

# %% [markdown]
# After the sort, equal words are neighbours. The length of a run is the count of its word. `top_k` selects the
# greatest counts. All data stays on the device until the last line.

# %%
runs = ci.run_lengths(ci.sort(words))
counts, places = ci.top_k(runs.lengths, 8, order="greater")
frequent = ci.take(runs.keys, places)

for word, count in zip(frequent.get(), counts.get(), strict=True):
    print("".join("ACGT"[word >> 2 * j & 3] for j in reversed(range(k))), count)

# %% [markdown]
# NumPy returns the same result.

# %%
codes = np.zeros(size - k + 1, np.uint32)
for j in range(k):
    codes = codes << np.uint32(2) | letters[j : j + len(codes)]
known_words, known_counts = np.unique(codes, return_counts=True)
np.testing.assert_array_equal(runs.keys.get(), known_words)
np.testing.assert_array_equal(runs.lengths.get(), known_counts)
order = np.argsort(-known_counts, kind="stable")[:8]
np.testing.assert_array_equal(frequent.get(), known_words[order])
