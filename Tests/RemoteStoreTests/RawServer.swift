import Foundation
import Synchronization

/// A server on a local port whose responses a test writes byte by byte.
final class RawServer: Sendable {
    /// A connection on the server's side.
    struct Connection: Sendable {
        fileprivate let socket: Int32

        /// Reads a complete request: its head, and a body of the declared length. Returns `nil` if the other side has
        /// closed the connection.
        func request() -> (head: String, body: Data)? {
            var read = Data()
            while true {
                if let end = read.range(of: Data("\r\n\r\n".utf8)) {
                    let head = String(decoding: read[..<end.lowerBound], as: UTF8.self)
                    let length = head.lowercased().split(separator: "\r\n")
                        .first { $0.hasPrefix("content-length: ") }
                        .flatMap { Int($0.dropFirst("content-length: ".count)) }
                    let body = read[end.upperBound...]
                    if body.count >= length ?? 0 { return (head, Data(body)) }
                }
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = recv(socket, &bytes, bytes.count, 0)
                if count <= 0 { return nil }
                read += bytes[..<count]
            }
        }

        func say(_ text: String) {
            let bytes = Array(text.utf8)
            send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Sends a complete response and ends the connection.
        func answer(_ body: String, head: String = "HTTP/1.1 200 OK\r\nContent-Type: text/plain") {
            say("\(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        }
    }

    let url: String
    private let listener: Int32
    private let accepted = Mutex(0)

    /// Serves each connection on a separate thread, and then closes it.
    init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 100) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread { [self] in
            while true {
                let socket = accept(listener, nil, nil)
                if socket < 0 { return }
                accepted.withLock { $0 += 1 }
                Thread {
                    serve(Connection(socket: socket))
                    close(socket)
                }.start()
            }
        }.start()
    }

    /// The number of connections so far.
    var connections: Int { accepted.withLock { $0 } }

    /// Stops accepting connections.
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
