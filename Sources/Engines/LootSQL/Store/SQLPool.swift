import LootCore
import Synchronization

/// A pool of connections that are opened on demand and used by one task at a time.
final class SQLPool: Sendable {
    private struct Idle {
        let connection: SQLConnection
        /// The list for which the connection was borrowed last. Its session may still use another one.
        let list: String
    }

    private struct Waiting {
        let continuation: CheckedContinuation<Offer, Never>
        let until: ContinuousClock.Instant?
    }

    private struct State {
        var idle: [Idle] = []
        /// The number of connections that are idle, in use or being opened.
        var count = 0
        /// The tasks that wait for a connection, in the order in which they get one.
        var waiting: [Waiting] = []
        /// Whether a task checks the time limits of the waiting ones.
        var isTimed = false
        var isClosed = false
        var whenLost: @Sendable () -> Void = {}

        /// Returns an idle connection or permission to open one, if immediately possible. Prefers a connection that was
        /// used for the same list.
        mutating func offer(for list: String, limit: Int) -> Offer? {
            if isClosed { return .failure(.storeClosed) }
            if let index = idle.lastIndex(where: { $0.list == list }) ?? idle.indices.last {
                return .connection(idle.remove(at: index).connection)
            }
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
    private let place: String
    private let patience: Duration?
    private let connect: @Sendable () throws(LootError) -> any SQLSession

    /// Creates a pool of up to `limit` connections to a place, which is a name for messages. A task that has waited as
    /// long as `patience` for a connection receives an error.
    init(
        limit: Int, to place: String = "", patience: Duration? = nil,
        connect: @escaping @Sendable () throws(LootError) -> any SQLSession
    ) {
        self.limit = max(1, limit)
        self.place = place
        self.patience = patience
        self.connect = connect
    }

    /// Sets a function that is called when a connection is lost.
    func whenLost(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenLost = body } }

    /// Runs a closure with a connection. A broken connection is discarded, and the closure is run again with another
    /// one if `isRepeated` is true at that time.
    func perform<Value: Sendable>(
        for list: String = "", repeating isRepeated: @autoclosure () -> Bool,
        _ body: @escaping @Sendable (any SQLSession) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let connection = try await borrow(for: list)
        do throws(LootError) { return try await use(connection, for: list, body) } catch {
            guard error.code == .unavailable, isRepeated() else { throw error }
        }
        return try await use(try await borrow(for: list), for: list, body)
    }

    /// Queries items asynchronously. Returns `nil` if that isn't possible, takes too long, conflicts with another
    /// transaction, or the connection is broken.
    func ask(
        for list: String, into found: FoundItems, _ statement: (SQLDialect) -> SQL?
    ) async throws(LootError) -> FoundItems? {
        let connection = try await borrow(for: list)
        do throws(LootError) {
            let found = try await connection.ask(for: list, into: found, statement)
            await giveBack(connection, list)
            return found
        } catch {
            guard error.code == .unavailable else {
                await giveBack(connection, list)
                if error.code == .transactionMet { return nil }
                throw error
            }
            await discard(connection)
            return nil
        }
    }

    private func use<Value: Sendable>(
        _ connection: SQLConnection, for list: String,
        _ body: @escaping @Sendable (any SQLSession) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        do throws(LootError) {
            let value = try await connection.perform { session throws(LootError) in
                try session.use(list: list)
                return try body(session)
            }
            await giveBack(connection, list)
            return value
        } catch {
            if error.code == .unavailable {
                await discard(connection)
            } else {
                await giveBack(connection, list)
            }
            throw error
        }
    }

    private func borrow(for list: String) async throws(LootError) -> SQLConnection {
        var offer = await nextOffer(for: list, mayConnect: true)
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
                    offer = await nextOffer(for: list, mayConnect: false)
                }
            }
        }
    }

    private func nextOffer(for list: String, mayConnect: Bool) async -> Offer {
        let limit = mayConnect ? limit : 1
        if let offer = state.withLock({ $0.offer(for: list, limit: limit) }) { return offer }
        return await withCheckedContinuation { continuation in
            let mustTime = state.withLock { state in
                if let offer = state.offer(for: list, limit: limit) {
                    continuation.resume(returning: offer)
                    return false
                }
                state.waiting.append(
                    Waiting(continuation: continuation, until: patience.map { ContinuousClock.now + $0 }))
                if patience == nil || state.isTimed { return false }
                state.isTimed = true
                return true
            }
            if mustTime { Task.detached { await self.refuseLate() } }
        }
    }

    /// Sends an error to tasks that have waited too long, until no task waits.
    private func refuseLate() async {
        while let next = nextDeadline() {
            try? await Task.sleep(until: next, clock: .continuous)
            let now = ContinuousClock.now
            let late = state.withLock { state in
                let late = state.waiting.prefix { $0.until.map { $0 <= now } ?? false }
                state.waiting.removeFirst(late.count)
                return late
            }
            for task in late { task.continuation.resume(returning: .failure(allInUse)) }
        }
    }

    private func nextDeadline() -> ContinuousClock.Instant? {
        state.withLock { state in
            let next = state.waiting.first?.until
            state.isTimed = next != nil
            return next
        }
    }

    private var allInUse: LootError {
        LootError(
            .unavailable, "Can't use the store.", reason: "All connections to \(place) are in use.",
            advice: "Try again, or allow more connections.", place: place)
    }

    /// Whether an error only means that a task has waited too long for a connection. The database still works.
    func isExhaustion(_ error: LootError) -> Bool { error == allInUse }

    /// Handles a failed attempt to connect. If there is no other connection, waiting tasks receive the error.
    ///
    /// - Returns: Whether there are other connections to wait for.
    private func giveUpRoom(_ error: LootError) -> Bool {
        let (others, waiting) = state.withLock { state in
            state.count -= 1
            if state.count > 0 { return (true, [] as [Waiting]) }
            defer { state.waiting.removeAll() }
            return (false, state.waiting)
        }
        for task in waiting { task.continuation.resume(returning: .failure(error)) }
        return others && error.code == .unavailable
    }

    private func giveBack(_ connection: SQLConnection, _ list: String) async {
        let isKept = state.withLock { state in
            if state.isClosed {
                state.count -= 1
                return false
            }
            if state.waiting.isEmpty {
                state.idle.append(Idle(connection: connection, list: list))
            } else {
                state.waiting.removeFirst().continuation.resume(returning: .connection(connection))
            }
            return true
        }
        if !isKept { await connection.close() }
    }

    private func discard(_ connection: SQLConnection) async {
        state.withLock(\.whenLost)()
        makeRoom()
        await connection.close()
        // Idle connections are most likely broken, too, and opening new ones is cheap.
        for other in state.withLock({ Self.removeIdle(from: &$0) }) { await other.close() }
    }

    private static func removeIdle(from state: inout State) -> [SQLConnection] {
        defer { state.idle.removeAll() }
        state.count -= state.idle.count
        return state.idle.map(\.connection)
    }

    private func makeRoom() {
        let waiting = state.withLock { state -> Waiting? in
            if state.waiting.isEmpty || state.isClosed {
                state.count -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        waiting?.continuation.resume(returning: .room)
    }

    /// Allows calls again after ``close()``.
    func open() { state.withLock { $0.isClosed = false } }

    /// Rejects later calls, and makes those in progress close their connections.
    ///
    /// - Returns: The idle connections, which the caller closes or releases.
    func close() -> [SQLConnection] {
        let (idle, waiting) = state.withLock { state in
            defer { state.waiting.removeAll() }
            state.isClosed = true
            return (Self.removeIdle(from: &state), state.waiting)
        }
        for task in waiting { task.continuation.resume(returning: .failure(.storeClosed)) }
        return idle
    }
}
