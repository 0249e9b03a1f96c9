/* SPDX-License-Identifier: Apache-2.0 */
/* The dependency graph of the packages in this machine's apt lists, or otherwise of the packages that dpkg has
 * installed.
 * A vertex is a name: a package, or a virtual name that packages provide. An edge leads from a dependency to its
 * dependent: from every name in a package's Depends and Pre-Depends, including every alternative, to the package; and
 * from a package to each virtual name that it provides. */
#define _POSIX_C_SOURCE 200809L /* popen, strncasecmp */
#include "demo.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A name and its vertex, in a binary search tree ordered by name (tsearch). */
typedef struct known_name {
    char *name; /* owned by the graph */
    int vertex;
} known_name;

typedef struct names {
    void *tree;
    known_name **known; /* by vertex */
    int count, capacity;
} names;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const known_name *)a)->name, ((const known_name *)b)->name);
}

/* The vertex with that name. A new name gets a new vertex; -1 if there is no memory. */
static int vertex_of(names *n, const char *text, size_t length)
{
    known_name *made = malloc(sizeof *made);
    char *name = malloc(length + 1);
    if (made && name) {
        memcpy(name, text, length);
        name[length] = '\0';
        *made = (known_name){name, n->count};
        known_name **found = tsearch(made, &n->tree, compare_names);
        if (found && *found != made) {
            const int vertex = (*found)->vertex;
            free(name);
            free(made);
            return vertex;
        }
        if (found) {
            if (n->count == n->capacity) {
                const int capacity = n->capacity ? 2 * n->capacity : 1024;
                known_name **grown = realloc(n->known, (size_t)capacity * sizeof *grown);
                if (grown) {
                    n->known = grown;
                    n->capacity = capacity;
                }
            }
            if (n->count < n->capacity) {
                n->known[n->count] = made;
                return n->count++;
            }
            tdelete(made, &n->tree, compare_names);
        }
    }
    free(name);
    free(made);
    app_error("no memory for the names of packages");
    return -1;
}

/* "libc6 (>= 2.34), foo:any | bar [amd64]": adds an edge between `package` and every name. */
static int add_relations(graph *g, names *n, int package, const char *list, bool needs)
{
    for (const char *c = list + strspn(list, " \t\n"); *c; c += strspn(c, " \t\n,|")) {
        const size_t length = strcspn(c, " \t\n,|:([<");
        if (length > 0) {
            const int other = vertex_of(n, c, length);
            if (other < 0 || graph_add(g, needs ? other : package, needs ? package : other) != APP_OK)
                return APP_FAILED;
        }
        c += length;
        c += strcspn(c, ",|");
    }
    return APP_OK;
}

/* Reads a line of any length, with its end. At the end of the file, *is_line is false. */
static int read_line(FILE *in, char **line, size_t *size, bool *is_line)
{
    size_t length = 0;
    do {
        if (app_grow(line, size, length + 2, 1) != APP_OK)
            return APP_FAILED;
        (*line)[length] = '\0';
        *is_line = fgets(*line + length, (int)(*size - length), in) || length > 0;
        length = strlen(*line);
    } while (length > 0 && (*line)[length - 1] != '\n' && !feof(in) && !ferror(in));
    return APP_OK;
}

/* Reads paragraphs of "Field: value". A value may continue in lines that begin with a blank. */
static int read_paragraphs(FILE *in, graph *g, names *n)
{
    enum { OTHER, NEEDS, PROVIDES } field = OTHER;
    int package = -1, code = APP_OK;
    char *line = NULL;
    size_t size = 0;
    bool is_line = true;
    while (code == APP_OK && (code = read_line(in, &line, &size, &is_line)) == APP_OK && is_line) {
        const char *value = line;
        if (*line == '\n') {
            package = -1;
            field = OTHER;
            continue;
        }
        if (*line != ' ' && *line != '\t') {
            value = line + strcspn(line, ":");
            const size_t length = (size_t)(value - line);
            value += *value == ':';
            field = OTHER;
            if (length == 7 && strncasecmp(line, "Package", length) == 0) {
                value += strspn(value, " \t");
                package = vertex_of(n, value, strcspn(value, " \t\n"));
                code = package < 0 ? APP_FAILED : APP_OK;
            } else if ((length == 7 && strncasecmp(line, "Depends", length) == 0) ||
                       (length == 11 && strncasecmp(line, "Pre-Depends", length) == 0)) {
                field = NEEDS;
            } else if (length == 8 && strncasecmp(line, "Provides", length) == 0) {
                field = PROVIDES;
            }
        }
        if (code == APP_OK && field != OTHER && package >= 0)
            code = add_relations(g, n, package, value, field == NEEDS);
    }
    free(line);
    return code;
}

/* Moves the names to the graph and frees the tree. */
static int finish(graph *g, names *n)
{
    g->names = app_allocate((size_t)n->count, sizeof *g->names);
    for (int v = 0; v < n->count; ++v) {
        known_name *e = n->known[v];
        tdelete(e, &n->tree, compare_names);
        if (g->names)
            g->names[v] = e->name;
        else
            free(e->name);
        free(e);
    }
    g->vertices = g->names ? n->count : 0;
    free(n->known);
    return g->names ? APP_OK : APP_FAILED;
}

int graph_read_packages(graph *g)
{
    static const struct source {
        const char *command, *what;
    } sources[] = {
        {"LC_ALL=C apt-cache dumpavail 2>/dev/null", "the packages in apt's lists"},
        {"LC_ALL=C dpkg-query -W "
         "-f='Package: ${Package}\\nPre-Depends: ${Pre-Depends}\\nDepends: ${Depends}\\nProvides: ${Provides}\\n\\n' "
         "2>/dev/null",
         "the installed packages (apt has no lists here; `apt-get update` fetches them)"},
    };
    names n = {0};
    int code = APP_OK;
    for (size_t s = 0; s < sizeof sources / sizeof *sources && code == APP_OK && g->edges == 0; ++s) {
        fflush(NULL); /* the child must not inherit unwritten output */
        FILE *in = popen(sources[s].command, "r");
        if (!in)
            continue;
        code = read_paragraphs(in, g, &n);
        pclose(in); /* a missing or failed tool writes nothing, which the caller checks */
        if (code == APP_OK && g->edges > 0)
            g->origin = sources[s].what;
    }
    if (finish(g, &n) != APP_OK || code != APP_OK)
        return APP_FAILED;
    if (g->edges == 0) {
        app_error("neither apt-cache nor dpkg-query lists packages on this machine; name a file instead");
        return APP_FAILED;
    }
    return APP_OK;
}
