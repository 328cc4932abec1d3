#ifndef CEPOLL_H
#define CEPOLL_H

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/// Accepts a connection whose socket neither blocks nor survives an exec.
int cepoll_accept(int listener, struct sockaddr *address, socklen_t *length);
#endif

#endif
