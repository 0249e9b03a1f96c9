# SPDX-License-Identifier: Apache-2.0
"""The summaries of the site: a table at the top of each header's reference and of each Python module's, with the first
sentence of each comment, and a description for search engines on every page."""

import html
import re

from docutils import nodes
from sphinx import addnodes

SENTENCE = re.compile(r"[.!?](?=\s|$)")
GENERATED = {"genindex": "Index", "py-modindex": "Python modules", "search": "Search"}
NO_SENTENCE = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|[A-Z])$")
ORDER = ("function", "macro")  # then everything else
METHOD = re.compile(r"(Methods?|Sources?)([:.]|$)")


def sentence_end(text):
    """The index behind the first sentence, or None."""
    for match in SENTENCE.finditer(text):
        if not NO_SENTENCE.search(text[: match.start()]):
            return match.end()
    return None


def first_sentence(paragraph):
    """Copies of the paragraph's nodes up to the end of its first sentence."""
    copied = []
    for child in paragraph.children:
        end = sentence_end(child.astext()) if isinstance(child, nodes.Text) else None
        if end is not None:
            return [*copied, nodes.Text(child.astext()[:end])]
        copied.append(child.deepcopy())
    return copied


def is_namespace(desc):
    return desc.next_node(addnodes.desc_signature).astext().startswith("namespace ")


def described(section):
    """The declarations of a section and of its namespaces, without the members of classes."""
    for desc in section.findall(addnodes.desc):
        parent, nested = desc.parent, is_namespace(desc)
        while parent is not section and not nested:
            inner_desc = isinstance(parent, addnodes.desc) and not is_namespace(parent)
            nested = inner_desc or isinstance(parent, nodes.section)
            parent = parent.parent
        if not nested:
            yield desc


def rank(desc):
    return ORDER.index(desc["objtype"]) if desc["objtype"] in ORDER else len(ORDER)


def summary_rows(section):
    """Pairs of links and a summary: functions come first, and functions with the same summary share a row."""
    rows = {}
    for desc in sorted(described(section), key=rank):
        signature, content = desc.next_node(addnodes.desc_signature), desc.next_node(addnodes.desc_content)
        paragraph = next((child for child in content.children if isinstance(child, nodes.paragraph)), None)
        if not signature["ids"] or paragraph is None:
            continue
        summary = first_sentence(paragraph)
        *_, line = signature, *signature.findall(addnodes.desc_signature_line)  # the last line: no template parameters
        names = [line.next_node(addnodes.desc_name).astext()]
        if names == ["[anonymous]"]:
            names = [node.astext() for node in content.findall(addnodes.desc_name)]
        links = rows.setdefault("".join(node.astext() for node in summary).strip(), ({}, summary))[0]
        for name in names:
            links.setdefault(name, signature["ids"][0])
    return rows.values()


def table_of(rows):
    body = nodes.tbody()
    for links, summary in rows:
        names = nodes.paragraph()
        for k, (name, anchor) in enumerate(links.items()):
            names += [nodes.Text(", ")] * bool(k)
            names += nodes.reference("", "", nodes.literal("", name), internal=True, refid=anchor)
        body += nodes.row("", nodes.entry("", names), nodes.entry("", nodes.paragraph("", "", *summary)))
    widths = nodes.colspec(colwidth=36), nodes.colspec(colwidth=64)
    return nodes.table("", nodes.tgroup("", *widths, body, cols=2), classes=["summaries"])


def methods_last(parent):
    """A paragraph or a section about the method or its source comes after everything else."""
    for child in list(parent.children):
        title = child[0] if isinstance(child, nodes.section) else child
        if isinstance(child, (nodes.paragraph, nodes.section)) and METHOD.match(title.astext()):
            parent.remove(child)
            parent += child


def reference(app, doctree):
    """The reference begins with its table; methods come last."""
    if not app.env.docname.startswith("reference/"):
        return
    for content in doctree.findall(addnodes.desc_content):
        methods_last(content)
    for section in doctree.findall(nodes.section):
        rows = list(summary_rows(section))
        if not rows:
            continue
        methods_last(section)
        begins = next(k for k, child in enumerate(section.children) if child.next_node(addnodes.desc) is not None
                      or isinstance(child, addnodes.desc))
        briefs = [k for k, child in enumerate(section.children[:begins]) if isinstance(child, nodes.paragraph)]
        section.insert(briefs[0] + 1 if briefs else 1, table_of(rows))


def description_of(doctree):
    """The first sentence of the page, of a list if there is nothing else."""
    in_lists = ""
    for paragraph in doctree.findall(nodes.paragraph) if doctree is not None else ():
        parents, node = [], paragraph
        while node.parent is not None:
            node = node.parent
            parents.append(type(node))
        text = " ".join(paragraph.astext().split())
        if not text or nodes.table in parents or addnodes.desc in parents:
            continue
        text = text[: sentence_end(text)]
        if nodes.list_item not in parents:
            return text
        in_lists = in_lists or text
    return in_lists


def description(app, pagename, template, context, doctree):
    title = html.unescape(re.sub(r"<[^>]+>", "", context.get("title") or GENERATED.get(pagename, "")))
    if pagename.startswith("source/"):
        text = f"The source {pagename.removeprefix('source/')} of {app.config.project}."
    else:
        text = description_of(doctree) or f"{title} of the documentation of {app.config.project}."
    context["metatags"] = context.get("metatags", "") + (
        f'\n<meta name="description" content="{html.escape(text)}"/>'
        f'\n<meta property="og:title" content="{html.escape(title)}"/>'
        f'\n<meta property="og:description" content="{html.escape(text)}"/>\n')
