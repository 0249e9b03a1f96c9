# SPDX-License-Identifier: Apache-2.0
"""Completes Debian's furo, which lacks two parts that the bundler of its authors adds: the dark colours if only the
system requests them, and the module that its script imports. A complete furo does not change.
"""

import re
from pathlib import Path


def mend(app, failure):
    static = Path(app.outdir) / "_static"
    if failure or app.builder.name != "html":
        return
    style = static / "styles/furo.css"
    text = style.read_text()
    dark = re.search(r'body\[data-theme="dark"\]\s*(\{[^{}]*--color-background-primary[^{}]*\})', text)
    if "prefers-color-scheme" not in text and dark:
        both = f'@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {dark[1]} }}'
        style.write_text(f"{text}\n@media not print {{ {both} }}\n")
    script = static / "scripts/furo.js"
    first, _, rest = script.read_text().partition("\n")
    if first.startswith("import Gumshoe from"):
        script.write_text((static / "scripts/gumshoe-patched.js").read_text() + rest)
