#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks that the tools for the site are installed. If it fails, it prints what is missing.
set -eu
command -v doxygen >/dev/null || {
    echo "there is no doxygen"
    exit 1
}
command -v sphinx-build >/dev/null || {
    echo "there is no sphinx-build"
    exit 1
}
# The reference loads the Python package with the Python of sphinx-build.
"$(sed -n '1s/^#! *//p' "$(command -v sphinx-build)" | cut -d ' ' -f 1)" -c 'import numpy' 2>/dev/null || {
    echo "sphinx-build's Python has no numpy"
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo >"$work/index.rst"
sphinx-build -q -C -D extensions=myst_parser,breathe -D html_theme=furo "$work" "$work/site" >"$work/said" 2>&1 || {
    cat "$work/said"
    exit 1
}
