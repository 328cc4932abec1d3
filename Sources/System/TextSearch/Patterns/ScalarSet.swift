/// A set of scalars, such as `[a-z_]` or `\d`.
struct ScalarSet: Sendable {
    /// A class of scalars.
    enum Kind: Sendable, CaseIterable {
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

    private var ranges: [ClosedRange<UInt32>] = []
    private var kinds: Set<Kind> = []
    private var complements: Set<Kind> = []
    var isNegated = false

    /// Creates the set of a class of scalars, or its complement.
    init(_ kind: Kind? = nil, isComplement: Bool = false) {
        if let kind { insert(kind, isComplement: isComplement) }
    }

    mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }

    mutating func insert(_ kind: Kind, isComplement: Bool) {
        if isComplement { complements.insert(kind) } else { kinds.insert(kind) }
    }

    /// Sorts the ranges and joins adjacent ones. Call this method after all insertions.
    mutating func normalize() {
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
        let isIncluded =
            hasRange(with: scalar.value) || kinds.contains { $0.contains(scalar) }
            || complements.contains { !$0.contains(scalar) }
        return isIncluded != isNegated
    }

    /// Returns whether a range contains a value. Uses binary search because sets may have hundreds of ranges.
    private func hasRange(with value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
