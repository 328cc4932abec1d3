/// A row that the list itself shows after all others. It belongs to no section and has no path, so it can
/// be neither deleted, moved nor selected.
public struct ConstantRow: Hashable, Sendable {
    /// When a constant row is there.
    package enum Occasion: Hashable, Sendable {
        /// While there is no other row.
        case whenEmpty
        /// Always.
        case always
    }

    /// What the row says.
    package var text: String
    /// When it is there.
    var shown: Occasion

    /// A constant row that says `text` while there is no other row.
    public init(_ text: String) { self.init(text, shown: .whenEmpty) }

    /// A constant row that says `text`.
    package init(_ text: String, shown: Occasion) {
        self.text = text
        self.shown = shown
    }
}
