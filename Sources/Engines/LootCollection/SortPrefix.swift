import LootCore
import TextSearch

/// A part of a sort key in numeric form. If two prefixes differ, they have the same order as the values.
struct SortPrefix: Hashable, Comparable {
    private var high: UInt64
    private var low: UInt64
    /// Whether this is the last part of the value.
    let isLast: Bool

    /// The number of bytes of text per part.
    static let length = 15

    static let none = SortPrefix(high: 0, low: 0, isLast: false)

    /// The prefix of a missing value. In both directions, it is last, because all other prefixes have 0 in their lowest
    /// byte.
    private static let unset = SortPrefix(high: .max, low: .max, isLast: true)

    static func < (left: SortPrefix, right: SortPrefix) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    static func == (left: SortPrefix, right: SortPrefix) -> Bool {
        left.high == right.high && left.low == right.low
    }

    /// Extracts prefixes from items.
    struct Extractor {
        private var folded: [UInt8] = []

        mutating func prefix(of item: Item, by key: QueryOrder.Key, offset: Int) -> SortPrefix {
            let number: Int64?
            switch key.access {
            case .text(let get, _):
                return get(item).map { directed(part(of: $0, from: offset), key) } ?? .unset
            case .integer(let get, _): number = get(item).map { Int64($0) }
            case .amount(let get, _):
                guard let amount = get(item) else { return .unset }
                // The fraction follows the integer part. An offset makes it positive.
                let rest = UInt64(Int(amount.tenThousandths) + 10_000)
                let whole = UInt64(bitPattern: Int64(amount.whole)) ^ (1 << 63)
                return directed(SortPrefix(high: whole, low: rest << 8, isLast: true), key)
            case .flag(let get, _): number = get(item) ? 1 : 0
            case .moment(let get, _): number = get(item)?.secondsSinceEpoch
            case .day(let get, _): number = (get(item)?.daysSinceEpoch).map { Int64($0) }
            case .list, nil: return .none
            }
            guard let number else { return .unset }
            return directed(
                SortPrefix(high: UInt64(bitPattern: number) ^ (1 << 63), low: 0, isLast: true), key)
        }

        private func directed(_ prefix: SortPrefix, _ key: QueryOrder.Key) -> SortPrefix {
            guard key.key.direction == .descending else { return prefix }
            return SortPrefix(high: ~prefix.high, low: ~prefix.low & ~0xFF, isLast: prefix.isLast)
        }

        private mutating func part(of text: String, from start: Int) -> SortPrefix {
            folded.removeAll(keepingCapacity: true)
            Folding.appendFolded(text, to: &folded)
            var (high, low): (UInt64, UInt64) = (0, 0)
            for index in start..<start + 8 {
                high = high << 8 | (index < folded.count ? UInt64(folded[index]) : 0)
            }
            for index in start + 8..<start + 15 {
                low = low << 8 | (index < folded.count ? UInt64(folded[index]) : 0)
            }
            return SortPrefix(high: high, low: low << 8, isLast: folded.count < start + SortPrefix.length)
        }
    }
}

extension QueryOrder.Key {
    /// Whether values can be compared by prefixes.
    var hasPrefixes: Bool {
        switch access {
        case .list, nil: false
        default: true
        }
    }
}
