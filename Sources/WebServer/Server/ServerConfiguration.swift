/// Where a server listens, and how.
public struct ServerConfiguration: Sendable {
    /// The address. The default is reachable from this machine alone, at a port that is free.
    public var address: SocketAddress
    /// The number of threads that serve connections.
    public var threads: Int
    /// What the server puts up with.
    public var limits: Limits
    /// Is told of every answered request, on the thread that served it.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?

    /// A configuration; what is not given has its default.
    public init(
        address: SocketAddress = .loopback(port: 0), threads: Int = 1, limits: Limits = Limits(),
        accessLog: (@Sendable (AccessRecord) -> Void)? = nil
    ) {
        self.address = address
        self.threads = threads
        self.limits = limits
        self.accessLog = accessLog
    }
}
