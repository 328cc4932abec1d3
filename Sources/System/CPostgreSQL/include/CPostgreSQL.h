#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include <stddef.h>

// The parts of libpq (https://www.postgresql.org/docs/current/libpq.html) that the program uses. The library is
// loaded when a store needs it, and its headers aren't required.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;
typedef enum { CONNECTION_OK = 0 } ConnStatusType;
typedef enum {
    PGRES_EMPTY_QUERY = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_COPY_IN = 4,
    PGRES_SINGLE_TUPLE = 9
} ExecStatusType;
typedef enum { PQTRANS_IDLE = 0, PQTRANS_INERROR = 3 } PGTransactionStatusType;
typedef enum { PQPING_NO_RESPONSE = 2 } PGPing;
typedef void (*PQnoticeReceiver)(void *data, const PGresult *result);

typedef struct {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
} PQconninfoOption;

typedef struct pgNotify {
    char *relname;
    int be_pid;
    char *extra;
    struct pgNotify *next;
} PGnotify;

/// The functions, each with its result type, name, parameters and arguments.
#define CPOSTGRESQL_FUNCTIONS(function)                                                                                \
    function(void, PQclear, (PGresult * result), (result))                                                             \
    function(char *, PQcmdTuples, (PGresult * result), (result))                                                       \
    function(                                                                                                          \
        PGconn *, PQconnectdbParams, (const char *const *keywords, const char *const *values, int expands),            \
        (keywords, values, expands))                                                                                   \
    function(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection))                                 \
    function(void, PQconninfoFree, (PQconninfoOption * options), (options))                                            \
    function(PQconninfoOption *, PQconninfoParse, (const char *address, char **message), (address, message))           \
    function(int, PQconsumeInput, (PGconn * connection), (connection))                                                 \
    function(int, PQenterPipelineMode, (PGconn * connection), (connection))                                            \
    function(char *, PQerrorMessage, (const PGconn *connection), (connection))                                         \
    function(int, PQexitPipelineMode, (PGconn * connection), (connection))                                             \
    function(void, PQfinish, (PGconn * connection), (connection))                                                      \
    function(void, PQfreemem, (void *memory), (memory))                                                                \
    function(PGresult *, PQgetResult, (PGconn * connection), (connection))                                             \
    function(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))                   \
    function(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))                 \
    function(char *, PQhost, (const PGconn *connection), (connection))                                                 \
    function(char *, PQhostaddr, (const PGconn *connection), (connection))                                             \
    function(int, PQisBusy, (PGconn * connection), (connection))                                                       \
    function(int, PQlibVersion, (void), ())                                                                            \
    function(int, PQnfields, (const PGresult *result), (result))                                                       \
    function(PGnotify *, PQnotifies, (PGconn * connection), (connection))                                              \
    function(int, PQntuples, (const PGresult *result), (result))                                                       \
    function(int, PQpipelineSync, (PGconn * connection), (connection))                                                 \
    function(                                                                                                          \
        PGPing, PQpingParams, (const char *const *keywords, const char *const *values, int expands),                   \
        (keywords, values, expands))                                                                                   \
    function(char *, PQport, (const PGconn *connection), (connection))                                                 \
    function(int, PQputCopyData, (PGconn * connection, const char *bytes, int count), (connection, bytes, count))      \
    function(int, PQputCopyEnd, (PGconn * connection, const char *message), (connection, message))                     \
    function(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))                         \
    function(ExecStatusType, PQresultStatus, (const PGresult *result), (result))                                       \
    function(                                                                                                          \
        int, PQsendPrepare,                                                                                            \
        (PGconn * connection, const char *name, const char *text, int count, const Oid *types),                        \
        (connection, name, text, count, types))                                                                        \
    function(int, PQsendQuery, (PGconn * connection, const char *text), (connection, text))                            \
    function(                                                                                                          \
        int, PQsendQueryPrepared,                                                                                      \
        (PGconn * connection, const char *name, int count, const char *const *values, const int *lengths,              \
         const int *formats, int format),                                                                              \
        (connection, name, count, values, lengths, formats, format))                                                   \
    function(                                                                                                          \
        PQnoticeReceiver, PQsetNoticeReceiver, (PGconn * connection, PQnoticeReceiver receiver, void *data),           \
        (connection, receiver, data))                                                                                  \
    function(int, PQsetSingleRowMode, (PGconn * connection), (connection))                                             \
    function(int, PQsocket, (const PGconn *connection), (connection))                                                  \
    function(ConnStatusType, PQstatus, (const PGconn *connection), (connection))                                       \
    function(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection))

/// The addresses of the functions after the library was opened.
struct cpostgresql {
#define CPOSTGRESQL_MEMBER(result, name, parameters, arguments) result(*name) parameters;
    CPOSTGRESQL_FUNCTIONS(CPOSTGRESQL_MEMBER)
#undef CPOSTGRESQL_MEMBER
};
extern struct cpostgresql cpostgresql;

/// Opens the library if necessary, and returns one of CLibrary's result codes. Don't call other functions before it
/// succeeds.
int cpostgresql_open(char *reason, size_t size);

/// Returns the length of a null-terminated string in bytes.
static inline size_t cpostgresql_length(const char *text) { return __builtin_strlen(text); }

#define CPOSTGRESQL_CALL(result, name, parameters, arguments)                                                          \
    static inline result name parameters { return cpostgresql.name arguments; }
CPOSTGRESQL_FUNCTIONS(CPOSTGRESQL_CALL)
#undef CPOSTGRESQL_CALL

#endif
