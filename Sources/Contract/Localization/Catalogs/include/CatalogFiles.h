#ifndef CATALOG_FILES_H
#define CATALOG_FILES_H

#include <stddef.h>

/// A built-in catalog. Its bytes are immutable and never freed.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CatalogFile;

/// Returns the catalog of a language, or an empty one if there is none.
CatalogFile catalog_file(const char *tag);

#endif
