// Everything that is bound to Linux stands in this file: sockets, epoll, eventfd, threads. Another platform
// needs a sibling with the same names.
#if os(Linux)
    import CEpoll
    import Glibc

    enum Platform {
        enum Transfer {
            case done(Int)
            case wouldBlock
            case failed
        }

        enum Accepted {
            case socket(Int32, SocketAddress)
            case wouldBlock
            /// A connection that failed before it was accepted: go on with the next.
            case dropped
            /// No descriptors or memory are left: wait a while.
            case exhausted
        }

        static func listen(on address: SocketAddress) throws(ServerError) -> (socket: Int32, SocketAddress) {
            var storage = sockaddr_storage()
            let length = try fill(&storage, from: address)
            let socket = Glibc.socket(
                Int32(storage.ss_family),
                Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard socket >= 0 else { throw failure("make a socket for", address) }
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            let isBound = withSocketAddress(&storage) { Glibc.bind(socket, $0, length) == 0 }
            guard isBound, Glibc.listen(socket, 4_096) == 0 else {
                let error = failure("listen on", address)
                Glibc.close(socket)
                throw error
            }
            var bound = sockaddr_storage()
            var boundLength = socklen_t(MemoryLayout<sockaddr_storage>.size)
            _ = withSocketAddress(&bound) { getsockname(socket, $0, &boundLength) }
            return (socket, read(bound))
        }

        static func accept(on listener: Int32) -> Accepted {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let socket = withSocketAddress(&storage) { cepoll_accept(listener, $0, &length) }
            guard socket >= 0 else {
                switch errno {
                case EAGAIN: return .wouldBlock
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
                default: return .dropped
                }
            }
            var yes: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            return .socket(socket, read(storage))
        }

        static func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
            transfer { recv(socket, buffer.baseAddress, buffer.count, 0) }
        }

        /// Sends two buffers in one call. A peer that is gone is a result, not a signal.
        static func send(
            _ socket: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
        ) -> Transfer {
            guard !second.isEmpty else {
                return transfer { Glibc.send(socket, first.baseAddress, first.count, Int32(MSG_NOSIGNAL)) }
            }
            // The system only reads through these pointers, though its type says otherwise.
            var parts = (
                iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
                iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
            )
            return withUnsafeMutableBytes(of: &parts) { parts in
                var message = msghdr()
                message.msg_iov = parts.bindMemory(to: iovec.self).baseAddress
                message.msg_iovlen = 2
                return transfer { sendmsg(socket, &message, Int32(MSG_NOSIGNAL)) }
            }
        }

        static func endWriting(_ socket: Int32) { shutdown(socket, Int32(SHUT_WR)) }

        static func close(_ descriptor: Int32) { Glibc.close(descriptor) }

        /// Lets the process have at least so many descriptors, as far as the system allows it.
        static func allowDescriptors(_ count: Int) {
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < count
            else {
                return
            }
            limit.rlim_cur = min(rlim_t(clamping: count), limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }

        static var secondsSince1970: Int { time(nil) }

        static var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

        static var currentThread: UInt { pthread_self() }

        /// Runs `body` on a new thread.
        static func startThread(_ body: @escaping @Sendable () -> Void) {
            final class Box: Sendable {
                let body: @Sendable () -> Void
                init(_ body: @escaping @Sendable () -> Void) { self.body = body }
            }
            // C knows no closures: the box is released by the thread that it is passed to.
            let box = Unmanaged.passRetained(Box(body)).toOpaque()
            var thread = pthread_t()
            let result = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                    return nil
                }, box)
            // Without a thread nothing would ever run; the system is out of all means.
            precondition(result == 0, "The system has no thread left for an event loop.")
            pthread_detach(thread)
        }

        // MARK: - Helpers

        private static func transfer(_ call: () -> Int) -> Transfer {
            while true {
                let count = call()
                guard count < 0 else { return .done(count) }
                switch errno {
                case EINTR: continue
                case EAGAIN: return .wouldBlock
                default: return .failed
                }
            }
        }

        private static func failure(_ action: String, _ address: SocketAddress) -> ServerError {
            let code = errno
            let advice =
                switch code {
                case EADDRINUSE: "Another program uses this port; choose another, or 0 for any that is free."
                case EACCES: "Ports below 1024 are for the administrator; choose a higher one."
                case EADDRNOTAVAIL: "The address is not one of this machine's."
                default: "Check address and port."
                }
            let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
            return ServerError(description: "Can't \(action) \(address): \(reason). \(advice)")
        }

        private static func fill(
            _ storage: inout sockaddr_storage, from address: SocketAddress
        ) throws(ServerError) -> socklen_t {
            guard let port = UInt16(exactly: address.port) else {
                throw ServerError(
                    description: "Can't listen on \(address): a port is a number from 0 to 65535.")
            }
            let host = address.host == "localhost" ? "127.0.0.1" : address.host
            var four = sockaddr_in()
            if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
                four.sin_family = sa_family_t(AF_INET)
                four.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
                return socklen_t(MemoryLayout<sockaddr_in>.size)
            }
            var six = sockaddr_in6()
            guard inet_pton(AF_INET6, host, &six.sin6_addr) == 1 else {
                throw ServerError(
                    description: "Can't listen on \(address): \(address.host) is no IP address. "
                        + "Write one in numbers, as 127.0.0.1 or ::1.")
            }
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
            return socklen_t(MemoryLayout<sockaddr_in6>.size)
        }

        private static func read(_ storage: sockaddr_storage) -> SocketAddress {
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            return withUnsafeBytes(of: storage) { bytes in
                let port: UInt16
                if Int32(storage.ss_family) == AF_INET6 {
                    var six = bytes.load(as: sockaddr_in6.self)
                    port = six.sin6_port
                    inet_ntop(AF_INET6, &six.sin6_addr, &text, socklen_t(text.count))
                } else {
                    var four = bytes.load(as: sockaddr_in.self)
                    port = four.sin_port
                    inet_ntop(AF_INET, &four.sin_addr, &text, socklen_t(text.count))
                }
                let host = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                return SocketAddress(
                    host: String(decoding: host, as: UTF8.self), port: Int(UInt16(bigEndian: port)))
            }
        }

        /// The system's calls take any kind of address through a pointer to the general one.
        private static func withSocketAddress<Result>(
            _ storage: inout sockaddr_storage, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
        ) -> Result {
            withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
    }

    /// Wakes a thread that waits, from any other.
    struct Waker: Sendable {
        let descriptor: Int32

        init() throws(ServerError) {
            descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
            guard descriptor >= 0 else { throw .noDescriptors }
        }

        func wake() { eventfd_write(descriptor, 1) }

        /// Forgets all wakes so far.
        func clear() {
            var count: eventfd_t = 0
            eventfd_read(descriptor, &count)
        }

        /// Waits for a wake.
        func wait() {
            var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waited, 1, -1)
            clear()
        }
    }

    /// Waits for many descriptors at once.
    final class Poller: Sendable {
        struct Interest: OptionSet {
            let rawValue: UInt8
            static var read: Interest { Interest(rawValue: 1) }
            static var write: Interest { Interest(rawValue: 2) }
        }

        struct Event {
            var token: UInt64
            var isReadable: Bool
            var isWritable: Bool
            /// The peer has reset the connection, or something else went wrong for good.
            var isBroken: Bool
        }

        private let descriptor: Int32

        init() throws(ServerError) {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { throw .noDescriptors }
        }

        deinit { Platform.close(descriptor) }

        func add(_ socket: Int32, _ interest: Interest, token: UInt64) -> Bool {
            control(EPOLL_CTL_ADD, socket, interest, token)
        }

        func change(_ socket: Int32, _ interest: Interest, token: UInt64) {
            _ = control(EPOLL_CTL_MOD, socket, interest, token)
        }

        func remove(_ socket: Int32) { _ = control(EPOLL_CTL_DEL, socket, [], 0) }

        private func control(_ action: Int32, _ socket: Int32, _ interest: Interest, _ token: UInt64) -> Bool
        {
            var event = epoll_event()
            if interest.contains(.read) { event.events |= EPOLLIN.rawValue }
            if interest.contains(.write) { event.events |= EPOLLOUT.rawValue }
            event.data.u64 = token
            return epoll_ctl(descriptor, action, socket, &event) == 0
        }

        /// Waits until something happens, or for the time in milliseconds (-1: for ever).
        func wait(milliseconds: Int32, into found: inout [Event]) {
            found.removeAll(keepingCapacity: true)
            withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
                let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)
                for event in events.prefix(max(0, Int(count))) {
                    let flags = event.events
                    found.append(
                        Event(
                            token: event.data.u64, isReadable: flags & EPOLLIN.rawValue != 0,
                            isWritable: flags & EPOLLOUT.rawValue != 0,
                            isBroken: flags & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0))
                }
            }
        }
    }

    extension ServerError {
        fileprivate static var noDescriptors: ServerError {
            ServerError(
                description:
                    "Can't start an event loop: no file descriptors are left. Raise the limit (ulimit -n).")
        }
    }
#endif
