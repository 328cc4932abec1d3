/// What the items of one section have in common. Sections are ordered by it: numbers by size, then texts by
/// ``Folding/order(_:_:)`` (and by their bytes where that is the same), then the items that have nothing.
public enum SectionKey: Hashable, Sendable {
    /// A band's index, a year, a flag.
    case number(Int)
    /// A letter, a location, a tag.
    case text(String)
    /// The items in which the field is not set; always the last section.
    case missing

    /// How two keys stand to each other, ascending.
    public static func order(_ left: SectionKey, _ right: SectionKey) -> Order {
        switch (left, right) {
        case (.number(let left), .number(let right)): return Order(left, right)
        case (.text(let left), .text(let right)):
            let order = Folding.order(left, right)
            if order != .same { return order }
            return left.utf8.elementsEqual(right.utf8)
                ? .same : left.utf8.lexicographicallyPrecedes(right.utf8) ? .ascending : .descending
        default: return Order(left.rank, right.rank)
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .text: 1
        case .missing: 2
        }
    }

    /// Whether both are the same to the byte.
    public static func == (left: SectionKey, right: SectionKey) -> Bool { order(left, right) == .same }

    /// By everything that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .number(let number): hasher.combine(number)
        case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .missing: hasher.combine(rank)
        }
    }
}
