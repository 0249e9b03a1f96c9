# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Words of DNA
#
# Which words of k letters come how often in a genome? A hash table answers that on one core; on a device, sorting does:
# make a number of every word, sort, and count the runs of equal ones.
#
# The genome is generated: random letters, with a piece that comes again and again. CLINTERVAL_EXAMPLE_SIZE sets its
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
# A word is a number of 2k bits. An expression stands for all of them and takes no memory: element `i` is made of the
# letters from `i` on when somebody reads it.

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
# Sorted, equal words are neighbours, and the lengths of the runs are the counts. The most frequent ones are then the
# first in descending order of these. Everything stays on the device until the last line.

# %%
runs = ci.run_lengths(ci.sort(words))
counts, places = ci.top_k(runs.lengths, 8, order="greater")
frequent = ci.take(runs.keys, places)

for word, count in zip(frequent.get(), counts.get(), strict=True):
    print("".join("ACGT"[word >> 2 * j & 3] for j in reversed(range(k))), count)

# %% [markdown]
# NumPy says the same.

# %%
codes = np.zeros(size - k + 1, np.uint32)
for j in range(k):
    codes = codes << np.uint32(2) | letters[j : j + len(codes)]
known_words, known_counts = np.unique(codes, return_counts=True)
np.testing.assert_array_equal(runs.keys.get(), known_words)
np.testing.assert_array_equal(runs.lengths.get(), known_counts)
order = np.argsort(-known_counts, kind="stable")[:8]
np.testing.assert_array_equal(frequent.get(), known_words[order])
