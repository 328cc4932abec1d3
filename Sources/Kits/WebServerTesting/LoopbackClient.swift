import Platform
package import WebServer

/// A blocking client for a server on this machine. Use it on separate threads; see ``blocking(_:)``.
///
/// It waits for at most ten minutes, since other tests may keep all cores busy.
package final class LoopbackClient: Sendable {
    private let socket: Int32

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - receiveBuffer: The size of the system's receive buffer in bytes.
    /// - Throws: ``Refused`` if no server listens at the address.
    package init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws(Refused) {
        do throws(SystemFailure) {
            socket = try Sockets.connect(
                to: Sockets.Address(host: address.host, port: UInt16(clamping: address.port)), patience: 600,
                receiveBuffer: receiveBuffer)
        } catch { throw Refused() }
    }

    /// An error that indicates that no server listens at the address.
    package struct Refused: Error {}

    deinit { Files.close(socket) }

    /// Sends text. Returns `false` if the server stops receiving before all of it was sent.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes. Returns `false` if the server stops receiving before all of them were sent.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                guard
                    case .done(let count) = Sockets.send(
                        socket, rest, UnsafeRawBufferPointer(start: nil, count: 0))
                else { return false }
                sent += count
            }
            return true
        }
    }

    /// Shuts down the sending side of the connection.
    package func endWriting() { Sockets.endWriting(socket) }

    /// Causes the connection to be reset when the client closes it. The client closes it when it is
    /// deallocated.
    package func breakOff() { Sockets.resetWhenClosed(socket) }

    /// Reads until the received text ends with `end` or the connection ends.
    package func receive(until end: String) -> String {
        var bytes: [UInt8] = []
        let end = Array(end.utf8)
        while bytes.suffix(end.count) != end[...], let next = receiveSome() { bytes += next }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the connection ends.
    package func receiveAll() -> String { String(decoding: receiveAllBytes(), as: UTF8.self) }

    /// Reads until the connection ends.
    package func receiveAllBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        while let next = receiveSome() { bytes += next }
        return bytes
    }

    /// Waits for bytes and returns at most the given number of them, or `nil` if the connection ends or fails.
    package func receiveSome(atMost greatest: Int = 65_536) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: greatest) { buffer, initialized in
            if case .done(let count) = Sockets.receive(socket, into: UnsafeMutableRawBufferPointer(buffer)) {
                initialized = count
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// Runs a blocking function on a new thread, so that it doesn't block the cooperative thread pool.
package func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do { try Threads.start { continuation.resume(with: Swift.Result { try body() }) } } catch {
            continuation.resume(throwing: error)
        }
    }
}
