/* SPDX-License-Identifier: Apache-2.0 */
/* How many kernels were launched, watched through the linker's --wrap, which programs that link test_launches get. */
#ifndef CLINTERVAL_TESTS_LAUNCHES_H
#define CLINTERVAL_TESTS_LAUNCHES_H

extern unsigned test_launches;

#endif
