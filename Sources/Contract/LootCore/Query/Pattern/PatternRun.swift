/// Looks for a pattern in a text, scalar by scalar, in all ways at once.
struct PatternRun {
    private let steps: [Pattern.Step]
    /// The steps that wait for the next scalar, each once.
    private var waiting: [Int] = []
    private var next: [Int] = []
    /// At which scalar each step was reached last.
    private var reached: [Int]
    private var position = 0
    private var previous: Unicode.Scalar?
    private var isFound = false
    private var pending: [Int] = []

    init(_ pattern: Pattern) {
        steps = pattern.steps
        reached = [Int](repeating: -1, count: steps.count)
    }

    mutating func isFound(in scalars: String.UnicodeScalarView) -> Bool {
        for scalar in scalars {
            if take(scalar) { return true }
        }
        return end()
    }

    /// Reads the next scalar of the text; true as soon as the pattern is found.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        // What waits is reached only now that it is known what follows: assertions look ahead by one.
        arrive(before: scalar)
        if isFound { return true }
        next.removeAll(keepingCapacity: true)
        for step in waiting {
            let isTaken =
                switch steps[step] {
                case .scalar(let wanted): wanted == scalar
                case .any: scalar != "\n"
                case .set(let set): set.contains(scalar)
                case .jump, .split, .assertion, .found: false
                }
            if isTaken { next.append(step + 1) }
        }
        previous = scalar
        position += 1
        return false
    }

    /// Reads the end of the text.
    mutating func end() -> Bool {
        arrive(before: nil)
        return isFound
    }

    /// Follows jumps, splits and assertions from what was taken, and from the pattern's beginning: it may begin
    /// anywhere.
    private mutating func arrive(before scalar: Unicode.Scalar?) {
        waiting.removeAll(keepingCapacity: true)
        pending.removeAll(keepingCapacity: true)
        pending.append(0)
        pending.append(contentsOf: next)
        while let step = pending.popLast() {
            if reached[step] == position { continue }
            reached[step] = position
            switch steps[step] {
            case .found:
                isFound = true
                return
            case .jump(let target): pending.append(target)
            case .split(let one, let other):
                pending.append(one)
                pending.append(other)
            case .assertion(let assertion):
                if holds(assertion, before: scalar) { pending.append(step + 1) }
            case .scalar, .any, .set: waiting.append(step)
            }
        }
    }

    private func holds(_ assertion: Pattern.Assertion, before scalar: Unicode.Scalar?) -> Bool {
        switch assertion {
        case .start: previous == nil
        case .end: scalar == nil
        case .boundary, .noBoundary:
            (PatternRun.isWord(previous) != PatternRun.isWord(scalar)) == (assertion == .boundary)
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map(ScalarSet.Kind.word.contains) ?? false
    }
}

/// Some scalars, as `[a-z_]` and `\d` name them.
struct ScalarSet: Sendable {
    /// Scalars that are alike.
    enum Kind: Sendable {
        case digit, word, space

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .digit: scalar.properties.generalCategory == .decimalNumber
            case .word:
                scalar.isASCII
                    ? scalar.value &- 0x61 < 26 || scalar.value &- 0x30 < 10 || scalar == "_"
                        || scalar.value &- 0x41 < 26
                    : scalar.properties.isAlphabetic || Kind.digit.contains(scalar)
            case .space: scalar.properties.isWhitespace
            }
        }
    }

    var ranges: [ClosedRange<UInt32>] = []
    var kinds: [(kind: Kind, isNegated: Bool)] = []
    var isNegated = false

    /// Makes one range of those that meet.
    mutating func join() {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        ranges = joined
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isIn =
            ranges.contains { $0.contains(scalar.value) }
            || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
        return isIn != isNegated
    }
}
