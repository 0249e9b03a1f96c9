# SPDX-License-Identifier: Apache-2.0
"""The recipe for Conan 2: conan create packaging/conan. OpenCL's headers and loader are the system's."""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.system.package_manager import Apt


class Clinterval(ConanFile):
    name = "clinterval"
    license = "Apache-2.0"
    description = "Primitives for irregular parallel problems on every OpenCL device"
    package_type = "shared-library"  # the static one is in the package, too: clinterval::clinterval_static
    settings = "os", "compiler", "build_type", "arch"
    options = {"mpi": [True, False]}  # libclinterval_mpi, for which the system has to have MPI
    default_options = {"mpi": False}

    def set_version(self):
        header = Path(self.recipe_folder, "..", "..", "include", "clinterval", "status.h").read_text()
        self.version = ".".join(re.findall(r"CLIV_VERSION_[A-Z]+ +(\d+)", header))

    def export_sources(self):
        root = Path(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md"):
            copy(self, pattern, root, self.export_sources_folder, keep_path=False)
        for folder in ("cl", "cmake", "docs", "examples", "host", "include", "mpi", "packaging"):
            copy(self, "*", root / folder, Path(self.export_sources_folder, folder), excludes="conan/*")

    def configure(self):
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def layout(self):
        cmake_layout(self)

    def system_requirements(self):
        mpi = ["libopenmpi-dev"] if self.options.mpi else []
        Apt(self).check(["opencl-headers", "ocl-icd-opencl-dev", *mpi])

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("TOOL", "BENCH", "TESTS"):
            toolchain.cache_variables[f"CLINTERVAL_BUILD_{part}"] = False
        toolchain.cache_variables["CLINTERVAL_BUILD_MPI"] = bool(self.options.mpi)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # The installed CMake package is better than one that Conan would write.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/clinterval"]
        self.cpp_info.libs = ["clinterval"]
        self.cpp_info.system_libs = ["OpenCL", "pthread"]
