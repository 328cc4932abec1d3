import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Functions for nonblocking TCP sockets.
package enum Sockets {
    /// A numeric IP address and a port.
    package struct Address: Hashable, Sendable {
        package var host: String
        package var port: UInt16

        package init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }
    }

    /// The result of sending or receiving.
    package enum Transfer {
        /// The number of transferred bytes. When receiving, 0 means that the peer has closed its sending side.
        case done(Int)
        /// No bytes can be transferred now.
        case wouldBlock
        case failed
    }

    /// The result of accepting a connection.
    package enum Accepted {
        case socket(Int32, Address)
        case wouldBlock
        /// A connection failed before it was accepted. Accept the next one.
        case dropped
        /// No descriptors or memory are left. Try again later.
        case exhausted
    }

    /// An error that prevents listening on an address.
    package enum ListenFailure: Error {
        case notAnAddress
        case cannotMakeSocket(SystemFailure)
        case cannotListen(SystemFailure)
    }

    /// Listens on an address. Returns the socket, and the address with the actual port.
    package static func listen(on address: Address) throws(ListenFailure) -> (socket: Int32, Address) {
        guard var (storage, length) = storage(of: address) else { throw .notAnAddress }
        let socket = cplatform_socket(Int32(storage.ss_family))
        guard socket >= 0 else { throw .cannotMakeSocket(.last) }
        setOption(SO_REUSEADDR, to: Int32(1), of: socket)
        let isBound = withGeneral(&storage) { bind(socket, $0, length) == 0 }
        guard isBound, startListening(socket) == 0 else {
            let failure = SystemFailure.last
            Files.close(socket)
            throw .cannotListen(failure)
        }
        var bound = sockaddr_storage()
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withGeneral(&bound) { getsockname(socket, $0, &length) }
        return (socket, self.address(in: bound))
    }

    /// Accepts the next connection of a listening socket.
    package static func accept(on listener: Int32, isPortable: Bool = Portability.isForced) -> Accepted {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let socket = withGeneral(&storage) {
            isPortable
                ? cplatform_accept_by_steps(listener, $0, &length) : cplatform_accept(listener, $0, &length)
        }
        guard socket >= 0 else {
            switch SystemFailure.last {
            case .wouldBlock: return .wouldBlock
            case .processTooManyOpen, .systemTooManyOpen, .noBuffers, .noMemory: return .exhausted
            default: return .dropped
            }
        }
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return .socket(socket, address(in: storage))
    }

    /// Receives available bytes into the buffer.
    package static func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { recv(socket, buffer.baseAddress, buffer.count, 0) }
    }

    /// Sends two buffers in one call. If the peer has disconnected, returns a failure instead of raising a signal.
    package static func send(
        _ socket: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) -> Transfer {
        transfer { cplatform_send(socket, first.baseAddress, first.count, second.baseAddress, second.count) }
    }

    /// Shuts down the sending side of a connection.
    package static func endWriting(_ socket: Int32) { shutdown(socket, Int32(SHUT_WR)) }

    /// Raises the process's descriptor limit to `count`, or to the maximum that the system allows.
    package static func allowDescriptors(_ count: Int) { cplatform_allow_descriptors(max(0, count)) }

    /// This machine's IP addresses, without loopback addresses. The address that is used to reach other networks is
    /// first.
    package static var ownAddresses: [String] {
        let lines = Files.text { text, size in
            cplatform_own_addresses(text, size)
            return true
        }
        return (lines ?? "").split(separator: "\n").map(String.init)
    }

    // MARK: - Blocking clients

    /// Creates a connection with blocking calls, which time out after the given number of seconds. `receiveBuffer`
    /// sets the size of the system's receive buffer.
    package static func connect(
        to address: Address, patience seconds: Int, receiveBuffer: Int32? = nil
    ) throws(SystemFailure) -> Int32 {
        guard let (named, length) = storage(of: address) else { throw .invalid }
        var storage = named
        let socket = cplatform_socket(Int32(storage.ss_family))
        guard socket >= 0 else { throw .last }
        let flags = fcntl(socket, F_GETFL)
        _ = fcntl(socket, F_SETFL, flags & ~O_NONBLOCK)
        let patience = timeval(tv_sec: time_t(seconds), tv_usec: 0)
        setOption(SO_RCVTIMEO, to: patience, of: socket)
        setOption(SO_SNDTIMEO, to: patience, of: socket)
        if let receiveBuffer { setOption(SO_RCVBUF, to: receiveBuffer, of: socket) }
        if withGeneral(&storage, { connectSocket(socket, $0, length) }) == 0 { return socket }
        let failure = SystemFailure.last
        Files.close(socket)
        throw failure
    }

    /// Makes closing a socket reset the connection.
    package static func resetWhenClosed(_ socket: Int32) {
        setOption(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0), of: socket)
    }

    // MARK: - Helpers

    private static func setOption<Value: BitwiseCopyable>(_ name: Int32, to value: Value, of socket: Int32) {
        var value = value
        setsockopt(socket, SOL_SOCKET, name, &value, socklen_t(MemoryLayout<Value>.size))
    }

    private static func transfer(_ call: () -> Int) -> Transfer {
        do throws(SystemFailure) { return .done(try checked(call)) } catch {
            return error == .wouldBlock ? .wouldBlock : .failed
        }
    }

    /// Returns whether a host is a numeric IP address.
    package static func isNumeric(_ host: String) -> Bool { storage(of: Address(host: host, port: 0)) != nil }

    /// Returns an address in the system's representation, or `nil` if the host isn't a numeric IP address.
    private static func storage(of address: Address) -> (sockaddr_storage, socklen_t)? {
        var storage = sockaddr_storage()
        var four = sockaddr_in()
        if inet_pton(AF_INET, address.host, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = address.port.bigEndian
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
            return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        var six = sockaddr_in6()
        guard inet_pton(AF_INET6, address.host, &six.sin6_addr) == 1 else { return nil }
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = address.port.bigEndian
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
        return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
    }

    private static func address(in storage: sockaddr_storage) -> Address {
        withUnsafeBytes(of: storage) { bytes in
            var port: UInt16 = 0
            let host = Files.text { text, size in
                if Int32(storage.ss_family) == AF_INET6 {
                    var six = bytes.load(as: sockaddr_in6.self)
                    port = six.sin6_port
                    return inet_ntop(AF_INET6, &six.sin6_addr, text, socklen_t(size)) != nil
                }
                var four = bytes.load(as: sockaddr_in.self)
                port = four.sin_port
                return inet_ntop(AF_INET, &four.sin_addr, text, socklen_t(size)) != nil
            }
            return Address(host: host ?? "", port: UInt16(bigEndian: port))
        }
    }

    /// Calls `body` with a pointer to the general address type, which the system calls require.
    private static func withGeneral<Result>(
        _ storage: inout sockaddr_storage, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}

// Inside a type with methods of the same names, the unqualified names refer to the methods.
private func startListening(_ socket: Int32) -> Int32 { listen(socket, 4_096) }
private func connectSocket(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32
{
    connect(socket, address, length)
}
