/* SPDX-License-Identifier: Apache-2.0 */
/* Creates a context and never destroys it, so that leaks.sh must find a leak. */
#include <clinterval/clinterval.h>

#include <stdio.h>

static cliv_status forget(void)
{
    cliv_context *ctx = NULL;
    return cliv_context_create(NULL, &ctx);
}

int main(void)
{
    const cliv_status status = forget();
    if (status != CLIV_SUCCESS)
        fprintf(stderr, "no context: %s\n", cliv_last_error());
    return status != CLIV_SUCCESS;
}
