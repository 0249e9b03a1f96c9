# SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/cookbook.md: each runs, prints the text of its section, and contains the section's lines."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "examples" / "recipes"


def sections():
    """The text of each section that has a recipe, by the recipe's name."""
    found = {}
    for section in re.split(r"^## ", (ROOT / "docs" / "cookbook.md").read_text(), flags=re.M)[1:]:
        name = re.search(r"\.\./examples/recipes/(\w+)\.py\)", section)
        if name:
            found[name[1]] = section
    return found


def blocks(section, language):
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.S | re.M)


def bare(text):
    """Lines without indentation, with a line break at both ends."""
    return "\n" + "".join(f"{line.strip()}\n" for line in text.splitlines())


def test_each_recipe_has_a_section():
    assert sorted(sections()) == sorted(path.stem for path in RECIPES.glob("*.py"))
    assert sorted(sections()) == sorted(path.stem for path in RECIPES.glob("*.c"))


@pytest.mark.parametrize("name", sorted(path.stem for path in RECIPES.glob("*.py")))
def test_recipe(name, capsys):
    section = sections()[name]
    python, (text,) = blocks(section, "python"), blocks(section, "text")
    assert python
    for block in python:
        assert bare(block) in bare((RECIPES / f"{name}.py").read_text())
    runpy.run_path(str(RECIPES / f"{name}.py"), run_name="__main__")
    assert capsys.readouterr().out == text
