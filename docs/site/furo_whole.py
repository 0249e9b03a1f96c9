# SPDX-License-Identifier: Apache-2.0
"""Debian's furo lacks what its makers' bundler adds: the dark colours where only the system asks for them, and the
module that its script imports, without which that does not run. What is whole already stays as it is.
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
