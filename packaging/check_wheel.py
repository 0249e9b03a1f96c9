# SPDX-License-Identifier: Apache-2.0
"""Checks the library in wheels of any platform: check_wheel.py WHEEL...

The format, the processor and the oldest macOS must match the tag. The library may need only libraries of the system. It
must export the functions that the Python package calls, and no names outside the namespace of the project.
"""

import ast
import re
import sys
import zipfile
from pathlib import Path

import lief

# The names of the libraries that are part of every system with the tag, and of OpenCL's loader on Windows. On other
# systems the library uses the loader that pyopencl has loaded, and is linked with none.
SYSTEM_LIBRARIES = {
    "manylinux": r"lib(c|m|dl|pthread)\.so\.\d|ld-linux-\w+\.so\.\d|ld-linux-x86-64\.so\.2",
    "musllinux": r"libc\.musl-\w+\.so\.1",
    "win": r"(?i:kernel32|ntdll|opencl|api-ms-win-crt-[a-z0-9-]+)\.dll",
    "macosx": r"/usr/lib/libSystem\.B\.dylib",
}
LINKER_SYMBOLS = {"__dso_handle", "_mh_dylib_header"}  # macOS
FORMATS = {"manylinux": lief.ELF, "musllinux": lief.ELF, "win": lief.PE, "macosx": lief.MachO}


def processor(library: lief.Binary) -> str:
    """Return the processor in the words of the platform's tags."""
    if isinstance(library, lief.ELF.Binary):
        return {"X86_64": "x86_64", "AARCH64": "aarch64"}[library.header.machine_type.name]
    if isinstance(library, lief.PE.Binary):
        return {"AMD64": "amd64", "ARM64": "arm64"}[library.header.machine.name]
    return {"X86_64": "x86_64", "ARM64": "arm64"}[library.header.cpu_type.name]


def check(wheel: Path) -> str:
    """Check a wheel and return a line about it."""
    tag = wheel.stem.split("-")[-1].split(".")[0]
    system = re.match("[a-z]+", tag).group()
    with zipfile.ZipFile(wheel) as archive:
        libraries = [name for name in archive.namelist() if "/lib/" in name]
        assert len(libraries) == 1, f"the wheel has these libraries instead of one: {libraries}"
        library = lief.parse(list(archive.read(libraries[0])))
        tree = ast.parse(archive.read("clinterval/_operations.py"))
    assert isinstance(library, FORMATS[system].Binary), f"{libraries[0]} has another format"
    assert tag.endswith("_" + processor(library)), f"{libraries[0]} is for {processor(library)}"
    if system == "macosx":
        oldest = tag.split("_")[1:3]
        assert [str(part) for part in library.build_version.minos[:2]] == oldest, library.build_version
        # The kernel of Apple's processors runs signed code only.
        assert library.has_code_signature or tag.endswith("x86_64"), "the library is not signed"
        own = lief.MachO.LoadCommand.TYPE.ID_DYLIB
        needed = [command.name for command in library.libraries if command.command != own]
        exported = {symbol.name.removeprefix("_") for symbol in library.exported_symbols}
    elif system == "win":
        needed = [entry.name for entry in library.imports]
        exported = {entry.name for entry in library.get_export().entries}
    else:
        needed = list(library.libraries)
        exported = {symbol.name for symbol in library.exported_symbols}
    for name in needed:
        assert re.fullmatch(SYSTEM_LIBRARIES[system], name), f"the library needs {name}"
    calls = {
        "cliv_by_address_" + key.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    }
    assert calls and calls <= exported, f"these functions are missing: {sorted(calls - exported)}"
    foreign = {name for name in exported if not name.startswith("cliv_")} - LINKER_SYMBOLS
    assert not foreign, f"these symbols are exported: {sorted(foreign)}"
    return f"{wheel.name}: {wheel.stat().st_size / 1000:.0f} kB; needs {', '.join(needed)}"


lief.logging.disable()
for argument in sys.argv[1:]:
    print(check(Path(argument)), flush=True)
