/* SPDX-License-Identifier: Apache-2.0 */
/* Windows: loads the library of a wheel, as ctypes does, and prints its version. wheel_load LIBRARY */
#include <stdio.h>
#include <windows.h>

int main(int count, char **arguments)
{
    const HMODULE library = count == 2 ? LoadLibraryA(arguments[1]) : NULL;
    if (!library) {
        printf("error %lu\n", GetLastError());
        return 1;
    }
    const char *(*version)(void) = (const char *(*)(void))(void *)GetProcAddress(library, "cliv_version");
    return !version || !GetProcAddress(library, "cliv_by_address_sort_keys") || puts(version()) < 0;
}
