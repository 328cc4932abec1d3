#if os(Linux)
    import Dispatch
    import Glibc
    import WebServer

    /// A connection for one request.
    enum Wire {
        struct Refused: Error {}

        /// Sends bytes, and reads until the server closes the connection. It waits for minutes, since other tests may
        /// keep every core busy.
        static func exchange(_ address: SocketAddress, _ bytes: [UInt8]) async throws -> [UInt8] {
            try await withCheckedThrowingContinuation { continuation in
                // Sending and reading block, so they have a thread of their own.
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try blockingExchange(address, bytes) })
                }
            }
        }

        private static func blockingExchange(_ address: SocketAddress, _ bytes: [UInt8]) throws -> [UInt8] {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { Glibc.close(socket) }
            var time = timeval(tv_sec: 240, tv_usec: 0)
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
            guard result == 0 else { throw Refused() }
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { break }
                sent += count
            }
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(socket, &buffer, buffer.count, 0)
                if count <= 0 { return answer }
                answer += buffer[..<count]
            }
        }
    }
#endif
