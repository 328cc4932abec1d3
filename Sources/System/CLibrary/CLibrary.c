#include "CLibrary.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(char *reason, size_t size, const char *text) {
    if (size > 0) snprintf(reason, size, "%s", text ? text : "");
}

static int open_locked(struct clibrary *library, char *reason, size_t size) {
    void *handle = NULL;
    for (const char *const *name = library->names; *name && !handle; name++) {
        handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
        // Report the failure of the first name, which is that of the library to install.
        if (!handle && name == library->names) tell(reason, size, dlerror());
    }
    if (!handle) return CLIBRARY_MISSING;
    for (const struct clibrary_function *function = library->functions; function->name; function++) {
        void *address = dlsym(handle, function->name);
        if (!address) {
            tell(reason, size, dlerror());
            dlclose(handle);
            return CLIBRARY_TOO_OLD;
        }
        // C can't cast data pointers to function pointers. POSIX guarantees that they have the same representation.
        memcpy(function->place, &address, sizeof address);
    }
    if (!library->is_recent()) {
        tell(reason, size, "");
        dlclose(handle);
        return CLIBRARY_TOO_OLD;
    }
    library->is_open = 1;
    return CLIBRARY_OPEN;
}

int clibrary_open(struct clibrary *library, char *reason, size_t size) {
    pthread_mutex_lock(&lock);
    int outcome = library->is_open ? CLIBRARY_OPEN : open_locked(library, reason, size);
    pthread_mutex_unlock(&lock);
    return outcome;
}
