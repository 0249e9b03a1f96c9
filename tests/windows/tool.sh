#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the command for Windows under Wine: tool.sh WINE-PREFIX COMMAND.exe SCRIPT CASE. SCRIPT is tool_test.sh or
# tool_grid.sh, to which the command then looks like a command of the host: lines end without a carriage return.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/clinterval" <<END
#!/bin/sh
code=0
sh "$here/wine.sh" "$1" "$2" "\$@" </dev/null >"$folder/out" 2>"$folder/err" || code=\$?
tr -d '\\r' <"$folder/err" >&2
tr -d '\\r' <"$folder/out" || code=1
exit \$code
END
chmod +x "$folder/clinterval"
sh "$3" "$folder/clinterval" "$4"
