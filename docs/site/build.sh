#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the site as BUILD-FOLDER/site and checks it: build.sh SOURCE-FOLDER BUILD-FOLDER LIBRARY VERSION [REPOSITORY]
# The library is for the Python package, which is imported; no device is needed. Warnings are errors.
# REPOSITORY is the address of the repository. Without it, the site has no link to one.
set -eu
source=$1 build=$2
export CLINTERVAL_LIBRARY="$3" CLINTERVAL_VERSION="$4" CLINTERVAL_REPOSITORY="${5-}" PYTHONDONTWRITEBYTECODE=1
export CLINTERVAL_XML="$build/site-work/xml" CLINTERVAL_STATUS_CODES="$build/status_codes.md"
mkdir -p "$build/site-work/pages" "$build/site-work/new" "$CLINTERVAL_XML"
{
    cat "$build/Doxyfile"
    printf '%s\n' "OUTPUT_DIRECTORY = $build/site-work/new" 'GENERATE_HTML = NO' 'GENERATE_XML = YES' \
        'XML_PROGRAMLISTING = NO' 'TYPEDEF_HIDES_STRUCT = YES'
} | doxygen -
python3 "$source/docs/site/mend_xml.py" "$build/site-work/new/xml"
# Files without a change stay, so that Sphinx does not read them again.
for file in "$build/site-work/new/xml"/*; do
    cmp -s "$file" "$CLINTERVAL_XML/${file##*/}" || cp "$file" "$CLINTERVAL_XML"
done
sphinx-build -q -W --keep-going -b html -c "$source/docs/site" -d "$build/site-work/doctrees" \
    "$build/site-work/pages" "$build/site"
cp "$source"/docs/site/static/* "$build/site/_static" # Sphinx does not copy them if no page has changed
python3 "$source/docs/site/check.py" "$build/site" "$source"
