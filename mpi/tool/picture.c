/* SPDX-License-Identifier: Apache-2.0 */
/* The demo's table as a CSV file, and as stacked bars drawn by gnuplot. */
#define _XOPEN_SOURCE 700 /* popen */
#include "demo.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

int demo_write_csv(const char *file, int ranks, cl_ulong n, const demo_part *parts, size_t count)
{
    FILE *out = app_open(file, "w");
    if (!out)
        return APP_FAILED;
    bool failed = fprintf(out, "part,ranks,elements,total_ms,local_ms,splitters_ms,exchange_ms,merge_ms,sent_bytes,"
                               "checked\n") < 0;
    for (size_t k = 0; k < count && !failed; ++k) {
        const phases *p = &parts[k].times;
        failed =
            fprintf(out, "%s,%d,%" PRIu64 ",%.6g,%.6g,%.6g,%.6g,%.6g,%.0f,%s\n", parts[k].name, ranks, (uint64_t)n,
                    1e3 * p->total, 1e3 * p->of[PHASE_LOCAL], 1e3 * p->of[PHASE_SPLITTERS], 1e3 * p->of[PHASE_EXCHANGE],
                    1e3 * p->of[PHASE_MERGE], p->sent, parts[k].right ? "right" : "wrong") < 0;
    }
    return app_close(out, file, failed);
}

int demo_write_picture(const char *file, int ranks, const demo_part *parts, size_t count)
{
    /* Without gnuplot the pipe breaks, and pclose() reports the failure. */
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *out = popen("gnuplot", "w");
    if (!out) {
        app_error("demo: no picture: gnuplot could not be started");
        return APP_FAILED;
    }
    fprintf(out,
            "set terminal svg noenhanced background rgb 'white' size 760,420\n"
            "set output '%s'\n"
            "set title 'clinterval-mpi demo, %d ranks: time by phase, maximum over all ranks'\n"
            "set style data histogram\nset style histogram rowstacked\nset style fill solid 0.85\n"
            "set boxwidth 0.6\nset yrange [0:*]\nset grid ytics\nset ylabel 'ms'\n"
            "set key outside right top\n$data << end\n",
            file, ranks);
    for (size_t k = 0; k < count; ++k) {
        fprintf(out, "\"%s\"", parts[k].name);
        for (int phase = 0; phase < PHASE_COUNT; ++phase)
            fprintf(out, " %.6g", 1e3 * parts[k].times.of[phase]);
        fprintf(out, "\n");
    }
    fprintf(out, "end\nplot ");
    for (int phase = 0; phase < PHASE_COUNT; ++phase)
        fprintf(out, "%s$data using %d:xtic(1) title '%s'", phase ? ", " : "", phase + 2, phase_names[phase]);
    fprintf(out, "\n");
    const int status = pclose(out);
    signal(SIGPIPE, before);
    if (status == 0)
        return APP_OK;
    app_error("demo: no picture: gnuplot %s", status == 127 << 8
                                                  ? "is not installed (Debian, Ubuntu: apt-get install gnuplot-nox)"
                                                  : "could not draw it");
    return APP_FAILED;
}
