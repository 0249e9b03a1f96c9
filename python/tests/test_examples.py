# SPDX-License-Identifier: Apache-2.0
"""The examples in a small size, and the programs of README.md and the guide. The examples check their own results."""

import inspect
import re
import runpy
from pathlib import Path

import clinterval as ci
import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_example(name, monkeypatch, capsys):
    monkeypatch.setenv("CLINTERVAL_EXAMPLE_SIZE", "20000")
    runpy.run_path(str(EXAMPLES / name))
    assert capsys.readouterr().out


def test_the_packages_readme_runs(capsys):
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    names: dict = {}
    for program in re.findall(r"^```python\n(.*?)^```", readme, re.S | re.M):
        exec(compile(program, "python/README.md", "exec"), names)
    prices = [np.random.default_rng(seed).integers(0, 1000, 1000) for seed in range(3)]
    assert capsys.readouterr().out.splitlines() == [f"{(p > 500).sum()} cost {p[p > 500].sum()}" for p in prices]


def test_the_packages_readme_names_all_functions():
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    table = readme.partition("## Functions")[2].partition("\n## ")[0]
    functions = [name for name in ci.__all__ if inspect.isfunction(getattr(ci, name))]
    assert len(functions) > 50 and [n for n in functions if n != "version" and f"`{n}`" not in table] == []


def test_the_guides_program_runs(capsys):
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "arrays.md").read_text()
    (program,) = re.findall(r"^```python\n(.*?)^```", guide, re.S | re.M)
    exec(compile(program, "docs/guide/arrays.md", "exec"), {})
    days = np.random.default_rng(1).integers(0, 200, (3, 1000))
    assert capsys.readouterr().out.splitlines() == [
        f"{(d > 100).sum()} prices above 100, in all {d[d > 100].sum()}" for d in days
    ]


@pytest.mark.parametrize("document", ["README.md", "docs/index.md"])
def test_readme_prints_what_it_says(document, capsys):
    """In these documents, the comment after each print() is the printed text."""
    readme = (Path(__file__).parents[2] / document).read_text()
    programs = re.findall(r"^```python\n(.*?)^```", readme, re.S | re.M)
    said = re.findall(r"^print\(.*\)  # (.*)$", "".join(programs), re.M)
    assert said
    for program in programs:
        exec(compile(program, document, "exec"), {})
    assert capsys.readouterr().out.splitlines() == said
