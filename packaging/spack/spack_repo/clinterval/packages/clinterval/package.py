# SPDX-License-Identifier: Apache-2.0
"""The recipe for Spack 1.0, in a repository of its own. It builds the sources that contain it:

spack repo add packaging/spack/spack_repo/clinterval
spack dev-build clinterval@main
"""

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import depends_on, license, variant, version


class Clinterval(CMakePackage):
    """Primitives for irregular parallel problems on every OpenCL device."""

    license("Apache-2.0")
    version("main")

    variant("tool", default=True, description="Build the command clinterval")
    variant("mpi", default=False, description="Build libclinterval_mpi, for several devices")

    depends_on("c", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("opencl@1.2:")
    depends_on("mpi", when="+mpi")

    def cmake_args(self):
        return [
            self.define_from_variant("CLINTERVAL_BUILD_TOOL", "tool"),
            self.define_from_variant("CLINTERVAL_BUILD_MPI", "mpi"),
            self.define("CLINTERVAL_BUILD_BENCH", False),
            self.define("CLINTERVAL_BUILD_TESTS", False),
        ]
