# SPDX-License-Identifier: Apache-2.0
# Prints the texts of all error messages of the sources, sorted and once each, under the folder that has them:
# messages.py SOURCE. Texts of one call are in one line, separated by " | ": the format string, then words that replace
# its placeholders. "{}" is a value or a macro.
import ast
import pathlib
import re
import sys

HEAD = """\
# The texts of all error messages, by folder. Read them as a new user would: which argument, what it is, what it must be.
# Written by tests/project/messages.sh. "%s" and "{}" are values; the words behind " | " replace placeholders, or are
# another message of the same call.
"""
# Functions and variables with message arguments. Libraries also have messages in other places, such as tables: their
# other literals are messages if they read as prose. Other literals of the commands are output and help.
C_CALL = re.compile(
    r"\b(?:cliv_fail|world_fail|app_error|bad|bench_failed|fail|fail_status|error|static_assert|fputs|fprintf)\s*\("
    r"|\b(?:problem|reason|wrong)\s*=(?!=)"
)
STRING = r'"(?:\\.|[^"\\])*"'
LITERAL = re.compile(rf"{STRING}(?:\s*(?:[A-Z]\w*\s*)?{STRING})*")  # macros may be between
PROSE = re.compile(
    r"(?:^|[a-z}',:)] )(?:an?|and|are|as|at|be|but|by|does|failed|file|for|has|have|in|is|it|must|named|no|not|of|on|or|the|to"
    r"|unknown|which|with)(?:[ :] ?[a-z%{(]|$)"
)
CODE = re.compile(r"[#{]| = |\\n +|;\\n|;$|__|\w\((?!\))|\bu?long i\b")
MESSAGE = re.compile("[a-z] [a-z%{]|[a-z%}] [a-z]")


def literal(text):
    """The characters of adjacent literals of C."""
    text = re.sub(rf"({STRING})|PRI([a-z])\d+|(\w+)|\s+", lambda m: (m[1] or "")[1:-1] or m[2] or (m[3] and "{}") or "", text)
    return text.replace('\\"', '"')


def is_prose(text):
    return PROSE.search(text) and not CODE.search(text.replace("{}", ""))


def line(texts):
    """The texts of one call."""
    return " | ".join(t for t in texts if re.search("[A-Za-z]", t))


def end_of(text, start, last):
    """The index of the bracket or semicolon that ends the call or statement from `start` on."""
    depth = 0
    for token in re.compile(rf"{STRING}|'(?:\\.|[^'\\])+'|[()[\]{{}};]").finditer(text, start):
        if depth == 0 and token[0] in last:
            return token.start()
        depth += (token[0] in "([{") - (token[0] in ")]}")
    return len(text)


def of_c(text, command):
    without = rf"({STRING})|_Static_assert\([^;]*;|'(?:\\.|[^'\\])+'|/\*.*?\*/|//[^\n]*|\\\n|^\s*#\s*include[^\n]*"
    text = re.sub(without, lambda m: m[1] or " ", text, flags=re.S | re.M)
    if command:  # skip its output
        text = re.sub(r"\bf(puts|printf)\((?![^;]*\bstderr\b)", r"f\1_(", text)
    found, taken = [], 0
    for call in C_CALL.finditer(text):
        if call.start() >= taken:
            taken = end_of(text, call.end(), ")" if text[call.end() - 1] == "(" else ";")
            inside = text[call.end() : taken]
            found.append(line(literal(m[0]) for m in LITERAL.finditer(inside)))
            text = text[: call.end()] + " " * len(inside) + text[taken:]
    if not command:
        found += filter(is_prose, (literal(m[0]) for m in LITERAL.finditer(text)))
    return found


def of_python(text):
    tree = ast.parse(text)
    found, seen = [], set()

    def words(node):
        if isinstance(node, ast.JoinedStr):
            return "".join(p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

    def strings(node):
        if id(node) in seen:
            return
        seen.add(id(node))
        whole = words(node)
        if whole is not None:
            yield whole.replace("\n", "\\n")
        for child in ast.iter_child_nodes(node):
            if whole is None or isinstance(child, ast.FormattedValue):
                yield from strings(child)

    for node in ast.walk(tree):  # docstrings
        if isinstance(node, ast.Expr) and words(node.value) is not None:
            seen.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Error"):
            found.append(line(strings(node)))
    return found + list(filter(is_prose, strings(tree)))


def main():
    source = pathlib.Path(sys.argv[1])
    files = "include/**/*.h* host/*/*.[ch] mpi/**/*.[ch] python/clinterval/*.py tools/*.[ch] bench/*.[ch] examples/common/*.[ch]"
    messages = {}
    for file in (file for pattern in files.split() for file in source.glob(pattern)):
        folder = file.relative_to(source).parent.as_posix()
        text = file.read_text(encoding="utf-8")
        command = folder in ("mpi/tool", "tools", "bench", "examples/common")
        found = of_python(text) if file.suffix == ".py" else of_c(text, command)
        messages.setdefault(folder, set()).update(t.strip() for t in found if MESSAGE.search(t))
    print(HEAD, end="")
    for folder in sorted(messages):
        if messages[folder]:
            print("", folder, *sorted(messages[folder]), sep="\n")


main()
