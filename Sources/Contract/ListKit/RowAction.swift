/// The effect of a row's editing control.
@nonexhaustive
public enum EditingStyle: Hashable, Sendable {
    /// The row shows no control.
    case none
    /// The control deletes the row.
    case delete
    /// The control inserts a row before this one.
    case insert
}

/// An action offered by swiping a row.
public struct RowAction {
    /// The appearance of an action.
    public enum Style: Hashable, Sendable {
        /// An action that needs no warning.
        case normal
        /// An action that deletes something.
        case destructive
    }

    /// The title.
    public var title: String
    /// The appearance.
    public var style: Style
    private let handler: (RowPath) -> Void

    /// Creates an action. `handler` receives the row's path at the time it runs.
    public init(_ title: String, style: Style = .normal, handler: @escaping (RowPath) -> Void) {
        self.title = title
        self.style = style
        self.handler = handler
    }

    /// Runs the action for a row.
    public func perform(at path: RowPath) { handler(path) }
}

/// A row that has been swiped, and the actions it offers.
public struct Swipe {
    /// The edge where a swipe begins.
    public enum Edge: Hashable, Sendable {
        /// The edge where a line of text begins.
        case leading
        /// The edge where a line of text ends.
        case trailing
    }

    /// The row. Updates of the list change it.
    public internal(set) var path: RowPath
    /// The edge that shows the actions.
    public let edge: Edge
    /// The actions, at least one.
    public let actions: [RowAction]
}
