#include "CatalogFiles.h"

#include <string.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char de[] = {
#embed "files/de.po"
};
static const unsigned char fr[] = {
#embed "files/fr.po"
};
static const unsigned char es[] = {
#embed "files/es.po"
};
static const unsigned char it[] = {
#embed "files/it.po"
};
static const unsigned char nl[] = {
#embed "files/nl.po"
};
static const unsigned char pt_BR[] = {
#embed "files/pt-BR.po"
};
static const unsigned char pl[] = {
#embed "files/pl.po"
};
static const unsigned char ja[] = {
#embed "files/ja.po"
};

CatalogFile catalog_file(const char *tag) {
#define CATALOG(name, file) if (strcmp(tag, name) == 0) return (CatalogFile){file, sizeof file};
    CATALOG("de", de)
    CATALOG("fr", fr)
    CATALOG("es", es)
    CATALOG("it", it)
    CATALOG("nl", nl)
    CATALOG("pt-BR", pt_BR)
    CATALOG("pl", pl)
    CATALOG("ja", ja)
    return (CatalogFile){NULL, 0};
}
