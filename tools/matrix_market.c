/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs from Matrix Market files, read with SuiteSparse's CHOLMOD. */
#include "input.h"

#include "demo.h"

#include <stdio.h>
#include <string.h>

#ifdef HAVE_CHOLMOD
#include <cholmod.h>

/* CHOLMOD's message callback has no context argument. */
static const char *reader_message;

static void reader_failed(int status, const char *file, int line, const char *message)
{
    (void)file, (void)line;
    if (status < 0)
        reader_message = message;
}

static int add_entries(const cholmod_triplet *matrix, const char *file, graph *g)
{
    if (matrix->nrow != matrix->ncol) {
        app_error("'%s' is a matrix of %zu rows and %zu columns, but the matrix of a graph must be square", file,
                  matrix->nrow, matrix->ncol);
        return APP_FAILED;
    }
    const int *row = matrix->i, *column = matrix->j;
    g->vertices = (int)matrix->nrow;
    for (size_t e = 0; e < matrix->nnz; ++e) {
        /* The other half of a symmetric matrix is implied. */
        if (graph_add(g, row[e], column[e]) != APP_OK ||
            (matrix->stype != 0 && row[e] != column[e] && graph_add(g, column[e], row[e]) != APP_OK))
            return APP_FAILED;
    }
    return APP_OK;
}

int graph_read_file(const char *file, graph *g)
{
    int code = APP_FAILED;
    const char *reason = NULL;
    FILE *in = open_input(file, &reason);
    if (in)
        reason = matrix_is_refused(in);
    if (reason) {
        app_error("'%s': %s", file, reason);
        if (in)
            fclose(in);
        return APP_FAILED;
    }
    cholmod_common common;
    if (!cholmod_start(&common)) {
        app_error("CHOLMOD could not be started");
        fclose(in);
        return APP_FAILED;
    }
    common.print = 0;
    common.error_handler = reader_failed;
    reader_message = NULL;
    cholmod_triplet *matrix = cholmod_read_triplet(in, &common);
    if (!matrix)
        app_error("'%s' is not a sparse matrix in Matrix Market format that CHOLMOD can read%s%s", file,
                  reader_message ? ": " : "", reader_message ? reader_message : "");
    else
        code = add_entries(matrix, file, g);
    cholmod_free_triplet(&matrix, &common);
    cholmod_finish(&common);
    fclose(in);
    return code;
}

#else

int graph_read_file(const char *file, graph *g)
{
    (void)g;
    app_error("'%s' cannot be read: this clinterval was built without CHOLMOD, the reader of Matrix Market files "
              "(install libsuitesparse-dev and build again)",
              file);
    return APP_FAILED;
}

#endif
