// SPDX-License-Identifier: Apache-2.0
// Checks of the tests in C++, which end at the first that fails. Longjmps, as cmocka's, would leave objects behind.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <clinterval/clinterval.hpp>

#include <cstdio>
#include <stdexcept>
#include <string>

#define CHECK(condition)                                                                               \
    do {                                                                                               \
        if (!(condition))                                                                              \
            throw std::logic_error(__FILE__ ":" + std::to_string(__LINE__) + ": not so: " #condition); \
    } while (0)

/* The call throws a failure of that status. */
#define CHECK_STATUS(expected, call)         \
    do {                                     \
        cliv_status answered = CLIV_SUCCESS; \
        try {                                \
            (void)(call);                    \
        } catch (const cliv::error &error) { \
            answered = error.status();       \
            CHECK(error.what()[0]);          \
        }                                    \
        CHECK(answered == (expected));       \
    } while (0)

template <typename Test> int run(Test test)
{
    try {
        test();
        std::puts("all of it holds");
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "FAILED: %s\n", error.what());
        return 1;
    }
}

#endif
