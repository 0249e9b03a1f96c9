/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts: the first ends the run after the current row, a later one ends the process immediately. */
#define _POSIX_C_SOURCE 200809L /* sigaction */
#include "runner.h"

#include <signal.h>
#include <time.h>

static volatile sig_atomic_t stopped;
static volatile time_t since;

/* An interrupt often arrives twice, sent to the process and to its group. */
static void stop(int number)
{
    if (stopped && time(NULL) > since + 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    since = stopped ? since : time(NULL);
    stopped = 1;
}

void bench_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void bench_leave_interrupts(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

bool bench_is_stopped(void) { return stopped; }
