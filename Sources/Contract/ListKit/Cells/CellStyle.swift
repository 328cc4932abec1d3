/// How a cell arranges text and detail text.
@nonexhaustive
public enum CellStyle: Hashable, Sendable, CaseIterable {
    /// Text without detail text.
    case `default`
    /// Text at the leading edge, detail text at the trailing edge; often called value 1.
    case rightDetail
    /// A label that ends where the detail text begins, as in an address book; often called value 2.
    case leftDetail
    /// Detail text on a line of its own, below the text.
    case subtitle
}

/// What stands at the trailing edge of a cell.
@nonexhaustive
public enum CellAccessory: Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// Selecting the row leads on to another screen.
    case disclosure
    /// A button of its own that tells more about the row.
    case detail
    /// The row is chosen.
    case checkmark
}
