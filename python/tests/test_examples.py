# SPDX-License-Identifier: Apache-2.0
"""The examples, which compare their results themselves, in a small size, and the programs of both README.md."""

import re
import runpy
from pathlib import Path

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


def test_readme_prints_what_it_says(capsys):
    """Of README.md: each print() has beside it what it prints."""
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    programs = re.findall(r"^```python\n(.*?)^```", readme, re.S | re.M)
    said = re.findall(r"^print\(.*\)  # (.*)$", "".join(programs), re.M)
    assert said
    for program in programs:
        exec(compile(program, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == said
