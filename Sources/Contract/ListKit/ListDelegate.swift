/// Decides how a list behaves and receives its events. Every method has a default implementation.
public protocol ListDelegate: AnyObject {
    /// Returns whether the person may select a row. The default is `true`.
    func list(_ list: ListView, canSelectRowAt path: RowPath) -> Bool
    /// Called after the person selects a row.
    func list(_ list: ListView, didSelectRowAt path: RowPath)
    /// Called after the person deselected a row, or selected another one instead.
    func list(_ list: ListView, didDeselectRowAt path: RowPath)

    /// Returns the height of a visible row, or `nil`, the default, to use the height of its cell.
    func list(_ list: ListView, heightForRowAt path: RowPath) -> Int?
    /// Returns the estimated height of rows that have never been visible. The default is 1.
    ///
    /// The estimate applies to a whole section, so that a million rows need only one call.
    func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int

    /// Returns the actions that a swipe from the leading edge offers. The default is none.
    func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction]
    /// Returns the actions that a swipe from the trailing edge offers, or `nil`, the default, for “Delete” on rows
    /// that can be deleted and nothing on others.
    func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]?

    /// Returns the effect of the editing control of a row that can be edited. The default is ``EditingStyle/delete``.
    func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle
    /// Returns the position at which a row may be dropped, instead of `proposed`, the default. Return `source` to
    /// prevent the move.
    func list(_ list: ListView, targetForMoveFrom source: RowPath, to proposed: RowPath) -> RowPath

    /// Called before a row becomes visible.
    func list(_ list: ListView, willDisplay cell: Cell, forRowAt path: RowPath)
    /// Called after a row has left the screen. The cell still has its content; the path is the last one of the row.
    func list(_ list: ListView, didEndDisplaying cell: Cell, forRowAt path: RowPath)
    /// Called after the cursor has moved to another row, or has been removed.
    func listDidMoveCursor(_ list: ListView)
}

extension ListDelegate {
    /// Returns `true`.
    public func list(_ list: ListView, canSelectRowAt path: RowPath) -> Bool { true }
    /// Does nothing.
    public func list(_ list: ListView, didSelectRowAt path: RowPath) {}
    /// Does nothing.
    public func list(_ list: ListView, didDeselectRowAt path: RowPath) {}
    /// Returns `nil`, for the height of the cell.
    public func list(_ list: ListView, heightForRowAt path: RowPath) -> Int? { nil }
    /// Returns 1.
    public func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int { 1 }
    /// Returns no actions.
    public func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] { [] }
    /// Returns `nil`, for “Delete” on rows that can be deleted.
    public func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? { nil }
    /// Returns ``EditingStyle/delete``.
    public func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle { .delete }
    /// Returns the proposed position.
    public func list(_ list: ListView, targetForMoveFrom source: RowPath, to proposed: RowPath) -> RowPath {
        proposed
    }
    /// Does nothing.
    public func list(_ list: ListView, willDisplay cell: Cell, forRowAt path: RowPath) {}
    /// Does nothing.
    public func list(_ list: ListView, didEndDisplaying cell: Cell, forRowAt path: RowPath) {}
    /// Does nothing.
    public func listDidMoveCursor(_ list: ListView) {}
}
