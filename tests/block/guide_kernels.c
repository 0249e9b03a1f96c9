/* SPDX-License-Identifier: Apache-2.0 */
/* Builds files of kernels on the device that CLINTERVAL_DEVICE names: guide_kernels FILE... */
#include <clinterval/clinterval.h>

#include <stdio.h>
#include <stdlib.h>

/* Sizes that kernels of the guide leave to those who build them. */
#define OPTIONS "-D NT=32 -D VT=4 -D OLD=64 -D NEW=32 -D SIDE=16"

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        return NULL;
    size_t size = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    if (text) {
        size = fread(text, 1, capacity - 1, file);
        text[size] = '\0';
        if (size == capacity - 1) { /* no snippet is that long */
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    cliv_context *ctx;
    int failures = 0;
    if (cliv_context_create(NULL, &ctx)) {
        fprintf(stderr, "%s\n", cliv_last_error());
        return 1;
    }
    for (int k = 1; k < argc; ++k) {
        cl_program program = NULL;
        char *source = read_file(argv[k]);
        if (!source || cliv_program_build(ctx, source, OPTIONS, &program)) {
            printf("FAILED %s: %s\n", argv[k], source ? cliv_last_error() : "cannot be read");
            ++failures;
        }
        if (program)
            clReleaseProgram(program);
        free(source);
    }
    cliv_context_destroy(ctx);
    printf("%d files, %d failed\n", argc - 1, failures);
    return failures || argc < 2;
}
