#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>

/// Opens zlib if necessary. Can be called on any thread. Returns whether zlib is open.
int czlib_open(void);

/// Compresses bytes with gzip (RFC 1952). The level is from 1, the fastest, to 9. Returns the number of bytes
/// written, or 0 if the target is too small or zlib isn't open.
size_t czlib_gzip(const void *bytes, size_t count, int level, void *target, size_t size);

#endif
