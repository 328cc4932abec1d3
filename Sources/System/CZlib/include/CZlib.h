#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>

/// Opens zlib if necessary. Can be called on any thread. Returns whether zlib is open.
int czlib_open(void);

/// Compresses bytes with gzip (RFC 1952). The level is from 1, the fastest, to 9. Returns the number of bytes
/// written, or 0 if the target is too small or zlib isn't open.
size_t czlib_gzip(const void *bytes, size_t count, int level, void *target, size_t size);

/// A stream of raw deflate data (RFC 1951), as in ZIP archives.
struct czlib_stream;

/// Creates a stream that compresses at a level from 1 to 9, or one that decompresses if the level is 0. Returns NULL
/// if zlib isn't open or memory is lacking. czlib_close releases it.
struct czlib_stream *czlib_stream(int level);

/// Reads from the source and writes to the target. On return, the two sizes are the numbers of bytes read and written.
/// A compressing stream ends after its last input if `is_last` isn't 0. Returns 0 to continue, 1 at the end of the
/// stream, and -1 if the data is damaged.
int czlib_run(struct czlib_stream *stream, const void *source, size_t *count, void *target, size_t *size, int is_last);

/// Releases a stream.
void czlib_close(struct czlib_stream *stream);

/// Returns the CRC-32 of bytes that follow bytes with the given CRC-32, which is 0 at the beginning. zlib must be open.
unsigned czlib_crc(unsigned crc, const void *bytes, size_t count);

#endif
