/// The connections of an event loop.
struct ConnectionTable {
    /// The connections, indexed by socket.
    private var connections: [Connection?] = []
    private var generation: UInt64 = 0
    private var count = 0
    /// The number of connections that were accepted only to refuse them.
    private(set) var refusedCount = 0

    var isEmpty: Bool { count == 0 }

    /// The connections at this moment. A connection that is closed while you iterate is included.
    var all: some Sequence<Connection> { connections.lazy.compactMap(\.self) }

    /// Returns a token that identifies the connection of a socket, even after the socket's number is reused.
    mutating func newToken(for socket: Int32) -> UInt64 {
        generation += 1
        return generation << 32 | UInt64(UInt32(bitPattern: socket))
    }

    /// The connection with a token, or `nil` if it was closed.
    subscript(token: UInt64) -> Connection? {
        let socket = Int(token & 0xFFFF_FFFF)
        guard socket < connections.count, let connection = connections[socket], connection.token == token
        else { return nil }
        return connection
    }

    mutating func add(_ connection: Connection) {
        let socket = Int(connection.socket)
        while connections.count <= socket { connections.append(nil) }
        connections[socket] = connection
        count += 1
        if connection.isRefused { refusedCount += 1 }
    }

    mutating func remove(_ connection: Connection) {
        connections[Int(connection.socket)] = nil
        count -= 1
        if connection.isRefused { refusedCount -= 1 }
    }
}
