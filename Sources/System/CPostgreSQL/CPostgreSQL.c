#include "CPostgreSQL.h"
#include "CLibrary.h"

CLIBRARY_NOTE("{\"feature\":\"postgresql\",\"description\":\"Stores in PostgreSQL databases\","
              "\"priority\":\"suggested\",\"soname\":[\"libpq.so.5\"]}");

struct cpostgresql cpostgresql;

#define FUNCTION(result, name, parameters, arguments) {#name, &cpostgresql.name},
static const struct clibrary_function functions[] = {CPOSTGRESQL_FUNCTIONS(FUNCTION){NULL, NULL}};

#ifdef __APPLE__
static const char *const names[] = {
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib", NULL};
#else
static const char *const names[] = {"libpq.so.5", NULL};
#endif

static int is_recent(void) { return PQlibVersion() >= 140000; }

static struct clibrary library = {names, functions, is_recent, 0};

int cpostgresql_open(char *reason, size_t size) { return clibrary_open(&library, reason, size); }
