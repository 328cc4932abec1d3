import LootCore
import Synchronization

/// A few connections, opened when they are needed and lent to one user each.
final class SQLPool<Session: SQLSession>: Sendable {
    private struct State {
        var idle: [SQLConnection<Session>] = []
        /// How many there are, idle or lent or being opened.
        var count = 0
        var waiting: [CheckedContinuation<Offer, Never>] = []
        var isClosed = false
    }

    private enum Offer {
        case connection(SQLConnection<Session>)
        case room
        case closed
    }

    private let state = Mutex(State())
    private let limit: Int
    private let connect: @Sendable () throws(LootError) -> Session

    init(limit: Int, connect: @escaping @Sendable () throws(LootError) -> Session) {
        self.limit = max(1, limit)
        self.connect = connect
    }

    /// Does something with a connection. One that proves to be broken is given up; what only reads is then tried once
    /// more with a new one.
    func perform<Value: Sendable>(
        repeating isRepeated: Bool, _ body: @escaping @Sendable (Session) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        do throws(LootError) { return try await performOnce(body) } catch {
            guard isRepeated, error.code == .unavailable else { throw error }
        }
        return try await performOnce(body)
    }

    private func performOnce<Value: Sendable>(
        _ body: @escaping @Sendable (Session) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let connection = try await take()
        do throws(LootError) {
            let value = try await connection.perform(body)
            await giveBack(connection)
            return value
        } catch {
            if error.code == .unavailable { await discard(connection) } else { await giveBack(connection) }
            throw error
        }
    }

    private func take() async throws(LootError) -> SQLConnection<Session> {
        let offer = await withCheckedContinuation { continuation in
            let offer: Offer? = state.withLock { state in
                if state.isClosed { return .closed }
                if let idle = state.idle.popLast() { return .connection(idle) }
                if state.count < limit {
                    state.count += 1
                    return .room
                }
                state.waiting.append(continuation)
                return nil
            }
            if let offer { continuation.resume(returning: offer) }
        }
        switch offer {
        case .connection(let connection): return connection
        case .closed: throw LootError.storeClosed
        case .room:
            do throws(LootError) {
                return try await SQLConnection.open(connect)
            } catch {
                makeRoom()
                throw error
            }
        }
    }

    private func giveBack(_ connection: SQLConnection<Session>) async {
        let next = state.withLock { state -> CheckedContinuation<Offer, Never>?? in
            if state.isClosed { return .none }
            guard !state.waiting.isEmpty else {
                state.idle.append(connection)
                return .some(nil)
            }
            return state.waiting.removeFirst()
        }
        switch next {
        case .none: await connection.close()
        case .some(nil): break
        case .some(let waiting?): waiting.resume(returning: .connection(connection))
        }
    }

    private func discard(_ connection: SQLConnection<Session>) async {
        makeRoom()
        await connection.close()
        // Those that are idle have lost their server too, most likely; a new one costs little.
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

    /// Closes the connections, those that are lent when they come back. Later users are told that the store is
    /// closed.
    func close() async {
        let (idle, waiting) = state.withLock { state in
            defer {
                state.isClosed = true
                state.idle.removeAll()
                state.waiting.removeAll()
            }
            return (state.idle, state.waiting)
        }
        for continuation in waiting { continuation.resume(returning: .closed) }
        for connection in idle { await connection.close() }
    }
}
