#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a program for Windows under Wine, which passes OpenCL calls to the host's loader:
#
#     wine.sh PREFIX PROGRAM [ARGUMENT]...
#
# PREFIX is the folder of Wine's files.
WINEPREFIX=$1
shift
export WINEDLLOVERRIDES="winedbg.exe,mscoree,mshtml=d" # no debugger after a crash
export WINEPREFIX WINEDEBUG="${WINEDEBUG:--all}" TMPDIR="${TMPDIR:-/tmp}"
unset DISPLAY
exec wine "$@"
