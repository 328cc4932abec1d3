/// The configuration of a server.
public struct ServerConfiguration: Sendable {
    /// The address to listen on. By default, a free port of the loopback interface.
    var address: SocketAddress
    /// The number of threads that serve connections. `nil` means one less than the number of processors, but at least
    /// one: the remaining processor is for the kernel and for tasks with long computations.
    var threads: Int?
    /// The limits for connections and requests.
    var limits: Limits
    /// The counters that the server updates. Share them with a handler that publishes metrics.
    var counters: ServerCounters
    /// Called for each request that reached the router when its response is complete or interrupted, on the thread
    /// that served it.
    var accessLog: (@Sendable (AccessRecord) -> Void)?

    /// Creates a configuration.
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
