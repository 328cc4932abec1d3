#ifndef CATALOG_FILES_H
#define CATALOG_FILES_H

#include <stddef.h>

/// A catalog that is part of the program. Its bytes are never changed and never freed.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} CatalogFile;

/// The catalog of a language; empty if there is none.
CatalogFile catalog_file(const char *tag);

#endif
