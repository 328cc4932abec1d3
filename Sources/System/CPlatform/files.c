#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#ifdef __linux__
#include <malloc.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#endif

#ifdef __APPLE__
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

static int64_t nanoseconds(struct timespec time) { return time.tv_sec * INT64_C(1000000000) + time.tv_nsec; }

static void fill(struct cplatform_status *status, const struct stat *from) {
    status->mode = from->st_mode;
    status->owner = from->st_uid;
    status->group = from->st_gid;
    status->links = from->st_nlink;
    status->size = from->st_size;
    status->node = from->st_ino;
    status->modified = nanoseconds(from->st_mtim);
    status->changed = nanoseconds(from->st_ctim);
}

int cplatform_status(const char *path, struct cplatform_status *status) {
    struct stat found;
    if (stat(path, &found) != 0) return -1;
    fill(status, &found);
    return 0;
}

int cplatform_status_of(int file, struct cplatform_status *status) {
    struct stat found;
    if (fstat(file, &found) != 0) return -1;
    fill(status, &found);
    return 0;
}

int cplatform_node(const char *path, uint64_t *node) {
#ifdef STATX_INO
    struct statx entry;
    if (statx(AT_FDCWD, path, 0, STATX_INO, &entry) == 0) {
        *node = entry.stx_ino;
        return 0;
    }
    // A container's seccomp filter may reject this call.
    if (errno != ENOSYS && errno != EPERM) return -1;
#endif
    struct stat found;
    if (stat(path, &found) != 0) return -1;
    *node = found.st_ino;
    return 0;
}

int cplatform_path(int file, char *path, size_t size) {
#ifdef __APPLE__
    char found[PATH_MAX];
    if (fcntl(file, F_GETPATH, found) != 0 || strlen(found) >= size) return -1;
    strcpy(path, found);
    return 0;
#else
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = size > 0 ? readlink(link, path, size - 1) : -1;
    if (count < 0) return -1;
    path[count] = 0;
    return 0;
#endif
}

int cplatform_sync(int file) {
#ifdef __APPLE__
    // On this platform, fsync doesn't flush the drive's cache.
    return fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file);
#else
    return fdatasync(file);
#endif
}

int cplatform_exchange(const char *path, const char *other) {
#if defined(__APPLE__)
    return renamex_np(path, other, RENAME_SWAP);
#elif defined(SYS_renameat2)
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 2 /* RENAME_EXCHANGE */);
#else
    errno = ENOSYS;
    return -1;
#endif
}

int cplatform_rename_to_free(const char *path, const char *name) {
#if defined(__APPLE__)
    return renamex_np(path, name, RENAME_EXCL);
#elif defined(SYS_renameat2)
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, name, 1 /* RENAME_NOREPLACE */);
#else
    errno = ENOSYS;
    return -1;
#endif
}

#ifdef __APPLE__
ssize_t cplatform_attribute_names(const char *path, char *names, size_t size) {
    return listxattr(path, names, size, 0);
}

ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size, 0, 0);
}

int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size) {
    return setxattr(path, name, value, size, 0, 0);
}
#else
ssize_t cplatform_attribute_names(const char *path, char *names, size_t size) { return listxattr(path, names, size); }

ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size) {
    return setxattr(path, name, value, size, 0);
}
#endif

void cplatform_begin_writing(int file, int64_t offset, int64_t size) {
#ifdef __linux__
    sync_file_range(file, offset, size, SYNC_FILE_RANGE_WRITE);
#else
    (void)file, (void)offset, (void)size;
#endif
}

#ifdef __linux__
const uint32_t cplatform_watch_ended = IN_IGNORED | IN_MOVE_SELF;

int cplatform_watch(const char *folder, int waits, int *watch) {
    int queue = inotify_init1(IN_CLOEXEC | (waits ? 0 : IN_NONBLOCK));
    if (queue < 0) return -1;
    *watch = inotify_add_watch(queue, folder, IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE |
                                                  IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF | IN_ONLYDIR);
    if (*watch >= 0) return queue;
    close(queue);
    return -1;
}

void cplatform_unwatch(int queue, int watch) { inotify_rm_watch(queue, watch); }
#else
const uint32_t cplatform_watch_ended = 0;

int cplatform_watch(const char *folder, int waits, int *watch) {
    (void)folder, (void)waits, (void)watch;
    errno = ENOSYS;
    return -1;
}

void cplatform_unwatch(int queue, int watch) { (void)queue, (void)watch; }
#endif
