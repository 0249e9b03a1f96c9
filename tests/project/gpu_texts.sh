#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles kernel programs for GPUs that were not available, with Debian's clang:
#
#     gpu_texts.sh PROGRAM FOLDER
#
# PROGRAM is kernel_texts; the built-in tuning rows of AMD, Intel, Apple, Arm, Qualcomm and other GPUs are used. Programs
# with AMD's rows are compiled for AMD's GPUs, with libclc; the programs of all others are compiled to SPIR-V, which
# spirv-val checks. The test prints the registers and the local memory of each kernel. It fails if a program does not
# compile, if a kernel spills registers, or if it has more than 32 KiB of local memory. gpu_texts.py describes the draw.
here=$(dirname "$0")
program=$1 folder=$2
for tool in clang-15 llvm-as-15 llvm-spirv-15 spirv-val python3; do
    command -v $tool >/dev/null || { echo "no $tool"; exit 77; }
done
[ -f /usr/lib/clc/amdgcn--amdhsa.bc ] || { echo "no libclc"; exit 77; }
rm -rf "$folder"
CLIV_TEST_DEVICES=${CLIV_TEST_DEVICES:-amd amd-gcn intel-gpu apple mali adreno gpu}
export CLIV_TEST_DEVICES
env -u CLINTERVAL_TUNING -u CLINTERVAL_DEVICE -u CLINTERVAL_SUB_GROUPS "$program" "$folder" || exit 1
python3 "$here/gpu_texts.py" "$folder"
