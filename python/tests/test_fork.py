# SPDX-License-Identifier: Apache-2.0
"""If a process is forked after its parent has used the package, its calls raise an error immediately. It can end."""

import os
import pickle
import subprocess
import sys

import clinterval as ci
import pytest
from clinterval._native import CheckError

AFTER_USE = """
import os, signal, sys
import clinterval as ci, numpy as np, pyopencl.array as cla
x = np.int32([3, 1, 2])
assert ci.sort(x).tolist() == [1, 2, 3]
queue = ci.default_context().queue
there = cla.to_device(queue, x)
with ci.Recording(queue) as step:
    ci.sort(there, out=there)
pool = ci.Pool("int32", 4)
name = queue.device.platform.name
child = os.fork()
if child == 0:
    signal.alarm(20)
    for what in (
        lambda: ci.sort(x), lambda: ci.sort(there), lambda: ci.Context(), step.run, lambda: pool.alloc(1),
        lambda: len(pool), lambda: ci.memory_pool().trim(), lambda: ci.memory_pool().held,
        lambda: ci.memory_pool().used, lambda: ci.default_context().trim(), lambda: ci.Recording(queue).__enter__(),
        lambda: ci.transform(3, "x[i] = 1;", x=there),
    ):
        try:
            what()
        except ci.Error as error:
            assert "forked" in str(error) and "spawn" in str(error)
        else:
            os._exit(3)
    del pool, step
    if {hard} or "rusticl" in name:  # whose exit handler joins threads that are not there
        os._exit(0)
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
assert ci.sort(there).get().tolist() == [1, 2, 3]
"""

POOL = """
import multiprocessing
import clinterval as ci, numpy as np

def work(_):
    try:
        return ci.sort(np.int32([2, 1])).tolist()
    except ci.Error as error:
        return str(error)

if __name__ == "__main__":
    {before}
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for found in pool.map_async(work, [1, 2]).get(timeout=60):
            assert {expected}, found
"""


def run(text):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", text], timeout=120, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.parametrize("hard", [True, False])
def test_a_child_gets_an_error(hard):
    run(AFTER_USE.replace("{hard}", str(hard)))


def test_errors_come_from_one_process_to_another():
    for kind in (ci.Error, CheckError):
        error = pickle.loads(pickle.dumps(kind("x is wrong", -3001, "CLIV_TYPE_MISMATCH")))
        assert (type(error), str(error), error.status, error.name) == (kind, "x is wrong", -3001, "CLIV_TYPE_MISMATCH")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_pools_of_processes():
    run(POOL.format(before="ci.sort(np.int32([2, 1]))", expected='"forked" in str(found)'))
    run(POOL.format(before="pass", expected="found == [1, 2]"))
