/// Decides how a list behaves and hears what happens in it. Everything has a default.
public protocol ListDelegate: AnyObject {
    /// Whether the person may select a row; true by default.
    func list(_ list: ListView, canSelectRowAt path: RowPath) -> Bool
    /// The person selected a row.
    func list(_ list: ListView, didSelectRowAt path: RowPath)
    /// A row is no longer selected because of something the person did.
    func list(_ list: ListView, didDeselectRowAt path: RowPath)

    /// The height of a visible row; nil, the default, to take it from the cell's content.
    func list(_ list: ListView, heightForRowAt path: RowPath) -> Int?
    /// What the rows of a section are taken to need until they have been seen; 1 by default. The estimate
    /// is per section and not per row, so that a million rows cost one question.
    func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int

    /// What a swipe from the leading edge offers; nothing by default.
    func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction]
    /// What a swipe from the trailing edge offers; nil, the default, for “Delete” on rows that can be
    /// deleted and nothing on others.
    func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]?

    /// What editing means for a row that can be edited; ``EditingStyle/delete`` by default.
    func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle
    /// Where a row that is being moved to `proposed` may land; by default there. Returning `source` leaves
    /// it where it is.
    func list(_ list: ListView, targetForMoveFrom source: RowPath, to proposed: RowPath) -> RowPath

    /// A row comes onto the screen.
    func list(_ list: ListView, willDisplay cell: Cell, forRowAt path: RowPath)
    /// A row has left the screen. The cell still has its content; the path is the row's last one.
    func list(_ list: ListView, didEndDisplaying cell: Cell, forRowAt path: RowPath)
    /// The cursor is on another row now, or on none.
    func listDidMoveCursor(_ list: ListView)
}

extension ListDelegate {
    /// Every row may be selected.
    public func list(_ list: ListView, canSelectRowAt path: RowPath) -> Bool { true }
    /// Nothing happens.
    public func list(_ list: ListView, didSelectRowAt path: RowPath) {}
    /// Nothing happens.
    public func list(_ list: ListView, didDeselectRowAt path: RowPath) {}
    /// The cell's content decides.
    public func list(_ list: ListView, heightForRowAt path: RowPath) -> Int? { nil }
    /// One line.
    public func list(_ list: ListView, estimatedRowHeightInSection section: Int) -> Int { 1 }
    /// Nothing is offered.
    public func list(_ list: ListView, leadingActionsForRowAt path: RowPath) -> [RowAction] { [] }
    /// “Delete” on rows that can be deleted.
    public func list(_ list: ListView, trailingActionsForRowAt path: RowPath) -> [RowAction]? { nil }
    /// Editing a row means deleting it.
    public func list(_ list: ListView, editingStyleForRowAt path: RowPath) -> EditingStyle { .delete }
    /// A row may land anywhere.
    public func list(_ list: ListView, targetForMoveFrom source: RowPath, to proposed: RowPath) -> RowPath {
        proposed
    }
    /// Nothing happens.
    public func list(_ list: ListView, willDisplay cell: Cell, forRowAt path: RowPath) {}
    /// Nothing happens.
    public func list(_ list: ListView, didEndDisplaying cell: Cell, forRowAt path: RowPath) {}
    /// Nothing happens.
    public func listDidMoveCursor(_ list: ListView) {}
}
