/// What editing means for a row.
@nonexhaustive
public enum EditingStyle: Hashable, Sendable {
    /// Nothing; the row shows no control.
    case none
    /// The row can be deleted.
    case delete
    /// A row can be inserted here.
    case insert
}

/// One thing that a swipe over a row offers.
public struct RowAction {
    /// How an action is shown.
    public enum Style: Hashable, Sendable {
        /// Like any other.
        case normal
        /// It destroys something; a front end warns by more than color.
        case destructive
    }

    /// What the action is called.
    package var title: String
    /// How the action is shown.
    package var style: Style
    /// Does it. Gets the row's path at the time it runs.
    var handler: (RowPath) -> Void

    /// An action that runs `handler`.
    public init(_ title: String, style: Style = .normal, handler: @escaping (RowPath) -> Void) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}

/// A row that has been swiped, and what it offers.
package struct Swipe {
    /// The edge that a swipe begins at.
    package enum Edge: Hashable, Sendable {
        /// Where a line of text begins.
        case leading
        /// Where a line of text ends.
        case trailing
    }

    /// The row; it follows the row through updates.
    package internal(set) var path: RowPath
    /// The edge at which the actions are shown.
    package let edge: Edge
    /// What is offered; never empty.
    package let actions: [RowAction]
}
