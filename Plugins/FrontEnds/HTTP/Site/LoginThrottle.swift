import Synchronization

/// Delays attempts to sign in after wrong attempts. The first few wrong attempts from an address, or for a name, cause
/// no delay. After that, each delay is twice as long as the previous one.
final class LoginThrottle: Sendable {
    private struct Entry {
        var count = 0
        var last: ContinuousClock.Instant
        var end: ContinuousClock.Instant
    }

    /// The number of wrong attempts without a delay, for typing errors.
    static let free = 5
    private static let memory = Duration.seconds(3_600)
    private static let greatestCount = 10_000

    private let free: Int
    private let greatestDelay: Int
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates a throttle without failures. Delays are at most `greatestDelay` seconds long.
    init(free: Int = LoginThrottle.free, greatestDelay: Int = 900) {
        (self.free, self.greatestDelay) = (free, greatestDelay)
    }

    /// Returns the number of seconds until attempts of the given client are accepted again, or 0 if they are accepted
    /// now.
    func delay(for client: String, at now: ContinuousClock.Instant = .now) -> Int {
        entries.withLock { entries in
            guard let entry = entries[client], entry.end > now else { return 0 }
            return Int(((entry.end - now) / .seconds(1)).rounded(.up))
        }
    }

    /// Records a wrong attempt of the given client.
    ///
    /// - Returns: The number of wrong attempts, and the delay before the next one in seconds.
    func recordFailure(
        of client: String, at now: ContinuousClock.Instant = .now
    ) -> (count: Int, delay: Int) {
        entries.withLock { entries in
            if entries.count >= LoginThrottle.greatestCount {
                entries = entries.filter { now - $0.value.last < LoginThrottle.memory }
                if entries.count >= LoginThrottle.greatestCount {
                    entries = entries.filter { $0.value.end > now }
                }
            }
            var entry = entries[client] ?? Entry(last: now, end: now)
            if now - entry.last >= LoginThrottle.memory { entry.count = 0 }
            entry.count += 1
            let doublings = entry.count - free - 1
            let delay = doublings < 0 ? 0 : min(1 << min(doublings, 20), greatestDelay)
            (entry.last, entry.end) = (now, now + .seconds(delay))
            entries[client] = entry
            return (entry.count, delay)
        }
    }

    /// Removes a failure of the given client that was recorded before the result of its attempt was known.
    func forgive(_ client: String, at now: ContinuousClock.Instant = .now) {
        entries.withLock { entries in
            guard var entry = entries[client] else { return }
            entry.count -= 1
            entry.end = now
            entries[client] = entry.count > 0 ? entry : nil
        }
    }
}
