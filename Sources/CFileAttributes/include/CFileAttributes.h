#ifndef CFILEATTRIBUTES_H
#define CFILEATTRIBUTES_H

#include <stddef.h>
#include <sys/types.h>

/// The names of a file's extended attributes, each ended by a zero; the size they take, or -1.
ssize_t cfile_attribute_names(const char *path, char *names, size_t size);
/// The value of an extended attribute; its size, or -1.
ssize_t cfile_attribute(const char *path, const char *name, void *value, size_t size);
/// Sets an extended attribute; -1 where that fails.
int cfile_set_attribute(const char *path, const char *name, const void *value, size_t size);
/// Gives two files each other's names, in one step; -1 where that fails.
int cfile_exchange(const char *path, const char *other);

#endif
