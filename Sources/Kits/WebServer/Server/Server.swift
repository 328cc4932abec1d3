import Platform

/// A running HTTP server. It serves until it is stopped.
public final class Server: Sendable {
    /// The address on which the server listens, with the actual port.
    public let address: SocketAddress

    private let loops: [EventLoop]
    private let counters: ServerCounters
    private let running: [Task<Void, Never>]
    private let limits: Limits

    /// Creates a server, listens on the configured address, and starts to serve.
    ///
    /// - Throws: ``ServerError`` if the server can't listen on the address.
    public init(_ configuration: ServerConfiguration = ServerConfiguration(), router: Router)
        throws(ServerError)
    {
        let compiled = CompiledRouter(router)
        var loops: [EventLoop] = []
        for _ in 0..<max(1, configuration.threads ?? Machine.processorCount - 1) {
            loops.append(try EventLoop(configuration, router: compiled))
        }
        // The additional descriptors are for rejected connections, the loops and the program's other files.
        Sockets.allowDescriptors(configuration.limits.connections + 1_024)
        let (socket, address) = try Server.listen(on: configuration.address)
        self.address = address
        self.loops = loops
        counters = configuration.counters
        limits = configuration.limits
        let all = loops
        // Start each loop on its own thread, so that serving doesn't depend on other tasks.
        running = all.enumerated().map { index, loop in
            Task.detached(executorPreference: loop.executor) {
                if index == 0 { await loop.listen(on: socket, dealingTo: all) }
                await loop.run()
            }
        }
    }

    /// The server's URL.
    public var url: String { "http://\(address)/" }

    /// The counts since the server started.
    package var metrics: ServerMetrics { counters.snapshot }

    /// Stops the server gracefully: accepts no new connections, waits for responses in progress, and returns when the
    /// last handler has returned.
    ///
    /// After the limits' grace time, all connections are closed and all handlers are canceled. Handlers that run for
    /// more than another second are abandoned, so this method always returns.
    public func stop() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task {
            for loop in loops { await loop.stop() }
            for task in running { await task.value }
            end.finish()
        }
        // The alarm is needed only if a handler blocks its loop's thread.
        let alarm = Task {
            try? await Task.sleep(for: limits.graceTime + limits.partingTime * 2)
            end.finish()
        }
        // Use a separate task, since the caller's task may be canceled.
        await Task { for await _ in ends {} }.value
        alarm.cancel()
    }

    /// Serves until the calling task is canceled or one of the signals arrives, then stops gracefully. Calls `ready`
    /// when the signals no longer end the process. Use it to report the address.
    public func run(until signals: [ProcessSignal] = [], ready: () -> Void = {}) async {
        await ProcessSignal.first(of: signals, prepared: ready)
        await stop()
    }
}

extension Server {
    private static func listen(
        on address: SocketAddress
    ) throws(ServerError) -> (socket: Int32, SocketAddress) {
        guard let port = UInt16(exactly: address.port) else {
            throw ServerError("listen on \(address)", "a port is a number from 0 to 65535")
        }
        let host = address.host == "localhost" ? "127.0.0.1" : address.host
        do throws(Sockets.ListenFailure) {
            let (socket, bound) = try Sockets.listen(on: Sockets.Address(host: host, port: port))
            return (socket, SocketAddress(bound))
        } catch {
            throw ServerError(error, at: address)
        }
    }
}

extension ServerError {
    fileprivate init(_ failure: Sockets.ListenFailure, at address: SocketAddress) {
        switch failure {
        case .notAnAddress:
            self.init(
                "listen on \(address)",
                "\(address.host) isn't an IP address. Use a numeric address such as 127.0.0.1 or ::1")
        case .cannotMakeSocket(let why): self.init("create a socket for \(address)", why)
        case .cannotListen(let why): self.init("listen on \(address)", why)
        }
    }

    private init(_ action: String, _ why: SystemFailure) {
        let advice =
            switch why {
            case .addressInUse: "Another program uses this port. Choose another one, or 0 for any free port"
            case .noAccess: "Only the administrator can use ports below 1024. Choose a higher one"
            case .addressElsewhere: "The address doesn't belong to this machine"
            default: "Check the address and the port"
            }
        self.init(action, "\(why.reason). \(advice)")
    }

    /// Returns the error for a failure to create an event loop.
    static func noDescriptors(_ why: SystemFailure) -> ServerError {
        ServerError("start an event loop", "\(why.reason). Raise the limit of open files (ulimit -n)")
    }
}

extension SocketAddress {
    init(_ address: Sockets.Address) { self.init(host: address.host, port: Int(address.port)) }
}
