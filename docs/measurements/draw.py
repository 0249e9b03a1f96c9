#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of README.md and docs/measurements.md from the files of `clinterval bench --csv`:

    /usr/bin/python3 draw.py        (Debian: python3-matplotlib)

gpu.csv is from the suite goals and small.csv from the suite latency, both on a GPU; cpu.csv is from the suite cpu. Each
file begins with lines "# ..." that name the device, the driver and the command; the pictures repeat them. The pictures
have no background, and colours that are visible on light and dark pages.
"""
import collections
import csv
import pathlib

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
OWN = "libclinterval"

# The family of a peer's name: the first match. Families share a colour.
FAMILIES = [("CUB", "CUB"), ("Thrust", "Thrust"), ("Boost.Compute", "Boost.Compute"), ("C++ threads", "C++, threads"),
            ("C, threads", "C++, threads"), ("std::execution::par", "C++, threads"), ("std::", "C++, one thread"),
            ("C, serial", "C++, one thread"), ("C++, serial", "C++, one thread")]
COLOURS = {OWN: "#d9480f", "CUB": "#4c78a8", "Thrust": "#72b7b2", "Boost.Compute": "#9d755d", "C++, threads": "#79706e",
           "C++, one thread": "#bab0ac"}
INK = "#77808b"

# The rows of a picture, all int: title, operation, distribution.
GPU = [("scan", "scan_exclusive", "-"), ("reduce", "reduce", "-"), ("merge", "merge_keys", "uniform"),
       ("sort keys", "sort_keys", "uniform"), ("sort pairs", "sort_pairs", "uniform"),
       ("sort keys, own order", "sort_keys", "uniform order=user"), ("sort, nearly in order", "locality_sort_keys", "nearly"),
       ("sort segments of 10", "segmented_sort_keys", "L=10"), ("compact half", "compact", "half, exact"),
       ("expand by 4", "interval_expand", "L=4"), ("gather ranges of 32", "interval_gather", "L=32"),
       ("sums of segments of 32", "segmented_reduce", "L=32"), ("reduce runs of 32", "reduce_by_key", "L=32 exact"),
       ("intersection of sets", "set_keys", "intersection, exact uniform"), ("join", "join", "inner, exact L=1 drawn")]
CPU = [("scan", "scan_exclusive", "-"), ("merge", "merge_keys", "uniform"), ("sort keys", "sort_keys", "uniform"),
       ("sort keys, own order", "sort_keys", "uniform order=user"),
       ("sort segments of 10", "segmented_sort_keys", "L=10"), ("compact half", "compact", "half, exact"),
       ("expand by 32", "interval_expand", "L=32"), ("sums of segments of 32", "segmented_reduce", "L=32"),
       ("intersection of sets", "set_keys", "intersection, exact uniform")]
CURVES = [("scan", "scan_exclusive", "-"), ("sort keys", "sort_keys", "uniform"), ("expand by 16", "interval_expand", "L=16")]


def read(name):
    """The rows of a file, and the comment lines at its start."""
    with open(HERE / name, encoding="utf-8") as file:
        lines = file.read().splitlines()
    head = [line[1:].strip() for line in lines if line.startswith("#")]
    return list(csv.DictReader(line for line in lines if not line.startswith("#"))), head


def rows_of(rows, operation, distribution):
    return [r for r in rows if (r["operation"], r["distribution"], r["type"]) == (operation, distribution, "int")]


def family(library):
    if library == OWN:
        return OWN
    return next((name for start, name in FAMILIES if library.startswith(start)), None)


def best(rows):
    """The shortest time of each family: device time if all rows have it, otherwise the wall clock."""
    clock = "event_ms" if all(float(row["event_ms"] or 0) for row in rows) else "wall_ms"
    times = {}
    for row in rows:
        name, time = family(row["library"]), float(row[clock])
        if name and time > 0:
            times[name] = min(time, times.get(name, time))
    return times


def start(width, height):
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "clinterval", "font.size": 10, "font.family": "sans-serif",
                         "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK,
                         "ytick.color": INK, "figure.figsize": (width, height), "axes.facecolor": "none"})


def save(figure, name):
    figure.savefig(HERE / f"{name}.svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


def bars(source, name, operations):
    rows, head = read(source)
    shown = []
    for title, operation, distribution in operations:
        times = best(rows_of(rows, operation, distribution))
        if OWN in times and len(times) > 1:
            shown.append((title, times))
    names = [n for n in COLOURS if any(n in times for _, times in shown)]
    start(8, 0.16 * sum(len(times) + 1 for _, times in shown) + 1.2)
    figure, axes = plt.subplots()
    at, ticks = 0.0, []
    for title, times in shown:
        first = at
        for n in (n for n in names if n in times):
            speed = times[OWN] / times[n]
            axes.barh(at, speed, 0.9, color=COLOURS[n])
            axes.text(speed, at, f" {speed:.2f}" if n != OWN else f" {times[OWN]:.3g} ms", va="center", size=8)
            at += 1
        ticks.append((first + at - 1) / 2)
        at += 0.8
    axes.set_yticks(ticks, [title for title, _ in shown])
    axes.margins(x=0.09, y=0.01)  # right of the bars there is space for the numbers
    axes.invert_yaxis()
    axes.axvline(1, color=INK, linewidth=0.8, linestyle=":")
    axes.set_xlabel("speed, libclinterval = 1 (longer is faster)")
    axes.set_title("\n".join(head[:2]), size=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    handles = [matplotlib.patches.Patch(color=COLOURS[n], label=n) for n in names]
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    save(figure, name)


def curves(source, name):
    rows, head = read(source)
    start(9.5, 2.8)
    figure, panels = plt.subplots(1, len(CURVES), sharey=True)
    for axes, (title, operation, distribution) in zip(panels, CURVES):
        of_it = rows_of(rows, operation, distribution)
        for n in COLOURS:
            times = collections.defaultdict(list)
            for row in of_it:
                if family(row["library"]) == n:
                    times[int(row["size"])].append(1000 * float(row["wall_ms"]))
            if times:
                sizes = sorted(times)
                axes.plot(sizes, [min(times[s]) for s in sizes], color=COLOURS[n], label=n, marker=".",
                          linewidth=2.2 if n == OWN else 1.3)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_yticks([10, 20, 50, 100, 200], ["10", "20", "50", "100", "200"])
        axes.minorticks_off()
        axes.set_title(title, size=10)
        axes.set_xlabel("elements")
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("µs, one call to its end")
    panels[-1].legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    figure.suptitle(head[0].split(":")[0] + ": what single calls cost", size=9, x=0.09, ha="left", y=1.02)
    save(figure, name)


if __name__ == "__main__":
    bars("gpu.csv", "gpu", GPU)
    bars("cpu.csv", "cpu", CPU)
    curves("small.csv", "small")
