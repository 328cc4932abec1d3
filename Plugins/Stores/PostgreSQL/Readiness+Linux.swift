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

            private struct State {
                var waiting: [Int32: Waiting] = [:]
                /// Whether somebody who is alone looks for itself.
                var hasLooker = false
            }

            private let descriptor: Int32
            private let state = Mutex(State())

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
                if lookAlone(at: socket) { return true }
                // While others have their turn the answer may come, and then nobody needs to be woken up.
                await Task.yield()
                if hasBytes(socket, within: 0) { return true }
                let until = ContinuousClock.now + limit
                return await withCheckedContinuation { continuation in
                    // Told of before it is asked for: whoever hears of the bytes finds who waits for them.
                    state.withLock {
                        $0.waiting[socket] = Waiting(continuation: continuation, until: until)
                    }
                    if !ask(about: socket) { end(socket) }
                }
            }

            /// Holds up the thread for a millisecond at most, if nobody else waits for anything: a short answer is there
            /// before another thread could wake up and tell of it.
            ///
            /// - Returns: whether there are bytes to read.
            private func lookAlone(at socket: Int32) -> Bool {
                let isAlone = state.withLock { state in
                    if state.hasLooker || !state.waiting.isEmpty { return false }
                    state.hasLooker = true
                    return true
                }
                guard isAlone else { return false }
                defer { state.withLock { $0.hasLooker = false } }
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
                let waiting = state.withLock { $0.waiting.removeValue(forKey: socket) }
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
                let told = state.withLock { state in
                    if ready.isEmpty {
                        let late = state.waiting.filter { $0.value.until < now }
                        for socket in late.keys { state.waiting[socket] = nil }
                        return late.values.map { ($0.continuation, false) }
                    }
                    return ready.compactMap { state.waiting.removeValue(forKey: $0) }.map {
                        ($0.continuation, true)
                    }
                }
                for (continuation, hasCome) in told { continuation.resume(returning: hasCome) }
            }
        }
    #endif
#endif
