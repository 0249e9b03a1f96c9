# SPDX-License-Identifier: Apache-2.0
"""Fixtures. The tests run on the device that CLINTERVAL_DEVICE names, like the tests of the library."""

import clinterval as ci
import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pytest


@pytest.fixture(scope="session")
def queue() -> cl.CommandQueue:
    return ci.default_context().queue


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20)


@pytest.fixture
def put_there(queue):
    """A function that copies an array to the device."""
    return lambda array: cla.to_device(queue, np.ascontiguousarray(array))


@pytest.fixture
def mapped(queue):
    """Skip the test if the device does not share memory with the host."""
    if not queue.device.host_unified_memory:
        pytest.skip("the device does not share memory with the host")


@pytest.fixture
def shared(queue, mapped):
    """Skip the test if arrays on the device cannot use memory of the host."""
    if queue.device.platform.name == "rusticl":
        pytest.skip("rusticl releases the memory of an array before its work has ended")
