# SPDX-License-Identifier: Apache-2.0
"""Removes from the reference what the tools add, and adds what they omit."""

import re

from docutils import nodes
from sphinx.domains.c import CDomain
from sphinx.domains.cpp import CPPDomain


class SearchedC(CDomain):
    """The search finds functions, not each of their parameters."""

    def get_objects(self):
        return (entry for entry in super().get_objects() if entry[2] != "functionParam")


class SearchedCpp(CPPDomain):
    """The same for C++."""

    def get_objects(self):
        return (entry for entry in super().get_objects() if entry[2] != "functionParam")


def groups(app, doctree):
    """Breathe writes a title for a comment that describes several functions, and no space between parameters."""
    for title in list(doctree.findall(nodes.rubric)):
        if title.astext() == "Unnamed Group":
            title.parent.remove(title)
    for name in doctree.findall(nodes.strong):
        if re.fullmatch(r"\w+(,\w+)+", name.astext()):
            name[:] = [nodes.Text(name.astext().replace(",", ", "))]
    for text in list(doctree.findall(nodes.Text)):
        if text == " -- ":  # between a parameter and its description
            text.parent.replace(text, nodes.Text(" \u2013 "))


def blocks(app, doctree):
    """Breathe writes lists and code inside paragraphs; in HTML a paragraph ends there."""
    inside = (nodes.literal_block, nodes.bullet_list, nodes.enumerated_list, nodes.block_quote)
    for paragraph in list(doctree.findall(nodes.paragraph)):
        if not any(isinstance(child, inside) for child in paragraph.children):
            continue
        pieces = []
        for child in paragraph.children:
            if isinstance(child, inside) or not pieces or not isinstance(pieces[-1], nodes.paragraph):
                pieces.append(child if isinstance(child, inside) else nodes.paragraph("", "", child))
            else:
                pieces[-1] += child
        paragraph.parent.replace(paragraph, [piece for piece in pieces if piece.astext().strip()])


def languages(app, doctree):
    """An example in a header is C or C++ if it has statements; otherwise it is data."""
    page = app.env.docname
    if not page.startswith("reference/") or page == "reference/python":
        return
    for block in doctree.findall(nodes.literal_block):
        if re.search(r";\s*(//.*|/\*.*)?$", block.astext(), re.M):
            block["language"], block["force"] = "cpp" if page == "reference/cpp" else "c", True


def fields(app, what, name, thing, options, lines):
    """Python's own documentation of a named tuple's field is only its number."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def types(app, what, name, thing, options, signature, returned):
    """NumPy is not imported, and its replacement accepts no parameters: numpy.dtype[Any] has become this."""

    def plain(text):
        return text and re.sub(r"\b(numpy\.\w+)\.typing\.Any", r"\1", text)

    return plain(signature), plain(returned)
