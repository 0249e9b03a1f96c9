# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of the site: the repository's Markdown with links to pages of the site, a page for each header, and
a page for the Python package.

Files without a change stay as they are, so that Sphinx reads only changed pages again.
"""

import ast
import os
import re
from pathlib import Path

# Documents outside docs/, and their paths on the site.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "examples/README.md": "examples.md",
    "python/README.md": "python.md",
    "include/clinterval": "reference/c.md",
    "mpi/include/clinterval": "reference/c.md",
}
# The table of contents. A page that is in none of these is a warning, and so an error.
CHAPTERS = {
    "Start here": ["start", "which", "install"],
    "Learn": ["tutorial", "cookbook", "guide", "mpi", "python", "python-numpy", "examples"],
    "Reference": ["functions", "reference/c", "reference/cpp", "reference/python", "inputs", "memory", "determinism"],
    "Background": ["algorithms", "measurements", "growth", "portability"],
    "The project": ["contributing", "security", "architecture", "lab/index", "changelog"],
}
# Folders with pages below a page of the table of contents.
BELOW = {"architecture.md": "families", "lab/index.md": "lab", "guide.md": "guide", "changelog.md": "releases"}
TITLES = {"python": "From Python", "inputs": "Evaluations of inputs"}
C = """# C

The reference of every function, type and macro of the public headers. `#include <clinterval/clinterval.h>` includes
all headers except `mpi.h`, which belongs to libclinterval_mpi. A status is one of the
[status codes](status_codes.md) of the library or an error code of OpenCL.

| header | contents |
|---|---|
{rows}
```{{toctree}}
:hidden:

{listed}
```
"""
CPP = """# C++

```{doxygenfile} clinterval.hpp
```

```{doxygennamespace} cliv
:members:
:undoc-members:
```
"""
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
INCLUDED = re.compile(r"^(```\{literalinclude\} )(\S+)$", re.M)


class Pages:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.written = set()
        self.targets = {f"docs/{path.name}": path.name for path in (root / "docs").glob("*.md")} | ELSEWHERE
        for folder in ("lab", "guide", "releases"):
            for path in (root / "docs" / folder).glob("*.md"):
                self.targets[f"docs/{folder}/{path.name}"] = f"{folder}/{path.name.replace('README', 'index')}"
        for path in (root / "host").glob("*/README.md"):
            self.targets[f"host/{path.parent.name}/README.md"] = f"families/{path.parent.name}.md"
        self.targets = {path: target for path, target in self.targets.items() if (root / path).exists()}
        self.sources = set()

    def write(self, name, text):
        target = self.folder / name
        content = text.encode() if isinstance(text, str) else text
        self.written.add(target)
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def target_of(self, path):
        """The path of a repository file on the site. Markdown and pictures are copied; a source file gets a page that
        shows it."""
        if path in self.targets:
            return self.targets[path]
        if f"{path}/README.md" in self.targets:
            return self.targets[f"{path}/README.md"]
        if not (self.root / path).is_file():
            return None
        if path.endswith((".svg", ".csv", ".png")):
            self.write(path.removeprefix("docs/"), (self.root / path).read_bytes())
            return path.removeprefix("docs/")
        self.sources.add(path)
        return f"source/{path}.md"

    def below(self, page, text):
        """The table of contents of a page that has others below it, in the order of its links."""
        folder = BELOW.get(page)
        below = (target for target in self.targets.values() if folder and target.startswith(f"{folder}/"))
        names = sorted(target for target in below if target != page)
        linked = [os.path.normpath(Path(page).parent / match[1]) for match in LINK.finditer(text)]
        names.sort(key=lambda name: linked.index(name) if name in linked else len(linked))
        entries = "\n".join("/" + name.removesuffix(".md") for name in names)
        return f"\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n" if names else ""

    def prose(self, path):
        here, page = Path(path).parent, self.targets[path]

        def link(match):
            linked, anchor = match[1], match[2] or ""
            target = self.target_of(os.path.normpath(here / linked))
            if "://" in linked or target is None:
                return match[0]
            return f"]({os.path.relpath(target, Path(page).parent)}{anchor})"

        def included(match):
            return match[1] + os.path.relpath(self.root / here / match[2], (self.folder / page).parent)

        return INCLUDED.sub(included, LINK.sub(link, (self.root / path).read_text()))


def language(path):
    return {".c": "c", ".h": "c", ".cpp": "cpp", ".py": "python", ".sh": "sh"}.get(Path(path).suffix, "none")


def contents(pages):
    """The table of contents: pages that this checkout lacks are left out."""
    for caption, names in CHAPTERS.items():
        there = [n for n in names if n.startswith("reference/") or f"{n}.md" in pages.targets.values()]
        entries = "\n".join(f"{TITLES[n]} <{n}>" if n in TITLES else n for n in there)
        yield f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"


def brief(text):
    """The first sentence of a header's first comment."""
    comment = re.search(r"@file \S+\n((?: \*.+\n)+)", text)[1]
    return re.split(r"\.(?=\s|$)", " ".join(re.sub(r"^ \* *", "", comment, flags=re.M).split()))[0]


def functions(text):
    names = re.findall(r"^CLIV_API [^;(]*?\b(cliv_\w+)\(", text, re.M)
    return ", ".join(f"{{c:func}}`{name}`" for name in names)


def reference(pages):
    """A page for each header of C, and one that lists them; for C++ one page."""
    headers = sorted(pages.root.glob("include/clinterval/*.h")) + sorted(pages.root.glob("mpi/include/clinterval/*.h"))
    names = [path.name for path in headers]
    rows = ""
    for path, name in zip(headers, names):
        text, label = path.read_text(), name.replace(".", "_8")  # Doxygen's name of the page
        pages.write(f"reference/{name}.md", f"({label})=\n# {name}\n\n```{{doxygenfile}} {name}\n```\n")
        rows += f"| [{name}]({name}.md) | {brief(text)}.<br>{functions(text)} |\n"
    listed = "\n".join([*names, "status_codes"])
    pages.write("reference/c.md", C.format(rows=rows, listed=listed))
    pages.write("reference/cpp.md", CPP)


def python(pages):
    """The package's functions and classes, grouped by the modules that they come from."""
    package = pages.root / "python/clinterval"
    text = ["Python", "======", "", ".. automodule:: clinterval", ""]
    for part in ast.parse((package / "__init__.py").read_text()).body:
        if not isinstance(part, ast.ImportFrom) or not part.module:
            continue
        module = ast.parse((package / f"{part.module}.py").read_text())
        classes = {node.name for node in module.body if isinstance(node, ast.ClassDef)}
        title = re.split(r"[.:]", ast.get_docstring(module))[0]
        text += [title, "-" * len(title), ""]
        for name in (alias.name for alias in part.names):
            text += [f".. autoclass:: clinterval.{name}", "   :members:"] if name in classes else [
                f".. autofunction:: clinterval.{name}"]
            text.append("")
    pages.write("reference/python.rst", "\n".join(text))


def write_pages(root, folder, status_codes):
    pages = Pages(root, folder)
    for path, target in list(pages.targets.items()):
        if (root / path).is_file():
            text = pages.prose(path)
            below = "".join(contents(pages)) if target == "index.md" else pages.below(target, text)
            pages.write(target, text + below)
    for path in sorted(pages.sources):
        up = os.path.relpath(root / path, (folder / "source" / path).parent)
        name = Path(path).name
        pages.write(
            f"source/{path}.md",
            f"---\norphan: true\n---\n\n# {name}\n\n```{{literalinclude}} {up}\n:language: {language(path)}\n```\n",
        )
    reference(pages)
    pages.write("reference/status_codes.md", status_codes.read_text())
    python(pages)
    for old in folder.rglob("*"):
        if old.is_file() and old not in pages.written:
            old.unlink()
