import Synchronization

/// Collects standard error for each process of a test run, and logs identical output only once.
final class SaidOnce: Sendable {
    private struct State {
        var texts: [[String]] = []
        var told: Set<[String]> = []
    }

    private let state = Mutex(State())
    private let log: @Sendable (String) -> Void

    /// Creates a collector that passes new lines to `log`.
    init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Returns a closure that collects the lines of another process.
    func another() -> @Sendable (String) -> Void {
        let place = state.withLock { state in
            state.texts.append([])
            return state.texts.count - 1
        }
        return { [self] line in state.withLock { $0.texts[place].append(line) } }
    }

    /// Logs the output collected since the last call, unless the same output was already logged.
    func tell() {
        let new = state.withLock { state in
            defer { for place in state.texts.indices { state.texts[place] = [] } }
            return state.texts.filter { !$0.isEmpty && state.told.insert($0).inserted }
        }
        for line in new.joined() { log(line) }
    }
}
