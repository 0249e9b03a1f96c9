/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of Windows that the library uses. */
#ifndef TEST_MSVC_WINDOWS_H
#define TEST_MSVC_WINDOWS_H

#include <stddef.h>

#define CALLBACK __stdcall
#define TRUE 1
#define INFINITE 0xffffffffu
#define CP_UTF8 65001
#define MB_ERR_INVALID_CHARS 8
#define INVALID_FILE_ATTRIBUTES ((DWORD)-1)
#define FILE_ATTRIBUTE_DIRECTORY 16
#define FLS_OUT_OF_INDEXES ((DWORD)-1)
#define INIT_ONCE_STATIC_INIT \
    {                         \
        0                     \
    }

typedef int BOOL;
typedef unsigned long DWORD;
typedef struct INIT_ONCE {
    void *pointer;
} INIT_ONCE, *PINIT_ONCE, SRWLOCK, *PSRWLOCK, CONDITION_VARIABLE, *PCONDITION_VARIABLE;

void InitializeSRWLock(PSRWLOCK), AcquireSRWLockExclusive(PSRWLOCK), ReleaseSRWLockExclusive(PSRWLOCK);
void InitializeConditionVariable(PCONDITION_VARIABLE), WakeAllConditionVariable(PCONDITION_VARIABLE);
BOOL SleepConditionVariableSRW(PCONDITION_VARIABLE, PSRWLOCK, DWORD, DWORD);
BOOL InitOnceExecuteOnce(PINIT_ONCE, BOOL(CALLBACK *)(PINIT_ONCE, void *, void **), void *, void **);
DWORD FlsAlloc(void(CALLBACK *)(void *));
BOOL FlsFree(DWORD), FlsSetValue(DWORD, void *);
void *FlsGetValue(DWORD);
int MultiByteToWideChar(unsigned, DWORD, const char *, int, wchar_t *, int);
int WideCharToMultiByte(unsigned, DWORD, const wchar_t *, int, char *, int, const char *, BOOL *);
DWORD GetEnvironmentVariableW(const wchar_t *, wchar_t *, DWORD), GetFileAttributesW(const wchar_t *);

#endif
