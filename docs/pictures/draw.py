# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the documents as SVG: draw.py [FOLDER]. The default is the folder of the script.

The pictures have no background. Their colours are readable on white and on black. The script computes the contents
from the examples in the texts.
"""

import sys
from itertools import accumulate
from pathlib import Path
from xml.sax.saxutils import escape

BLUE, ORANGE, GREEN, PURPLE, RED, GREY = "#2f6db5", "#b3590f", "#2b7f55", "#7d4fa3", "#b03a48", "#77808b"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, RED)
CELL = 36


class Picture:
    def __init__(self, width, height, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="15">',
            "<!-- SPDX-License-Identifier: Apache-2.0; written by docs/pictures/draw.py -->",
            f"<title>{escape(title)}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0 0 8 4 0 8z" fill="{GREY}"/></marker></defs>',
        ]

    def text(self, x, y, what, colour=GREY, anchor="middle", **more):
        extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
        self.parts.append(
            f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}"{extra}>{escape(str(what))}</text>'
        )

    def cell(self, x, y, what="", colour=BLUE, width=CELL, height=28, filled=True):
        """A box with a text; x, y is its upper left corner."""
        paint = f'fill="{colour}"'
        if not filled:
            paint = f'fill="none" stroke="{GREY}" stroke-width="1.5" stroke-dasharray="4 3"'
        self.parts.append(f'<rect x="{x + 1}" y="{y}" width="{width - 2}" height="{height}" rx="4" {paint}/>')
        if what != "":
            self.text(x + width / 2, y + height / 2 + 5, what, "#ffffff" if filled else GREY, font_weight=600)

    def row(self, x, y, values, colours):
        for k, (value, colour) in enumerate(zip(values, colours)):
            self.cell(x + k * CELL, y, value, colour)

    def line(self, points, colour=GREY, width=1.5, arrow=False, dashed=False):
        path = " ".join(f"{x},{y}" for x, y in points)
        extra = (' marker-end="url(#tip)"' if arrow else "") + (' stroke-dasharray="5 4"' if dashed else "")
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{extra}/>')

    def curve(self, x1, y1, x2, y2, bend, colour=GREY):
        self.parts.append(
            f'<path d="M{x1} {y1}C{x1} {y1 + bend} {x2} {y2 + bend} {x2} {y2}" fill="none" stroke="{colour}" '
            'stroke-width="1.5" marker-end="url(#tip)"/>'
        )

    def ribbon(self, x1, w1, y1, x2, w2, y2, colour):
        middle = (y1 + y2) / 2
        self.parts.append(
            f'<path d="M{x1} {y1}C{x1} {middle} {x2} {middle} {x2} {y2}H{x2 + w2}'
            f'C{x2 + w2} {middle} {x1 + w1} {middle} {x1 + w1} {y1}z" fill="{colour}" opacity="0.35"/>'
        )

    def bracket(self, x, width, y, what):
        """A bracket below the part that begins at x."""
        self.line([(x + 3, y - 5), (x + 3, y), (x + width - 3, y), (x + width - 3, y - 5)])
        self.text(x + width / 2, y + 18, what)

    def save(self, path):
        path.write_text("\n".join([*self.parts, "</svg>"]) + "\n", encoding="utf-8")


def exclusive(values):
    return [0, *accumulate(values)][:-1]


def segments():
    prices, starts = (12, 30, 7, 5, 40, 8, 3, 25, 9), (0, 2, 2, 6)
    picture = Picture(560, 140, "Nine prices in four segments")
    left, ends = 110, (*starts[1:], len(prices))
    picture.text(left - 12, 69, "prices", anchor="end")
    picture.text(left - 12, 25, "starts", anchor="end")
    for k, (start, end) in enumerate(zip(starts, ends)):
        x = left + start * CELL
        picture.row(x, 50, prices[start:end], [COLOURS[k]] * (end - start))
        if end > start:
            picture.text(x + CELL / 2, 25, start if k != 2 else "2 2", font_weight=600)
            picture.line([(x + CELL / 2, 31), (x + CELL / 2, 46)], arrow=True)
            picture.bracket(x, (end - start) * CELL, 88, f"customer {k}")
    picture.text(left, 134, "customer 1 bought nothing: two equal offsets", anchor="start", font_size=13)
    return picture


def expand():
    counts, values = (2, 0, 1, 3, 1, 5), (7, 8, 9, 5, 1, 4)
    offsets, total = exclusive(counts), sum(counts)
    picture = Picture(560, 276, "Values repeated by their counts, in tiles of equal size")
    left, inner = 92, 92 + (total - len(values)) * CELL / 2
    colours = (BLUE, GREY, ORANGE, GREEN, PURPLE, RED)
    for name, y, row in (("counts", 10, counts), ("offsets", 48, offsets), ("values", 86, values)):
        picture.text(80, y + 19, name, anchor="end")
        picture.row(inner, y, row, colours)
    picture.text(80, 205, "result", anchor="end")
    for k, (offset, count) in enumerate(zip(offsets, counts)):
        picture.row(left + offset * CELL, 186, [values[k]] * count, [colours[k]] * count)
        if count:
            x, width = left + offset * CELL + 1, count * CELL - 2
            picture.ribbon(inner + k * CELL + 1, CELL - 2, 116, x, width, 184, colours[k])
    for tile in range(3):
        picture.bracket(left + tile * 4 * CELL, 4 * CELL, 228, f"group {tile}")
    picture.text(left + total * CELL / 2, 268, "every group writes the same number of results", font_size=13)
    return picture


def load_balance():
    """Tile 5 of the guide's example: outputs 80 to 95."""
    counts = (2, 5, 7, 16, 0, 1, 0, 0, 14, 10, 3, 14, 2, 1, 11, 2, 1, 0, 5, 6)
    offsets = exclusive(counts)
    owners = [max(k for k in range(20) if offsets[k] <= place) for place in range(80, 96)]
    colour = dict(zip(sorted(set(owners)), (GREY, BLUE, ORANGE, GREEN, PURPLE)))
    picture = Picture(690, 208, "Load-balancing search in one tile")
    left = 104
    for name, y in (("output", 24), ("starts", 63), ("segment", 135), ("rank", 173)):
        picture.text(left - 10, y, name, anchor="end")
    for place, owner in enumerate(owners):
        x = left + place * CELL
        picture.text(x + CELL / 2, 24, 80 + place, font_size=13)
        starts = offsets[owner] == 80 + place
        picture.cell(x, 44, owner if starts else "", colour[owner] if starts else GREY, filled=starts)
        picture.cell(x, 116, owner, colour[owner])
        picture.cell(x, 154, 80 + place - offsets[owner], colour[owner])
        if starts:
            length = owners.count(owner)
            picture.line([(x + CELL / 2, 74), (x + CELL / 2, 94), (x + (length - 0.5) * CELL, 94)], colour[owner], 2)
            for other in range(length):
                picture.line([(x + (other + 0.5) * CELL, 94), (x + (other + 0.5) * CELL, 112)], colour[owner], 2)
    picture.text(left + 5.9 * CELL, 99, "interval 14 contains the start of the tile", anchor="end", font_size=13)
    return picture


def merge_path():
    a, b, tile = (1, 3, 5, 5, 7, 9), (2, 3, 5, 6, 6, 8, 10), 4
    path = [(0, 0)]
    while path[-1] != (len(a), len(b)):
        i, j = path[-1]
        path.append((i + 1, j) if j == len(b) or (i < len(a) and not b[j] < a[i]) else (i, j + 1))
    picture = Picture(470, 400, "A merge path, cut into tiles by diagonals")
    left, top, step = 96, 72, 40

    def at(i, j):
        return left + j * step, top + i * step

    for j, key in enumerate(b):
        picture.cell(left + j * step + 2, 30, key, GREY)
    for i, key in enumerate(a):
        picture.cell(48, top + i * step + 6, key, GREY)
    picture.text(left - 14, 50, "b", font_weight=600)
    picture.text(66, top - 6, "a", font_weight=600)
    for i in range(len(a) + 1):
        picture.line([at(i, 0), at(i, len(b))], width=0.5)
    for j in range(len(b) + 1):
        picture.line([at(0, j), at(len(a), j)], width=0.5)
    for d in range(tile, len(path) - 1, tile):
        low, high = max(0, d - len(b)), min(d, len(a))
        picture.line([at(high, d - high), at(low, d - low)], dashed=True)
    for k in range(0, len(path) - 1, tile):
        colour = COLOURS[k // tile]
        picture.line([at(*point) for point in path[k : k + tile + 1]], colour, 5)
        middle = path[min(k + 2, len(path) - 1)]
        x, y = at(*middle)
        picture.text(x + 16, y - 8, f"tile {k // tile}", anchor="start", font_weight=600)
    for i, j in path[::tile]:
        x, y = at(i, j)
        picture.parts.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{RED}"/>')
    picture.text(left, 350, "down: the next key is from a; right: from b", anchor="start", font_size=13)
    picture.text(left, 372, "a binary search on each diagonal finds the point", anchor="start", font_size=13)
    picture.text(left, 390, "at which a tile of four outputs begins", anchor="start", font_size=13)
    return picture


def scan():
    values, chunk = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8), 4
    chunks = [values[k : k + chunk] for k in range(0, len(values), chunk)]
    folds = [sum(part) for part in chunks]
    befores = exclusive(folds)
    picture = Picture(600, 282, "Reduce, then scan")
    left = 132
    for name, y in (("input", 29), ("1. reduce", 99), ("2. scan", 169), ("3. scan", 249)):
        picture.text(left - 14, y, name, anchor="end")
    for k, part in enumerate(chunks):
        x, colour = left + k * (chunk * CELL + 10), COLOURS[k]
        middle = x + chunk * CELL / 2
        picture.row(x, 10, part, [colour] * chunk)
        picture.line([(middle, 42), (middle, 76)], arrow=True)
        picture.cell(middle - 24, 80, folds[k], colour, 48)
        picture.cell(middle - 24, 150, befores[k], colour, 48)
        picture.line([(middle, 182), (middle, 226)], arrow=True)
        if k:
            picture.line([(middle - chunk * CELL - 10 + 20, 110), (middle - 26, 158)], arrow=True)
            picture.line([(middle - chunk * CELL - 10 + 26, 164), (middle - 28, 164)], arrow=True)
        picture.row(x, 230, [befores[k] + before for before in exclusive(part)], [colour] * chunk)
    return picture


def look_back():
    sums, known = (5, 3, 7, 2, 6, 4, 8), 3
    picture = Picture(690, 206, "Decoupled look-back")
    left, step = 120, 80
    for name, y in (("tile", 24), ("sum", 61), ("prefix sum", 105)):
        picture.text(left - 6, y, name, anchor="end")
    for k, fold in enumerate(sums):
        x, last = left + k * step, k == len(sums) - 1
        colour = ORANGE if last else GREEN if k < known else BLUE
        picture.text(x + step / 2, 24, k, font_weight=600)
        picture.cell(x + 8, 42, fold, colour, step - 16)
        picture.cell(x + 8, 86, sum(sums[: k + 1]) if k < known else "?", colour, step - 16, filled=k < known)
    looks = list(range(len(sums) - 2, known - 2, -1))
    for k in looks:
        x = left + k * step + step / 2
        picture.curve(left + (len(sums) - 1) * step + step / 2, 122, x, 122, 10 + 11 * (len(sums) - k))
    taken = [sum(sums[:known]) if k == known - 1 else sums[k] for k in reversed(looks)]
    picture.text(
        left + len(sums) * step / 2, 198,
        f"tile {len(sums) - 1} computes {' + '.join(map(str, taken))} = {sum(taken)}: it stops at a known prefix sum",
        font_size=13,
    )
    return picture


def structures():
    items, words = 4, "abc"
    memory = [(k, word) for k in range(items) for word in words]
    picture = Picture(620, 330, "Structures are read in memory order, then exchanged in local memory")
    left = 104
    picture.text(left - 14, 29, "memory", anchor="end")
    for place, (k, word) in enumerate(memory):
        picture.cell(left + place * CELL, 10, f"{word}{k}", COLOURS[k])
    tables = (
        (left, "read from memory", lambda item, step: memory[step * items + item]),
        (left + 290, "read from local memory", lambda item, step: (item, words[step])),
    )
    for x, name, what in tables:
        picture.text(x + 105, 86, name, font_weight=600)
        for step in range(len(words)):
            picture.text(x + step * 72 + 33, 112, f"step {step}", font_size=13)
            for item in range(items):
                k, word = what(item, step)
                picture.cell(x + step * 72 + 14, 122 + item * 36, f"{word}{k}", COLOURS[k])
    for item in range(items):
        picture.text(left - 14, 141 + item * 36, f"work-item {item}", anchor="end", font_size=13)
    picture.line([(left + 226, 194), (left + 288, 194)], width=2, arrow=True)
    picture.text(left + 257, 184, "barrier", font_size=13)
    picture.text(left, 302, "left: each step reads four contiguous words", anchor="start", font_size=13)
    picture.text(left, 321, "right: each work-item has all words of its structure", anchor="start", font_size=13)
    return picture


def pool():
    sizes, used = (5, 5, 5, 3), (5, 5, 1, 2)
    picture = Picture(756, 200, "A pool of 18 slots in four stripes")
    slot, x, middles = 32, 78, []
    picture.text(70, 29, "slot", anchor="end")
    picture.text(70, 89, "counter", anchor="end")
    for stripe, (size, taken) in enumerate(zip(sizes, used)):
        first = sum(sizes[:stripe])
        for k in range(size):
            picture.cell(x + k * slot, 10, first + k, COLOURS[stripe], slot, filled=k < taken)
        middles.append(x + size * slot / 2)
        picture.cell(middles[-1] - 40, 70, f"{taken} of {size}", COLOURS[stripe], 80)
        picture.text(middles[-1], 60, f"stripe {stripe}", font_size=13)
        x += size * slot + 14
    picture.text(middles[0], 190, "request to stripe 0", font_weight=600)
    picture.line([(middles[0], 172), (middles[0], 104)], arrow=True)
    picture.curve(middles[0] + 12, 102, middles[1], 102, 40)
    picture.curve(middles[1] + 12, 102, middles[2], 102, 40)
    picture.text((middles[0] + middles[1]) / 2, 154, "full: next", font_size=13)
    picture.text((middles[1] + middles[2]) / 2, 154, "full: next", font_size=13)
    picture.text(middles[2] + 12, 122, "1 of 5: ticket 1, slot 11", anchor="start", font_size=13)
    return picture


def layers():
    """Folders: each layer uses the layers below it."""
    picture = Picture(720, 352, "The layers of the sources: programs, families, grid, runtime and block, OpenCL")
    left, width, high = 6, 708, 34
    families = ("group", "interval", "scan", "sort", "select", "compact", "search", "histogram", "map", "pool")
    picture.cell(left, 10, "programs: C, C++, Python, the command, the bench, libclinterval_mpi", GREY, width, high)
    picture.text(left, 62, "include/clinterval, python/, tools/, bench/, mpi/", font_size=13, anchor="start")
    x, unit = left, width / sum(len(family) + 2 for family in families)
    for family in families:
        wide = (len(family) + 2) * unit
        picture.cell(x, 84, family, BLUE, wide, high)
        x += wide
    picture.text(left, 136, "families: the same names in host/, cl/ and tests/", font_size=13, anchor="start")
    split = left + width * 0.68
    for y, what, colour, folders in (
        (158, "grid: tiles, partitions, look-back, grid barriers", GREEN, "host/grid, cl/grid"),
        (232, "runtime: calls, programs, scratch, tuning, devices", ORANGE, "host/runtime, cl/runtime"),
    ):
        picture.cell(left, y, what, colour, width * 0.66, high)
        picture.text(left, y + 52, folders, font_size=13, anchor="start")
    picture.cell(split, 158, "block: public device code", PURPLE, width * 0.32, 108)
    picture.text(split, 284, "cl/block, also for your own kernels", font_size=13, anchor="start")
    picture.cell(left, 306, "OpenCL: the device's compiler, queues, events", GREY, width, high)
    return picture


def call():
    """Above: the steps of a call on the host. Below: the making of a program that is not in the cache."""
    picture = Picture(760, 250, "The steps of a call, and the text of a kernel")
    steps = ("validate", "lengths", "program", "scratch", "launch", "event")
    texts = ("description", "prelude", "headers", "compiler", "cache")
    left, width, step = 12, 108, 128
    for y, names, colours in ((26, steps, (BLUE, BLUE, ORANGE, BLUE, GREEN, BLUE)), (160, texts, (ORANGE,) * 5)):
        for k, name in enumerate(names):
            x = left + k * step
            picture.cell(x, y, name, colours[k], width, 36)
            if k + 1 < len(names):
                picture.line([(x + width, y + 18), (x + step - 2, y + 18)], arrow=True)
    middle = left + 2 * step + width / 2
    picture.line([(middle - 20, 64), (middle - 20, 110), (left + width / 2, 110), (left + width / 2, 156)], arrow=True)
    picture.text(middle - 34, 102, "in every call", anchor="end", font_size=13)
    back = left + 4 * step + width / 2
    picture.line([(back, 158), (back, 126), (middle + 20, 126), (middle + 20, 66)], arrow=True)
    picture.text(back - 12, 146, "kernels", anchor="end", font_size=13)
    picture.text(left, 16, "host/<family>, with host/runtime", anchor="start", font_size=13)
    picture.text(left, 220, "host/runtime: prelude.c, source.c, compile.c, cache.c", anchor="start", font_size=13)
    skipped = "if the description is in the cache, the call skips prelude, headers and compiler"
    picture.text(left, 242, skipped, anchor="start", font_size=13)
    return picture


folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
for draw in (segments, expand, load_balance, merge_path, scan, look_back, structures, pool, layers, call):
    draw().save(folder / f"{draw.__name__}.svg")
