#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

// What the platforms' headers call by different names or types, and what only some of them have. A function that a
// platform lacks is here all the same: it fails with ENOSYS, and the caller has another way.

// MARK: Files

/// What the system knows of a file. Times are nanoseconds since 1970.
struct cplatform_status {
    uint32_t mode, owner, group;
    /// How many names it has.
    uint64_t links;
    int64_t size;
    uint64_t node;
    int64_t modified, changed;
};

/// What the system knows of the file at a path, links followed; -1 where that fails.
int cplatform_status(const char *path, struct cplatform_status *status);
/// What the system knows of an open file; -1 where that fails.
int cplatform_status_of(int file, struct cplatform_status *status);
/// Which file is at a path, links followed, and nothing else of it; -1 where that fails.
int cplatform_node(const char *path, uint64_t *node);
/// The path of an open file and a zero, in memory of a size; -1 where the system does not tell.
int cplatform_path(int file, char *path, size_t size);
/// Waits for the content of a file to be on the medium, and the metadata that reading it needs; -1 where that fails.
int cplatform_sync(int file);
/// Gives two files each other's names, in one step; -1 where that fails.
int cplatform_exchange(const char *path, const char *other);
/// Gives a file another name, which no other file has; -1 where that fails.
int cplatform_rename_to_free(const char *path, const char *name);
/// The names of a file's extended attributes, each ended by a zero; the size they take, or -1.
ssize_t cplatform_attribute_names(const char *path, char *names, size_t size);
/// The value of an extended attribute; its size, or -1.
ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size);
/// Sets an extended attribute; -1 where that fails.
int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size);
/// Has the system begin to put a part of a file on its medium, and waits for nothing.
void cplatform_begin_writing(int file, int64_t offset, int64_t size);

// MARK: Changes of files

/// A queue of what happens to the files in a folder, as inotify tells it; -1 where that fails. The watch on the folder
/// is for cplatform_unwatch.
int cplatform_watch(const char *folder, int waits, int *watch);
/// Ends a watch: a last event comes to the queue.
void cplatform_unwatch(int queue, int watch);
/// In an event: the folder is no longer watched, or no longer the one under its name.
extern const uint32_t cplatform_watch_ended;

// MARK: Readiness

/// One descriptor of which something is to be told.
struct cplatform_event {
    uint64_t token;
    int is_readable, is_writable, is_broken;
};

/// Makes an epoll; -1 where that fails.
int cplatform_epoll(void);
/// Watches a descriptor, changes what is told of it, or tells it once; -1 where that fails.
int cplatform_epoll_add(int epoll, int descriptor, int reads, int writes, uint64_t token);
int cplatform_epoll_change(int epoll, int descriptor, int reads, int writes, uint64_t token);
int cplatform_epoll_once(int epoll, int descriptor, int reads, int writes, uint64_t token);
/// Watches a descriptor no longer.
void cplatform_epoll_remove(int epoll, int descriptor);
/// Waits for milliseconds, or forever with -1; how many events were written to memory for `count`, at most 256.
int cplatform_epoll_wait(int epoll, struct cplatform_event *events, int count, int milliseconds);
/// A descriptor that counts what is written to it, and neither blocks nor survives an exec; -1 where that fails.
int cplatform_counter(void);

// MARK: Sockets

/// A socket for streams that neither blocks nor survives an exec; -1 where that fails.
int cplatform_socket(int family);
/// Accepts a connection whose socket neither blocks nor survives an exec; -1 where that fails.
int cplatform_accept(int listener, struct sockaddr *address, socklen_t *length);
/// As above, by the calls that every system has.
int cplatform_accept_by_steps(int listener, struct sockaddr *address, socklen_t *length);
/// Sends two pieces of bytes in one call, without a signal where the peer is gone; how many went, or -1.
ssize_t cplatform_send(int socket, const void *first, size_t first_size, const void *second, size_t second_size);
/// Lets the process have `count` descriptors, as far as the system allows it.
void cplatform_allow_descriptors(size_t count);
/// Makes a descriptor neither block nor survive an exec; -1 where that fails.
int cplatform_set_quiet(int descriptor);
/// Writes the addresses of this machine's networks, a line each: the one from which it reaches others first, no loopback
/// and none that counts on one link only.
void cplatform_own_addresses(char *text, size_t size);

// MARK: Processes, threads and terminals

/// The version that Package.swift gives to the compiler.
const char *cplatform_version(void);
/// The lines of the environment, ended by NULL.
char **cplatform_environment(void);
/// The words that the process was called with; NULL where the system does not hand them over.
char **cplatform_words(int *count);
/// A number for this thread that no other has while it lives.
uintptr_t cplatform_thread(void);
/// Runs a function on a new thread; an error's number, or 0.
int cplatform_start_thread(void (*body)(void *), void *context);
/// Runs a program and waits for its end; an error's number, or 0. `path` without a slash is looked up if `searches`.
int cplatform_run(const char *path, char *const *words, int searches, int *status);
/// A program that runs beside this process, and the ends of what leads to it. `life` takes bytes: what is written there, or
/// its end, is an order to the watcher.
struct cplatform_child {
    pid_t watcher;
    int input, output, errors, life;
};
/// Starts a program with a watcher of its own, in a process group of its own; an error's number, or 0. It is ended, with all
/// that it has started, when `life` is closed (the program has two seconds after its input's end, and two more after
/// SIGTERM) or gets a byte (at once), and when this process is gone. The watcher ends as the program did.
int cplatform_start(
    const char *path, char *const *words, char *const *environment, const char *folder, struct cplatform_child *child);
/// Waits for the end of a child; an error's number, or 0. Without `waits` the status is -1 where it has not come.
int cplatform_wait(pid_t child, int waits, int *status);
/// Gives this process the place of another program; an error's number, since there is no way back where it succeeds.
int cplatform_become(const char *path, char *const *words, char *const *environment);
/// Starts a program that reads what is written to `input`, which no other program gets; an error's number, or 0.
int cplatform_start_reading(const char *path, char *const *words, int *child, int *input);
/// How far the local time is ahead of UTC at a moment, in seconds. The time zone is that of `TZ`, else the system's.
int32_t cplatform_seconds_from_utc(int64_t seconds);
/// The size of a terminal; -1 where the descriptor is none.
int cplatform_window_size(int terminal, int *columns, int *rows);
/// What installs packages: "apt" or "brew".
extern const char *const cplatform_installer;
/// The program that shows an address in the person's browser; NULL where there is none.
extern const char *const cplatform_browser;

#endif
