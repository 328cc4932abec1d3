/// The progress of a long task, its speed and its remaining time.
package struct Pace: Hashable, Sendable {
    /// The number of completed units.
    package var done: Int
    /// The total number of units, or `nil` if unknown.
    package var total: Int?
    /// The elapsed time.
    package var elapsed: Duration

    /// Creates the pace of a task.
    package init(done: Int, total: Int?, elapsed: Duration) {
        self.done = done
        self.total = total
        self.elapsed = elapsed
    }

    /// The completed fraction from 0 to 1, or `nil` if the total is unknown.
    package var fraction: Double? {
        total.map { $0 <= 0 ? 1 : min(1, Double(max(0, done)) / Double($0)) }
    }

    /// The number of units per second, or `nil` if it can't be estimated yet.
    package var perSecond: Double? {
        let seconds = elapsed / .seconds(1)
        return seconds >= 1 && done > 0 ? Double(done) / seconds : nil
    }

    /// The number of seconds left, or `nil` if it can't be estimated yet.
    package var secondsLeft: Int? {
        guard let total, let perSecond else { return nil }
        return Int(exactly: (Double(max(0, total - done)) / perSecond).rounded(.up))
    }

    /// The remaining time, for example `0:07`, `12:30` or `1:02:03`.
    package var timeLeft: String? {
        guard let secondsLeft else { return nil }
        let (hours, minutes, seconds) = (secondsLeft / 3600, secondsLeft / 60 % 60, secondsLeft % 60)
        let end = "\(seconds < 10 ? "0" : "")\(seconds)"
        return hours == 0 ? "\(minutes):\(end)" : "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(end)"
    }
}
