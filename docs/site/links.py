# SPDX-License-Identifier: Apache-2.0
"""Functions, types and macros that prose writes as code lead to their place in the reference."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode


class NamesToReference(SphinxPostTransform):
    default_priority = 200

    def run(self, **_):
        if self.env.docname.startswith("reference/"):
            return
        known = {}
        for domain, prefix in (("c", "cliv_"), ("c", "CLIV_"), ("py", "clinterval.")):
            for name, _, kind, page, anchor, _ in self.env.get_domain(domain).get_objects():
                if name.startswith(prefix) and kind not in ("functionParam", "module"):
                    known.setdefault(name, (page, anchor))
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext().removesuffix("()")
            if name not in known or isinstance(literal.parent, nodes.reference):
                continue
            page, anchor = known[name]
            link = make_refnode(self.app.builder, self.env.docname, page, anchor, [literal.deepcopy()])
            literal.replace_self(link)
