#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

// A common interface to functions that have different names or types on different platforms, or that only some
// platforms have. A function that a platform lacks fails with ENOSYS, and the caller needs an alternative. Unless
// noted otherwise, functions return -1 and set errno if they fail.

// MARK: Files

/// The metadata of a file. Times are in nanoseconds since 1970.
struct cplatform_status {
    uint32_t mode, owner, group;
    /// The number of hard links.
    uint64_t links;
    int64_t size;
    uint64_t node;
    int64_t modified, changed;
};

/// Reads the metadata of the file at a path. Follows symbolic links.
int cplatform_status(const char *path, struct cplatform_status *status);
/// Reads the metadata of an open file.
int cplatform_status_of(int file, struct cplatform_status *status);
/// Reads the inode number of the file at a path and no other metadata. Follows symbolic links.
int cplatform_node(const char *path, uint64_t *node);
/// Writes the null-terminated path of an open file to a buffer. Fails if the system doesn't know it.
int cplatform_path(int file, char *path, size_t size);
/// Waits until a file's contents, and the metadata that is needed to read them, are on the storage device.
int cplatform_sync(int file);
/// Atomically exchanges the names of two files.
int cplatform_exchange(const char *path, const char *other);
/// Atomically renames a file. Fails if the new name is in use.
int cplatform_rename_to_free(const char *path, const char *name);
/// Writes the null-terminated names of a file's extended attributes to a buffer. Returns their total size, or -1.
ssize_t cplatform_attribute_names(const char *path, char *names, size_t size);
/// Writes the value of an extended attribute to a buffer. Returns its size, or -1.
ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size);
/// Sets an extended attribute.
int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size);
/// Starts writing a range of a file to the storage device, without waiting.
void cplatform_begin_writing(int file, int64_t offset, int64_t size);

// MARK: Changes to files

/// Creates an inotify queue of changes to a folder's files, and returns its descriptor or -1. `watch` receives the ID
/// for cplatform_unwatch.
int cplatform_watch(const char *folder, int waits, int *watch);
/// Ends a watch. The queue receives a final event.
void cplatform_unwatch(int queue, int watch);
/// The flags of an event that indicate that the folder is no longer watched, or was moved.
extern const uint32_t cplatform_watch_ended;

// MARK: Readiness

/// The state of a ready descriptor.
struct cplatform_event {
    uint64_t token;
    int is_readable, is_writable, is_broken;
};

/// Creates an epoll instance and returns its descriptor, or -1.
int cplatform_epoll(void);
/// Starts watching a descriptor, changes the events, or watches it for a single event.
int cplatform_epoll_add(int epoll, int descriptor, int reads, int writes, uint64_t token);
int cplatform_epoll_change(int epoll, int descriptor, int reads, int writes, uint64_t token);
int cplatform_epoll_once(int epoll, int descriptor, int reads, int writes, uint64_t token);
/// Stops watching a descriptor.
void cplatform_epoll_remove(int epoll, int descriptor);
/// Waits for the given time, or indefinitely if it is -1. Returns the number of events written to the buffer, at most
/// `count` and at most 256.
int cplatform_epoll_wait(int epoll, struct cplatform_event *events, int count, int milliseconds);
/// Creates a nonblocking, close-on-exec descriptor that adds up the numbers written to it, and returns it or -1.
int cplatform_counter(void);

// MARK: Sockets

/// Creates a nonblocking, close-on-exec stream socket and returns it, or -1.
int cplatform_socket(int family);
/// Accepts a connection and returns its nonblocking, close-on-exec socket, or -1.
int cplatform_accept(int listener, struct sockaddr *address, socklen_t *length);
/// Does the same using only calls that every system has.
int cplatform_accept_by_steps(int listener, struct sockaddr *address, socklen_t *length);
/// Sends two buffers in one call, without SIGPIPE if the peer has disconnected. Returns the number of bytes sent, or
/// -1.
ssize_t cplatform_send(int socket, const void *first, size_t first_size, const void *second, size_t second_size);
/// Raises the process's descriptor limit to `count`, or to the maximum that the system allows.
void cplatform_allow_descriptors(size_t count);
/// Makes a descriptor nonblocking and close-on-exec.
int cplatform_set_quiet(int descriptor);
/// Writes this machine's IP addresses to a buffer, one per line. The address that is used to reach other networks is
/// first. Loopback and link-local addresses are omitted.
void cplatform_own_addresses(char *text, size_t size);

// MARK: Processes, threads and terminals

/// Returns the version that Package.swift passes to the compiler.
const char *cplatform_version(void);
/// Returns the environment's lines, terminated by NULL.
char **cplatform_environment(void);
/// Returns the process's command-line arguments, or NULL if the system doesn't provide them.
char **cplatform_words(int *count);
/// Returns the ID of this thread, which is unique among running threads.
uintptr_t cplatform_thread(void);
/// Runs a function on a new thread. Returns an error number, or 0.
int cplatform_start_thread(void (*body)(void *), void *context);
/// Runs a program and waits until it ends. Returns an error number, or 0. If `searches` is set, a `path` without a
/// slash is looked up in PATH.
int cplatform_run(const char *path, char *const *words, int searches, int *status);
/// A running child program with its pipes. Writing a byte to `life` or closing it gives an order to the watcher.
struct cplatform_child {
    pid_t watcher;
    int input, output, errors, life;
};
/// Starts a program in a new process group, with a watcher process. Returns an error number, or 0.
///
/// The watcher ends the program and all processes it has started when `life` is closed, when `life` receives a byte,
/// or when this process ends. If a byte was received, the program is killed immediately. Otherwise, it gets SIGTERM
/// after two seconds, and SIGKILL two seconds later. The watcher's exit status is that of the program.
int cplatform_start(
    const char *path, char *const *words, char *const *environment, const char *folder, struct cplatform_child *child);
/// Waits for a child. Returns an error number, or 0. If `waits` is 0 and the child is still running, sets the status
/// to -1 and returns.
int cplatform_wait(pid_t child, int waits, int *status);
/// Replaces this process with another program (exec). Returns only on failure, with an error number.
int cplatform_become(const char *path, char *const *words, char *const *environment);
/// Starts a program that reads from the pipe `input`, which no other program inherits. If `leads` is set, the program has
/// a process group of its own. Returns an error number, or 0.
int cplatform_start_reading(const char *path, char *const *words, int leads, int *child, int *input);
/// Returns the offset of local time from UTC at a point in time, in seconds. `TZ` or else the system determines the
/// time zone.
int32_t cplatform_seconds_from_utc(int64_t seconds);
/// Reads a terminal's size. Fails if the descriptor isn't a terminal.
int cplatform_window_size(int terminal, int *columns, int *rows);
/// The command that installs packages: "apt" or "brew".
extern const char *const cplatform_installer;
/// The program that opens a URL in the default browser, or NULL.
extern const char *const cplatform_browser;

#endif
