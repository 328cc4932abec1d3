#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <stddef.h>
#include <stdint.h>

/// The results of opening a library.
#define CLIBRARY_OPEN 0
#define CLIBRARY_MISSING 1
#define CLIBRARY_TOO_OLD 2

/// The name of a library function, and the location to store its address.
struct clibrary_function {
    const char *name;
    void *place;
};

/// A system library that is loaded on first use.
struct clibrary {
    /// The names to try, terminated by NULL.
    const char *const *names;
    /// The functions to look up, terminated by one without a name.
    const struct clibrary_function *functions;
    /// Returns whether the version of the loaded library is supported.
    int (*is_recent)(void);
    /// Whether the library is open. Only accessed by clibrary_open.
    int is_open;
};

/// Opens a library and looks up its functions, unless it is already open. Can be called on any thread, and again
/// after a failure. Writes the system's description of a failure to `reason`.
int clibrary_open(struct clibrary *library, char *reason, size_t size);

/// Adds an ELF note about a library that the program loads at run time, for package builders:
/// https://systemd.io/ELF_DLOPEN_METADATA. `json` is a single object that lists the same library names as `names`.
#ifdef __ELF__
#define CLIBRARY_NOTE(json)                                                                                            \
    __attribute__((used, section(".note.dlopen"))) static const struct {                                               \
        uint32_t name_size, size, type;                                                                                \
        char name[4];                                                                                                  \
        _Alignas(4) char text[sizeof("[" json "]")];                                                                   \
    } clibrary_note = {4, sizeof("[" json "]"), 0x407c0c0a, "FDO", "[" json "]"}
#else
#define CLIBRARY_NOTE(json) _Static_assert(sizeof(json) > 1, "")
#endif

#endif
