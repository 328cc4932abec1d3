#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
#ifdef __linux__
#include <sys/epoll.h>
#endif
