/// The limits of a server. Each has a default that suits a server on the open network.
public struct Limits: Sendable {
    /// The longest request line, in bytes; longer is answered 414.
    public var requestLine = 8 * 1_024
    /// All header fields together, in bytes; more is answered 431.
    public var headerBytes = 64 * 1_024
    /// The number of header fields; more is answered 431.
    public var headerFields = 100
    /// The longest body, in bytes, where a route sets no limit of its own; more is answered 413.
    public var bodyBytes = 2 * 1_024 * 1_024
    /// Connections at one time; those beyond are answered 503.
    public var connections = 1_024
    /// Connections at one time of one address, or of one network of IPv6; those beyond are answered 503. An address never
    /// has more than there are left for all others. This machine's own address and ``sharedClients`` are not counted: a
    /// proxy there asks for many.
    public var connectionsPerClient = 256
    /// Addresses that stand for many clients, as those of proxies do.
    public var sharedClients: Set<String> = []
    /// How much is kept in memory for one connection in each direction before the peer has to wait.
    public var bufferedBytes = 64 * 1_024
    /// How long a request's header may take, from its first byte (or from the connection's start).
    public var headerTime = Duration.seconds(10)
    /// The longest pause of a body while it is being read.
    public var bodyIdleTime = Duration.seconds(10)
    /// The bytes a second that a client must send of a body, or read of a response, on average. A client that is slower
    /// for longer than ``bodyIdleTime`` or ``writeIdleTime`` is disconnected, even if it never pauses.
    public var bytesPerSecond = 2_000
    /// How long a connection may be idle between two requests.
    public var keepAliveTime = Duration.seconds(60)
    /// The longest time in which a client reads nothing of a response.
    public var writeIdleTime = Duration.seconds(10)
    /// How long a graceful stop waits for answers in flight before it cancels them.
    public var graceTime = Duration.seconds(10)

    /// The defaults.
    public init() {}

    /// How long a connection that ends is read from, so that the peer gets the last answer and no reset.
    var lingerTime: Duration { .seconds(2) }
    /// How long a handler that was canceled at the end of the grace time is waited for.
    var partingTime: Duration { .seconds(1) }
    /// How long a connection that ends is read from however much comes.
    var greatestLingerTime: Duration { .seconds(10) }
    /// How much of a body that no handler wants is read, so that the connection can be used again.
    var drainedBytes: Int { 256 * 1_024 }
    /// The longest chunk extension, in bytes.
    var chunkExtension: Int { 256 }
}
