import Synchronization

/// Delays sign-in attempts after wrong tokens. After a few from one address, each delay is twice as long as the
/// previous one.
final class LoginThrottle: Sendable {
    private struct Entry {
        var count = 0
        var last: ContinuousClock.Instant
        var end: ContinuousClock.Instant
    }

    /// The number of wrong tokens without a delay, for typing errors.
    static let free = 5
    private static let greatestDelay = 900
    private static let memory = Duration.seconds(3_600)
    private static let greatestCount = 10_000

    private let entries = Mutex<[String: Entry]>([:])

    /// Returns the number of seconds until tokens from an address are accepted again, or 0 if they are now.
    func delay(for client: String, at now: ContinuousClock.Instant = .now) -> Int {
        entries.withLock { entries in
            guard let entry = entries[client], entry.end > now else { return 0 }
            return Int(((entry.end - now) / .seconds(1)).rounded(.up))
        }
    }

    /// Records a wrong token.
    ///
    /// - Returns: The number of wrong tokens from this address, and the delay before the next one in seconds.
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
            let doublings = entry.count - LoginThrottle.free - 1
            let delay = doublings < 0 ? 0 : min(1 << min(doublings, 20), LoginThrottle.greatestDelay)
            (entry.last, entry.end) = (now, now + .seconds(delay))
            entries[client] = entry
            return (entry.count, delay)
        }
    }
}
