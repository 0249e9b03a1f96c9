# SPDX-License-Identifier: Apache-2.0
"""Checks the built site and the documents that it comes from: check.py SITE SOURCE

- Every link to the site itself leads to a file, and to an anchor in it.
- Every paragraph ends with punctuation. Exceptions are a list item, a table cell or a field of one paragraph, and a
  paragraph of bold or italic text, which is a title.
- Every page has a description.
- Code in the documents for users has at most 100 columns, which fit in the page.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

COLUMNS = 100
# Elements without an end tag.
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Elements that end a paragraph.
BLOCKS = {"blockquote", "div", "dl", "figure", "ol", "p", "pre", "section", "table", "ul"}
# Texts that are not prose, by the class of the element.
TITLES = {"rubric", "caption", "topic-title", "admonition-title", "sidebar-title"}
ENDS = tuple(".:;!?…")
CLOSING = "\"'”’)»]*"


class Element:
    def __init__(self, tag, classes, prose):
        self.tag, self.classes, self.prose = tag, classes, prose
        self.text = self.plain = ""  # plain: without bold and italic text
        self.paragraphs = []

    def unfinished(self):
        """Paragraphs that end without punctuation."""
        if self.tag in ("li", "dd", "td", "th") and len(self.paragraphs) == 1 or "seealso" in self.classes:
            return []
        return [text for text in self.paragraphs if not text.rstrip(CLOSING).endswith(ENDS)]


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.unfinished = {""}, set(), []
        self.description = ""
        self.open = []
        self.feed(path.read_text(encoding="utf-8"))

    def inside(self, tag):
        return any(element.tag == tag for element in self.open)

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.add(value)
        if tag == "meta" and given.get("name") == "description":
            self.description = given.get("content", "").strip()
        if tag in BLOCKS and self.open and self.open[-1].tag == "p":
            self.handle_endtag("p")
        if tag not in VOID:
            classes = set(given.get("class", "").split())
            self.open.append(Element(tag, classes, tag == "p" and self.inside("article") and not TITLES & classes))

    def handle_data(self, data):
        bold = self.inside("strong") or self.inside("em")
        for element in self.open:
            if element.prose:
                element.text += data
                element.plain += "" if bold else data

    def handle_endtag(self, tag):
        while self.inside(tag):
            closed = self.open.pop()
            if closed.plain.strip() and self.open:
                self.open[-1].paragraphs.append(" ".join(closed.text.split()))
            self.unfinished += closed.unfinished()
            if closed.tag == tag:
                return


def too_long(path):
    """The lines of code that are too long: their numbers and widths."""
    code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif code and len(line) > COLUMNS:
            yield number, len(line)


folder, source = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
pages = {path: Page(path) for path in folder.rglob("*.html") if "_static" not in path.parts}
faults, links = [], 0
for path, page in sorted(pages.items()):
    name = path.relative_to(folder)
    for link in sorted(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        links += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            faults.append(f"{name}: {link}: there is no such file")
        elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
            faults.append(f"{name}: {link}: there is no such anchor in the page")
    faults += [f"{name}: a paragraph ends without punctuation: … {text[-90:]}" for text in page.unfinished]
    if not page.description:
        faults.append(f"{name}: there is no description")
documents = [source / "README.md", source / "python/README.md", source / "examples/README.md"]
for path in [*filter(Path.is_file, documents), *source.glob("docs/*.md"), *source.glob("docs/guide/*.md")]:
    faults += [f"{path.relative_to(source)}:{number}: {width} columns of code, more than {COLUMNS}"
               for number, width in too_long(path)]
print(*faults, f"{len(pages)} pages, {links} links within the site, {len(faults)} faults", sep="\n")
sys.exit(bool(faults) or len(pages) < 10)
