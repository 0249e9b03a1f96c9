#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# platforms.sh LIBRARY COMMAND [ARGUMENT]...: runs a command with the broken platforms of LIBRARY (broken_icd.c) in addition
# to the platforms of the system.
library=$1
shift
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
case ${OCL_ICD_VENDORS:-} in
*.icd) cp "$OCL_ICD_VENDORS" "$folder" ;;
*) cp "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*.icd "$folder" ;;
esac || exit 1
echo "$library" >"$folder/0_broken.icd"
export OCL_ICD_VENDORS="$folder" OPENCL_VENDOR_PATH="$folder"
"$@"
