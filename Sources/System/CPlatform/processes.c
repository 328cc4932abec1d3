#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <TargetConditionals.h>
// Some SDKs lack the header that declares it.
extern char ***_NSGetEnviron(void);
char **cplatform_environment(void) { return *_NSGetEnviron(); }
const char *const cplatform_installer = "brew";
#if TARGET_OS_OSX
const char *const cplatform_browser = "open";
#else
const char *const cplatform_browser = NULL;
#endif
#else
extern char **environ;
char **cplatform_environment(void) { return environ; }
const char *const cplatform_installer = "apt";
const char *const cplatform_browser = "xdg-open";
#endif

uintptr_t cplatform_thread(void) { return (uintptr_t)pthread_self(); }

#ifdef __GLIBC__
// Swift reads the command-line arguments from /proc, which may be missing in a chroot. The C library passes them to
// constructors.
static char **own_words;
static int own_count;
__attribute__((constructor)) static void keep_words(int count, char **words) {
    own_words = words;
    own_count = count;
}
char **cplatform_words(int *count) {
    *count = own_count;
    return own_words;
}
#else
char **cplatform_words(int *count) {
    *count = 0;
    return NULL;
}
#endif

struct start {
    void (*body)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

int cplatform_start_thread(void (*body)(void *), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){body, context};
    pthread_t thread;
    int failure = pthread_create(&thread, NULL, run, start);
    if (failure) {
        free(start);
        return failure;
    }
    return pthread_detach(thread);
}

// Starts a program with the default handling of signals that this process ignores, in a process group of its own if
// `leads` is set.
static int launch(
    const char *path, char *const *words, int searches, int leads, const posix_spawn_file_actions_t *actions,
    int *child) {
    posix_spawnattr_t attributes;
    int failure = posix_spawnattr_init(&attributes);
    if (failure) return failure;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | (leads ? POSIX_SPAWN_SETPGROUP : 0));
    pid_t number = 0;
    failure = searches ? posix_spawnp(&number, path, actions, &attributes, words, cplatform_environment())
                       : posix_spawn(&number, path, actions, &attributes, words, cplatform_environment());
    posix_spawnattr_destroy(&attributes);
    *child = number;
    return failure;
}

int cplatform_run(const char *path, char *const *words, int searches, int *status) {
    int child;
    int failure = launch(path, words, searches, 0, NULL, &child);
    return failure ? failure : cplatform_wait(child, 1, status);
}

int cplatform_start_reading(const char *path, char *const *words, int leads, int *child, int *input) {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (!failure) {
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        failure = launch(path, words, 0, leads, &actions, child);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[0]);
    if (failure) {
        close(ends[1]);
        return failure;
    }
    *input = ends[1];
    return 0;
}

int32_t cplatform_seconds_from_utc(int64_t seconds) {
    time_t time = (time_t)seconds;
    struct tm local;
    return localtime_r(&time, &local) ? (int32_t)local.tm_gmtoff : 0;
}

int cplatform_window_size(int terminal, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}
