#include "CZlib.h"
#include "CLibrary.h"
#include <limits.h>

CLIBRARY_NOTE("{\"feature\":\"compression\",\"description\":\"Pages and lists that are sent compressed\","
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
} zlib;

static const struct clibrary_function functions[] = {
    {"zlibVersion", &zlib.version},
    {"deflateInit2_", &zlib.begin},
    {"deflate", &zlib.deflate},
    {"deflateEnd", &zlib.end},
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

enum { method_deflate = 8, window_of_gzip = 15 + 16, usual_memory = 8, usual_strategy = 0, finish = 4, stream_end = 1 };

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
