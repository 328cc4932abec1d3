import Basics
import LootCore

/// A session with a serial queue for blocking calls, so that callers don't block threads of the global executor.
final class SQLConnection: Sendable {
    /// A session may move between threads if only one uses it at a time. The worker ensures this for blocking calls,
    /// and the pool, which lends a connection to one user at a time, for asynchronous ones.
    private struct Confined: @unchecked Sendable {
        let session: any SQLSession
        /// The session, if it can be used asynchronously.
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

    /// Runs a closure with the session on its queue.
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

    /// Queries items asynchronously. Returns `nil` if the session can't do that or gave up.
    func ask(
        for list: String, into found: consuming FoundItems, _ statement: (SQLDialect) -> SQL?
    ) async throws(LootError) -> FoundItems? {
        guard let pipeline = confined.pipeline, let statement = statement(pipeline.dialect),
            try pipeline.send(statement, for: list)
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

    /// Closes the session after its last use.
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
