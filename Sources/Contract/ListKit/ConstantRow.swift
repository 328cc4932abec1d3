/// A row that the list shows after all others, such as “No items!”.
///
/// It belongs to no section and has no path, so it can't be deleted, moved or selected.
public struct ConstantRow: Hashable, Sendable {
    /// The condition under which a constant row is visible.
    public enum Occasion: Hashable, Sendable {
        /// The row is visible while there are no other rows.
        case whenEmpty
        /// The row is always visible.
        case always
    }

    /// The text.
    public var text: String
    /// The condition under which the row is visible.
    public var shown: Occasion

    /// Creates a constant row.
    public init(_ text: String, shown: Occasion = .whenEmpty) {
        self.text = text
        self.shown = shown
    }
}
