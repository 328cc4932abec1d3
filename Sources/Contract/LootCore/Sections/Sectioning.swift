package import TextSearch

/// A way to group items into sections. Equal sectionings must group items in the same way.
///
/// Most sectionings consist of a ``rule`` and titles for its keys; a database can then do the grouping. A sectioning
/// without a rule implements ``key(for:)`` itself and also works with all stores.
public protocol Sectioning: Hashable, Sendable {
    /// The declarative rule, if there is one. It must be consistent with ``key(for:)``.
    var rule: SectionRule? { get }

    /// The order of the sections. Items without a value are last in both directions.
    var direction: SortDirection { get }

    /// Returns the section key of an item. The result must be the same for equal items.
    func key(for item: Item) -> SectionKey

    /// Prepares for computing the keys of many items, if it is cheaper to compute them together. `items` calls its
    /// argument with each item.
    ///
    /// The default implementation does nothing.
    func prepare(_ items: ((Item) -> Void) -> Void)

    /// Returns the title of a section.
    func title(for key: SectionKey) -> String

    /// Returns the title of a section in the section index, or `nil` to omit it.
    func indexTitle(for key: SectionKey) -> String?
}

extension Sectioning {
    /// The default is `nil`.
    public var rule: SectionRule? { nil }

    /// The default is ascending order.
    public var direction: SortDirection { .ascending }

    /// Returns the key of the rule.
    public func key(for item: Item) -> SectionKey { rule?.key(for: item) ?? .missing }

    /// Does nothing.
    public func prepare(_ items: ((Item) -> Void) -> Void) {}

    /// Returns `nil`.
    public func indexTitle(for key: SectionKey) -> String? { nil }

    /// Compares two sections.
    package func order(_ left: SectionKey, _ right: SectionKey) -> Order {
        let order = SectionKey.order(left, right)
        return direction == .ascending || left == .missing || right == .missing ? order : order.reversed
    }
}
