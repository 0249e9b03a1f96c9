#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Simulates two hosts on one machine: mpi_hosts.sh RANKS-PER-HOST COMMAND [ARGUMENT]...
# Two network namespaces with a wire between them, each with its own host name, are hosts for Open MPI. Open MPI starts
# ranks there with a script instead of ssh, and the ranks use TCP. The test is skipped without root, or if the kernel
# forbids it.
set -u
each=$1
shift
work=$(mktemp -d) || exit 1
tag=cliv$$
one=${tag}a two=${tag}b

# shellcheck disable=SC2317 # by the trap
clean() {
    for host in $one $two; do
        for process in $(ip netns pids $host 2>/dev/null); do
            kill -KILL "$process" 2>/dev/null
        done
        ip netns del $host 2>/dev/null
    done
    ip link del $one 2>/dev/null
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP

skip() {
    echo "skipped: $1"
    exit 77
}
for tool in ip unshare mpirun hostname; do
    command -v $tool >/dev/null || skip "$tool is not installed"
done
case $(mpirun --version 2>/dev/null) in
*"Open MPI"*) ;;
*) skip "mpirun is not Open MPI's" ;;
esac
[ "$(id -u)" = 0 ] || skip "network namespaces need root"
# Each host has a wire to the other host and to itself.
{
    ip netns add $one && ip netns add $two && ip link add $one type veth peer name $two &&
        ip link set $one netns $one && ip link set $two netns $two &&
        ip -n $one addr add 10.231.7.1/24 dev $one && ip -n $two addr add 10.231.7.2/24 dev $two &&
        ip -n $one link set $one up && ip -n $two link set $two up && ip -n $one link set lo up && ip -n $two link set lo up
} 2>"$work/why" || skip "network namespaces are not allowed: $(tail -n 1 "$work/why")"
ip netns exec $one unshare --uts sh -c "hostname $one" 2>"$work/why" ||
    skip "host names of their own are not allowed: $(tail -n 1 "$work/why")"

# on-host NAME COMMAND...: replaces ssh. Open MPI passes one line for a shell.
cat >"$work/on-host" <<END
#!/bin/sh
host=\$1
shift
exec ip netns exec "\$host" unshare --uts sh -c "hostname \$host; exec sh -c '\$*'"
END
chmod +x "$work/on-host"
printf '%s slots=%d\n%s slots=%d\n' "$one" "$each" "$two" "$each" >"$work/hosts"

passed= # to ranks on the other host
for variable in CLINTERVAL_DEVICE CLINTERVAL_TUNING CLIV_TEST_SEED CLIV_TEST_MPI_SEED CLIV_TEST_ROWS CLIV_TEST_UNTIL \
    POCL_EXTRA_BUILD_FLAGS; do
    eval "[ -z \"\${$variable+set}\" ]" || passed="$passed -x $variable"
done
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# The launcher runs on the first host, and starts ranks on the second host with the script.
# shellcheck disable=SC2086 # options
ip netns exec $one unshare --uts sh -c "hostname $one; exec \"\$@\"" sh \
    mpirun --hostfile "$work/hosts" --map-by node --oversubscribe --bind-to none -n $((2 * each)) \
    --mca plm rsh --mca plm_rsh_agent "$work/on-host" --mca plm_rsh_no_tree_spawn 1 \
    --mca btl tcp,self,vader --mca btl_tcp_if_include 10.231.7.0/24 --mca oob_tcp_if_include 10.231.7.0/24 \
    --mca btl_vader_single_copy_mechanism none --mca mpi_yield_when_idle 1 --mca pml ob1 \
    $passed sh -c 'echo "a rank on $(hostname)"; exec "$@"' sh "$@" >"$work/output" 2>&1
code=$?
cat "$work/output"
for host in $one $two; do
    if [ "$(grep -c "a rank on $host\$" "$work/output")" != "$each" ]; then
        echo "FAILED: not $each ranks on $host"
        exit 1
    fi
done
[ -z "$(ip netns pids $one)$(ip netns pids $two)" ] || { echo "FAILED: processes are left"; code=1; }
exit $code
