#define _GNU_SOURCE
#include "CEpoll.h"

#ifdef __linux__
int cepoll_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
#endif
