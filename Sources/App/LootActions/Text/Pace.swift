/// How far a long task is, how fast it goes and how long it will take.
package struct Pace: Hashable, Sendable {
    /// What is done, in whatever is counted.
    package var done: Int
    /// What there is to do; nil if that is not known.
    package var total: Int?
    /// How long it has taken so far.
    package var elapsed: Duration

    /// The pace of a task.
    package init(done: Int, total: Int?, elapsed: Duration) {
        self.done = done
        self.total = total
        self.elapsed = elapsed
    }

    /// What part is done, from 0 to 1; nil if the whole is not known.
    package var fraction: Double? {
        total.map { $0 <= 0 ? 1 : min(1, Double(max(0, done)) / Double($0)) }
    }

    /// What is done in a second; nil as long as that would be a guess.
    package var perSecond: Double? {
        let seconds = elapsed / .seconds(1)
        return seconds >= 1 && done > 0 ? Double(done) / seconds : nil
    }

    /// How many seconds are left; nil as long as that would be a guess.
    package var secondsLeft: Int? {
        guard let total, let perSecond else { return nil }
        return Int(exactly: (Double(max(0, total - done)) / perSecond).rounded(.up))
    }

    /// The time left as a clock shows it: `0:07`, `12:30`, `1:02:03`.
    package var timeLeft: String? {
        guard let secondsLeft else { return nil }
        let (hours, minutes, seconds) = (secondsLeft / 3600, secondsLeft / 60 % 60, secondsLeft % 60)
        let end = "\(seconds < 10 ? "0" : "")\(seconds)"
        return hours == 0 ? "\(minutes):\(end)" : "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(end)"
    }
}
