# SPDX-License-Identifier: Apache-2.0
"""Every link of the built site to the site itself leads to a file, and to an anchor in it: check.py FOLDER"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links = {""}, set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.add(value)


folder = Path(sys.argv[1]).resolve()
pages = {path: Page(path) for path in folder.rglob("*.html")}
broken, links = [], 0
for path, page in sorted(pages.items()):
    for link in sorted(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        links += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            broken.append(f"{path.relative_to(folder)}: {link}: there is no such file")
        elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
            broken.append(f"{path.relative_to(folder)}: {link}: there is no such place in the page")
print(*broken, f"{len(pages)} pages, {links} links within the site, {len(broken)} of them broken", sep="\n")
sys.exit(bool(broken) or len(pages) < 10)
