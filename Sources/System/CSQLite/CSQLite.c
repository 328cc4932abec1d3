#include "CSQLite.h"
#include "CLibrary.h"

CLIBRARY_NOTE("{\"feature\":\"sqlite\",\"description\":\"Stores in SQLite databases\",\"priority\":\"suggested\","
              "\"soname\":[\"libsqlite3.so.0\"]}");

struct csqlite csqlite;

#define FUNCTION(result, name, parameters, arguments) {#name, &csqlite.name},
static const struct clibrary_function functions[] = {CSQLITE_FUNCTIONS(FUNCTION){NULL, NULL}};

#ifdef __APPLE__
static const char *const names[] = {"libsqlite3.dylib", NULL};
#else
static const char *const names[] = {"libsqlite3.so.0", NULL};
#endif

static int is_recent(void) { return sqlite3_libversion_number() >= 3037000; }

static struct clibrary library = {names, functions, is_recent, 0};

int csqlite_open(char *reason, size_t size) { return clibrary_open(&library, reason, size); }
