#if PostgreSQL
    #if os(Linux)
        import CPostgreSQL
        import Foundation
        import Synchronization

        /// Tells when bytes have come on connections: one thread for all of them, so that nobody else has to wait.
        final class Readiness: Sendable {
            /// The one of the process; nil where the system has no more descriptors for it.
            static let shared = Readiness()

            private struct Connection {
                /// Whether bytes have come since somebody waited last.
                var isReady = false
                var waiting: (continuation: CheckedContinuation<Bool, Never>, until: ContinuousClock.Instant)?
            }

            private let descriptor: Int32
            private let connections = Mutex<[Int32: Connection]>([:])

            private init?() {
                descriptor = epoll_create1(Int32(O_CLOEXEC))
                if descriptor < 0 { return nil }
                let thread = Thread { [self] in
                    while true { turn() }
                }
                thread.name = "loot.readiness"
                thread.start()
            }

            /// Begins to look at a connection, if that has not been done yet. What came before does not count.
            func watch(_ socket: Int32) -> Bool {
                let isKnown = connections.withLock { connections in
                    let isKnown = connections[socket] != nil
                    connections[socket] = Connection()
                    return isKnown
                }
                if isKnown { return true }
                var event = epoll_event()
                // Told once for each time that bytes come, and not again until more do.
                event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
                event.data.fd = socket
                if epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0 || errno == EEXIST {
                    return true
                }
                forget(socket)
                return false
            }

            /// Waits until bytes have come, or for a while.
            ///
            /// - Returns: whether they have.
            func wait(for socket: Int32, atMost limit: Duration) async -> Bool {
                let until = ContinuousClock.now + limit
                return await withCheckedContinuation { continuation in
                    let answer: Bool? = connections.withLock { connections in
                        guard var connection = connections[socket] else { return false }
                        defer { connections[socket] = connection }
                        if connection.isReady {
                            connection.isReady = false
                            return true
                        }
                        connection.waiting = (continuation, until)
                        return nil
                    }
                    if let answer { continuation.resume(returning: answer) }
                }
            }

            /// Looks at a connection no more, before it is closed.
            func forget(_ socket: Int32) {
                guard let connection = connections.withLock({ $0.removeValue(forKey: socket) }) else {
                    return
                }
                epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
                connection.waiting?.continuation.resume(returning: false)
            }

            /// Waits for bytes on any connection, and tells those who wait for them.
            private func turn() {
                var ready: [Int32] = []
                withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in  // C fills them
                    let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 500)
                    for index in 0..<max(0, Int(count)) { ready.append(events[index].data.fd) }
                }
                let now = ContinuousClock.now
                let told = connections.withLock { connections in
                    var told: [(CheckedContinuation<Bool, Never>, Bool)] = []
                    for socket in ready {
                        guard let waiting = connections[socket]?.waiting else {
                            connections[socket]?.isReady = true
                            continue
                        }
                        connections[socket]?.waiting = nil
                        told.append((waiting.continuation, true))
                    }
                    if !ready.isEmpty { return told }
                    for (socket, connection) in connections {
                        guard let waiting = connection.waiting, waiting.until < now else { continue }
                        connections[socket]?.waiting = nil
                        told.append((waiting.continuation, false))
                    }
                    return told
                }
                for (continuation, hasCome) in told { continuation.resume(returning: hasCome) }
            }
        }
    #endif
#endif
