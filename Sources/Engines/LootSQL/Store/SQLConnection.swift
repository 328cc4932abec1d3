import LootCore

/// A session on a thread of its own: a caller waits without holding up a thread of Swift's.
final class SQLConnection: Sendable {
    /// A session may be handed from thread to thread as long as one uses it at a time: the worker sees to that for those
    /// who wait on its thread, and the pool, which lends a connection to one at a time, for those who ask without.
    private struct Confined: @unchecked Sendable {
        let session: any SQLSession
        /// The same where it can be asked without a thread that waits.
        let pipeline: (any SQLPipeline)?

        init(_ session: any SQLSession) {
            self.session = session
            pipeline = session as? any SQLPipeline
        }
    }

    private let worker: Worker
    private let confined: Confined

    private init(_ worker: Worker, _ confined: Confined) {
        self.worker = worker
        self.confined = confined
    }

    /// Opens a session.
    static func open(
        _ connect: @escaping @Sendable () throws(LootError) -> any SQLSession
    ) async throws(LootError) -> SQLConnection {
        let worker = Worker()
        let result = await withCheckedContinuation { continuation in
            worker.async {
                let result: Result<Confined, LootError>
                do throws(LootError) { result = .success(Confined(try connect())) } catch {
                    result = .failure(error)
                }
                continuation.resume(returning: result)
            }
        }
        return SQLConnection(worker, try result.get())
    }

    /// Does something with the session.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws(LootError) -> Value
    ) async throws(LootError) -> Value {
        let confined = confined
        let budget = WorkBudget.current
        let result = await withCheckedContinuation { continuation in
            worker.async {
                let result = WorkBudget.$current.withValue(budget) {
                    Result { () throws(LootError) in try body(confined.session) }
                }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    /// Asks for items without a thread that waits for them; nil where the session can't, or gave up.
    func ask(
        into found: consuming FoundItems, _ statement: (SQLDialect) -> SQL?
    ) async throws(LootError) -> FoundItems? {
        guard let pipeline = confined.pipeline, let statement = statement(pipeline.dialect),
            try pipeline.send(statement)
        else { return nil }
        while await pipeline.waitForMore() {
            switch try pipeline.receive({ row throws(LootError) in try found.add(row) }) {
            case .whole: return found
            case .part: continue
            case .tooLong: return nil
            }
        }
        let (begun, confined) = (found, confined)
        return try await perform { _ throws(LootError) in
            var found = begun
            try confined.pipeline?.receiveRest { row throws(LootError) in try found.add(row) }
            return found
        }
    }

    /// Closes the session when it is no longer used.
    func close() async {
        let confined = confined
        await withCheckedContinuation { continuation in
            worker.async {
                confined.session.close()
                continuation.resume()
            }
        }
    }
}
