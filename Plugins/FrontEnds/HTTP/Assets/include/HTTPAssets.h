#ifndef HTTP_ASSETS_H
#define HTTP_ASSETS_H

#include <stddef.h>

/// A file embedded in the executable. Its bytes never change and are never freed.
typedef struct {
    const char *name;
    const char *type;
    const unsigned char *bytes;
    size_t count;
} HTTPAsset;

/// Returns the number of files.
size_t http_asset_count(void);

/// Returns the file at a position, which must be less than the number of files.
HTTPAsset http_asset_at(size_t position);

#endif
