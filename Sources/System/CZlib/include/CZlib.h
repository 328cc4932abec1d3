#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>

/// Opens zlib, once; any thread may ask. True if it is open.
int czlib_open(void);

/// Writes bytes as gzip (RFC 1952), with a level from 1, the fastest, to 9. The result is how many bytes were written; 0
/// where there is no room for them, or no zlib.
size_t czlib_gzip(const void *bytes, size_t count, int level, void *target, size_t size);

#endif
