#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// Only async-signal-safe functions can be called between fork or vfork and exec, and in the watcher, which never
// calls exec. Other threads of the process may have held locks when it was forked.

static const int patience = 2000;

static void nothing(int number) { (void)number; }

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Closes all descriptors from `first` on.
static void close_from(int first) {
#if defined(__linux__) && defined(__GLIBC__)
    if (close_range((unsigned)first, ~0U, 0) == 0) return;
#endif
    const int limit = getdtablesize();
    for (int descriptor = first; descriptor < limit; descriptor++) close(descriptor);
}

static void reset_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < 32; number++) sigaction(number, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

#ifdef __linux__
// Sends SIGKILL to the watcher's children: processes that the program started, that left its process group, and whose
// parent has ended.
static int kill_orphans(void) {
    char path[64] = "/proc/self/task/", digits[24];
    int length = 0;
    for (long number = getpid(); number > 0; number /= 10) digits[length++] = (char)('0' + number % 10);
    size_t end = strlen(path);
    while (length > 0) path[end++] = digits[--length];
    memcpy(path + end, "/children", 10);
    int file = open(path, O_RDONLY | O_CLOEXEC), killed = 0;
    if (file < 0) return 0;
    char text[4096];
    ssize_t count = read(file, text, sizeof text);
    close(file);
    long number = 0;
    for (ssize_t place = 0; place < count; place++) {
        if (text[place] >= '0' && text[place] <= '9') {
            number = number * 10 + (text[place] - '0');
        } else if (number > 0) {
            kill((pid_t)number, SIGKILL);
            killed++;
            number = 0;
        }
    }
    return killed;
}
#else
static int kill_orphans(void) { return 0; }
#endif

// Reaps ended children. Returns whether the program is among them.
static int reap(pid_t program, int *status) {
    int found = 0, other;
    pid_t child;
    while ((child = waitpid(-1, &other, WNOHANG)) > 0) {
        if (child == program) {
            *status = other;
            found = 1;
        }
    }
    return found;
}

// Waits for the end of the program, and then ends all processes that it has started.
static void watch(pid_t program, int life) {
    int status = 0, is_over = 0, is_told = 0;
    // 0: running; 1: the life pipe was closed; 2: SIGTERM was sent; 3: SIGKILL was sent.
    int stage = 0;
    long long deadline = 0;
    sigset_t waiting;
    sigemptyset(&waiting);
    while (!(is_over = reap(program, &status))) {
        if (stage > 0 && now() >= deadline) {
            kill(-program, stage == 1 ? SIGTERM : SIGKILL);
            stage = stage == 1 ? 2 : 3;
            deadline = now() + patience;
        }
        fd_set set;
        FD_ZERO(&set);
        if (!is_told) FD_SET(life, &set);
        struct timespec rest = {patience / 1000, 0};
        if (stage > 0) {
            long long left = deadline - now();
            if (left < 0) left = 0;
            rest = (struct timespec){(time_t)(left / 1000), (long)(left % 1000) * 1000000};
        }
        // SIGCHLD is delivered only during this call.
        int count = pselect(is_told ? 0 : life + 1, &set, NULL, NULL, stage > 0 ? &rest : NULL, &waiting);
        if (count <= 0) continue;
        char order;
        ssize_t size = read(life, &order, 1);
        if (size < 0 && errno == EINTR) continue;
        if (size > 0) {
            kill(-program, SIGKILL);
            stage = 3;
        } else {
            stage = stage > 1 ? stage : 1;
            is_told = 1;
        }
        deadline = now() + patience;
    }
    kill(-program, SIGKILL);
    for (int round = 0; round < 100 && kill_orphans() > 0; round++) {
        struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
        reap(0, &status);
    }
    // A signal can't be passed on as an exit status. Use 128 plus its number, as shells do.
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static _Noreturn void run_program(
    const char *path, char *const *words, char *const *environment, const char *folder, int report) {
    setpgid(0, 0);
    reset_signals();
    if (!folder || chdir(folder) == 0) execve(path, words, environment);
    const int failure = errno;
    ssize_t ignored = write(report, &failure, sizeof failure);
    (void)ignored;
    _exit(127);
}

static _Noreturn void run_watcher(
    const char *path, char *const *words, char *const *environment, const char *folder, const int ends[5]) {
    // Move the pipes to the lowest descriptors and close all others, in particular those with locks.
    int high[5];
    for (int index = 0; index < 5; index++) high[index] = fcntl(ends[index], F_DUPFD, 16);
    for (int index = 0; index < 5; index++) {
        if (dup2(high[index], index) < 0) _exit(127);
    }
    close_from(5);
    const int life = 3, report = 4;
    fcntl(life, F_SETFD, FD_CLOEXEC);
    fcntl(report, F_SETFD, FD_CLOEXEC);
    setpgid(0, 0);
    reset_signals();
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = nothing;
    sigaction(SIGCHLD, &action, NULL);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
    // Ctrl-C in the terminal is meant for the parent process, which then ends this one.
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
#ifdef __linux__
    // The program shares the watcher's memory until exec. A fork would copy the page tables again.
    const pid_t program = vfork();
#else
    const pid_t program = fork();
#endif
    if (program < 0) {
        const int failure = errno;
        ssize_t ignored = write(report, &failure, sizeof failure);
        (void)ignored;
        _exit(127);
    }
    if (program == 0) run_program(path, words, environment, folder, report);
    setpgid(program, program);
    close(report);
    for (int descriptor = 0; descriptor < 3; descriptor++) close(descriptor);
    watch(program, life);
    _exit(127);
}

int cplatform_start(
    const char *path, char *const *words, char *const *environment, const char *folder, struct cplatform_child *child) {
    // The pipes are input, output, errors, life and report. Each has a read end and a write end.
    int pipes[5][2];
    for (int index = 0; index < 5; index++) {
        if (pipe(pipes[index]) == 0) continue;
        const int failure = errno;
        while (index-- > 0) {
            close(pipes[index][0]);
            close(pipes[index][1]);
        }
        return failure;
    }
    for (int index = 0; index < 5; index++) {
        for (int end = 0; end < 2; end++) fcntl(pipes[index][end], F_SETFD, FD_CLOEXEC);
    }
    const int theirs[5] = {pipes[0][0], pipes[1][1], pipes[2][1], pipes[3][0], pipes[4][1]};
    const pid_t watcher = fork();
    if (watcher == 0) run_watcher(path, words, environment, folder, theirs);
    int failure = watcher < 0 ? errno : 0;
    for (int index = 0; index < 5; index++) close(theirs[index]);
    if (!failure) {
        ssize_t count;
        int told;
        while ((count = read(pipes[4][0], &told, sizeof told)) < 0 && errno == EINTR) {}
        if (count == sizeof told) failure = told;
    }
    close(pipes[4][0]);
    if (failure) {
        close(pipes[0][1]);
        close(pipes[1][0]);
        close(pipes[2][0]);
        close(pipes[3][1]);
        if (watcher > 0) waitpid(watcher, NULL, 0);
        return failure;
    }
    *child = (struct cplatform_child){watcher, pipes[0][1], pipes[1][0], pipes[2][0], pipes[3][1]};
    return 0;
}

int cplatform_wait(pid_t child, int waits, int *status) {
    pid_t found;
    while ((found = waitpid(child, status, waits ? 0 : WNOHANG)) < 0) {
        if (errno != EINTR) return errno;
    }
    if (found == 0) *status = -1;
    return 0;
}

int cplatform_become(const char *path, char *const *words, char *const *environment) {
    execve(path, words, environment);
    return errno;
}
