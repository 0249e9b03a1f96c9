#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Is there all that the site is built with? A failure says what is not.
set -eu
command -v doxygen >/dev/null || {
    echo "there is no doxygen"
    exit 1
}
command -v sphinx-build >/dev/null || {
    echo "there is no sphinx-build"
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo >"$work/index.rst"
sphinx-build -q -C -D extensions=myst_parser,breathe -D html_theme=furo "$work" "$work/site" >"$work/said" 2>&1 || {
    cat "$work/said"
    exit 1
}
