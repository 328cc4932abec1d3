#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

// The parts of libcurl (https://curl.se/libcurl/c) that the program uses. The library is loaded when a store needs
// it, and its headers aren't required.

typedef struct ccurl_easy CURL;
typedef struct ccurl_multi CURLM;
typedef int CURLcode;
typedef int CURLMcode;
struct curl_slist;
struct curl_waitfd;

typedef struct CURLMsg {
    int msg;
    CURL *easy_handle;
    union {
        void *whatever;
        CURLcode result;
    } data;
} CURLMsg;

/// Receives bytes of a response, or writes bytes of a request: their address, 1, their maximum number, and the pointer
/// that was set as user data.
typedef size_t (*ccurl_receiver)(char *bytes, size_t one, size_t count, void *data);

#define CURLE_OK 0
#define CURLE_URL_MALFORMAT 3
#define CURLE_COULDNT_RESOLVE_PROXY 5
#define CURLE_COULDNT_RESOLVE_HOST 6
#define CURLE_COULDNT_CONNECT 7
#define CURLE_WEIRD_SERVER_REPLY 8
#define CURLE_PARTIAL_FILE 18
#define CURLE_WRITE_ERROR 23
#define CURLE_OPERATION_TIMEDOUT 28
#define CURLE_SSL_CONNECT_ERROR 35
#define CURLE_GOT_NOTHING 52
#define CURLE_SEND_ERROR 55
#define CURLE_RECV_ERROR 56
#define CURLE_PEER_FAILED_VERIFICATION 60
#define CURLE_USE_SSL_FAILED 64
#define CURLE_LOGIN_DENIED 67
#define CURLE_SSL_CACERT_BADFILE 77
#define CURLE_HTTP2_STREAM 92

#define CURLMSG_DONE 1
#define CURLMOPT_MAX_HOST_CONNECTIONS 7

#define CURLUSESSL_TRY 1
#define CURLUSESSL_ALL 3

#define CURLOPT_UPLOAD 46
#define CURLOPT_FRESH_CONNECT 74
#define CURLOPT_FORBID_REUSE 75
#define CURLOPT_NOSIGNAL 99
#define CURLOPT_USE_SSL 119
#define CURLOPT_SUPPRESS_CONNECT_HEADERS 265
#define CURLOPT_QUICK_EXIT 322
#define CURLOPT_WRITEDATA 10001
#define CURLOPT_URL 10002
#define CURLOPT_READDATA 10009
#define CURLOPT_ERRORBUFFER 10010
#define CURLOPT_HTTPHEADER 10023
#define CURLOPT_HEADERDATA 10029
#define CURLOPT_CUSTOMREQUEST 10036
#define CURLOPT_COPYPOSTFIELDS 10165
#define CURLOPT_MAIL_FROM 10186
#define CURLOPT_MAIL_RCPT 10187
#define CURLOPT_WRITEFUNCTION 20011
#define CURLOPT_READFUNCTION 20012
#define CURLOPT_HEADERFUNCTION 20079
#define CURLOPT_POSTFIELDSIZE_LARGE 30120

#define CURLINFO_OS_ERRNO 0x200019
#define CURLINFO_REDIRECT_URL 0x10001F
#define CURLINFO_SIZE_UPLOAD_T 0x600007

/// The functions, each with its result type, name, parameters and arguments.
#define CCURL_FUNCTIONS(function)                                                                                      \
    function(void, curl_easy_cleanup, (CURL * easy), (easy))                                                           \
    function(CURL *, curl_easy_init, (void), ())                                                                       \
    function(const char *, curl_easy_strerror, (CURLcode code), (code))                                                \
    function(CURLcode, curl_global_init, (long flags), (flags))                                                        \
    function(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL * easy), (multi, easy))                            \
    function(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))                                                  \
    function(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), (multi, left))                               \
    function(CURLM *, curl_multi_init, (void), ())                                                                     \
    function(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running))                           \
    function(                                                                                                          \
        CURLMcode, curl_multi_poll,                                                                                    \
        (CURLM * multi, struct curl_waitfd * others, unsigned int count, int milliseconds, int *ready),                \
        (multi, others, count, milliseconds, ready))                                                                   \
    function(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL * easy), (multi, easy))                         \
    function(CURLMcode, curl_multi_wakeup, (CURLM * multi), (multi))                                                   \
    function(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))       \
    function(void, curl_slist_free_all, (struct curl_slist * list), (list))                                            \
    function(const struct ccurl_version *, curl_version_info, (int age), (age))

/// The first fields of the library's version information.
struct ccurl_version {
    int age;
    const char *version;
    unsigned int number;
};

/// The addresses of the functions after the library was opened.
struct ccurl {
#define CCURL_MEMBER(result, name, parameters, arguments) result(*name) parameters;
    CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
    CURLcode (*curl_easy_getinfo)(CURL *easy, int info, ...);
    CURLcode (*curl_easy_setopt)(CURL *easy, int option, ...);
    CURLMcode (*curl_multi_setopt)(CURLM *multi, int option, ...);
};
extern struct ccurl ccurl;

/// Opens the library if necessary, and returns one of CLibrary's result codes. Don't call other functions before it
/// succeeds.
int ccurl_open(char *reason, size_t size);

/// Runs a function on a new thread with all signals blocked. Returns an error number, or 0.
int ccurl_start(void (*run)(void *), void *data);

#define CCURL_CALL(result, name, parameters, arguments)                                                                \
    static inline result name parameters { return ccurl.name arguments; }
CCURL_FUNCTIONS(CCURL_CALL)
#undef CCURL_CALL

// An option's number determines the type of its value: below 10000 a long, from 10000 a pointer, from 20000 a
// function pointer, and from 30000 a size.

static inline CURLcode ccurl_set_number(CURL *easy, int option, long value) {
    return ccurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_text(CURL *easy, int option, const char *value) {
    return ccurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_address(CURL *easy, int option, void *value) {
    return ccurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_list(CURL *easy, int option, struct curl_slist *value) {
    return ccurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_receiver(CURL *easy, int option, ccurl_receiver value) {
    return ccurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_size(CURL *easy, int option, long long value) {
    return ccurl.curl_easy_setopt(easy, option, value);
}

static inline CURLMcode ccurl_set_limit(CURLM *multi, int option, long value) {
    return ccurl.curl_multi_setopt(multi, option, value);
}

/// Returns the error number of the last failed system call, or 0.
static inline long ccurl_system_error(CURL *easy) {
    long code = 0;
    ccurl.curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &code);
    return code;
}

/// Returns the number of bytes of the body that were sent.
static inline long long ccurl_sent(CURL *easy) {
    long long count = 0;
    ccurl.curl_easy_getinfo(easy, CURLINFO_SIZE_UPLOAD_T, &count);
    return count;
}

/// Returns the absolute URL of a redirection, or NULL. The transfer owns the string.
static inline const char *ccurl_redirection(CURL *easy) {
    const char *address = NULL;
    ccurl.curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &address);
    return address;
}

#endif
