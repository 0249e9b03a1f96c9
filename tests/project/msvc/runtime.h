/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of Microsoft's C runtime that the library uses. msvc.sh makes a header of each standard name that
 * includes this one. There is no POSIX. */
#ifndef TEST_MSVC_RUNTIME_H
#define TEST_MSVC_RUNTIME_H

#include <stdarg.h>
#include <stddef.h>

extern int *_errno(void);
#define errno (*_errno())
#define ENOENT 2
#define EISDIR 21

void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
void free(void *);
int atexit(void(__cdecl *)(void));

typedef struct _iobuf FILE;
int fclose(FILE *), ferror(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
int snprintf(char *, size_t, const char *, ...), sprintf(char *, const char *, ...),
    sscanf(const char *, const char *, ...);
int vsnprintf(char *, size_t, const char *, va_list);
FILE *_wfopen(const wchar_t *, const wchar_t *);
int _fileno(FILE *);

void *memchr(const void *, int, size_t), *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int), *strrchr(const char *, int), *strcpy(char *, const char *), *strerror(int);
char *strpbrk(const char *, const char *), *strstr(const char *, const char *);
size_t strlen(const char *), strspn(const char *, const char *), strcspn(const char *, const char *);

struct _stat64 {
    unsigned short st_mode;
    long long st_size;
};
int _fstat64(int, struct _stat64 *);
#define _S_IFMT 0xF000
#define _S_IFREG 0x8000

#endif
