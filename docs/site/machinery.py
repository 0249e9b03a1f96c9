# SPDX-License-Identifier: Apache-2.0
"""The reference without what only machinery says."""

import re

from docutils import nodes


def groups(app, doctree):
    """Breathe gives a title to comments that are for several functions, which have none."""
    for title in list(doctree.findall(nodes.rubric)):
        if title.astext() == "Unnamed Group":
            title.parent.remove(title)


def fields(app, what, name, thing, options, lines):
    """Of a named tuple's field Python itself says nothing but its number."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def types(app, what, name, thing, options, signature, returned):
    """NumPy is not imported, and what stands for it takes no parameters: numpy.dtype[Any] has become this."""

    def plain(text):
        return text and re.sub(r"\b(numpy\.\w+)\.typing\.Any", r"\1", text)

    return plain(signature), plain(returned)
