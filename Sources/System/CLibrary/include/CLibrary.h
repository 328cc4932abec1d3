#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <stddef.h>
#include <stdint.h>

/// What came of opening a library.
#define CLIBRARY_OPEN 0
#define CLIBRARY_MISSING 1
#define CLIBRARY_TOO_OLD 2

/// A function of a library, and where its address goes.
struct clibrary_function {
    const char *name;
    void *place;
};

/// A library of the system's that is opened when it is needed first.
struct clibrary {
    /// The names to try, ended by NULL.
    const char *const *names;
    /// The functions to find, ended by one without a name.
    const struct clibrary_function *functions;
    /// Whether the library is recent enough, told by functions of its own.
    int (*is_recent)(void);
    /// Whether it is open. Only clibrary_open reads and writes it.
    int is_open;
};

/// Opens a library and finds its functions, once; any thread may ask, and may ask again where it was missing. The
/// reason of a failure is written to `reason`, in the system's words.
int clibrary_open(struct clibrary *library, char *reason, size_t size);

/// Says in the program's file that it opens a library when it needs it, for packagers to see:
/// https://systemd.io/ELF_DLOPEN_METADATA. `json` is one object, with the names that `names` has.
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
