#include "CFileAttributes.h"
#include <sys/xattr.h>

#ifdef __APPLE__
ssize_t cfile_attribute_names(const char *path, char *names, size_t size) { return listxattr(path, names, size, 0); }

ssize_t cfile_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size, 0, 0);
}

int cfile_set_attribute(const char *path, const char *name, const void *value, size_t size) {
    return setxattr(path, name, value, size, 0, 0);
}
#else
ssize_t cfile_attribute_names(const char *path, char *names, size_t size) { return listxattr(path, names, size); }

ssize_t cfile_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

int cfile_set_attribute(const char *path, const char *name, const void *value, size_t size) {
    return setxattr(path, name, value, size, 0);
}
#endif
