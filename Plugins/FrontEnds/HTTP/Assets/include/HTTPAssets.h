#ifndef HTTP_ASSETS_H
#define HTTP_ASSETS_H

#include <stddef.h>

/// A file that stands in the program itself. Its bytes are never changed and never freed.
typedef struct {
    const char *name;
    const char *type;
    const unsigned char *bytes;
    size_t count;
} HTTPAsset;

/// The number of files.
size_t http_asset_count(void);

/// The file at a position below the number of files.
HTTPAsset http_asset_at(size_t position);

#endif
