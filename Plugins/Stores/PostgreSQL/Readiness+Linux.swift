#if PostgreSQL
    #if os(Linux)
        import CPostgreSQL
        import Foundation
        import Synchronization

        /// Tells when bytes have come on connections: one thread for all of them, so that nobody else has to wait.
        final class Readiness: Sendable {
            /// The one of the process; nil where the system has no more descriptors for it.
            static let shared = Readiness()

            private struct Waiting {
                let continuation: CheckedContinuation<Bool, Never>
                let until: ContinuousClock.Instant
            }

            private let descriptor: Int32
            private let waiting = Mutex<[Int32: Waiting]>([:])
            /// Whether somebody looks for itself.
            private let hasLooker = Atomic(false)

            private init?() {
                descriptor = epoll_create1(Int32(O_CLOEXEC))
                if descriptor < 0 { return nil }
                let thread = Thread { [self] in
                    while true { turn() }
                }
                thread.name = "loot.readiness"
                thread.start()
            }

            /// Waits until there are bytes to read, or for a while. One at a time waits for a connection.
            ///
            /// - Returns: whether there are.
            func wait(for socket: Int32, atMost limit: Duration) async -> Bool {
                if waiting.withLock({ !$0.isEmpty }) {
                    // While others have their turn the answer may come, and then nobody needs to be woken up.
                    await Task.yield()
                    if hasBytes(socket, within: 0) { return true }
                }
                if look(at: socket) { return true }
                let until = ContinuousClock.now + limit
                return await withCheckedContinuation { continuation in
                    // Told of before it is asked for: whoever hears of the bytes finds who waits for them.
                    waiting.withLock { $0[socket] = Waiting(continuation: continuation, until: until) }
                    if !ask(about: socket) { end(socket) }
                }
            }

            /// Holds up the thread for a millisecond at most, if nobody else does: a short answer is there before another
            /// thread could wake up and tell of it.
            ///
            /// - Returns: whether there are bytes to read.
            private func look(at socket: Int32) -> Bool {
                if hasLooker.exchange(true, ordering: .acquiring) { return false }
                defer { hasLooker.store(false, ordering: .releasing) }
                return hasBytes(socket, within: 1)
            }

            private func hasBytes(_ socket: Int32, within milliseconds: Int32) -> Bool {
                var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                return poll(&descriptor, 1, milliseconds) > 0
            }

            /// Asks to be told, once, when there are bytes; also of those that have come already.
            private func ask(about socket: Int32) -> Bool {
                var event = epoll_event()
                event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
                event.data.fd = socket
                if epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) == 0 { return true }
                return errno == ENOENT && epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0
            }

            /// Looks at a connection no more, before it is closed.
            func forget(_ socket: Int32) {
                epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
                end(socket)
            }

            /// Tells who waits for a connection, if anybody does, that no bytes have come.
            private func end(_ socket: Int32) {
                let waiting = waiting.withLock { $0.removeValue(forKey: socket) }
                waiting?.continuation.resume(returning: false)
            }

            /// Waits for bytes on any connection, and tells those who wait for them.
            private func turn() {
                var ready: [Int32] = []
                withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in  // C fills them
                    let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 500)
                    for index in 0..<max(0, Int(count)) { ready.append(events[index].data.fd) }
                }
                let now = ContinuousClock.now
                let told = waiting.withLock { waiting in
                    if ready.isEmpty {
                        let late = waiting.filter { $0.value.until < now }
                        for socket in late.keys { waiting[socket] = nil }
                        return late.values.map { ($0.continuation, false) }
                    }
                    return ready.compactMap { waiting.removeValue(forKey: $0) }.map {
                        ($0.continuation, true)
                    }
                }
                for (continuation, hasCome) in told { continuation.resume(returning: hasCome) }
            }
        }
    #endif
#endif
