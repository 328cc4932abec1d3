/// Where a server listens, and how.
public struct ServerConfiguration: Sendable {
    /// The address. The default is reachable from this machine alone, at a port that is free.
    var address: SocketAddress
    /// The number of threads that serve connections; nil for one less than there are processors, but at least one:
    /// the last is left to what the system does for them, and to tasks that compute for long.
    var threads: Int?
    /// The limits of connections and requests.
    var limits: Limits
    /// Counts what the server does. Pass on to a handler that shows metrics.
    var counters: ServerCounters
    /// Is told of every request that reached the router, when its answer is complete or broken off, on the
    /// thread that served it.
    var accessLog: (@Sendable (AccessRecord) -> Void)?

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
