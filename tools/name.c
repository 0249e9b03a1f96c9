/* SPDX-License-Identifier: Apache-2.0 */
/* The name of the command in its messages. */
#include "tool.h"

const char app_name[] = "clinterval";
