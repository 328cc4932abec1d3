#include "CCurl.h"
#include "CLibrary.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

CLIBRARY_NOTE("{\"feature\":\"remote\",\"description\":\"Other servers of lists as stores, and catalogs of products\","
              "\"priority\":\"suggested\",\"soname\":[\"libcurl.so.4\",\"libcurl-gnutls.so.4\"]}");

struct ccurl ccurl;

#define FUNCTION(result, name, parameters, arguments) {#name, &ccurl.name},
static const struct clibrary_function functions[] = {
    CCURL_FUNCTIONS(FUNCTION)
    {"curl_easy_getinfo", &ccurl.curl_easy_getinfo},
    {"curl_easy_setopt", &ccurl.curl_easy_setopt},
    {"curl_multi_setopt", &ccurl.curl_multi_setopt},
    {NULL, NULL},
};

#ifdef __APPLE__
static const char *const names[] = {"libcurl.4.dylib", NULL};
#else
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
#endif

static int is_recent(void) {
    return curl_version_info(0)->number >= 0x074400 && curl_global_init(3 /* CURL_GLOBAL_ALL */) == CURLE_OK;
}

static struct clibrary library = {names, functions, is_recent, 0};

int ccurl_open(char *reason, size_t size) { return clibrary_open(&library, reason, size); }

struct start {
    void (*run)(void *);
    void *data;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.run(start.data);
    return NULL;
}

int ccurl_start(void (*function)(void *), void *data) {
    struct start *start = malloc(sizeof *start);
    if (!start) return -1;
    *start = (struct start){function, data};
    // Block all signals in the new thread, which inherits the mask. Otherwise, a connection that the peer has closed
    // could end the process with SIGPIPE.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int result = pthread_create(&thread, NULL, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result == 0) {
        pthread_detach(thread);
    } else {
        free(start);
    }
    return result;
}
