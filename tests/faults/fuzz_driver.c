/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzz target without libFuzzer, on a corpus and on random mutations of the corpus, for ROUNDS rounds.
 *
 *     fuzz_parsers [ROUNDS [SEED]] */
#include "runtime/tuning.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const corpus[] = {
    "",
    "gpu",
    "CPU",
    "Accelerator",
    "0:0",
    "1:2",
    "1:0x",
    "00001:00002",
    "4294967296:0",
    ":1",
    "1:",
    "999999999:999999999",
    "pocl",
    "some device",
    "a platform",
    "#",
    "\n\n\n",
    "scan any 4 256 16\n",
    "scan any 4 256 16",
    "reduce cpu 256 1 16384 # serial\n",
    "# family device bytes nt vt\nexpand arch:sm_* 4 256 16 partition=tile\r\nmove name:llvmpipe 256 64 8\n",
    "expand vendor:NVIDIA 4 256 16 partition=tile\nexpand gpu 8 128 8\nmove accelerator 84 64 4\n",
    "scan any 4 256 16\n",
    "scan any 4 256 16 items=any\n",
    "scan any 4 256 16 items=131072\nscan any 4 128 16 items=999999999 # many\n",
    "scan any 4 256 16 items=1000000000\n",
    "scan any 4 256 16 items=many\n",
    "scan any 4 256 16 0 0 0\n",
    "scan any 4 256 16 1 4096\n",
    "device any visibility=yes progress=no\ndevice name:x progress=yes\n",
    "device any visibility=\n",
    "scan any 4 256 16\n",
    "scan any 0 0 0\n",
    "scan any 99999999 1024 64 schedule=prefix\n",
    "sorted any 4 256 16\n",
    "sort any 8 256 11\nradix gpu 4 256 8 schedule=launches\n",
    "scan nothing 4 256 16\n",
    "scan vendor: 4 256 16\n",
    "move any 4 64 3\n",
    "scan any 4 1 1048576\n",
#define VALID(family, name, step, most, odd, variants) #name " any 256 64 4\n" #name " cpu 4 64 " #most " items=9\n",
    CLIV_TUNING_FAMILIES(VALID)
#undef VALID
};
enum { CORPUS = sizeof corpus / sizeof corpus[0], MOST = 600 };

static uint64_t state;
static size_t below(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n ? (size_t)((state >> 33) % n) : 0;
}

/* clang-format off */
static const char *const words[] = {
    "any", "cpu", "gpu", "name:", "arch:sm_", "vendor:x", "0", "1", "4", "64", "1024", "16384", "4294967296", "-1",
    "#", "\n", "\r\n", "\t", " ", ":", "*",
    "device", "visibility=yes", "progress=no", "items=64", "items=any", "=",
#define WORD(family, name, step, most, odd, variants) #name,
    CLIV_TUNING_FAMILIES(WORD)
#undef WORD
#define WORD(variant, column, value) #column "=" #value,
    CLIV_TUNING_VARIANTS(WORD)
#undef WORD
};
/* clang-format on */

/* One mutation: changes a byte, removes bytes, inserts a word, or inserts a piece of another text. */
static size_t mutate(uint8_t *text, size_t length)
{
    size_t at = below(length + 1), kind = below(4);
    if (kind == 0 && at < length) {
        text[at] = (uint8_t)below(256);
        return length;
    }
    if (kind == 1) {
        size_t count = below(length - at + 1);
        memmove(text + at, text + at + count, length - at - count);
        return length - count;
    }
    const char *piece = kind == 2 ? words[below(sizeof words / sizeof words[0])] : corpus[below(CORPUS)];
    size_t count = strlen(piece);
    if (length + count > MOST)
        return length;
    memmove(text + at + count, text + at, length - at);
    memcpy(text + at, piece, count);
    return length + count;
}

int main(int argc, char **argv)
{
    uint8_t text[MOST];
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 200000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t)time(NULL);
    printf("%" PRIu64 " rounds, seed %" PRIu64 "\n", rounds, state);
    fflush(stdout);
    for (size_t k = 0; k < CORPUS; ++k)
        LLVMFuzzerTestOneInput((const uint8_t *)corpus[k], strlen(corpus[k]));
    for (uint64_t round = 0; round < rounds; ++round) {
        const char *start = corpus[below(CORPUS)];
        size_t length = strlen(start);
        memcpy(text, start, length);
        for (size_t changes = 1 + below(6); changes; --changes)
            length = mutate(text, length);
        LLVMFuzzerTestOneInput(text, length);
    }
    return 0;
}
