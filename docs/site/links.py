# SPDX-License-Identifier: Apache-2.0
"""Names in prose: a function, type or macro links to its reference. In a narrow column of a table, a name breaks after
an underscore, and a path after a slash."""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode


class NamesToReference(SphinxPostTransform):
    default_priority = 200

    def run(self, **_):
        if self.env.docname.startswith("reference/"):
            self.documents()
        else:
            self.names()

    def documents(self):
        """Comments of the sources name a document by its path, which is a page of the site."""
        for text in list(self.document.findall(nodes.Text)):
            parts = re.split(r"\bdocs/([\w/-]+)\.md\b", text)
            if len(parts) == 1 or isinstance(text.parent, (nodes.reference, nodes.literal_block)):
                continue
            pieces = []
            for k, part in enumerate(parts):
                if k % 2 and part in self.env.titles:
                    title = nodes.emphasis("", self.env.titles[part].astext())
                    pieces.append(make_refnode(self.app.builder, self.env.docname, part, "", [title]))
                else:
                    pieces.append(nodes.Text(f"docs/{part}.md" if k % 2 else part))
            text.parent.replace(text, pieces)

    def names(self):
        known = {}
        for domain, prefixes in (("c", ("cliv_", "CLIV_")), ("py", ("clinterval.",))):
            for name, _, kind, page, anchor, _ in self.env.get_domain(domain).get_objects():
                if name.startswith(prefixes) and kind != "module":
                    known.setdefault(name, (page, anchor))
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext().removesuffix("()")
            if name not in known or isinstance(literal.parent, nodes.reference):
                continue
            page, anchor = known[name]
            link = make_refnode(self.app.builder, self.env.docname, page, anchor, [literal.deepcopy()])
            literal.replace_self(link)


class BreaksInNames(SphinxPostTransform):
    default_priority = 900
    formats = ("html",)

    def run(self, **_):
        for cell in self.document.findall(nodes.entry):
            if "summaries" in cell.parent.parent.parent.parent["classes"]:
                continue
            for text in list(cell.findall(nodes.Text)):
                if re.search(r"\d / \d|\d [†§]", text) and not isinstance(text.parent, nodes.literal):
                    kept = re.sub(r"(?<=\d) (?=/ \d|[†§])", "\u00a0", text)  # 14.2 / 18.1 breaks only after the slash
                    text.parent.replace(text, nodes.Text(kept))
            for literal in list(cell.findall(nodes.literal)):
                parts = re.split(r"(?<=\w_)(?=\w)|(?<=\w/)(?=\w)", literal.astext())
                literal.children = []
                for k, part in enumerate(parts):
                    if k:
                        literal += nodes.raw("", "<wbr>", format="html")
                    literal += nodes.Text(part)
