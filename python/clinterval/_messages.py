# SPDX-License-Identifier: Apache-2.0
"""Messages of the library, with the names of the Python package.

The library names its own functions, parameters and types: "cliv_copy: output has type char". A caller of sort() reads
"sort: out has type int8".
"""

from __future__ import annotations

import re
import sys
from typing import Any

# The library's parameters that have other names in Python: of all functions, then of single functions. Output k of
# a tuple `out` is "out[k]".
_ALL = {"input": "x", "output": "out"}
_COUNTS = {"move_count": "count", "host_count": "count"}
_BOTH = {"a_keys": "a", "b_keys": "b", "keys": "out[0]", "values": "out[1]"}
_TOP = {"top_keys": "out[0]", "top_indices": "out[1]"}
PARAMETERS = {
    "argsort": {"indices": "out"},
    "count_equal": {"counts": "out"},
    "find_first": {"index": "out"},
    "gather_ranges": {"gather": "begins"},
    "histogram": {"counts": "out"},
    "join": {"a_rows": "out[0]", "b_rows": "out[1]"},
    "join_as_of": {"b_rows": "out"},
    "join_fields": {"structures": "out"},
    "join_overlaps": {"a_rows": "out[0]", "b_rows": "out[1]"},
    "load_balance_search": {"segments": "out[0]", "ranks": "out[1]"},
    "merge": _BOTH,
    "merge_partitions": {"partitions": "out"},
    "merge_runs": {"output_keys": "out[0]", "output_values": "out[1]"},
    "move_ranges": {"gather": "begins", "scatter": "targets"},
    "offsets_from_counts": {"offsets": "out"},
    "put": {"input": "values", "output": "x"},
    "put_structures": {"input": "structures", "output": "x"},
    "reduce": {"result": "out"},
    "reduce_by_key": {"unique_keys": "out[0]", "sums": "out[1]"},
    "run_lengths": {"unique_keys": "out[0]", "starts": "out[1]", "lengths": "out[2]"},
    "scatter_ranges": {"scatter": "targets"},
    "searchsorted": {"haystack": "b", "needles": "a", "indices": "out", "a_indices": "out"},
    "segmented_find_first": {"indices": "out"},
    "segmented_top_k": _TOP,
    "set_operation": _BOTH,
    "sort_rows": {"indices": "out", "columns_count": "the number of columns"},
    "sorted_search": {
        **{f"{side}_{what}": f"out[{2 * k + n}]" for k, what in enumerate(("indices", "matches")) for n, side in enumerate("ab")},
        **{f"{side}_match_count": f"counts[{n}]" for n, side in enumerate("ab")},
    },
    "take": {"other": "fill"},
    "take_columns": {"inputs": "columns"},
    "take_structures": {"input": "structures"},
    "top_k": _TOP,
    "transform": {"the length of n": "length"},
    "transform_load_balance": {"total": "count"},
    "unique": {"keys": "x"},
}  # fmt: skip
_TYPES = {
    **{f"{u}{c}": f"{u and 'uint' or 'int'}{bits}" for c, bits in (("char", 8), ("short", 16), ("int", 32), ("long", 64)) for u in ("", "u")},
    "float": "float32",
    "double": "float64",
}
_TYPE = r"u?(?:char|short|int|long)|float|double"


def names_of(function: str) -> dict[str, str]:
    """Return the names in Python of the library's parameters, for a function of the package."""
    return {**_ALL, **_COUNTS, **PARAMETERS.get(function, {})}


def _caller() -> tuple[str, dict[str, Any]]:
    """Return the name and the variables of the function of the package that the user has called."""
    package, found = __name__.rpartition(".")[0] + ".", None
    frame = sys._getframe(2)
    while frame is not None and str(frame.f_globals.get("__name__")).startswith(package):
        found, frame = frame, frame.f_back  # type: ignore[assignment]
    if found is None:
        return "", {}
    name, of = found.f_code.co_name, found.f_locals.get("self")
    if of is not None:
        name = type(of).__name__ + ("" if name == "__init__" else f".{name}")
    return name, found.f_locals


def in_python(message: str) -> str:
    """Return a message of the library in the words of the function of the package that the user has called."""
    begin = re.match(r"cliv_\w+: ", message)
    function, variables = _caller()
    if not begin or not function:
        return message
    text = message[begin.end() :]
    if "did not compile" not in text:  # such a message has the user's text
        names = names_of(function)
        names |= {of: {"x": "an input", "out": "a result"}[to] for of, to in _ALL.items() if to == names[of] and to not in variables}
        words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
        text = re.sub(rf"\b(?:{words})\b(?!\()", lambda found: names[found[0]], text)
        for theirs, ours in (("op->identity is NULL, but is required", "op has no identity, which is required"), ("CLIV_NONE", "None")):
            text = text.replace(theirs, ours)
        fields = list(variables.get("names") or variables.get("fields") or ())
        text = re.sub(r"\bfields\[(\d+)\](?:\.array)?", lambda found: f"the field {fields[int(found[1])]!r}", text) if fields else text
        for j, name in enumerate(variables.get("aggregate_names") or ()):
            text = text.replace(f"aggregates[{j}].values", name).replace(f"aggregates[{j}].result", f"the result of {name}")
        if not isinstance(variables.get("out"), (tuple, list, type(None))):
            text = text.replace("out[0]", "out")
        text = re.sub(rf"\b(?:type|fit) (?:{_TYPE})\b(?:, (?:{_TYPE})\b)*(?: or (?:{_TYPE})\b)?", _numpy_types, text)
    return f"{function}: {text}"


def _numpy_types(found: re.Match[str]) -> str:
    return re.sub(rf"\b(?:{_TYPE})\b", lambda one: _TYPES[one[0]], found[0])
