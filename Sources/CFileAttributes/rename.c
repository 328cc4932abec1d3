#define _GNU_SOURCE
#include "CFileAttributes.h"
#include <errno.h>
#include <stdio.h>

#ifdef __APPLE__
int cfile_exchange(const char *path, const char *other) { return renamex_np(path, other, RENAME_SWAP); }
#else
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int cfile_exchange(const char *path, const char *other) {
#ifdef SYS_renameat2
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 2 /* RENAME_EXCHANGE */);
#else
    errno = ENOSYS;
    return -1;
#endif
}
#endif
