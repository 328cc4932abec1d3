/// What the items of one section have in common. Sections are ordered by it: numbers by size, then texts by
/// `Folding.order(_:_:)` (and by their bytes where that is the same), then places, each behind the one that it lies in,
/// then the items that have nothing.
@nonexhaustive
public enum SectionKey: Hashable, Sendable {
    /// A band's index, a year, a flag.
    case number(Int)
    /// An amount.
    case amount(Amount)
    /// A letter, a location, a tag.
    case text(String)
    /// A place, or as much of it as counts, in one of the ways in which it is written.
    case place(PlacePath)
    /// The items in which the field is not set; always the last section.
    case missing

    /// How two keys stand to each other, ascending.
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

    /// Whether both are the same: texts to the byte, places whatever their case and accents.
    public static func == (left: SectionKey, right: SectionKey) -> Bool { order(left, right) == .same }

    /// By everything that `==` compares.
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
