import LootCore

/// Searches for a shorter and simpler sequence of steps that still fails. It removes ever smaller ranges of steps,
/// then single changes of a transaction, then all fields of an inserted item except the name, and starts again as
/// long as that helps. The caller runs each result of ``next()`` and reports the outcome.
struct Shrinking {
    /// The shortest sequence known to fail.
    private(set) var smallest: [Step]

    private enum Phase { case runs(length: Int), changes, items }

    private var phase: Phase
    private var position = 0
    private var hasHelped = false
    private var candidate: [Step] = []
    private var trials = 0

    /// The maximum number of trials, which is enough to reduce a few hundred steps to a handful.
    private static let greatestNumberOfTrials = 600

    init(_ failing: [Step]) {
        smallest = failing
        phase = .runs(length: max(1, failing.count / 2))
    }

    /// Returns the next sequence to run, or `nil` if nothing else can be removed.
    mutating func next() -> [Step]? {
        guard trials < Shrinking.greatestNumberOfTrials else { return nil }
        trials += 1
        while true {
            if let found = candidateAtPosition() {
                candidate = found
                return found
            }
            position = 0
            switch phase {
            case .runs(let length) where length > 1: phase = .runs(length: length / 2)
            case .runs: phase = .changes
            case .changes: phase = .items
            case .items:
                guard hasHelped else { return nil }
                hasHelped = false
                phase = .runs(length: 1)
            }
        }
    }

    /// Records the outcome of the last sequence from ``next()``.
    mutating func take(stillFails: Bool, after steps: Int) {
        if stillFails {
            smallest = Array(candidate.prefix(steps))
            hasHelped = true
        } else if case .runs(let length) = phase {
            position += length
        } else {
            position += 1
        }
    }

    /// Returns the shortest sequence after the phase's reduction at the current position, or `nil` after the last
    /// position.
    private mutating func candidateAtPosition() -> [Step]? {
        var steps = smallest
        if case .runs(let length) = phase {
            guard position < steps.count else { return nil }
            steps.removeSubrange(position..<min(position + length, steps.count))
            return steps
        }
        var skipped = 0
        for (index, step) in steps.enumerated() {
            guard case .apply(let changes) = step else { continue }
            guard position - skipped < changes.count else {
                skipped += changes.count
                continue
            }
            for offset in (position - skipped)..<changes.count {
                guard let fewer = reduced(changes, at: offset) else { continue }
                position = skipped + offset
                steps[index] = .apply(fewer)
                return steps
            }
            skipped += changes.count
            position = skipped
        }
        return nil
    }

    /// Returns the changes without the one at an offset, or with a simpler item, or `nil` if they can't be reduced.
    private func reduced(_ changes: [Change], at offset: Int) -> [Change]? {
        var changes = changes
        if case .items = phase {
            guard case .insert(let item, let position) = changes[offset] else { return nil }
            let plain = Item(id: item.id, name: "Lamp", dateCreated: .first)
            if item.difference(from: plain) == nil || item.name.isEmpty { return nil }
            changes[offset] = .insert(plain, at: position)
            return changes
        }
        if changes.count == 1 { return nil }
        changes.remove(at: offset)
        return changes
    }
}
