# SPDX-License-Identifier: Apache-2.0
"""The examples, which compare their results themselves, in a small size."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_example(name, monkeypatch, capsys):
    monkeypatch.setenv("CLINTERVAL_EXAMPLE_SIZE", "20000")
    runpy.run_path(str(EXAMPLES / name))
    assert capsys.readouterr().out
