#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the site is built without a warning and passes docs/site/check.py, that check.py finds faults, that the
# pictures are the output of docs/pictures/draw.py, and that the reference has every function and begins with summaries:
# site.sh SOURCE-FOLDER BUILD-FOLDER LIBRARY VERSION. Exit status 77: skipped.
set -eu
source=$1 build=$2
why=$(sh "$source/docs/site/ready.sh") || {
    echo "skipped: $why"
    exit 77
}
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
sh "$source/docs/site/build.sh" "$@" || fail "the site has warnings, or faults that check.py names"
drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
python3 "$source/docs/pictures/draw.py" "$drawn"
for picture in "$source"/docs/pictures/*.svg; do
    cmp "$picture" "$drawn/${picture##*/}" || fail "$picture is not what docs/pictures/draw.py draws"
done
functions=$(grep -ho 'cliv_[a-z_0-9]*(cliv_context \*ctx, cl_command_queue' "$source"/include/clinterval/*.h | sed 's/(.*//' | sort -u)
[ "$(echo "$functions" | wc -l)" -gt 40 ] || fail "hardly a function was found"
for function in $functions; do
    grep -q "id=\"c\.$function\"" "$build"/site/reference/*.h.html || fail "$function is not in the reference of C"
    name=${function#cliv_}
    name=${name%_begin} # cliv_recording_begin is the constructor of a recording
    grep -q ">$name<" "$build/site/reference/cpp.html" || fail "$function is not in the reference of C++"
done
for name in sort Pool Recording join_as_of; do
    grep -q "id=\"clinterval\.$name\"" "$build/site/reference/python.html" ||
        fail "clinterval.$name is not in the reference of Python"
done
grep -q 'href="reference/sort.h.html#c.cliv_sort_keys"' "$build/site/which.html" ||
    fail "names of functions do not lead to the reference"
for page in scan.h python cpp; do
    grep -q '<table class="summaries' "$build/site/reference/$page.html" || fail "$page has no table of summaries"
done
python3 - "$build/site/reference/scan.h.html" <<'END' || fail "scan.h has an example after the parameters, or a split quote"
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
one = text[text.index('<dt class="sig sig-object c" id="c.cliv_scan_exclusive"'):]
one = one[:one.index("</dd></dl>")]
assert 0 < one.index("<pre>") < one.index("Parameters"), "order"
assert not [p for p in re.findall(r"<p>(.*?)</p>", text, re.S) if p.count('"') % 2 or p.count("&quot;") % 2], "split"
END
grep -q "version $4<" "$build/site/index.html" || fail "the first page does not show the version"
grep -q 'href="_static/favicon.svg"' "$build/site/index.html" || fail "the first page has no icon"
grep -q 'src="_static/site.js"' "$build/site/index.html" || fail "the first page lacks site.js"
for file in site.js site.css favicon.svg; do
    [ -s "$build/site/_static/$file" ] || fail "_static/$file is missing"
done

grep -q 'cliv_sort_keys' "$build/site/searchindex.js" || fail "the search does not find cliv_sort_keys"
! grep -q 'functionParam' "$build/site/searchindex.js" || fail "the search lists parameters"

# check.py finds each kind of fault.
mkdir "$drawn/source" "$drawn/source/docs"
cp -r "$build/site" "$drawn/site"
printf '```c\n%0101d\n```\n' 0 >"$drawn/source/docs/wide.md"
printf '<article><p>no end</p><p>end.</p><p><a href="none.html">lost</a>.</p></article>\n' >"$drawn/site/bad.html"
if python3 "$source/docs/site/check.py" "$drawn/site" "$drawn/source" >"$drawn/said"; then
    fail "check.py accepts a bad page"
fi
for fault in 'bad.html: none.html: there is no such file' 'bad.html: there is no description' \
    'bad.html: a paragraph ends without punctuation: … no end' 'docs/wide.md:2: 101 columns of code, more than 100'; do
    grep -qF "$fault" "$drawn/said" || fail "check.py does not report: $fault"
done
