#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests of the examples set_lines and csv_join against comm(1) and join(1), on the device that CLINTERVAL_DEVICE names:
# example_tables.sh FOLDER CASE. Exit status 77: skipped; the output has the reason.
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"
LC_ALL=C
export LC_ALL
tab=$(printf '\t')

need_csv() {
    [ -x "$tool/csv_join" ] || skip "built without libcsv, the reader of CSV files"
}

# Real data. packages: name, section and priority of each package; needs: a dependency and its package; summaries: name
# and description, separated by a tab.
real_data() {
    if command -v dpkg-query >/dev/null && dpkg-query -W >/dev/null 2>&1; then
        echo "data: the installed packages"
        dpkg-query -W -f='${Package},${Section},${Priority}\n' >"$work/packages"
        dpkg-query -W -f='${Package}\t${Pre-Depends}, ${Depends}\n' | awk -F'\t' '{
            count = split($2, names, /[,|]/)
            for (k = 1; k <= count; ++k) {
                sub(/^ */, "", names[k]); sub(/[ (:].*/, "", names[k])
                if (names[k] != "") print names[k] "," $1
            }
        }' >"$work/needs"
        dpkg-query -W -f='${Package}\t${binary:Summary}\n' >"$work/summaries"
    else
        echo "data: the files under /usr/share and /usr/lib"
        find /usr/share -type f -name '[a-z]*' 2>/dev/null | head -n 3000 | tr -d ',"\t' |
            awk -F/ '{ print $NF "," $4 "," $5 }' >"$work/packages"
        find /usr/lib /usr/include -type f -name '[a-z]*' 2>/dev/null | head -n 3000 | tr -d ',"\t' |
            awk -F/ '{ print $NF "," $(NF - 1) }' >"$work/needs"
        awk -F, '{ print $1 "\tin \"" $2 "\", " $3 }' "$work/packages" >"$work/summaries"
    fi
    wc -l "$work/packages" "$work/needs" | head -n 2
    if [ ! -s "$work/packages" ] || [ ! -s "$work/needs" ]; then fail "there is no real data here"; fi
}

# same WHAT: the last run printed the contents of $work/expected.
same() { cmp "$work/expected" "$work/out" >&2 || fail "$1"; }

# sets A B [KIND...]: all four operations, or the given ones, on two texts whose lines do not begin with a tab.
sets() {
    a=$1
    b=$2
    shift 2
    [ $# -gt 0 ] || set -- union intersection difference symmetric-difference
    sort "$a" >"$work/a.sorted"
    sort "$b" >"$work/b.sorted"
    for kind in "$@"; do
        case $kind in
        union) comm "$work/a.sorted" "$work/b.sorted" ;;
        intersection) comm -12 "$work/a.sorted" "$work/b.sorted" ;;
        difference) comm -23 "$work/a.sorted" "$work/b.sorted" ;;
        *) comm -3 "$work/a.sorted" "$work/b.sorted" ;;
        esac | sed "s/^$tab*//" >"$work/expected"
        run 0 set_lines "$kind" "$a" "$b"
        silent
        same "the $kind of $a and $b differs from comm(1)"
    done
}

# counts ARGUMENT...: with --count the program prints how many lines are expected.
counts() {
    run 0 "$@" --count
    [ "$(cat "$work/out")" -eq "$(wc -l <"$work/expected")" ] || fail "$* --count"
}

# joins A B [KIND...]: files without header, with three and two columns; the first column is the key. join(1) prints
# the unpaired rows of B among the other rows, and has no semi join.
joins() {
    a=$1
    b=$2
    shift 2
    [ $# -gt 0 ] || set -- inner left right semi anti full
    sort -s -t, -k1,1 "$a" >"$work/a.sorted"
    sort -s -t, -k1,1 "$b" >"$work/b.sorted"
    cut -d, -f1 "$work/b.sorted" | uniq >"$work/b.keys"
    pairs="join -t, -o 0,1.2,1.3,2.2"
    for kind in "$@"; do
        {
            case $kind in
            inner | right) $pairs "$work/a.sorted" "$work/b.sorted" ;;
            left | full) $pairs -a1 "$work/a.sorted" "$work/b.sorted" ;;
            semi) join -t, "$work/a.sorted" "$work/b.keys" ;;
            anti) join -t, -v1 "$work/a.sorted" "$work/b.keys" ;;
            esac
            case $kind in
            right | full) $pairs -v2 "$work/a.sorted" "$work/b.sorted" ;;
            esac
        } >"$work/expected"
        run 0 csv_join --no-header --on 1 --kind "$kind" "$a" "$b"
        silent
        same "the $kind join of $a and $b differs from join(1)"
    done
}

case $case_name in
set)
    real_data
    cut -d, -f1 "$work/packages" >"$work/installed"
    cut -d, -f1 "$work/needs" >"$work/needed"
    : >"$work/empty"
    printf 'b\na\nb\n\nb' >"$work/unended"
    printf 'b\n\n\n a\nb' >"$work/unended_too"
    awk 'BEGIN { for (i = 0; i < 3000; ++i) print "the same line again" }' >"$work/equal"
    awk 'BEGIN { for (i = 0; i < 1000; ++i) print "the same line again"; print "another"; print "the same line" }' \
        >"$work/equal_too"
    awk 'BEGIN { srand(5); for (i = 0; i < 9000; ++i) print int(rand() * 500) % 97 * 12345678901 }' >"$work/few"
    awk 'BEGIN { srand(6); for (i = 0; i < 700; ++i) print int(rand() * 500) % 131 * 12345678901 }' >"$work/few_too"
    sets "$work/needed" "$work/installed"
    counts set_lines symmetric-difference "$work/needed" "$work/installed"
    sets "$work/equal" "$work/equal_too"
    sets "$work/few" "$work/few_too"
    sets "$work/unended" "$work/unended_too" union difference
    sets "$work/empty" "$work/needed" union symmetric-difference
    sets "$work/empty" "$work/empty" union

    start set_lines intersection - "$work/installed" <"$work/needed" >"$work/out" || fail "standard input"
    sort "$work/needed" >"$work/a.sorted"
    sort "$work/installed" | comm -12 "$work/a.sorted" - >"$work/expected"
    same "the intersection with standard input"
    run 0 set_lines intersection "$work/needed" "$work/installed" --output "$work/copy"
    silent
    prints "device: "
    prints "$work/copy: $(wc -l <"$work/expected") lines"
    cmp "$work/expected" "$work/copy" >&2 || fail "--output differs"
    ;;
join)
    need_csv
    real_data
    : >"$work/empty"
    printf 'b,1,2\na,3,4\nb,5,6\n,7,8' >"$work/unended"
    printf 'b,x\n,y\nb,z\nc,\n,w' >"$work/unended_too"
    awk 'BEGIN { srand(9); for (i = 0; i < 2000; ++i) print int(rand() * 90) * 123456789012 "," i "," i % 7 }' >"$work/few"
    awk 'BEGIN { srand(10); for (i = 0; i < 900; ++i) print int(rand() * 120) * 123456789012 "," i }' >"$work/few_too"
    joins "$work/packages" "$work/needs"
    counts csv_join --no-header --on 1 -k full "$work/packages" "$work/needs"
    joins "$work/unended" "$work/unended_too" semi anti full
    joins "$work/few" "$work/few_too" left right full
    joins "$work/few" "$work/needs" full

    # An empty file has only the column of the key.
    sort -s -t, -k1,1 "$work/packages" >"$work/expected"
    run 0 csv_join --no-header --on 1 -k left "$work/packages" "$work/empty"
    same "a left join with nothing"
    run 0 csv_join --no-header --on 1 -k full "$work/empty" "$work/unended_too"
    printf ',y\n,w\nb,x\nb,z\nc,\n' >"$work/expected"
    same "a full join with nothing"
    run 0 csv_join --no-header --on 1 -k left "$work/empty" "$work/empty"
    : >"$work/expected"
    same "a join of nothing"

    # Packages with a common dependency: many rows with one key.
    sort -s -t, -k1,1 "$work/needs" >"$work/a.sorted"
    join -t, "$work/a.sorted" "$work/a.sorted" >"$work/expected"
    run 0 csv_join --no-header --on 1 "$work/needs" "$work/needs"
    same "a join of the dependencies with themselves differs from join(1)"
    wc -l <"$work/expected"

    # More than 2^32 pairs.
    awk 'BEGIN { for (i = 0; i < 100000; ++i) print "x" }' >"$work/x"
    run 0 csv_join --no-header --on 1 --count "$work/x" "$work/x"
    prints 10000000000

    # Integer keys: the same rows as with text keys if each number has one spelling, in the order of the numbers.
    awk -F, '{ print length($1) - 5 "," $1 "," $2 }' "$work/packages" >"$work/sizes"
    awk -F, '{ print 3 * length($2) - 30 "," $2 }' "$work/needs" | sort -u >"$work/sizes_too"
    run 0 csv_join --no-header --on 1 "$work/sizes" "$work/sizes_too"
    sort "$work/out" >"$work/expected"
    run 0 csv_join --no-header --on 1 --integers "$work/sizes" "$work/sizes_too"
    cut -d, -f1 "$work/out" | sort -nc || fail "numbers are not in order"
    sort -o "$work/out" "$work/out"
    same "a join by numbers has other rows"
    printf -- '-07,a\n9223372036854775807,b\n+3,c\n-9223372036854775808,d\n' >"$work/numbers"
    printf '3,C\n-7,A\n-9223372036854775808,D\n9223372036854775807,B\n' >"$work/numbers_too"
    run 0 csv_join --no-header --on 1 -n "$work/numbers" "$work/numbers_too"
    printf -- '-9223372036854775808,d,D\n-07,a,A\n+3,c,C\n9223372036854775807,b,B\n' >"$work/expected"
    same "spellings of a number"
    ;;
join_csv)
    need_csv
    real_data
    # Descriptions have commas and quotes. In the input all fields are quoted, in the output only where required.
    awk -F'\t' '{ gsub(/"/, "\"\"", $2); print "\"" $2 "\",\"" $1 "\"" }' "$work/summaries" >"$work/rows"
    { echo '"what it is","name"' && cat "$work/rows"; } >"$work/summaries.csv"
    { echo 'name,section,priority' && cat "$work/packages"; } >"$work/packages.csv"
    sort -s -t, -k1,1 "$work/packages" | tr , '\t' >"$work/a.sorted"
    sort -s -t"$tab" -k1,1 "$work/summaries" >"$work/b.sorted"
    {
        echo 'name,section,priority,what it is'
        join -t"$tab" "$work/a.sorted" "$work/b.sorted" | awk -F'\t' '{
            if ($4 ~ /[,"]/) { gsub(/"/, "\"\"", $4); $4 = "\"" $4 "\"" }
            print $1 "," $2 "," $3 "," $4
        }'
    } >"$work/expected"
    run 0 csv_join --on name "$work/packages.csv" "$work/summaries.csv"
    same "a join of packages with their descriptions"
    [ "$(grep -c '"' "$work/expected")" -gt 0 ] || fail "no description has a comma"
    run 0 csv_join --on name "$work/packages.csv" "$work/summaries.csv" -o "$work/copy"
    prints "$work/copy: $(($(wc -l <"$work/expected") - 1)) rows"
    cmp "$work/expected" "$work/copy" >&2 || fail "--output differs"

    # Ends of line in fields, both kinds of ends of line, a byte order mark, empty lines, blanks, arbitrary bytes;
    # repeated names; key columns with different names and positions.
    printf '\357\273\277k,x\r\nA,1\r\n\r\nA, 2 \r\n"B","3,3"\r\nE,"say ""E"""' >"$work/a.csv"
    printf 'x,id,x,x_2\nb0,A,\303\251,\n\nb1,B,"two\nlines",\377\n"",B,"a\rb","c"\nb3,C,,' >"$work/b.csv"
    run 0 csv_join --on-a k --on-b id -k full "$work/a.csv" "$work/b.csv"
    printf 'k,x,x_3,x_4,x_2\nA,1,b0,\303\251,\nA, 2 ,b0,\303\251,\nB,"3,3",b1,"two\nlines",\377\nB,"3,3",,"a\rb",c\n' \
        >"$work/expected"
    printf 'E,"say ""E""",,,\nC,,b3,,\n' >>"$work/expected"
    same "quotes, ends of line, names"

    # One column: an empty key is written as a quoted field. Columns by number; another delimiter.
    printf 'k\n""\n"x"\n' >"$work/one.csv"
    run 0 csv_join --on 1 -k anti "$work/one.csv" "$work/a.csv"
    printf 'k\n""\nx\n' >"$work/expected"
    same "one column"
    printf '1\tx,y\n2\t"a\tb"\n' >"$work/a.tsv"
    printf 'y\t2\nz\t1\n' >"$work/b.tsv"
    printf '1\tx,y\tz\n2\t"a\tb"\ty\n' >"$work/expected"
    start csv_join --no-header -t '\t' --on-a 1 --on-b 2 - "$work/b.tsv" <"$work/a.tsv" >"$work/out" || fail "tabs"
    same "tabs"

    # A row longer than the read buffer.
    awk 'BEGIN { line = "0123456789"; while (length(line) < 300000) line = line line
        print "k,v"; print "a,\"" line ",\""; print "b,2" }' >"$work/long.csv"
    run 0 csv_join --on k -k semi "$work/long.csv" "$work/long.csv"
    cmp "$work/long.csv" "$work/out" >&2 || fail "a long row"
    ;;
bad_tables)
    printf 'a\000b\n' >"$work/zero"
    printf 'a\n' >"$work/text"
    run 1 set_lines union "$work/text" "$work/zero"
    complains "zero' is not a text: byte 1 is a zero"
    run 1 set_lines union "$work/missing" "$work/text"
    complains "missing': No such file"
    run 1 set_lines union "$work/text" "$work"
    complains "': Is a directory"
    run 2 set_lines union "$work/text"
    complains "requires KIND FILE_A FILE_B"
    run 2 set_lines xor "$work/text" "$work/text"
    complains "KIND is 'xor', but must be union, intersection, difference or symmetric-difference"
    run 2 set_lines union - -
    complains "only one of the files can be standard input"
    run 2 set_lines union --count --output "$work/out" "$work/text" "$work/text"
    complains "--count excludes --output"
    if [ -e /dev/full ]; then
        run 1 set_lines union --output /dev/full "$work/text" "$work/text"
        complains "'/dev/full': No space left"
    fi

    need_csv
    printf 'k,v,v\n1,2,3\n4,5,6\n' >"$work/good"
    bad() { # bad COMPLAINT OPTION...: joins $work/bad with a good file; the error message must contain COMPLAINT
        complaint=$1
        shift
        run 1 csv_join --on k "$@" "$work/bad" "$work/good"
        complains "$complaint"
        [ ! -s "$work/out" ] || fail "a join that failed wrote something"
    }
    printf 'k,v\n1,2\n\n"a\nb",2\n3\n4,5\n' >"$work/bad"
    bad "bad', line 6: the row has 1 field, but the first row has 2"
    printf 'k,v\n1,2,3\n' >"$work/bad"
    bad "bad', line 2: the row has 3 fields, but the first row has 2"
    printf 'k,v\n1,2\n3,4"5\n' >"$work/bad"
    bad "bad', line 3: unexpected quote"
    printf 'k,v\n1,2\n3,"4\n5,6\n' >"$work/bad"
    bad "bad', line 3: a quote in this row is never closed"
    printf '' >"$work/bad"
    bad "bad' is empty"
    printf 'key,value\n' >"$work/bad"
    bad "bad' has no column 'k'; its columns are named key,value, or numbered 1 to 2"
    printf 'k,v\na\000b,1\n' >"$work/bad"
    bad "bad', line 2: the key has a zero byte"
    for key in x '' 1.0 ' 1' 9223372036854775808 -; do
        printf 'k,v\n1,1\n%s,1\n' "$key" >"$work/bad"
        bad "bad', line 3: the key '$key' is not a 64-bit integer" --integers
    done
    bad "good' has no column '4'; its columns are named k,v,v, or numbered 1 to 3" --on-b 4
    bad "good' has 2 columns with the name 'v'" --on-b v
    bad "bad' has no column 'k'; its columns are numbered 1 to 2" --no-header
    run 1 csv_join --on k "$work/good" "$work/missing"
    complains "missing': No such file"
    run 1 csv_join --on k "$work" "$work/good"
    complains "': Is a directory"
    run 2 csv_join "$work/good" "$work/good"
    complains "--on COLUMN is missing"
    run 2 csv_join --on k "$work/good"
    complains "requires two files"
    run 2 csv_join --on k - -
    complains "only one of the files can be standard input"
    run 2 csv_join --on k --kind outer "$work/good" "$work/good"
    complains "--kind is 'outer', but must be inner, left, right, full, semi or anti"
    run 2 csv_join --on k -c -o "$work/x" "$work/good" "$work/good"
    complains "--count excludes --output"
    for delimiter in '' ab '"'; do
        run 2 csv_join --on k -t "$delimiter" "$work/good" "$work/good"
        complains "--delimiter is '$delimiter', but must be one character"
    done
    run 1 csv_join --on k "$work/good" "$work/good" -o "$work/no/such/folder"
    complains "folder': No such file"
    if [ -e /dev/full ]; then
        run 1 csv_join --on k --output /dev/full "$work/good" "$work/good"
        complains "'/dev/full': No space left"
    fi
    ;;
tables_oclgrind)
    # As tool.oclgrind.
    need_oclgrind
    need_csv
    awk 'BEGIN { print "k,v"; for (i = 0; i < 60; ++i) print i % 13 * 5 % 13 "," i }' >"$work/a"
    awk 'BEGIN { print "k,w"; for (i = 0; i < 40; ++i) print i % 7 * 3 "," i }' >"$work/b"
    for arguments in "set_lines union" "set_lines intersection" "csv_join --on k -k full" "csv_join --on k -k full --integers" \
        "csv_join --on k -k semi --integers"; do
        # shellcheck disable=SC2086 # the arguments' words
        run 0 $arguments "$work/a" "$work/b"
        mv "$work/out" "$work/expected"
        # Oclgrind reports a new buffer at the address of a released buffer as uninitialised, as after a sort of texts.
        case $arguments in
        *full) checks=--data-races ;;
        *) checks="--data-races --uninitialized" ;;
        esac
        # shellcheck disable=SC2086
        CLINTERVAL_DEVICE=oclgrind oclgrind $checks --log "$work/log" "$tool"/$arguments "$work/a" "$work/b" \
            >"$work/out" 2>"$work/err" || fail "oclgrind $arguments"
        same "oclgrind $arguments prints something else"
        [ ! -s "$work/log" ] || { head -n 30 "$work/log" >&2; fail "Oclgrind complains about $arguments"; }
    done
    ;;
*)
    echo "example_tables.sh: no case '$case_name'" >&2
    exit 2
    ;;
esac
