# SPDX-License-Identifier: Apache-2.0
# Completion for bash of the command clinterval. Commands and options are those that --help lists; values are named
# here, and tests/command/completion.sh compares them with --help.
# shellcheck shell=bash disable=SC2207 # words without blanks
_clinterval_values() { # _clinterval_values COMMAND OPTION
    case $1$2 in
    bench--suite) echo operations goals cpu counted latency growth ;;
    bench--shape) echo uniform exact skewed empties one worst bursts edges ;;
    bench--keys) echo uniform few equal special sorted reversed nearly a-below-b b-below-a interleaved drawn ;;
    bench--order) echo none less greater user descending coarse ;;
    bench--type) echo int uchar words12 long float4 ushort words84 longs24 float words20 quads48 uint4 rgb double \
        padded char short uint ulong words8 float3 words36 words64 ;;
    tune--family) echo scan reduce compact bulk seg_reduce set merge search sort segmented radix expand expand_long \
        gather move aos soa copy transform histogram select ;;
    demo--device | demo-d) echo gpu cpu accelerator ;;
    esac
}

_clinterval() { # _clinterval TOOL WORD WORD-BEFORE, as bash calls it
    local words='' files=no command=${COMP_WORDS[1]-}
    if [ "$COMP_CWORD" -le 1 ]; then
        words=$("$1" --help 2>/dev/null | grep -v '(built without)' | grep -oE '^  (-.*--)?[a-z]+')
    elif [[ $2 == -* ]]; then
        words=$("$1" "$command" --help 2>/dev/null | grep '^ *-' | grep -oE -e '--[a-z-]+')
    else
        case $command$3 in
        demo--graph | demo-g | *--csv | *--json | *--plot | *--output) files=yes ;;
        *) words=$(_clinterval_values "$command" "$3") ;;
        esac
    fi
    COMPREPLY=($(compgen -W "${words//,/}" -- "$2"))
    if [ $files = yes ]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$2")
    fi
}
complete -F _clinterval clinterval
