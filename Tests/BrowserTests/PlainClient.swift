#if os(Linux)
    import Foundation
    import Glibc

    /// Asks a server on this machine, one question a connection. It blocks, so it is for threads of one's own.
    struct PlainClient {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        let port: Int

        /// The status and the body of an answer.
        func ask(
            _ method: String, _ path: String, _ body: String? = nil, type: String = "application/json"
        ) throws -> (status: Int, body: Data) {
            let socket = try send(method, path, body, type)
            defer { close(socket) }
            return try receive(from: socket, "\(method) \(path)")
        }

        /// An answer without end.
        func follow(_ path: String) throws -> Stream { Stream(socket: try send("GET", path, nil, "")) }

        final class Stream {
            private let socket: Int32
            private var text = ""

            init(socket: Int32) { self.socket = socket }

            deinit { close(socket) }

            /// Reads on until the answer has had these words.
            func wait(for words: String) throws {
                var piece = [UInt8](repeating: 0, count: 1 << 16)
                while !text.contains(words) {
                    let count = recv(socket, &piece, piece.count, 0)
                    guard count > 0 else { throw Failure(description: "“\(words)” did not come: \(text)") }
                    text += String(decoding: piece[..<count], as: UTF8.self)
                }
            }
        }

        private func send(_ method: String, _ path: String, _ body: String?, _ type: String) throws -> Int32 {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = UInt16(port).bigEndian
            inet_pton(AF_INET, "127.0.0.1", &target.sin_addr)
            // The system takes every kind of address through a pointer to the general one.
            let result = withUnsafePointer(to: &target) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else {
                close(socket)
                throw Failure(description: "nobody listens at \(port)")
            }
            var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n"
            if let body { head += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n" }
            try send(Array((head + "\r\n" + (body ?? "")).utf8), to: socket)
            return socket
        }

        private func send(_ bytes: [UInt8], to socket: Int32) throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { throw Failure(description: "the line broke") }
                rest = rest.dropFirst(sent)
            }
        }

        private func receive(from socket: Int32, _ what: String) throws -> (status: Int, body: Data) {
            var answer = Data()
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                if let end = answer.range(of: Data("\r\n\r\n".utf8)) {
                    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
                    let body = answer[end.upperBound...]
                    let length = head.lowercased().split(separator: "\r\n").lazy
                        .compactMap {
                            $0.hasPrefix("content-length:") ? Int($0.dropFirst(15).filter(\.isNumber)) : nil
                        }
                        .first
                    if let length, body.count >= length {
                        return (Int(head.split(separator: " ")[1]) ?? 0, Data(body))
                    }
                }
                let count = recv(socket, &piece, piece.count, 0)
                guard count > 0 else { throw Failure(description: "\(what): no whole answer") }
                answer.append(contentsOf: piece[..<count])
            }
        }
    }

    /// Runs what blocks on a thread of its own.
    func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
            thread.stackSize = 1 << 22
            thread.start()
        }
    }
#endif
