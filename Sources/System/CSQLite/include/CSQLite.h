#ifndef CSQLITE_H
#define CSQLITE_H

#include <stddef.h>

// The parts of SQLite's interface (https://sqlite.org/c3ref) that the program uses. The library is loaded when a
// store needs it, and its headers aren't required.

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;
typedef void (*sqlite3_destructor_type)(void *);

#define SQLITE_OK 0
#define SQLITE_PERM 3
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_READONLY 8
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CANTOPEN 14
#define SQLITE_TOOBIG 18
#define SQLITE_AUTH 23
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_URI 0x00000040
#define SQLITE_OPEN_NOMUTEX 0x00008000
#define SQLITE_OPEN_EXRESCODE 0x02000000

#define SQLITE_PREPARE_PERSISTENT 0x01
#define SQLITE_UTF8 1
#define SQLITE_DETERMINISTIC 0x000000800

#define SQLITE_INTEGER 1
#define SQLITE_TEXT 3
#define SQLITE_BLOB 4

/// The functions, each with its result type, name, parameters and arguments.
#define CSQLITE_FUNCTIONS(function)                                                                                    \
    function(void *, sqlite3_aggregate_context, (sqlite3_context *context, int size), (context, size))                 \
    function(                                                                                                          \
        int, sqlite3_bind_blob64,                                                                                      \
        (sqlite3_stmt *statement, int index, const void *bytes, unsigned long long count,                              \
         sqlite3_destructor_type release),                                                                             \
        (statement, index, bytes, count, release))                                                                     \
    function(                                                                                                          \
        int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, long long value), (statement, index, value))     \
    function(int, sqlite3_bind_null, (sqlite3_stmt *statement, int index), (statement, index))                         \
    function(                                                                                                          \
        int, sqlite3_bind_text64,                                                                                      \
        (sqlite3_stmt *statement, int index, const char *text, unsigned long long count,                               \
         sqlite3_destructor_type release, unsigned char encoding),                                                     \
        (statement, index, text, count, release, encoding))                                                            \
    function(int, sqlite3_busy_timeout, (sqlite3 *database, int milliseconds), (database, milliseconds))               \
    function(long long, sqlite3_changes64, (sqlite3 *database), (database))                                            \
    function(int, sqlite3_clear_bindings, (sqlite3_stmt *statement), (statement))                                      \
    function(int, sqlite3_close_v2, (sqlite3 *database), (database))                                                   \
    function(const void *, sqlite3_column_blob, (sqlite3_stmt *statement, int column), (statement, column))            \
    function(int, sqlite3_column_bytes, (sqlite3_stmt *statement, int column), (statement, column))                    \
    function(int, sqlite3_column_count, (sqlite3_stmt *statement), (statement))                                        \
    function(long long, sqlite3_column_int64, (sqlite3_stmt *statement, int column), (statement, column))              \
    function(                                                                                                          \
        const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int column), (statement, column))        \
    function(int, sqlite3_column_type, (sqlite3_stmt *statement, int column), (statement, column))                     \
    function(                                                                                                          \
        int, sqlite3_create_function_v2,                                                                               \
        (sqlite3 *database, const char *name, int count, int flags, void *data,                                        \
         void (*call)(sqlite3_context *, int, sqlite3_value **),                                                       \
         void (*step)(sqlite3_context *, int, sqlite3_value **), void (*end)(sqlite3_context *),                       \
         sqlite3_destructor_type release),                                                                             \
        (database, name, count, flags, data, call, step, end, release))                                                \
    function(const char *, sqlite3_errmsg, (sqlite3 *database), (database))                                            \
    function(int, sqlite3_finalize, (sqlite3_stmt *statement), (statement))                                            \
    function(int, sqlite3_libversion_number, (void), ())                                                               \
    function(                                                                                                          \
        int, sqlite3_open_v2, (const char *path, sqlite3 **database, int flags, const char *system),                   \
        (path, database, flags, system))                                                                               \
    function(                                                                                                          \
        int, sqlite3_prepare_v3,                                                                                       \
        (sqlite3 *database, const char *text, int count, unsigned int flags, sqlite3_stmt **statement,                 \
         const char **rest),                                                                                           \
        (database, text, count, flags, statement, rest))                                                               \
    function(                                                                                                          \
        void, sqlite3_progress_handler, (sqlite3 *database, int steps, int (*handler)(void *), void *data),            \
        (database, steps, handler, data))                                                                              \
    function(int, sqlite3_reset, (sqlite3_stmt *statement), (statement))                                               \
    function(void, sqlite3_result_error_nomem, (sqlite3_context *context), (context))                                  \
    function(                                                                                                          \
        void, sqlite3_result_text,                                                                                     \
        (sqlite3_context *context, const char *text, int count, sqlite3_destructor_type release),                      \
        (context, text, count, release))                                                                               \
    function(int, sqlite3_step, (sqlite3_stmt *statement), (statement))                                                \
    function(long long, sqlite3_value_int64, (sqlite3_value *value), (value))                                          \
    function(const unsigned char *, sqlite3_value_text, (sqlite3_value *value), (value))

/// The addresses of the functions after the library was opened.
struct csqlite {
#define CSQLITE_MEMBER(result, name, parameters, arguments) result(*name) parameters;
    CSQLITE_FUNCTIONS(CSQLITE_MEMBER)
#undef CSQLITE_MEMBER
};
extern struct csqlite csqlite;

/// Opens the library if necessary, and returns one of CLibrary's result codes. Don't call other functions before it
/// succeeds.
int csqlite_open(char *reason, size_t size);

#define CSQLITE_CALL(result, name, parameters, arguments)                                                              \
    static inline result name parameters { return csqlite.name arguments; }
CSQLITE_FUNCTIONS(CSQLITE_CALL)
#undef CSQLITE_CALL

#endif
