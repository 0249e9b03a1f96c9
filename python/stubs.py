# SPDX-License-Identifier: Apache-2.0
"""Write the types of the public functions for type checkers.

    python stubs.py           print clinterval/__init__.pyi
    python stubs.py --renew   write it

The signatures come from the sources. This file adds what an annotation of one signature cannot express: the form of
the result (FORMS), and that results are NumPy arrays if all inputs are on the host, otherwise pyopencl arrays. A form
becomes one overload for arguments on the host, and one for each parameter that can be the first pyopencl array. No
argument matches two of them, because mypy would infer Any: the types of NumPy arrays contain Any. A function whose
result is not annotated as Any and that has no form is written as it is.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from pathlib import Path

WIDTH = 117
PACKAGE = Path(__file__).parent / "clinterval"
HEAD = '''\
# SPDX-License-Identifier: Apache-2.0
# mypy: disable-error-code="overload-overlap"
# Written by python/stubs.py from the sources: run `python python/stubs.py --renew` after a change of a signature.
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, SupportsIndex, TypeAlias, overload

import numpy as np
import pyopencl as cl
from numpy.typing import ArrayLike, DTypeLike, NDArray
from pyopencl.array import Array
from typing_extensions import TypeVar

{classes}

# An expression that reads pyopencl arrays is an Expression[Array], another one an Expression[None].
_Kind = TypeVar("_Kind", covariant=True, default=Any)

{expression}
_Host: TypeAlias = ArrayLike | Expression[None]
_Device: TypeAlias = Array | Expression[Array]
_Input: TypeAlias = _Device | _Host
_Member: TypeAlias = _Device | Expression[None]  # of several columns, fields or keyword arguments on the device
_Scalar: TypeAlias = complex | np.generic | tuple[Any, ...]
_Order: TypeAlias = str | Order | None
_Outs: TypeAlias = Sequence[Array | None] | None
_Queue: TypeAlias = cl.CommandQueue | None
_Context: TypeAlias = Context | None
_Wait: TypeAlias = Sequence[cl.Event] | None

__version__: str
'''
NEW = ("Expression", "Runs", "SearchResult")  # classes that the stub declares with the type of their arrays
VALUES = ("fill", "value")  # parameters that accept any value
LITERALS = {
    "direction": ("backward", "forward"),
    "how": ("inner", "left", "right", "full", "outer"),
    "kind": ("intersection", "union", "difference", "symmetric_difference"),
    "side": ("left", "right"),
}
ONE, SEVERAL = "Array | None", "_Outs"
WHERE = {"queue": "_Queue", "context": "_Context", "wait_for": "_Wait"}  # in every function


def form(result: str, **parameters: str) -> tuple[str, dict[str, str]]:
    """A form of a result, for parameters with these types.

    `A` in the result is the type of an array. A type that begins with "!" is of a parameter that has to be passed.
    """
    return result, parameters


def by_values(*names: str) -> list[tuple[str, dict[str, str]]]:
    given, missing = dict.fromkeys(names, "!_Input"), dict.fromkeys(names, "None")
    return [form("A", out=ONE, **missing), form("tuple[A, A]", out=SEVERAL, **given)]


def by_flag(name: str, one: str, several: str) -> list[tuple[str, dict[str, str]]]:
    flags = ("Literal[True]", several), ("!Literal[False]", one), ("!bool", f"{one} | {several}")
    return [form(result, **{name: kind}) for kind, result in flags]


def by_flags(*names: str) -> list[tuple[str, dict[str, str]]]:
    forms = []
    for number in range(1 << len(names)):
        flags = [bool(number >> k & 1) for k in range(len(names))]
        kinds = {name: "!Literal[True]" if flag else "Literal[False]" for name, flag in zip(names, flags)}
        forms.append(form(f"tuple[{', '.join('A' * (1 + sum(flags)))}]" if number else "A", **kinds))
    return [*forms, form("A | tuple[A, ...]", **dict.fromkeys(names, "bool"))]


FORMS = {
    "constant": [form("Expression[None]")],
    "counted": [form("Counted", array="Array"), form("Expression[Array]", array="Expression[Any]")],
    "find_first": [form("np.integer[Any] / Array")],
    "from_arrow": [form("Any")],
    "generate": [form("Expression[None] / Expression[Array]")],
    "group_by": [form("Any")],
    "join": [
        form("tuple[A, A]"),
        form("A", how='!Literal["semi", "anti"]'),
        form("A | tuple[A, A]", how="!str"),
    ],
    "join_overlaps": [form("tuple[A, A]")],
    "load_balance_search": by_flag("ranks", "A", "tuple[A, A]"),
    "locality_sort": by_values("values"),
    "merge": by_values("a_values", "b_values"),
    "merge_runs": by_values("values"),
    "offsets_from_counts": by_flag("total", "A", "tuple[A, int]"),
    "partition": [form("tuple[A, int]", count="None"), form("tuple[Array, Array]", count="!Array")],
    "reduce": [form("Any / Array")],  # a NumPy scalar on the host, as of numpy.sum
    "reduce_by_key": [
        form("A", values="None", out=f"Array | {SEVERAL}"),
        form("tuple[A, A]", values="!_Input", out=f"Array | {SEVERAL}"),
    ],
    "run_lengths": [form("Runs[A]")],
    "searchsorted": [
        form("np.integer[Any] / Array", a="int"),
        form("np.integer[Any] | NDArray[Any] / Array", a="float"),  # numpy.float64([1, 2]) is a float to checkers
        form("A"),
    ],
    "segmented_sort": [
        form("A", segments="!_Input", values="None", flags="None", out=ONE),
        form("tuple[A, A]", segments="!_Input", values="!_Input", flags="None", out=SEVERAL),
        form("A", segments="None", values="None", flags="!_Input", out=ONE),
        form("tuple[A, A]", segments="None", values="!_Input", flags="!_Input", out=SEVERAL),
    ],
    "segmented_top_k": [form("tuple[A, A]")],
    "set_operation": by_values("a_values", "b_values"),
    "sort": by_values("values"),
    "sorted_search": [form("SearchResult[A]")],
    "split_fields": [form("dict[str, A]")],
    "take": [form("Any / Array", indices="int"), form("A")],
    "take_columns": [form("list[A]")],
    "top_k": by_flag("indices", "A", "tuple[A, A]"),
    "unique": by_flags("return_index", "return_inverse", "return_counts"),
}


def parameter_type(name: str, annotation: str, default: str | None) -> str:
    """The type of a parameter for checkers."""
    optional = " | None" if default == "None" else ""
    if name in WHERE:
        return WHERE[name]
    if name in LITERALS:
        return f"Literal[{', '.join(map(repr, LITERALS[name]))}]".replace("'", '"')
    if annotation == "Any" and name == "dtype":
        return "DTypeLike" + optional
    if annotation == "Any" and name == "order":
        return "_Order | tuple[_Order, ...]"
    if annotation == "Any" and name not in VALUES:
        return "_Input" + optional
    for old, new in (
        (r"\bstr \| Order \| None\b", "_Order"),
        (r"(?<=[\[ ])Any(?=\])", "_Input"),  # of a list or dict of arrays
        (r"Sequence\[Array \| None\] \| None", "_Outs"),
        (r"\bEvent\b", "cl.Event"),
        (r"\bint\b", "SupportsIndex"),
    ):
        annotation = re.sub(old, new, annotation) if "np." not in annotation and "cl." not in annotation else annotation
    return annotation


def on_host(kind: str) -> str:
    return kind.replace("_Input", "_Host")


def on_device(kind: str) -> str:
    kind = kind.replace(" | None", "")
    return re.sub(r"\b_Input\b", "_Device", re.sub(r"_Input(?=\]|, \.)", "_Member", kind))


def is_output(kind: str) -> bool:
    """Whether a parameter may be an array that the call writes, or arrays."""
    return kind == "_Outs" or re.search(r"\bArray\b.*\bNone\b", kind) is not None


Parameter = tuple[str, str, "str | None"]  # name, type, default


def parameters_of(function: ast.FunctionDef, given: dict[str, str]) -> tuple[list[Parameter], int]:
    """The parameters, and the number of those that can be passed by position."""
    arguments = function.args
    positional = arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    made = []
    for argument, value in [*zip(positional, defaults), *zip(arguments.kwonlyargs, arguments.kw_defaults)]:
        assert argument.annotation
        name, default = argument.arg, None if value is None else ast.unparse(value).replace("'", '"')
        kind = given.get(name) or parameter_type(name, ast.unparse(argument.annotation), default)
        if (function.name, name) in (("join", "a"), ("join", "b"), ("group_by", "keys")):
            kind = f"{kind} | tuple[{kind}, ...]"
        made.append((name, kind.lstrip("!"), None if kind.startswith("!") else default))
    if arguments.kwarg:
        kind = "_Input | tuple[_Input, str | Op]" if function.name == "group_by" else "_Input"
        made.append(("**" + arguments.kwarg.arg, kind, None))
    return made, len(positional)


def text_of(name: str, parameters: list[Parameter], positional: int, result: str) -> str:
    """The text of one signature."""
    texts, has_default = [], False
    for k, (parameter, kind, default) in enumerate(parameters):
        if "*" not in texts and not parameter.startswith("*") and (k == positional or (has_default and default is None)):
            texts.append("*")
        has_default = default is not None
        texts.append(f"{parameter}: {kind}" + (f" = {default}" if has_default else ""))
    text = f"def {name}({', '.join(texts)}) -> {result}: ..."
    if len(text) > WIDTH:
        lines = textwrap.wrap(", ".join(texts).replace(" ", "\0").replace(",\0", ", "), WIDTH - 4, break_on_hyphens=False)
        inside = "\n".join("    " + line.replace("\0", " ") for line in lines)
        text = f"def {name}(\n{inside}\n) -> {result}: ..."
    return text


def overloads(name: str, parameters: list[Parameter], positional: int, host: str, device: str) -> list[str]:
    """The texts of the signatures of one form: for arguments on the host, and for the first that is on the device."""
    inputs = [k for k, (_, kind, _) in enumerate(parameters) if "_Input" in kind]
    ways = [*inputs, *(k for k, (_, kind, _) in enumerate(parameters) if is_output(kind))]
    made = []
    for first in [None, *ways]:
        end = len(ways) if first is None else ways.index(first)
        changed = list(parameters)
        for k in ways[:end]:
            parameter, kind, default = changed[k]
            none = "tuple[None, None]" if default == "(None, None)" else "None"
            changed[k] = parameter, on_host(kind) if k in inputs else none, default
        if first is not None:
            parameter, kind, _ = changed[first]
            kind = "Array | _Scalar" if parameter.startswith("*") else on_device(kind)
            changed[first] = parameter, kind.replace("_Outs", "Sequence[Array | None]"), None
        made.append(text_of(name, changed, positional, device if first is not None else host))
    return made


def signatures(function: ast.FunctionDef) -> str:
    """The text of all signatures of a function."""
    assert function.returns
    returned = re.sub(r"\bEvent\b", "cl.Event", ast.unparse(function.returns))
    made = []
    for result, given in FORMS.get(function.name, [form("A" if returned == "Any" else returned)]):
        one, _, other = result.partition(" / ")
        of_host, of_device = (re.sub(r"\bA\b", a, r) for a, r in (("NDArray[Any]", one), ("Array", other or one)))
        parameters, positional = parameters_of(function, given)
        if of_host != of_device and not any("_Input" in kind for _, kind, _ in parameters):
            raise SystemExit(f"{function.name}: no parameter decides the type of the result, so annotate it instead of Any")
        if of_host != of_device:
            made += overloads(function.name, parameters, positional, of_host, of_device)
        else:
            made.append(text_of(function.name, parameters, positional, of_device))
    return "\n".join(made if len(made) == 1 else [f"@overload\n{text}" for text in made])


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def class_of_arrays(of: ast.ClassDef) -> str:
    """The text of a named tuple of arrays, or of Expression, with the type of the arrays as its parameter."""
    of.bases.append(parsed("Generic[_Kind]"))
    for line in of.body:
        if isinstance(line, ast.AnnAssign) and of.name != "Expression":
            line.annotation = ast.Name("_Kind")
        elif isinstance(line, ast.FunctionDef):
            line.body = [ast.Expr(ast.Constant(...))]
            if line.name == "__getitem__":
                line.returns = parsed("Expression[_Kind]")
    # With __array__, an expression would match ArrayLike, the type of inputs on the host.
    left_out = "__class_getitem__", "__array__"
    of.body = [line for line in of.body if not isinstance(line, ast.Expr) and getattr(line, "name", "") not in left_out]
    return ast.unparse(of).replace("dataclasses.", "").replace(":\n        ...", ": ...").replace("\n\n", "\n") + "\n"


def stub() -> str:
    imports, functions, classes, names = [], [], {}, []
    for line in ast.parse((PACKAGE / "__init__.py").read_text()).body:
        if not isinstance(line, ast.ImportFrom):
            continue
        module = ast.parse((PACKAGE / f"{line.module}.py").read_text())
        known = {item.name: item for item in module.body if isinstance(item, (ast.FunctionDef, ast.ClassDef))}
        for name in (alias.name for alias in line.names):
            item = known[name]
            names.append(name)
            if isinstance(item, ast.ClassDef) and name not in NEW:
                imports.append(f"from .{line.module} import {name} as {name}")
            elif isinstance(item, ast.FunctionDef):
                functions.append(signatures(item))
            elif isinstance(item, ast.ClassDef):
                classes[name] = class_of_arrays(item)
    listed = textwrap.fill(", ".join(f'"{name}"' for name in sorted(names)), WIDTH, initial_indent="    ", subsequent_indent="    ")
    head = HEAD.format(classes="\n".join(imports), expression=classes.pop("Expression"))
    return "\n".join([head, *classes.values(), *functions, f"\n__all__ = [\n{listed}\n]\n"])


if __name__ == "__main__":
    if sys.argv[1:] == ["--renew"]:
        (PACKAGE / "__init__.pyi").write_text(stub())
    else:
        sys.stdout.write(stub())
