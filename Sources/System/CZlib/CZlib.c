#include "CZlib.h"
#include "CLibrary.h"
#include <limits.h>
#include <stdlib.h>

CLIBRARY_NOTE("{\"feature\":\"compression\",\"description\":\"Compressed pages, spreadsheets and ZIP archives\","
              "\"priority\":\"recommended\",\"soname\":[\"libz.so.1\"]}");

/// zlib's stream structure, whose layout hasn't changed since version 1.0.
struct stream {
    const void *input;
    unsigned input_size;
    unsigned long input_total;
    void *output;
    unsigned output_size;
    unsigned long output_total;
    const char *message;
    void *state;
    void *allocate, *release, *context;
    int data_type;
    unsigned long check;
    unsigned long reserved;
};

static struct {
    const char *(*version)(void);
    int (*begin)(struct stream *, int level, int method, int window, int memory, int strategy, const char *, int);
    int (*deflate)(struct stream *, int flush);
    int (*end)(struct stream *);
    int (*begin_inflating)(struct stream *, int window, const char *, int);
    int (*inflate)(struct stream *, int flush);
    int (*end_inflating)(struct stream *);
    unsigned long (*crc)(unsigned long, const void *, unsigned);
} zlib;

static const struct clibrary_function functions[] = {
    {"zlibVersion", &zlib.version},
    {"deflateInit2_", &zlib.begin},
    {"deflate", &zlib.deflate},
    {"deflateEnd", &zlib.end},
    {"inflateInit2_", &zlib.begin_inflating},
    {"inflate", &zlib.inflate},
    {"inflateEnd", &zlib.end_inflating},
    {"crc32", &zlib.crc},
    {NULL, NULL},
};

#ifdef __APPLE__
static const char *const names[] = {"libz.1.dylib", NULL};
#else
static const char *const names[] = {"libz.so.1", NULL};
#endif

static int is_recent(void) { return zlib.version()[0] == '1'; }

static struct clibrary library = {names, functions, is_recent, 0};

int czlib_open(void) {
    char reason[1];
    return clibrary_open(&library, reason, sizeof reason) == CLIBRARY_OPEN;
}

enum { method_deflate = 8, window_of_gzip = 15 + 16, window_of_raw = -15, usual_memory = 8, usual_strategy = 0, finish = 4, stream_end = 1, no_progress = -5 };

size_t czlib_gzip(const void *bytes, size_t count, int level, void *target, size_t size) {
    if (!library.is_open || count > UINT_MAX || size > UINT_MAX) return 0;
    struct stream stream = {
        .input = bytes, .input_size = (unsigned)count, .output = target, .output_size = (unsigned)size};
    if (zlib.begin(&stream, level, method_deflate, window_of_gzip, usual_memory, usual_strategy, zlib.version(),
                   (int)sizeof stream) != 0)
        return 0;
    int outcome = zlib.deflate(&stream, finish);
    size_t written = outcome == stream_end ? (size_t)stream.output_total : 0;
    zlib.end(&stream);
    return written;
}

struct czlib_stream {
    struct stream stream;
    int compresses;
};

struct czlib_stream *czlib_stream(int level) {
    if (!library.is_open) return NULL;
    struct czlib_stream *new = calloc(1, sizeof *new);
    if (!new) return NULL;
    new->compresses = level > 0;
    int size = (int)sizeof new->stream;
    int outcome = level > 0 ? zlib.begin(&new->stream, level, method_deflate, window_of_raw, usual_memory,
                                         usual_strategy, zlib.version(), size)
                            : zlib.begin_inflating(&new->stream, window_of_raw, zlib.version(), size);
    if (outcome == 0) return new;
    free(new);
    return NULL;
}

int czlib_run(struct czlib_stream *stream, const void *source, size_t *count, void *target, size_t *size, int is_last) {
    // Larger buffers are used in part. The caller continues with the rest.
    unsigned input = *count > UINT_MAX ? UINT_MAX : (unsigned)*count;
    unsigned output = *size > UINT_MAX ? UINT_MAX : (unsigned)*size;
    int ends = is_last && input == *count;
    stream->stream.input = source;
    stream->stream.input_size = input;
    stream->stream.output = target;
    stream->stream.output_size = output;
    int outcome = stream->compresses ? zlib.deflate(&stream->stream, ends ? finish : 0)
                                     : zlib.inflate(&stream->stream, 0);
    *count = input - stream->stream.input_size;
    *size = output - stream->stream.output_size;
    stream->stream.input = stream->stream.output = NULL;
    if (outcome == stream_end) return 1;
    // A step without progress doesn't mean damage: the stream may only need more input.
    return outcome == 0 || outcome == no_progress ? 0 : -1;
}

void czlib_close(struct czlib_stream *stream) {
    if (!stream) return;
    if (stream->compresses) zlib.end(&stream->stream);
    else zlib.end_inflating(&stream->stream);
    free(stream);
}

unsigned czlib_crc(unsigned crc, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    while (count > 0) {
        unsigned part = count > UINT_MAX ? UINT_MAX : (unsigned)count;
        crc = (unsigned)zlib.crc(crc, next, part);
        next += part;
        count -= part;
    }
    return crc;
}
