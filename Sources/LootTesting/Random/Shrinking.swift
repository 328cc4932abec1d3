/// Looks for fewer steps that still fail: leaves out ever smaller runs of steps, then single changes of a
/// transaction. The caller tries what ``next()`` gives and says what came of it.
struct Shrinking {
    /// The fewest steps known to fail.
    private(set) var smallest: [Step]

    private var length: Int
    private var start = 0
    private var change = 0
    private var candidate: [Step] = []
    private var trials = 0

    /// Enough for a few hundred steps to become a handful, and still soon done.
    private static let greatestNumberOfTrials = 600

    init(_ failing: [Step]) {
        smallest = failing
        length = failing.count / 2
    }

    /// Steps to try; nil when there is nothing left to leave out.
    mutating func next() -> [Step]? {
        guard trials < Shrinking.greatestNumberOfTrials else { return nil }
        trials += 1
        if length > 0 {
            if start >= smallest.count {
                start = 0
                length = length == 1 ? 0 : max(1, length / 2)
                trials -= 1
                return next()
            }
            candidate = smallest
            candidate.removeSubrange(start..<min(start + length, smallest.count))
            return candidate
        }
        while start < smallest.count {
            if case .apply(var changes) = smallest[start], changes.count > 1, change < changes.count {
                changes.remove(at: change)
                candidate = smallest
                candidate[start] = .apply(changes)
                return candidate
            }
            start += 1
            change = 0
        }
        return nil
    }

    /// Takes note of what came of the steps that ``next()`` gave.
    mutating func take(stillFails: Bool, after steps: Int) {
        if stillFails {
            smallest = Array(candidate.prefix(steps))
        } else if length > 0 {
            start += length
        } else {
            change += 1
        }
    }
}
