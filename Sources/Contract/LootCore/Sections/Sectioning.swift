/// A way to part items into sections. A value: two that are equal part in the same way.
///
/// Most are a ``rule`` and titles for its keys; a database can then do the parting. A sectioning without a rule
/// says ``key(for:)`` itself, and works on every store all the same.
public protocol Sectioning: Hashable, Sendable {
    /// The declarative form, if there is one. It must agree with ``key(for:)``.
    var rule: SectionRule? { get }

    /// The order of the sections. Items that have nothing to go by come last either way.
    var direction: SortDirection { get }

    /// The section that an item belongs to. The same item always belongs to the same one.
    func key(for item: Item) -> SectionKey

    /// Gets ready for the keys of many items, where it is cheaper to work these out together. `items` hands them over.
    ///
    /// The default implementation does nothing, and does not ask for the items.
    func prepare(_ items: ((Item) -> Void) -> Void)

    /// The header of a section.
    func title(for key: SectionKey) -> String

    /// What the index at the edge shows for a section; nil leaves it out.
    func indexTitle(for key: SectionKey) -> String?
}

extension Sectioning {
    /// None: the key function is all there is.
    public var rule: SectionRule? { nil }

    /// Smallest first.
    public var direction: SortDirection { .ascending }

    /// What the rule says.
    public func key(for item: Item) -> SectionKey { rule?.key(for: item) ?? .missing }

    /// Nothing to do.
    public func prepare(_ items: ((Item) -> Void) -> Void) {}

    /// Not in the index.
    public func indexTitle(for key: SectionKey) -> String? { nil }

    /// How two sections stand to each other.
    package func order(_ left: SectionKey, _ right: SectionKey) -> Order {
        let order = SectionKey.order(left, right)
        return direction == .ascending || left == .missing || right == .missing ? order : order.reversed
    }
}
