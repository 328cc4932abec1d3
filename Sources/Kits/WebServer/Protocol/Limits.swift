/// The limits of a server. The defaults suit a server on a public network.
public struct Limits: Sendable {
    /// The maximum length of a request line in bytes. Longer ones are rejected with 414.
    public var requestLine = 8 * 1_024
    /// The maximum total size of the header fields in bytes. Larger headers are rejected with 431.
    public var headerBytes = 64 * 1_024
    /// The maximum number of header fields. Requests with more are rejected with 431.
    public var headerFields = 100
    /// The maximum length of a body in bytes, unless a route sets another limit. Longer ones are rejected with 413.
    public var bodyBytes = 2 * 1_024 * 1_024
    /// The maximum number of open connections. Further ones are rejected with 503.
    public var connections = 1_024
    /// The maximum number of open connections per IPv4 address or IPv6 network. Further ones are rejected with 503.
    ///
    /// A client never gets more connections than are left for all others. The loopback addresses and
    /// ``sharedClients`` aren't limited, since a proxy connects on behalf of many clients.
    public var connectionsPerClient = 256
    /// Addresses that many clients share, such as those of proxies.
    public var sharedClients: Set<String> = []
    /// The number of bytes buffered per connection in each direction before the peer has to wait.
    public var bufferedBytes = 64 * 1_024
    /// The maximum time for receiving a request's header, from its first byte or from the start of the connection.
    public var headerTime = Duration.seconds(10)
    /// The maximum pause within a body while a handler reads it.
    public var bodyIdleTime = Duration.seconds(10)
    /// The minimum average rate, in bytes per second, at which a client must send a request's body and read a
    /// response.
    ///
    /// A client that is slower for longer than ``bodyIdleTime`` or ``writeIdleTime`` is disconnected, even if it
    /// never pauses.
    public var bytesPerSecond = 2_000
    /// The maximum idle time between two requests on a connection.
    public var keepAliveTime = Duration.seconds(60)
    /// The maximum time that may pass before a client reads more of a response.
    public var writeIdleTime = Duration.seconds(10)
    /// The time that a graceful stop waits for responses in progress before it cancels them.
    public var graceTime = Duration.seconds(10)

    /// Creates limits with the default values.
    public init() {}

    /// The time that a closing connection waits for more input. Closing with unread input would reset the connection
    /// before the peer has read the response.
    var lingerTime: Duration { .seconds(2) }
    /// The time that a stop waits for canceled handlers after the grace time.
    var partingTime: Duration { .seconds(1) }
    /// The maximum time for which a closing connection is read, even if input keeps arriving.
    var maximumLingerTime: Duration { .seconds(10) }
    /// The maximum number of unread body bytes that are discarded to keep the connection usable.
    var drainedBytes: Int { 256 * 1_024 }
    /// The maximum length of a chunk extension in bytes.
    var chunkExtension: Int { 256 }
}
