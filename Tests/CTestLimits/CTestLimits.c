#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif

#include "CTestLimits.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];
static pid_t process;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    (void)remove(path);
    return 0;
}

// Forked child processes that call exit() must not delete the folder of their parent.
static void remove_folder(void) {
    if (getpid() == process) nftw(folder, remove_entry, 64, FTW_DEPTH | FTW_PHYS);
}

// Each test process has its own temporary folder, which is deleted with its contents when the process ends. Other users
// can enter it, because some tests run programs as another user.
static void make_folder(void) {
    const char *parent = getenv("TMPDIR");
    if (!parent || !*parent) parent = "/tmp";
    int length = snprintf(folder, sizeof folder, "%s/loot-tests-XXXXXX", parent);
    if (length >= (int)sizeof folder || !mkdtemp(folder)) return;
    chmod(folder, 0711);
    setenv("TMPDIR", folder, 1);
    process = getpid();
    atexit(remove_folder);
}

// Many tests wait for processes and connections. If all tests ran at the same time, each would wait for the others.
// Swift Testing reads this variable at the start. A value that is already set is kept.
static void limit_tests(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}

__attribute__((constructor)) static void prepare(void) {
    limit_tests();
    make_folder();
}
