/// Where a server listens, and how.
public struct ServerConfiguration: Sendable {
    /// The address. The default is reachable from this machine alone, at a port that is free.
    public var address: SocketAddress
    /// The number of threads that serve connections; nil for one less than there are processors, but at least one:
    /// the last is left to what the system does for them, and to tasks that compute for long.
    public var threads: Int?
    /// The limits of connections and requests.
    public var limits: Limits
    /// Counts what the server does. Pass on to a handler that shows metrics.
    public var counters: ServerCounters
    /// Is told of every request that reached the router, when its answer is complete or broken off, on the
    /// thread that served it.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?

    /// A configuration; what is not given has its default.
    public init(
        address: SocketAddress = .loopback(port: 0), threads: Int? = nil, limits: Limits = Limits(),
        counters: ServerCounters = ServerCounters(), accessLog: (@Sendable (AccessRecord) -> Void)? = nil
    ) {
        self.address = address
        self.threads = threads
        self.limits = limits
        self.counters = counters
        self.accessLog = accessLog
    }
}
