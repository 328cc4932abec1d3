import LootCore

/// The beginning of what an item sorts by, as numbers: where two differ, so do the values, in the same way.
struct SortPrefix: Comparable {
    private let high: UInt64
    private let low: UInt64

    /// The lowest byte of all prefixes is 0 but for this one, which comes last in either direction.
    private static let unset = SortPrefix(high: .max, low: .max)

    static func < (left: SortPrefix, right: SortPrefix) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// Makes the prefixes for one sort key.
    struct Extractor {
        private let key: QueryOrder.Key?
        private var folded: [UInt8] = []
        /// Whether all prefixes so far hold all there is to compare by this key.
        private(set) var isExact = true

        init(_ key: QueryOrder.Key?) { self.key = key }

        mutating func prefix(of item: Item) -> SortPrefix {
            let ascending: SortPrefix? =
                switch key?.access {
                case .text(let get, _): get(item).map { prefix(of: $0) }
                case .integer(let get, _): get(item).map { prefix(of: Int64($0)) }
                case .flag(let get, _): prefix(of: get(item) ? 1 : 0)
                case .moment(let get, _): get(item).map { prefix(of: $0.secondsSinceEpoch) }
                case .day(let get, _): get(item).map { prefix(of: Int64($0.daysSinceEpoch)) }
                case .list, nil: unknown()
                }
            guard let ascending else { return .unset }
            guard key?.key.direction == .descending else { return ascending }
            return SortPrefix(high: ~ascending.high, low: ~ascending.low & ~0xFF)
        }

        /// The same for all, so that the items themselves are compared.
        private mutating func unknown() -> SortPrefix {
            isExact = false
            return SortPrefix(high: 0, low: 0)
        }

        private func prefix(of number: Int64) -> SortPrefix {
            SortPrefix(high: UInt64(bitPattern: number) ^ (1 << 63), low: 0)
        }

        /// The first fifteen bytes of the folded text.
        private mutating func prefix(of text: String) -> SortPrefix {
            folded.removeAll(keepingCapacity: true)
            Folding.appendFolded(text, to: &folded)
            if folded.count > 15 { isExact = false }
            var (high, low): (UInt64, UInt64) = (0, 0)
            for index in 0..<8 { high = high << 8 | (index < folded.count ? UInt64(folded[index]) : 0) }
            for index in 8..<15 { low = low << 8 | (index < folded.count ? UInt64(folded[index]) : 0) }
            return SortPrefix(high: high, low: low << 8)
        }
    }
}
