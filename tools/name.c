/* SPDX-License-Identifier: Apache-2.0 */
/* The command's name in messages. */
#include "tool.h"

const char app_name[] = "clinterval";
