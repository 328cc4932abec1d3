import Glibc

@testable import WebServer

/// A client that blocks, for a thread of its own. It waits for ten minutes at most, since other
/// tests may keep every core busy.
final class TestClient: Sendable {
    private let socket: Int32

    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var time = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
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
    }

    struct Refused: Error {}

    deinit { close(socket) }

    /// Sends all of the text, or as much as the server takes.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    func endWriting() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until the text has come, or the connection has ended.
    func receive(until end: String) -> String {
        var bytes: [UInt8] = []
        let end = Array(end.utf8)
        while bytes.suffix(end.count) != end[...], let next = receiveSome() { bytes += next }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the connection has ended.
    func receiveAll() -> String {
        var bytes: [UInt8] = []
        while let next = receiveSome() { bytes += next }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What has come, or nil at the end.
    func receiveSome() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

/// Runs what blocks on a thread of its own, so that no thread is missing where tasks run.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Platform.startThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// A server for one test, stopped at its end.
func withServer<Result>(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    _ routes: (inout Router) -> Void, test: (Server) async throws -> Result
) async throws -> Result {
    var router = Router()
    routes(&router)
    let server = try Server(configuration, router: router)
    do {
        let result = try await test(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
