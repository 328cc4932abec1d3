#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

// MARK: Readiness

#ifdef __linux__
int cplatform_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int action, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, action, descriptor, &event);
}

static uint32_t interest(int reads, int writes) { return (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0); }

int cplatform_epoll_add(int epoll, int descriptor, int reads, int writes, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, interest(reads, writes), token);
}

int cplatform_epoll_change(int epoll, int descriptor, int reads, int writes, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, interest(reads, writes), token);
}

int cplatform_epoll_once(int epoll, int descriptor, int reads, int writes, uint64_t token) {
    uint32_t events = interest(reads, writes) | EPOLLRDHUP | EPOLLONESHOT;
    if (control(epoll, EPOLL_CTL_MOD, descriptor, events, token) == 0) return 0;
    return errno == ENOENT ? control(epoll, EPOLL_CTL_ADD, descriptor, events, token) : -1;
}

void cplatform_epoll_remove(int epoll, int descriptor) { control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0); }

int cplatform_epoll_wait(int epoll, struct cplatform_event *events, int count, int milliseconds) {
    struct epoll_event found[256];
    int result = epoll_wait(epoll, found, count < 256 ? count : 256, milliseconds);
    for (int index = 0; index < result; index++) {
        uint32_t flags = found[index].events;
        events[index] = (struct cplatform_event){
            .token = found[index].data.u64,
            .is_readable = (flags & (EPOLLIN | EPOLLRDHUP)) != 0,
            .is_writable = (flags & EPOLLOUT) != 0,
            .is_broken = (flags & (EPOLLERR | EPOLLHUP)) != 0,
        };
    }
    return result;
}

int cplatform_counter(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
#else
static int missing(void) {
    errno = ENOSYS;
    return -1;
}

int cplatform_epoll(void) { return missing(); }

int cplatform_epoll_add(int epoll, int descriptor, int reads, int writes, uint64_t token) {
    (void)epoll, (void)descriptor, (void)reads, (void)writes, (void)token;
    return missing();
}

int cplatform_epoll_change(int epoll, int descriptor, int reads, int writes, uint64_t token) {
    return cplatform_epoll_add(epoll, descriptor, reads, writes, token);
}

int cplatform_epoll_once(int epoll, int descriptor, int reads, int writes, uint64_t token) {
    return cplatform_epoll_add(epoll, descriptor, reads, writes, token);
}

void cplatform_epoll_remove(int epoll, int descriptor) { (void)epoll, (void)descriptor; }

int cplatform_epoll_wait(int epoll, struct cplatform_event *events, int count, int milliseconds) {
    (void)epoll, (void)events, (void)count, (void)milliseconds;
    return missing();
}

int cplatform_counter(void) { return missing(); }
#endif

// MARK: Sockets

int cplatform_set_quiet(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

/// Makes a socket nonblocking and close-on-exec, and disables SIGPIPE. Closes it and returns -1 on failure.
static int quiet(int socket) {
    if (socket < 0) return -1;
#ifdef SO_NOSIGPIPE
    int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    if (cplatform_set_quiet(socket) >= 0) return socket;
    close(socket);
    return -1;
}

int cplatform_socket(int family) {
#if defined(SOCK_CLOEXEC) && defined(SOCK_NONBLOCK)
    // Set the flags atomically. Otherwise, a program started by another thread in between would inherit the socket.
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
#else
    return quiet(socket(family, SOCK_STREAM, 0));
#endif
}

int cplatform_accept_by_steps(int listener, struct sockaddr *address, socklen_t *length) {
    return quiet(accept(listener, address, length));
}

int cplatform_accept(int listener, struct sockaddr *address, socklen_t *length) {
#ifdef __linux__
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    return cplatform_accept_by_steps(listener, address, length);
#endif
}

ssize_t cplatform_send(int socket, const void *first, size_t first_size, const void *second, size_t second_size) {
#ifdef MSG_NOSIGNAL
    int flags = MSG_NOSIGNAL;
#else
    int flags = 0;
#endif
    if (second_size == 0) return send(socket, first, first_size, flags);
    // iovec isn't const, but the system only reads from these buffers.
    struct iovec parts[] = {{(void *)first, first_size}, {(void *)second, second_size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return sendmsg(socket, &message, flags);
}

void cplatform_allow_descriptors(size_t count) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= count) return;
    limit.rlim_cur = count < limit.rlim_max ? count : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// MARK: Addresses of this machine

static void add_address(char *text, size_t size, const struct sockaddr *address) {
    char line[INET6_ADDRSTRLEN + 2];
    if (address->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, line, INET6_ADDRSTRLEN);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
        if (IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr) || IN6_IS_ADDR_LOOPBACK(&six->sin6_addr)) return;
        inet_ntop(AF_INET6, &six->sin6_addr, line, INET6_ADDRSTRLEN);
    } else {
        return;
    }
    strcat(line, "\n");
    const char *known = strstr(text, line);
    if (known && (known == text || known[-1] == '\n')) return;
    if (strlen(text) + strlen(line) < size) strcat(text, line);
}

/// Adds the address that is used to reach other networks. Connecting a datagram socket doesn't send anything.
static void add_route(char *text, size_t size) {
    int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    if (descriptor < 0) return;
    struct sockaddr_in other = {.sin_family = AF_INET, .sin_port = htons(9)}, own = {0};
    socklen_t length = sizeof own;
    inet_pton(AF_INET, "192.0.2.1", &other.sin_addr);
    if (connect(descriptor, (struct sockaddr *)&other, sizeof other) == 0 &&
        getsockname(descriptor, (struct sockaddr *)&own, &length) == 0)
        add_address(text, size, (struct sockaddr *)&own);
    close(descriptor);
}

void cplatform_own_addresses(char *text, size_t size) {
    if (size == 0) return;
    text[0] = 0;
    add_route(text, size);
    struct ifaddrs *all;
    if (getifaddrs(&all) != 0) return;
    for (int family = 0; family < 2; family++)
        for (struct ifaddrs *each = all; each; each = each->ifa_next)
            if (each->ifa_addr && (each->ifa_flags & IFF_UP) && !(each->ifa_flags & IFF_LOOPBACK) &&
                each->ifa_addr->sa_family == (family == 0 ? AF_INET : AF_INET6))
                add_address(text, size, each->ifa_addr);
    freeifaddrs(all);
}
