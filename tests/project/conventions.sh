#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the conventions of CONTRIBUTING.md that a script can check. conventions.sh [SOURCE-FOLDER]
set -u
cd "${1:-$(dirname "$0")/../..}" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
: >"$work/broken"

# convention TEXT: each line of stdin names a line of a file that breaks the convention TEXT.
convention() {
    sed "s|\$|  -- $1|" >>"$work/broken"
}

# Prints C without comments, with unchanged line numbers; a line with only a comment becomes empty. If the formatter
# put the name of a function on the line after its type, both are printed on the first line, and the second line is
# empty.
bare() {
    awk -f tests/project/bare.awk "$1" | awk '
        held != "" && /^[a-z_0-9]+\(/ { print held " " $0; print ""; held = ""; next }
        held != "" { print held; held = "" }
        /^[a-z_][A-Za-z_0-9 *]*$/ { held = $0; next }
        { print }
        END { if (held != "") print held }'
}
for file in cl/*/* host/*/*.[ch] mpi/*.[ch] mpi/tool/*.[ch]; do
    [ -f "$file" ] || continue
    mkdir -p "$work/${file%/*}"
    bare "$file" >"$work/$file"
done
in_bare() { # in_bare PATTERN FILE...: grep -n in the files without comments
    (
        pattern=$1
        shift
        cd "$work" && for file in "$@"; do
            [ ! -f "$file" ] || grep -nE -- "$pattern" "$file" | cut -d: -f1 | sed "s|^|$file:|"
        done
    )
}
names() { # names GLOB...: prints the existing files
    for file in "$@"; do
        [ ! -f "$file" ] || echo "$file"
    done
}

# shellcheck disable=SC2046 # lists of names without blanks
{
    in_bare '(^|[^a-z_])(__)?kernel([^a-z_]|$)' $(names cl/*/*.clh cl/*/*.inl) |
        grep -v '^cl/grid/cliv_phase_kernels.inl:' |
        convention "a .clh or .inl has no kernel; the kernels of lists of phases are made in one file"
    in_bare '##' $(names cl/*/*.clh cl/*/*.cl) | convention "no ## outside an .inl"
    in_bare '__(global|local|kernel|private|constant)([^a-zA-Z_]|$)|get_(global|local|group)_id|CLK_|#pragma' \
        $(names host/*/*.c | grep -vxE 'host/runtime/(program|captures|operators|compile|cache|fields)\.c') |
        convention "in host/ only the prelude's sources in runtime/, program.c, captures.c, operators.c, compile.c, cache.c and fields.c, have OpenCL C text"

    in_bare 'w?ctype\.h|strings\.h|locale\.h|(^|[^a-z_])(is(alnum|alpha|digit|lower|space|upper|xdigit)|to(lower|upper)|strto[dfl]+d?|ato[fil]|strn?casecmp)\(' \
        $(names host/*/*.[ch] mpi/*.[ch]) | convention "the libraries compare and fold ASCII only, whatever the locale: text.h"

    # libclinterval_mpi uses the public interface only, and has no OpenCL C.
    grep -nE '# *include' $(names mpi/*.[ch] mpi/tool/*.[ch]) /dev/null |
        grep -vE '# *include (<(clinterval/[a-z_]+|mpi|CL/[a-z_]+|sys/[a-z_]+|[a-z_0-9]+)\.h>|"[a-z_0-9]+\.h")' |
        cut -d: -f1,2 | convention "mpi/ includes public headers, its own, and the system's"
    for file in $(names mpi/*.[ch] mpi/tool/*.[ch]); do
        sed -n 's/^ *# *include *"\(.*\)".*/\1/p' "$file" | while read -r included; do
            [ -f "${file%/*}/$included" ] || [ -f "examples/common/$included" ] || echo "$file includes $included"
        done
    done | convention "mpi/ includes public headers, its own, and the system's"
    in_bare '__kernel|get_(global|local|group)_id|CLK_|clEnqueueNDRangeKernel' $(names mpi/*.c) |
        convention "mpi/ has no kernels: what it needs is a call of the library's"
    in_bare '(^|[^a-z_])(printf|puts|fputs|fprintf|perror|exit|abort|MPI_Abort)\(' $(names mpi/*.c) |
        convention "a library prints nothing and ends nobody's program"
    # The functions of mpi.h are in the list of symbols and in the documents.
    bare mpi/include/clinterval/mpi.h | grep -v '^ *#' | tr '\n' ' ' | grep -oE 'CLIV_API [^;(]*[ *]cliv_[a-z_0-9]+\(' |
        sed 's/($//; s/.*[ *]//' | sort -u >"$work/over_mpi"
    [ "$(wc -l <"$work/over_mpi")" -gt 10 ] || echo "mpi.h: hardly a function" | convention "functions are found"
    grep -o '^cliv_[a-z0-9_]*' packaging/symbols-mpi | diff - "$work/over_mpi" | grep '^[<>]' |
        convention "packaging/symbols-mpi (<) is what mpi.h declares (>)"
    while read -r function; do
        grep -q "^|.*\`$function\`" docs/functions.md || echo "docs/functions.md: no row of $function"
    done <"$work/over_mpi" | convention "functions over MPI are known"

    for file in $(names cl/*/*); do
        sed -n 's/^ *# *include *"\(.*\)".*/\1/p' "$file" | while read -r included; do
            ls cl/*/"$included" >/dev/null 2>&1 || echo "$file includes $included"
        done
    done | convention "device headers include device headers only"

    # Kernels: Oclgrind confuses a kernel with another kernel whose name begins with the kernel's name.
    for file in $(names cl/*/*.cl); do
        {
            tr '\n' ' ' <"$work/$file" | grep -oE '__kernel[^({]*( void )[a-z_0-9]+ *\(' | sed 's/ *($//; s/.* //'
            # Kernels that cl/grid/cliv_phase_kernels.inl generates from phases.
            sed -nE 's/^ *(CLIV_PHASE_KERNEL|CLIV_PHASES|CLIV_GROUP_PHASES|BEGIN|TURNS|PHASE|LAST)\(([a-z_0-9]+).*/\2/p' \
                "$work/$file"
            sed -nE 's/^ *PAIRS\(([a-z_0-9]+), [a-z.]+, ([a-z_0-9]+),.*/\1 \2/p' "$work/$file" | tr ' ' '\n'
            sed -nE 's/^ *CLIV_PAIR_PHASES\(([a-z_0-9]+).*/\1/p' "$work/$file"
        } | sort -u # a list may have several forms
    done | sort >"$work/kernels"
    [ -s "$work/kernels" ] || echo "cl/*/*.cl" | convention "there are kernels"
    awk 'NR > 1 && index($0, last) == 1 { print "kernels " last " and " $0 } { last = $0 }' "$work/kernels" |
        convention "no kernel's name begins with another kernel's name"

    # Device functions: a definition begins in the first column.
    for file in $(names cl/*/*.clh cl/*/*.inl cl/*/*.cl); do
        awk -v file="$file" -v bare="$work/$file" '
            function finish() {
                if (name != "" && barrier && name !~ /^cliv_wg_/ && !kernel)
                    print file ":" at ": " name " -- a function with barriers is named cliv_wg_"
                name = ""
            }
            {
                getline code < bare
                # The comment before the function, preprocessor lines in between allowed.
                if (code ~ /^[a-z_].*[a-z_0-9]+\(/ && code !~ /^typedef|^#|;[ ]*$|^__attribute__/ || code ~ /^__kernel/) {
                    finish()
                    kernel = code ~ /__kernel/
                    name = code; sub(/\(.*/, "", name)
                    if (kernel && code !~ / void /) name = "kernel"
                    sub(/.*[ *]/, "", name); at = NR; barrier = 0
                    if (!kernel && name !~ /^cliv_/)
                        print file ":" at ": " name " -- device functions are named cliv_, cliv_serial_, cliv_wg_"
                    if (comment == "")
                        print file ":" at ": " name " -- a comment stands before every device function"
                    else if (!kernel && comment !~ /^[ ]*\/\* (Work-item|Sub-group|Work-group)\./)
                        print file ":" at ": " name " -- its comment begins with the level, Work-item, Sub-group or Work-group"
                    comment = ""
                }
                if (name != "" && code ~ /(^|[^a-z_])(barrier|cliv_wg_[a-z_]+)\(/ && NR > at) barrier = 1
                if (code ~ /^}/) { finish(); comment = "" }
                if ($0 ~ /^\/\*/) comment = ""
                if ($0 ~ /^\/\*/ || $0 ~ /^ \*/) comment = comment $0 " "
                else if (code ~ /^[ ]*$/ && $0 == "") comment = ""
            }
            END { finish() }' "$file"
    done >>"$work/broken"

    grep -niE 'no local memory, no barriers' $(names cl/*/*) /dev/null | cut -d: -f1,2 |
        convention "a device function needs no local memory and no barriers unless its comment says so"

    # Words that once were private to the project, and archaic ones: docs/architecture.md has a glossary of field terms.
    grep -nwiE "who|whoever|crew|scout|glance|in vain|in earnest|sooner or later|one behind the other|that is none|in turns|beside|tells|wants|nobody|yardstick|goes by|headed|serial shape|of yours|of the user's|stands (for|in|at)" \
        $(names cl/*/* host/*/* include/clinterval/*.h include/clinterval/*.hpp include/clinterval/cpp/*.hpp mpi/*.[ch] \
        mpi/tool/*.[ch] mpi/include/*/*.h tools/*.[ch] *.md docs/*.md docs/*/*.md docs/*.1 python/*.md \
        python/clinterval/*.py examples/*.* examples/*/*.[ch]* examples/*/*.py cmake/* CMakeLists.txt \
        tests/project/messages.txt quickstart) /dev/null |
        cut -d: -f1,2 | convention "plain words: no archaic or private ones"

    # llvmpipe passes structures by reference, so a function that changes a parameter changes the caller's variable.
    # All types of the library, handles of arrays included, may be structures, except indices and sums of tiles.
    for file in $(names cl/*/*.clh cl/*/*.inl cl/*/*.cl); do
        awk -v file="$file" '
            {
                line = (last ~ /[(,]$/ ? "," : "") $0
                sub(/^#define CLIV_[A-Z_]*SOURCES /, "(", line)
                while (match(line, /[(,] *(cliv_[a-z_0-9]+|CLIV_[A-Z_]+) [a-z_0-9]+ *([,)]|$)/)) {
                    split(substr(line, RSTART + 1), word, " ")
                    sub(/[,)]$/, "", word[2])
                    if (word[1] !~ /^(cliv_index|cliv_running|CLIV_[A-Z_]*INDEX)$/)
                        print file ":" NR ": " word[1] " " word[2]
                    line = substr(line, RSTART + 1)
                }
                last = $0
                sub(/ *$/, "", last)
            }' "$work/$file"
    done | convention "a parameter that may be a structure is const where it is passed by value"

    # Each family of the tuning table is in all documents and helps that list families, and has rows for every device.
    families=$(sed -n '/define CLIV_TUNING_FAMILIES/,/clang-format on/s/^ *X([A-Z_]*, *\([a-z_]*\),.*/\1/p' host/runtime/tuning.h)
    for family in $families; do
        id=$(echo "$family" | tr a-z A-Z)
        grep -q "^| \`$family\` |" docs/portability.md || echo "docs/portability.md: no $family"
        grep -A3 'columns: family' docs/clinterval.1 | grep -qw "$family" || echo "docs/clinterval.1: no $family"
        sed -n '/--family NAME/,/--size/p' bench/tune.c | grep -qw "$family" || echo "bench/tune.c, help: no $family"
        grep -q "{CLIV_FAMILY_$id," bench/tune_targets.c || echo "bench/tune_targets.c: no $family"
        for row in '"name:llvmpipe", *256' '"name:oclgrind", *256' '"cpu", *256' '"any", *256'; do
            grep -qE "X\($id, *$row," host/runtime/tuning.h ||
                { grep -q "CPUS(X, $id," host/runtime/tuning.h && [ "$row" != '"any", *256' ]; } ||
                { grep -q "CLIV_TUNING_MERGES(X, $id," host/runtime/tuning.h && [ "$row" = '"any", *256' ]; } ||
                echo "host/runtime/tuning.h: $family has no row for $row bytes"
        done
    done | convention "families of the tuning table are listed once, and known everywhere"
    [ -n "$families" ] || echo "host/runtime/tuning.h: no family" | convention "families are found"

    # Each operation is listed once, in operations.def, and operations.sh tests the texts that come from the list. The
    # other documents, Python and the tests of arguments have it too.
    list=host/operations.def
    operations=$(sed -n 's/^[A-Z]*(\([a-z_]*\), [a-z]*[,)].*/\1/p' $list tests/harness/descriptors.def)
    for operation in $(sed -n 's/^[A-Z]*(\([a-z_]*\), [a-z]*,$/\1/p' $list); do
        grep -q "^|.*\`cliv_$operation\`" docs/algorithms.md || echo "docs/algorithms.md: no row of cliv_$operation"
        grep -q "^OPERATION($operation," $list || grep -q "cliv_$operation(" tests/runtime/host_snippets.c ||
            echo "$list: no arguments of cliv_$operation"
        grep -qE "[^a-z_]ops\.$operation\>" python/clinterval/*.py || echo "python/clinterval: no call of $operation"
    done | convention "operations are listed once, and known everywhere"
    for descriptor in $(grep -ho '^const test_operation op_[a-z_]*' tests/*/op_*.c | sed 's/.* op_//'); do
        echo "$operations" | grep -qx "$descriptor" || echo "tests/*/op_*.c: op_$descriptor"
    done | convention "a descriptor is listed in $list, or in tests/harness/descriptors.def"
    # Each C function has a C++ function.
    for file in $(names include/clinterval/*.hpp include/clinterval/cpp/*.hpp); do bare "$file"; done >"$work/cpp"
    for file in $(names include/clinterval/*.h); do bare "$file"; done | grep -v '^ *#' | tr '\n' ' ' |
        grep -oE 'CLIV_API [^;(]*[ *]cliv_[a-z_0-9]+\(' | sed 's/($//; s/.*[ *]//' | sort -u >"$work/functions"
    [ "$(wc -l <"$work/functions")" -gt 50 ] || echo "include/clinterval: hardly a function" | convention "functions are found"
    while read -r function; do
        grep -qE "(^|[^a-z_0-9])$function[,(]" "$work/cpp" || echo "include/clinterval/cpp: $function"
    done <"$work/functions" | convention "every function of C has one in C++"

    # A message names the public function that was called. cliv_set_last_error stores the messages of other libraries,
    # so it is excluded.
    for file in $(names host/*/*.c); do
        awk -v file="$file" 'NR == FNR { public[$1]; next }
            /^cliv_status / { name = $2; sub(/\(.*/, "", name); wanted = name in public && name != "cliv_set_last_error" }
            wanted && /^{/ { wanted = 0; getline; if ($0 !~ /^    CLIV_ENTER\(\);$/) print file ": " name }
            wanted && /^}|;$/ { wanted = 0; print file ": " name }' "$work/functions" "$work/$file"
    done | convention "a public function that returns a status begins with CLIV_ENTER()"
    # Public functions do not call each other. If the compiler has no cleanup attribute, the name of the outer function
    # would not be restored.
    for file in $(names host/*/*.c); do
        awk '/^[a-z]/ && match($0, /cliv_[a-z_0-9]+\(/) { name = substr($0, RSTART, RLENGTH) }
            /^    CLIV_ENTER\(\);$/ { print "[^a-z_0-9]" name }' "$work/$file"
    done >"$work/entered"
    for file in $(names host/*/*.c); do
        sed 's/"[^"]*"//g' "$work/$file" | grep -nf "$work/entered" | grep ':  ' | cut -d: -f1 | sed "s|^|$file:|"
    done | convention "no function calls one that begins with CLIV_ENTER()"

    grep -hoE '(`|\()(\.\./)*(host|mpi|cl|tests|bench|tools|cmake)/[a-z_0-9/]+\.[a-z]+' README.md CONTRIBUTING.md docs/*.md docs/guide/*.md |
        sed -E 's/^[`(]//; s|^(\.\./)+||' | sort -u | while read -r file; do
        [ -f "$file" ] || case $file in */x.*|*/x/*|*/op_x.*|*/host_x.*|*/cliv_x.*|*/x_step.*) ;; *) echo "$file" ;; esac
    done | convention "files that documents name exist"
    find cl host tests include -type f | sed 's|.*/||' >"$work/there"
    { # names without a folder, in these documents and in comments
        grep -oE '\<[a-z][a-z_0-9]*\.(clh|cl|inl|c|h)\>' host/*/README.md docs/architecture.md docs/pictures/call.svg
        grep -oE '\<[a-z][a-z_0-9]*\.(clh|inl)\>' $(names cl/*/* host/*/*.[ch] include/clinterval/*.h)
    } | sort -u | grep -v ':x\.cl$' | awk -F: 'NR == FNR { is_there[$1]; next } !($2 in is_there)' "$work/there" - |
        convention "files that documents and comments name exist"

    in_bare '(cmp|contains)\(.*[>.](platform_name|vendor|platform_version)\>' $(names host/*/*.c) | grep -v '^host/runtime/device\.c:' |
        convention "what is different on an implementation is looked up in device.c"

    sources=$(names include/clinterval/*.h include/clinterval/*.hpp include/clinterval/cpp/*.hpp host/*/*.[ch] mpi/*.[ch] mpi/*/*.[ch] mpi/include/*/*.h cl/*/* tests/*/*.[ch] tests/*/*.[ch]pp tests/*/*.sh tests/*/*.awk tests/*.cmake bench/*.[ch] \
        bench/peers/* tools/*.[ch] tools/*.bash tools/cl/* examples/* examples/*/*.[ch] host/operations.def tests/harness/descriptors.def cmake/* packaging/* CMakeLists.txt ./*/CMakeLists.txt ./*/*/CMakeLists.txt \
        quickstart .ci/run python/*.c python/*/*.py python/*/*.c)
    for file in $sources; do
        lines=$(wc -l <"$file")
        [ "$lines" -le 800 ] || echo "$file: $lines lines" | convention "a file has at most 800 lines"
        case $file in
        *.pc.in | packaging/copyright) ;; # pkg-config and Debian determine their first lines
        *) sed 2q "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$file" | convention "the licence on top" ;;
        esac
    done
    code=$(find . \( -path ./build -o -path ./install -o -path ./.git \) -prune -o \( -name '*.[ch]' -o -name '*.[ch]pp' \
        -o -name '*.cu' -o -name '*.cl' -o -name '*.clh' -o -name '*.inl' \) -print)
    LC_ALL=C.UTF-8 grep -nE '^.{121}' $code | cut -d: -f1,2 | convention "lines end before 120 columns"
    grep -nE '#include "[a-z]+/' $(names tests/*/op_*.c tests/harness/run_*.c bench/*.[ch] bench/peers/*) /dev/null |
        grep -vE '"(peers|harness)/|^bench/tune_(shapes.c|targets.h):.*"runtime/(tuning|family)\.h"' | # tables
        cut -d: -f1,2 | convention "tests of operations and the bench see public headers only"
}

if [ -s "$work/broken" ]; then
    cat "$work/broken"
    exit 1
fi
echo "all conventions hold"
