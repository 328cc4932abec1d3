/// The arrangement of a cell's text and detail text.
@nonexhaustive
public enum CellStyle: Hashable, Sendable, CaseIterable {
    /// Only the text.
    case `default`
    /// The text at the leading edge, the detail text at the trailing edge. Often called value 1.
    case rightDetail
    /// The text as a right-aligned label before the detail text, as in an address book. Often called value 2.
    case leftDetail
    /// The detail text on a separate line below the text.
    case subtitle
}

/// The element at the trailing edge of a cell.
@nonexhaustive
public enum CellAccessory: Hashable, Sendable, CaseIterable {
    /// No element.
    case none
    /// An arrow: selecting the row opens another screen.
    case disclosure
    /// A button that shows details of the row.
    case detail
    /// A check mark: the row is chosen.
    case checkmark
}
