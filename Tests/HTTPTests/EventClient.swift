#if os(Linux)
    import Glibc
    import WebServer

    /// A client that reads the event stream over a socket. It waits for ten minutes at most.
    final class EventClient: Sendable {
        struct Event {
            var id = ""
            var kind = ""
            var data = ""
        }

        struct Ended: Error {}

        private let socket: Int32

        init(_ address: SocketAddress, after id: String? = nil) throws {
            socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var time = timeval(tv_sec: 600, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = UInt16(clamping: address.port).bigEndian
            inet_pton(AF_INET, address.host, &target.sin_addr)
            // The system takes every kind of address through a pointer to the general one.
            let result = withUnsafePointer(to: &target) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { throw Ended() }
            var request = "GET /api/events HTTP/1.1\r\nHost: localhost\r\n"
            if let id { request += "Last-Event-ID: \(id)\r\n" }
            let bytes = Array((request + "\r\n").utf8)
            guard bytes.withUnsafeBytes({ send(socket, $0.baseAddress, $0.count, 0) }) == bytes.count else {
                throw Ended()
            }
        }

        deinit { Glibc.close(socket) }

        /// The next event; comments and chunk lengths are passed over.
        func event() async throws -> Event {
            try await withCheckedThrowingContinuation { continuation in
                // Reading blocks, so it has a thread of its own.
                let job = Job { continuation.resume(with: Result { try self.readEvent() }) }
                var thread = pthread_t()
                pthread_create(
                    &thread, nil,
                    { context in
                        context.map { Unmanaged<Job>.fromOpaque($0).takeRetainedValue().body() }
                        return nil
                    }, Unmanaged.passRetained(job).toOpaque())
                pthread_detach(thread)
            }
        }

        private func readEvent() throws -> Event {
            var event = Event()
            while true {
                let line = try readLine()
                // The last chunk; the connection itself may stay.
                if line == "0" { throw Ended() }
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { event.kind = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
                if line.isEmpty, !event.kind.isEmpty { return event }
            }
        }

        private func readLine() throws -> String {
            var bytes: [UInt8] = []
            while bytes.last != UInt8(ascii: "\n") {
                var byte: UInt8 = 0
                guard recv(socket, &byte, 1, 0) == 1 else { throw Ended() }
                bytes.append(byte)
            }
            return String(decoding: bytes.filter { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        }

        private final class Job: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
    }
#endif
