package import TextSearch

/// The common key of the items in a section, by which sections are sorted: numbers by size, then strings by
/// `Folding.order(_:_:)` (and by bytes if that is equal), then places, each after the place that contains it,
/// then items without a value.
@nonexhaustive
public enum SectionKey: Hashable, Sendable {
    /// The index of a band, a year or a flag.
    case number(Int)
    /// An amount.
    case amount(Amount)
    /// A letter, a location or a tag.
    case text(String)
    /// A place, or its outermost parts, in one of its spellings.
    case place(PlacePath)
    /// The key of items without a value. Their section is always last.
    case missing

    /// Compares two keys in ascending order.
    package static func order(_ left: SectionKey, _ right: SectionKey) -> Order {
        switch (left, right) {
        case (.number(let left), .number(let right)): return Order(left, right)
        case (.amount(let left), .amount(let right)): return Order(left, right)
        case (.number(let left), .amount(let right)): return Order(Amount(left), right)
        case (.amount(let left), .number(let right)): return Order(left, Amount(right))
        case (.text(let left), .text(let right)):
            let order = Folding.order(left, right)
            if order != .same { return order }
            return left.utf8.elementsEqual(right.utf8)
                ? .same : left.utf8.lexicographicallyPrecedes(right.utf8) ? .ascending : .descending
        case (.place(let left), .place(let right)): return PlacePath.order(ofPlaces: left, right)
        default: return Order(left.rank, right.rank)
        }
    }

    private var rank: Int {
        switch self {
        case .number, .amount: 0
        case .text: 1
        case .place: 2
        case .missing: 3
        }
    }

    /// Returns whether two keys are equal. Strings are compared byte by byte, places without case and
    /// accents.
    public static func == (left: SectionKey, right: SectionKey) -> Bool { order(left, right) == .same }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(Amount(number))
        case .amount(let amount): hasher.combine(amount)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .place(let place): place.hashPlace(into: &hasher)
        case .missing: hasher.combine(rank)
        }
    }
}
