#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts a program on N ranks of this machine: mpi_run.sh N [OPTION-OF-MPIRUN]... PROGRAM [ARGUMENT]...
# Tests have more ranks than processors, and may run as root. Open MPI requires options for both; MPICH accepts both.
# CLIV_TEST_MPIRUN names another launcher.
ranks=$1
shift
mpirun=${CLIV_TEST_MPIRUN:-mpirun}
if ! command -v "$mpirun" >/dev/null; then
    echo "skipped: $mpirun is not installed"
    exit 77
fi
case $("$mpirun" --version 2>/dev/null) in
*"Open MPI"* | *OpenRTE* | *PRRTE*)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    # Waiting ranks yield the processor. Containers forbid the kernel's copies between processes.
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
    export OMPI_MCA_btl_vader_single_copy_mechanism="${OMPI_MCA_btl_vader_single_copy_mechanism:-none}"
    exec "$mpirun" --oversubscribe --bind-to none -n "$ranks" "$@" ;;
*)
    exec "$mpirun" -n "$ranks" "$@" ;;
esac
