#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that doxygen generates the reference without a warning: docs.sh BUILD-FOLDER. Exit status 77: skipped.
command -v doxygen >/dev/null || {
    echo "skipped: there is no doxygen"
    exit 77
}
doxygen "$1/Doxyfile" || {
    echo "FAILED: doxygen has warnings" >&2
    exit 1
}
grep -rqF 'cliv_interval_expand' "$1/reference/html" || {
    echo "FAILED: cliv_interval_expand is not in the reference" >&2
    exit 1
}
