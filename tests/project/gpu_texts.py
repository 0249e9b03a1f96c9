# SPDX-License-Identifier: Apache-2.0
"""Compiles programs that kernel_texts wrote for GPUs, with clang for AMD's GPUs and for SPIR-V: see gpu_texts.sh.

    gpu_texts.py FOLDER

Of each device the draw takes every program with a new kernel file, group shape, element size, or value of a macro that
an `#if` of its text reads. CLIV_TEST_PROGRAMS=pairs takes every new pair of a shape and such a value, and
CLIV_TEST_PROGRAMS=all takes every program."""
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys

LOCAL_MEMORY = 32 << 10  # the local memory that OpenCL 1.2 guarantees, and that most GPUs report
TARGETS = {
    "amd": ("gfx1030", "gfx1100"),
    "amd-gcn": ("gfx906", "gfx90a"),
    "gpu": ("spir64", "gfx906"),
}
OPTIONS = {"adreno": ["-include", os.path.join(os.path.dirname(os.path.abspath(__file__)), "gpu_texts_qualcomm.h")]}
LIBRARY = "/usr/lib/clc/amdgcn--amdhsa.bc"

folder = sys.argv[1]
draw = os.environ.get("CLIV_TEST_PROGRAMS", "values")


# ---- programs: the lines of the list of a device, and the files of the library that they name


class Program:
    def __init__(self, number, call, options, lines):
        self.number, self.call = number, call
        self.options, self.seen = options.split(), None
        self.lines = lines
        self.files = [line[2:] for line in lines if line.startswith("@ ")]
        kernels = [f for f in self.files if re.search(r"\.cl(\.\d+)?$", f)]
        self.kernel = kernels[-1].split(".")[0] if kernels else "the call's own kernel"

    def text(self):
        return "\n".join(file_text(line[2:]) if line.startswith("@ ") else line for line in self.lines) + "\n"

    def features(self):
        """What the draw looks for: the shape, and the values that select the text."""
        macros = dict(m.groups() for m in (re.match(r"#define (\w+) (.*)", line) for line in self.lines) if m)
        read = set().union(*(conditional_macros(f) for f in self.files)) - {"NT", "VT"}
        shape = (macros.get("NT"), macros.get("VT"))
        values = [(name, macros[name]) for name in read if name in macros]
        values += [("size", size) for size in re.findall(r"^typedef char cliv_size.*== (\d+) \?", self.text_of_types(), re.M)]
        return shape, values

    def text_of_types(self):
        return "\n".join(line for line in self.lines if line.startswith("typedef char cliv_size"))


known = {}  # the programs of all lists by number; a list has the text of a program only if no earlier list has it


def read_list(path):
    """The different programs of a list, as numbers."""
    numbers = {}
    with open(path, encoding="utf-8") as file:
        for part in re.split(r"^==== ", file.read(), flags=re.M)[1:]:
            head, *rest = part.rstrip("\n").split("\n")
            number, call = head.split(" ", 1)
            numbers[number] = True
            if rest:
                known[number] = Program(number, call, rest[0], rest[1:])
    return list(numbers)


texts, read_macros = {}, {}


def file_text(name):
    if name not in texts:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts[name] = file.read()
    return texts[name]


def conditional_macros(name):
    """The macros that the conditionals of a file read, directly or through macros of the file."""
    if name not in read_macros:
        text = file_text(name).replace("\\\n", " ")
        bodies = dict(re.findall(r"^\s*#\s*define (\w+)[ \t]+(.*)$", text, re.M))
        found, todo = set(), re.findall(r"^\s*#\s*(?:if|elif|ifdef|ifndef)\b(.*)$", text, re.M)
        while todo:
            for word in re.findall(r"[A-Za-z_]\w*", todo.pop()):
                if word not in found:
                    found.add(word)
                    todo.append(bodies.get(word, ""))
        read_macros[name] = found
    return read_macros[name]


def drawn(numbers):
    """The programs of a list that show something new."""
    seen, taken = set(), []
    random.Random(1).shuffle(numbers)
    for number in numbers:
        program = known[number]
        if not program.seen:
            program.seen = program.features()
        shape, values = program.seen
        if draw == "pairs":
            shows = {(program.kernel, shape) + value for value in values} | {(program.kernel, shape)}
        else:
            shows = {(program.kernel,) + value for value in values} | {(program.kernel, shape)}
        if draw == "all" or shows - seen:
            seen |= shows
            taken.append(program)
    return taken


# ---- compilers


def command(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        errors = [line for line in done.stdout.splitlines() if "error" in line] or done.stdout.splitlines()
        raise RuntimeError("%s: %s" % (os.path.basename(words[0]), "; ".join(errors[:3])))


def for_amd(path, options, target):
    """Compiles for a GPU of AMD. Returns the resources of each kernel, from the metadata of the assembly."""
    assembly = path + "." + target + ".s"
    command("clang-15", "-x", "cl", "-w", "-O3", *options, "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target,
            "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", LIBRARY, "-S", "-o", assembly, path)
    with open(assembly, encoding="utf-8") as file:
        metadata = file.read().split(".amdgpu_metadata", 1)[-1]
    os.remove(assembly)
    kernels = []
    for part in re.split(r"^  - \.", metadata, flags=re.M)[1:]:
        values = dict(re.findall(r"^\s*(?:- )?\.?(\w+):\s+(\S+)", part, re.M))
        name = re.findall(r"^    \.name:\s+(\S+)", part, re.M)
        if "vgpr_count" in values:
            kernels.append({"name": name[0], "vgprs": int(values["vgpr_count"]), "sgprs": int(values["sgpr_count"]),
                            "spills": int(values.get("vgpr_spill_count", 0)),
                            "scratch": int(values["private_segment_fixed_size"]),
                            "local": int(values["group_segment_fixed_size"])})
    return kernels


def size_of(kind, types):
    """The size and the alignment of a type of LLVM."""
    kind = kind.strip()
    array = re.match(r"\[(\d+) x (.*)\]$", kind)
    vector = re.match(r"<(\d+) x (.*)>$", kind)
    if array:
        size, alignment = size_of(array.group(2), types)
        return int(array.group(1)) * size, alignment
    if vector:
        size = int(vector.group(1)) * size_of(vector.group(2), types)[0]
        size = 1 << (size - 1).bit_length()
        return size, size
    if kind.startswith("%"):
        return size_of(types[kind], types)
    packed = kind.startswith("<{")
    if packed or kind.startswith("{"):
        inside, depth, members = kind.strip("<>")[1:-1], 0, [""]
        for letter in inside:
            depth += (letter in "[{<") - (letter in "]}>")
            if letter == "," and not depth:
                members.append("")
            else:
                members[-1] += letter
        end, most = 0, 1
        for member in members:
            size, alignment = size_of(member, types)
            alignment = 1 if packed else alignment
            end = -(-end // alignment) * alignment + size
            most = max(most, alignment)
        return -(-end // most) * most, most
    size = {"float": 4, "double": 8, "half": 2}.get(kind) or (int(kind[1:]) + 7) // 8 if kind[0] != "p" else 8
    return size, size


def for_spirv(path, options, target):
    """Compiles to SPIR-V and validates it. Returns the local memory of each kernel."""
    base = path + "." + target
    command("clang-15", "-x", "cl", "-w", "-O0", *options, "-target", target, "-emit-llvm", "-S", "-o", base + ".ll", path)
    with open(base + ".ll", encoding="utf-8") as file:
        text = file.read()
    # The translator would give local memory, whose contents are undefined, an initial value that spirv-val refuses.
    with open(base + ".ll", "w", encoding="utf-8") as file:
        file.write(re.sub(r"(?m)^(@\S+ = internal addrspace\(3\) global .*) undef,", r"\1 zeroinitializer,", text))
    command("llvm-as-15", base + ".ll", "-o", base + ".bc")
    command("llvm-spirv-15", "--spirv-max-version=1.3", base + ".bc", "-o", base + ".spv")
    command("spirv-val", base + ".spv")
    for end in (".ll", ".bc", ".spv"):
        os.remove(base + end)
    types = dict(re.findall(r"^(%\S+) = type (.*)$", text, re.M))
    local = dict.fromkeys(re.findall(r"^define .*spir_kernel void @(\w+)\(", text, re.M), 0)
    for kernel, kind in re.findall(r"^@(\w+)\.\S+ = internal addrspace\(3\) global (.*?) undef", text, re.M):
        local[kernel] += size_of(kind, types)[0]
    return [{"name": name, "local": size} for name, size in local.items()]


def compile_one(job):
    device, program, target = job
    path = os.path.join(folder, "programs", "%s.%s.cl" % (device, program.number))
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(program.text())
    try:
        return job, (for_spirv if target == "spir64" else for_amd)(
            path, program.options + OPTIONS.get(device, []), target), None
    except (RuntimeError, KeyError, ValueError) as error:
        return job, [], str(error)


def main():
    os.makedirs(os.path.join(folder, "programs"), exist_ok=True)
    jobs, failures = [], []
    wanted = os.environ.get("CLIV_TEST_TARGETS", "").split()
    names = sorted(name for name in os.listdir(folder) if name.endswith(".built_in.txt"))
    lists = {name.partition(".")[0]: read_list(os.path.join(folder, name)) for name in names}
    for device, numbers in lists.items():
        targets = [t for t in TARGETS.get(device, ("spir64",)) if not wanted or t in wanted]
        if not targets:
            continue
        taken = drawn(numbers)
        print("%s: %d of %d programs, for %s" % (device, len(taken), len(numbers), " and ".join(targets)), flush=True)
        jobs += [(device, program, target) for program in taken for target in targets]
    worst = collections.defaultdict(dict)
    compiled = kernels_seen = 0
    workers = int(os.environ.get("CLIV_TEST_JOBS", os.cpu_count() or 1))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for (device, program, target), kernels, error in pool.map(compile_one, jobs):
            where = "%s, program %s (%s), for %s" % (device, program.number, program.call, target)
            compiled += not error
            if error:
                failures.append("%s: %s" % (where, error))
                print("failed:", failures[-1], flush=True)
            for kernel in kernels:
                kernels_seen += 1
                for what in ("vgprs", "sgprs", "spills", "scratch", "local"):
                    entry = worst[device, target].setdefault(program.kernel + ": " + kernel["name"], {})
                    if kernel.get(what, -1) > entry.get(what, -1):
                        entry[what] = kernel[what]
                if kernel.get("spills"):
                    failures.append("%s: %s spills %d of %d registers" % (
                        where, kernel["name"], kernel["spills"], kernel["vgprs"]))
                    print("failed:", failures[-1], flush=True)
                if kernel["local"] > LOCAL_MEMORY:
                    failures.append("%s: %s has %d bytes of local memory" % (where, kernel["name"], kernel["local"]))
                    print("failed:", failures[-1], flush=True)
    for (device, target), entries in sorted(worst.items()):
        print("\n%s, %s%s" % (device, target, "" if target == "spir64" else ": VGPRs, SGPRs, spills, scratch, local memory"))
        for name, entry in sorted(entries.items()):
            print("%-60s" % name, *("%6d" % entry[w] for w in ("vgprs", "sgprs", "spills", "scratch", "local") if w in entry))
    print("\n%d compilations of %d, %d kernels, %d failures" % (compiled, len(jobs), kernels_seen, len(failures)))
    return 1 if failures else 0


sys.exit(main())
