import Synchronization

/// Wrong tokens, by the address from which they came: after a few of them each has to wait twice as long for the next try.
final class Guesses: Sendable {
    private struct Entry {
        var count = 0
        var last: ContinuousClock.Instant
        var end: ContinuousClock.Instant
    }

    /// So many wrong tokens cost nothing: people mistype.
    static let free = 5
    private static let greatestWait = 900
    private static let memory = Duration.seconds(3_600)
    private static let greatestCount = 10_000

    private let entries = Mutex<[String: Entry]>([:])

    /// For how many seconds no token of an address is looked at; 0 where it may try.
    func wait(for client: String, at now: ContinuousClock.Instant = .now) -> Int {
        entries.withLock { entries in
            guard let entry = entries[client], entry.end > now else { return 0 }
            return Int(((entry.end - now) / .seconds(1)).rounded(.up))
        }
    }

    /// Takes note of a wrong token.
    ///
    /// - Returns: how many there were, and how many seconds the next try has to wait.
    func note(_ client: String, at now: ContinuousClock.Instant = .now) -> (count: Int, wait: Int) {
        entries.withLock { entries in
            if entries.count >= Guesses.greatestCount {
                entries = entries.filter { now - $0.value.last < Guesses.memory }
                if entries.count >= Guesses.greatestCount { entries = entries.filter { $0.value.end > now } }
            }
            var entry = entries[client] ?? Entry(last: now, end: now)
            if now - entry.last >= Guesses.memory { entry.count = 0 }
            entry.count += 1
            let doublings = entry.count - Guesses.free - 1
            let wait = doublings < 0 ? 0 : min(1 << min(doublings, 20), Guesses.greatestWait)
            (entry.last, entry.end) = (now, now + .seconds(wait))
            entries[client] = entry
            return (entry.count, wait)
        }
    }
}
