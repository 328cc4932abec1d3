import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Sockets of the internet that never block.
package enum Sockets {
    /// An IP address in numbers, and a port.
    package struct Address: Hashable, Sendable {
        package var host: String
        package var port: UInt16

        package init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }
    }

    /// What came of sending or receiving.
    package enum Transfer {
        /// So many bytes went; none came if the other side has ended.
        case done(Int)
        /// None can go now.
        case wouldBlock
        case failed
    }

    /// What came of accepting.
    package enum Accepted {
        case socket(Int32, Address)
        case wouldBlock
        /// A connection that failed before it was accepted: go on with the next.
        case dropped
        /// No descriptors or memory are left: wait a while.
        case exhausted
    }

    /// Why an address can't be listened on.
    package enum ListenFailure: Error {
        case notAnAddress
        case cannotMakeSocket(SystemFailure)
        case cannotListen(SystemFailure)
    }

    /// Listens, and tells the address with the port that was chosen.
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

    /// Takes the next connection from a socket that listens.
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

    /// Receives what has come, as much as the buffer holds.
    package static func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { recv(socket, buffer.baseAddress, buffer.count, 0) }
    }

    /// Sends two buffers in one call. A peer that is gone is a result, not a signal.
    package static func send(
        _ socket: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) -> Transfer {
        transfer { cplatform_send(socket, first.baseAddress, first.count, second.baseAddress, second.count) }
    }

    /// Tells the other side that nothing more comes.
    package static func endWriting(_ socket: Int32) { shutdown(socket, Int32(SHUT_WR)) }

    /// Lets the process have at least `count` descriptors, as far as the system allows it.
    package static func allowDescriptors(_ count: Int) { cplatform_allow_descriptors(max(0, count)) }

    /// The addresses of this machine's networks, the one from which it reaches others first; loopback is none of them.
    package static var ownAddresses: [String] {
        let lines = Files.text { text, size in
            cplatform_own_addresses(text, size)
            return true
        }
        return (lines ?? "").split(separator: "\n").map(String.init)
    }

    // MARK: - Clients that block

    /// A connection whose calls block, for some seconds at most. The system takes in no more than the buffer before it is
    /// read, if a size is given.
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

    /// Lets a socket, when it is closed, leave without a farewell: the other side gets a reset.
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

    /// The address as the system takes it; nil if it is none in numbers.
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

    /// The system's calls take any kind of address through a pointer to the general one.
    private static func withGeneral<Result>(
        _ storage: inout sockaddr_storage, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}

// Within a type that has methods of these names the bare ones mean the methods.
private func startListening(_ socket: Int32) -> Int32 { listen(socket, 4_096) }
private func connectSocket(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32
{
    connect(socket, address, length)
}
