import LootCore
import Synchronization

/// A pool of connections that are opened on demand and used by one task at a time.
final class SQLPool: Sendable {
    private struct State {
        var idle: [SQLConnection] = []
        /// The number of connections that are idle, in use or being opened.
        var count = 0
        var waiting: [CheckedContinuation<Offer, Never>] = []
        var isClosed = false

        /// Returns an idle connection or permission to open one, if immediately possible.
        mutating func offer(limit: Int) -> Offer? {
            if isClosed { return .failure(.storeClosed) }
            if let connection = idle.popLast() { return .connection(connection) }
            guard count < limit else { return nil }
            count += 1
            return .room
        }
    }

    private enum Offer {
        case connection(SQLConnection)
        case room
        case failure(LootError)
    }

    private let state = Mutex(State())
    private let limit: Int
    private let whenLost: @Sendable () -> Void
    private let connect: @Sendable () throws(LootError) -> any SQLSession

    /// Creates a pool of up to `limit` connections. `whenLost` is called when a connection is lost, because a
    /// replacement server may lack some changes.
    init(
        limit: Int, whenLost: @escaping @Sendable () -> Void = {},
        connect: @escaping @Sendable () throws(LootError) -> any SQLSession
    ) {
        self.limit = max(1, limit)
        self.whenLost = whenLost
        self.connect = connect
    }

    /// Runs a closure with a connection. A broken connection is discarded, and the closure is run again with another
    /// one if `isRepeated` is true at that time.
    func perform<Value: Sendable>(
        repeating isRepeated: @autoclosure () -> Bool,
        _ body: @escaping @Sendable (any SQLSession) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let connection = try await borrow()
        do throws(LootError) { return try await use(connection, body) } catch {
            guard error.code == .unavailable, isRepeated() else { throw error }
        }
        return try await use(try await borrow(), body)
    }

    /// Queries items asynchronously. Returns `nil` if that isn't possible, takes too long, conflicts with another
    /// transaction, or the connection is broken.
    func ask(
        into found: FoundItems, _ statement: (SQLDialect) -> SQL?
    ) async throws(LootError) -> FoundItems? {
        let connection = try await borrow()
        do throws(LootError) {
            let found = try await connection.ask(into: found, statement)
            await giveBack(connection)
            return found
        } catch {
            guard error.code == .unavailable else {
                await giveBack(connection)
                if error.code == .transactionMet { return nil }
                throw error
            }
            await discard(connection)
            return nil
        }
    }

    private func use<Value: Sendable>(
        _ connection: SQLConnection,
        _ body: @escaping @Sendable (any SQLSession) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        do throws(LootError) {
            let value = try await connection.perform(body)
            await giveBack(connection)
            return value
        } catch {
            if error.code == .unavailable { await discard(connection) } else { await giveBack(connection) }
            throw error
        }
    }

    private func borrow() async throws(LootError) -> SQLConnection {
        var offer = await nextOffer(mayConnect: true)
        while true {
            switch offer {
            case .connection(let connection): return connection
            case .failure(let error): throw error
            case .room:
                do throws(LootError) {
                    return try await SQLConnection.open(connect)
                } catch {
                    // A server that accepts no more connections still serves the existing ones.
                    if !giveUpRoom(error) { throw error }
                    offer = await nextOffer(mayConnect: false)
                }
            }
        }
    }

    private func nextOffer(mayConnect: Bool) async -> Offer {
        let limit = mayConnect ? limit : 1
        if let offer = state.withLock({ $0.offer(limit: limit) }) { return offer }
        return await withCheckedContinuation { continuation in
            state.withLock { state in
                if let offer = state.offer(limit: limit) {
                    continuation.resume(returning: offer)
                } else {
                    state.waiting.append(continuation)
                }
            }
        }
    }

    /// Handles a failed attempt to connect. If there is no other connection, waiting tasks receive the error.
    ///
    /// - Returns: Whether there are other connections to wait for.
    private func giveUpRoom(_ error: LootError) -> Bool {
        let (others, waiting) = state.withLock { state in
            state.count -= 1
            if state.count > 0 { return (true, [] as [CheckedContinuation<Offer, Never>]) }
            defer { state.waiting.removeAll() }
            return (false, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: .failure(error)) }
        return others && error.code == .unavailable
    }

    private func giveBack(_ connection: SQLConnection) async {
        let isKept = state.withLock { state in
            if state.isClosed { return false }
            if state.waiting.isEmpty {
                state.idle.append(connection)
            } else {
                state.waiting.removeFirst().resume(returning: .connection(connection))
            }
            return true
        }
        if !isKept { await connection.close() }
    }

    private func discard(_ connection: SQLConnection) async {
        whenLost()
        makeRoom()
        await connection.close()
        // Idle connections are most likely broken, too, and opening new ones is cheap.
        let idle = state.withLock { state in
            defer { state.idle.removeAll() }
            state.count -= state.idle.count
            return state.idle
        }
        for other in idle { await other.close() }
    }

    private func makeRoom() {
        let waiting = state.withLock { state -> CheckedContinuation<Offer, Never>? in
            if state.waiting.isEmpty || state.isClosed {
                state.count -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        waiting?.resume(returning: .room)
    }

    /// Closes all connections. Those in use are closed when they are returned. Later calls throw.
    func close() async {
        let (idle, waiting) = state.withLock { state in
            defer {
                state.isClosed = true
                state.idle.removeAll()
                state.waiting.removeAll()
            }
            return (state.idle, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: .failure(.storeClosed)) }
        for connection in idle { await connection.close() }
    }
}
