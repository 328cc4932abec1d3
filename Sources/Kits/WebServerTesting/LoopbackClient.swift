import Platform
package import WebServer

/// A client of a server on this machine. It blocks, so it is for threads of one's own; see ``blocking(_:)``.
///
/// It waits for ten minutes at most, since other tests may keep every core busy.
package final class LoopbackClient: Sendable {
    private let socket: Int32

    /// A connection to an address.
    ///
    /// - Parameters:
    ///   - address: Where the server listens.
    ///   - receiveBuffer: How much the system takes in before it is read.
    /// - Throws: ``Refused`` when no server listens there.
    package init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws(Refused) {
        do throws(SystemFailure) {
            socket = try Sockets.connect(
                to: Sockets.Address(host: address.host, port: UInt16(clamping: address.port)), patience: 600,
                receiveBuffer: receiveBuffer)
        } catch { throw Refused() }
    }

    /// No server listens at the address.
    package struct Refused: Error {}

    deinit { Files.close(socket) }

    /// Sends all of the text, or as much as the server takes.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends all of the bytes, or as many as the server takes.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            // The system reads the bytes while the call lasts.
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

    /// Tells the server that nothing more comes.
    package func endWriting() { Sockets.endWriting(socket) }

    /// Leaves without a farewell as soon as the client is let go of: the server gets a reset.
    package func breakOff() { Sockets.resetWhenClosed(socket) }

    /// Reads until the text has come, or the connection has ended.
    package func receive(until end: String) -> String {
        var bytes: [UInt8] = []
        let end = Array(end.utf8)
        while bytes.suffix(end.count) != end[...], let next = receiveSome() { bytes += next }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the connection has ended.
    package func receiveAll() -> String { String(decoding: receiveAllBytes(), as: UTF8.self) }

    /// Reads until the connection has ended.
    package func receiveAllBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        while let next = receiveSome() { bytes += next }
        return bytes
    }

    /// What has come, but no more than this; nil at the end.
    package func receiveSome(atMost greatest: Int = 65_536) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: greatest) { buffer, initialized in
            // The system fills the buffer and says how far.
            if case .done(let count) = Sockets.receive(socket, into: UnsafeMutableRawBufferPointer(buffer)) {
                initialized = count
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// Runs what blocks on a thread of its own, so that no thread is missing where tasks run.
package func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do { try Threads.start { continuation.resume(with: Swift.Result { try body() }) } } catch {
            continuation.resume(throwing: error)
        }
    }
}
