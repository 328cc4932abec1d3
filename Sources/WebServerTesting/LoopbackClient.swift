#if os(Linux)
    import Glibc
    public import WebServer

    /// A client of a server on this machine. It blocks, so it is for threads of one's own; see ``blocking(_:)``.
    ///
    /// It waits for ten minutes at most, since other tests may keep every core busy.
    public final class LoopbackClient: Sendable {
        private let socket: Int32

        /// A connection to an address.
        ///
        /// - Parameters:
        ///   - address: Where the server listens.
        ///   - receiveBuffer: How much the system takes in before it is read.
        /// - Throws: ``Refused`` when nobody listens there.
        public init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws(Refused) {
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

        /// Nobody listens at the address.
        public struct Refused: Error {}

        deinit { close(socket) }

        /// Sends all of the text, or as much as the server takes.
        @discardableResult
        public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Sends all of the bytes, or as many as the server takes.
        @discardableResult
        public func send(_ bytes: [UInt8]) -> Bool {
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

        /// Tells the server that nothing more comes.
        public func endWriting() { shutdown(socket, Int32(SHUT_WR)) }

        /// Leaves without a farewell as soon as the client is let go of: the server gets a reset.
        public func breakOff() {
            var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
            setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        }

        /// Reads until the text has come, or the connection has ended.
        public func receive(until end: String) -> String {
            var bytes: [UInt8] = []
            let end = Array(end.utf8)
            while bytes.suffix(end.count) != end[...], let next = receiveSome() { bytes += next }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Reads until the connection has ended.
        public func receiveAll() -> String { String(decoding: receiveAllBytes(), as: UTF8.self) }

        /// Reads until the connection has ended.
        public func receiveAllBytes() -> [UInt8] {
            var bytes: [UInt8] = []
            while let next = receiveSome() { bytes += next }
            return bytes
        }

        /// What has come, but no more than this; nil at the end.
        public func receiveSome(atMost greatest: Int = 65_536) -> [UInt8]? {
            let bytes = [UInt8](unsafeUninitializedCapacity: greatest) { buffer, initialized in
                // The system fills the buffer and says how far.
                initialized = max(0, recv(socket, buffer.baseAddress, buffer.count, 0))
            }
            return bytes.isEmpty ? nil : bytes
        }
    }

    /// Runs what blocks on a thread of its own, so that no thread is missing where tasks run.
    public func blocking<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job { continuation.resume(with: Swift.Result { try body() }) }
            var thread = pthread_t()
            // C knows no closures: the job is released by the thread that it is passed to.
            pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body() }
                    return nil
                }, Unmanaged.passRetained(job).toOpaque())
            pthread_detach(thread)
        }
    }

    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
#endif
