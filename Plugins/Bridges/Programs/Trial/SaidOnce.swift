import Synchronization

/// What the processes of a trial say on standard error, a text for each of them: the same text is told once, however many
/// laws make the program say it.
final class SaidOnce: Sendable {
    private struct State {
        var texts: [[String]] = []
        var told: Set<[String]> = []
    }

    private let state = Mutex(State())
    private let log: @Sendable (String) -> Void

    /// Texts that are told to a log, line by line.
    init(_ log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Takes the lines of another process.
    func another() -> @Sendable (String) -> Void {
        let place = state.withLock { state in
            state.texts.append([])
            return state.texts.count - 1
        }
        return { [self] line in state.withLock { $0.texts[place].append(line) } }
    }

    /// Tells what was said since, as far as it was not told before.
    func tell() {
        let new = state.withLock { state in
            defer { for place in state.texts.indices { state.texts[place] = [] } }
            return state.texts.filter { !$0.isEmpty && state.told.insert($0).inserted }
        }
        for line in new.joined() { log(line) }
    }
}
