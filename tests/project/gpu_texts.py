# SPDX-License-Identifier: Apache-2.0
"""Compiles programs that kernel_texts wrote for GPUs with clang, for AMD's GPUs and to SPIR-V.

    gpu_texts.py FOLDER

See gpu_texts.sh. Of each device and kernel file, the draw takes the programs that have a new group
shape, element size, or value of a macro that an `#if` of their text reads. CLIV_TEST_PROGRAMS=pairs
takes each new pair of a shape and such a value, CLIV_TEST_PROGRAMS=all takes every program, and a
number limits the programs of the draw. The order is random. After CLIV_TEST_SECONDS no more
programs are compiled."""
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import time

LOCAL_MEMORY = 32 << 10  # what OpenCL 1.2 guarantees
RESOURCES = ("vgprs", "sgprs", "spills", "scratch", "local")
TARGETS = {
    "amd": ("gfx1030", "gfx1100"),
    "amd-gcn": ("gfx906", "gfx90a"),
}
OPTIONS = {"adreno": ["-include", os.path.join(sys.path[0], "gpu_texts_qualcomm.h")]}
CAPPED = ("gfx1100",)  # clang 15 gives a kernel 128 of 256 vector registers, so it may spill
LIBRARY = "/usr/lib/clc/amdgcn--amdhsa.bc"

folder = sys.argv[1]
draw = os.environ.get("CLIV_TEST_PROGRAMS", "values")
end = time.time() + float(os.environ.get("CLIV_TEST_SECONDS", "inf"))


# ---- programs: lines of a device's list, which name files of the library


class Program:
    def __init__(self, number, call, options, lines):
        self.number, self.call = number, call
        self.options, self.seen = options.split(), None
        self.lines = lines
        self.files = [line[2:] for line in lines if line.startswith("@ ")]
        kernels = [f for f in self.files if re.search(r"\.cl(\.\d+)?$", f)]
        self.kernel = kernels[-1].split(".")[0] if kernels else "the call's own kernel"

    def text(self):
        lines = (file_text(line[2:]) if line.startswith("@ ") else line for line in self.lines)
        return "\n".join(lines) + "\n"

    def features(self):
        """The group shape, and the macro values that select text. The draw covers each of them."""
        text = "\n".join(self.lines)
        macros = dict(re.findall(r"^#define (\w+) (.*)$", text, re.M))
        read = set().union(*(conditional_macros(f) for f in self.files)) - {"NT", "VT"}
        values = [(name, macros[name]) for name in read if name in macros]
        sizes = re.findall(r"^typedef char cliv_size.*== (\d+) \?", text, re.M)
        return (macros.get("NT"), macros.get("VT")), values + [("size", size) for size in sizes]


# All programs by number. A list has the text of a program only if no earlier list has it.
known = {}


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
        where = (program.kernel, shape) if draw == "pairs" else (program.kernel,)
        shows = {where + value for value in values} | {(program.kernel, shape)}
        if draw == "all" or shows - seen:
            seen |= shows
            taken.append(program)
    return taken[:int(draw)] if draw.isdigit() else taken


# ---- compilers


def command(*words):
    done = subprocess.run(words, capture_output=True, text=True, errors="replace")
    if done.returncode:
        lines = (done.stdout + done.stderr).splitlines()
        errors = [line for line in lines if "error" in line] or lines
        raise RuntimeError("%s: %s" % (words[0], "; ".join(errors[:3])))


def clang(target, options, path, output):
    command("clang-15", "-x", "cl", "-w", *options, "-target", target, "-S", "-o", output, path)


def for_amd(path, options, target):
    """Compiles for an AMD GPU. Returns the resources of each kernel, from the metadata."""
    assembly = path + ".s"
    library = ["-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", LIBRARY]
    clang("amdgcn-amd-amdhsa", ["-O3", "-mcpu=" + target, *library, *options], path, assembly)
    with open(assembly, encoding="utf-8") as file:
        metadata = file.read().split(".amdgpu_metadata", 1)[-1]
    os.remove(assembly)
    kernels = []
    for part in re.split(r"^  - \.", metadata, flags=re.M)[1:]:
        values = dict(re.findall(r"^\s*(?:- )?\.?(\w+):\s+(\S+)", part, re.M))
        name = re.findall(r"^    \.name:\s+(\S+)", part, re.M)
        if "vgpr_count" in values:
            keys = ("vgpr_count", "sgpr_count", "vgpr_spill_count", "private_segment_fixed_size",
                    "group_segment_fixed_size")
            numbers = [int(values[key]) for key in keys]
            kernels.append({"name": name[0], **dict(zip(RESOURCES, numbers))})
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
    if kind[0] == "i":
        size = (int(kind[1:]) + 7) // 8
    else:
        size = {"float": 4, "double": 8, "half": 2}.get(kind, 8)
    return size, size


def for_spirv(path, options, target):
    """Compiles to SPIR-V and validates it. Returns the local memory of each kernel."""
    clang(target, ["-O0", "-emit-llvm", *options], path, path + ".ll")
    with open(path + ".ll", encoding="utf-8") as file:
        text = file.read()
    # The translator would give local memory an undefined initial value, which spirv-val refuses.
    undefined = r"(?m)^(@\S+ = internal addrspace\(3\) global .*) undef,"
    with open(path + ".ll", "w", encoding="utf-8") as file:
        file.write(re.sub(undefined, r"\1 zeroinitializer,", text))
    command("llvm-as-15", path + ".ll", "-o", path + ".bc")
    command("llvm-spirv-15", "--spirv-max-version=1.3", path + ".bc", "-o", path + ".spv")
    command("spirv-val", path + ".spv")
    for suffix in (".ll", ".bc", ".spv"):
        os.remove(path + suffix)
    types = dict(re.findall(r"^(%\S+) = type (.*)$", text, re.M))
    local = dict.fromkeys(re.findall(r"^define .*spir_kernel void @(\w+)\(", text, re.M), 0)
    variables = r"^@(\w+)\.\S+ = internal addrspace\(3\) global (.*?) undef"
    for kernel, kind in re.findall(variables, text, re.M):
        local[kernel] += size_of(kind, types)[0]
    return [{"name": name, "local": size} for name, size in local.items()]


def compile_one(job):
    device, program, target = job
    if time.time() > end:
        return job, None, None
    path = os.path.join(folder, "programs", "%s.%s.%s.cl" % (device, target, program.number))
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.text())
    compiler = for_spirv if target == "spir64" else for_amd
    try:
        return job, compiler(path, program.options + OPTIONS.get(device, []), target), None
    except (RuntimeError, KeyError, ValueError) as error:
        return job, [], str(error)


def report(worst):
    for (device, target), entries in sorted(worst.items()):
        print("\n%s, %s: %s" % (device, target, ", ".join(RESOURCES)))
        for name, entry in sorted(entries.items()):
            print("%-60s" % name, *("%6s" % entry.get(what, "") for what in RESOURCES))


def main():
    os.makedirs(os.path.join(folder, "programs"), exist_ok=True)
    jobs, kernels_seen, failures = [], 0, 0

    def fail(message):
        nonlocal failures
        failures += 1
        print("failed:", message, flush=True)

    wanted = os.environ.get("CLIV_TEST_TARGETS", "").split()
    names = sorted(name for name in os.listdir(folder) if name.endswith(".built_in.txt"))
    lists = {name.partition(".")[0]: read_list(os.path.join(folder, name)) for name in names}
    for device, numbers in lists.items():
        targets = [t for t in TARGETS.get(device, ("spir64",)) if not wanted or t in wanted]
        if not targets:
            continue
        taken = drawn(numbers)
        numbers_text = "%d of %d programs" % (len(taken), len(numbers))
        print("%s: %s, for %s" % (device, numbers_text, ", ".join(targets)), flush=True)
        jobs += [(device, program, target) for program in taken for target in targets]
    random.Random(2).shuffle(jobs)
    worst, counts = collections.defaultdict(dict), collections.Counter()
    workers = int(os.environ.get("CLIV_TEST_JOBS", os.cpu_count() or 1))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for (device, program, target), kernels, error in pool.map(compile_one, jobs):
            if kernels is None:
                continue
            where = "%s, program %s (%s), for %s" % (device, program.number, program.call, target)
            counts[device, target] += not error
            kernels_seen += len(kernels)
            if error:
                fail("%s: %s" % (where, error))
            for kernel in kernels:
                name = kernel.pop("name")
                entry = worst[device, target].setdefault(program.kernel + ": " + name, {})
                for what, value in kernel.items():
                    entry[what] = max(value, entry.get(what, 0))
                if kernel.get("spills"):
                    message = "%s: %s spills %d registers" % (where, name, kernel["spills"])
                    print(message, flush=True) if target in CAPPED else fail(message)
                if kernel["local"] > LOCAL_MEMORY:
                    fail("%s: %s has %d bytes of local memory" % (where, name, kernel["local"]))
    report(worst)
    print()
    for (device, target), count in sorted(counts.items()):
        print("%s, %s: %d programs compiled" % (device, target, count))
    print("%d of %d programs compiled, %d kernels, %d failures" % (
        sum(counts.values()), len(jobs), kernels_seen, failures))
    return 1 if failures else 0


sys.exit(main())
