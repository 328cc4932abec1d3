import Platform
import Synchronization

/// Lets each person read on all processors but one at a time, so that expensive queries of one person don't delay
/// other people.
///
/// Further requests of the person wait for their turn, in the order of their arrival.
final class Turns: Sendable {
    private struct Line {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let lines = Mutex<[String: Line]>([:])
    private let limit: Int

    /// Creates turns with no waiting requests. `limit` is the maximum number of requests of a person that run at a
    /// time.
    init(limit: Int = max(1, Machine.processorCount - 1)) { self.limit = limit }

    /// Runs `body` when it is the turn of the given person. `nil` is the person who runs the server. This person never
    /// waits.
    ///
    /// - Throws: The errors of `body`, or `CancellationError` if the task is canceled while it waits.
    func waiting<Outcome>(for person: String?, _ body: () async throws -> Outcome) async throws -> Outcome {
        guard let person else { return try await body() }
        await withCheckedContinuation { continuation in
            let isNext = lines.withLock { lines in
                if lines[person, default: Line()].running < limit {
                    lines[person, default: Line()].running += 1
                    return true
                }
                lines[person]?.waiting.append(continuation)
                return false
            }
            if isNext { continuation.resume() }
        }
        defer { end(of: person) }
        try Task.checkCancellation()
        return try await body()
    }

    /// Returns the number of requests of the given person that wait for their turn.
    func waitingCount(of person: String) -> Int { lines.withLock { $0[person]?.waiting.count ?? 0 } }

    private func end(of person: String) {
        let next = lines.withLock { lines -> CheckedContinuation<Void, Never>? in
            guard var line = lines[person] else { return nil }
            defer { lines[person] = line.running == 0 ? nil : line }
            if line.waiting.isEmpty {
                line.running -= 1
                return nil
            }
            return line.waiting.removeFirst()
        }
        next?.resume()
    }
}
