#if os(Linux)
    import Foundation
    import Synchronization
    import WebServer
    import WebServerTesting

    /// A client that sends one request per connection to a server on this machine. It blocks, so use it on a separate
    /// thread.
    struct PlainClient {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        let port: Int

        /// Sends a request and returns the status and the body of the response.
        func ask(
            _ method: String, _ path: String, _ body: String? = nil, type: String = "application/json"
        ) throws -> (status: Int, body: Data) {
            try receive(from: send(method, path, body, type), "\(method) \(path)")
        }

        /// Opens an endless response.
        func follow(_ path: String) throws -> Stream { Stream(client: try send("GET", path, nil, "")) }

        final class Stream: Sendable {
            private let client: LoopbackClient
            private let text = Mutex("")

            init(client: LoopbackClient) { self.client = client }

            /// Reads until the response contains the given text.
            func wait(for words: String) throws {
                try text.withLock { text in
                    while !text.contains(words) {
                        guard let piece = client.receiveSome() else {
                            throw Failure(description: "“\(words)” wasn't received: \(text)")
                        }
                        text += String(decoding: piece, as: UTF8.self)
                    }
                }
            }
        }

        private func send(
            _ method: String, _ path: String, _ body: String?, _ type: String
        ) throws -> LoopbackClient {
            let client = try LoopbackClient(.loopback(port: port))
            var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n"
            if let body { head += "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n" }
            guard client.send(head + "\r\n" + (body ?? "")) else {
                throw Failure(description: "the line broke")
            }
            return client
        }

        private func receive(
            from client: LoopbackClient, _ what: String
        ) throws -> (status: Int, body: Data) {
            var answer = Data()
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
                guard let piece = client.receiveSome() else {
                    throw Failure(description: "\(what): no whole answer")
                }
                answer.append(contentsOf: piece)
            }
        }
    }
#endif
