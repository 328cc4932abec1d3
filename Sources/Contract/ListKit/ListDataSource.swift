/// Provides the content of a list. Two methods are required.
///
/// The list asks for visible rows only, and needs their cells immediately. For a row that is still being loaded, return
/// a cell with ``Cell/isPlaceholder`` set, and call ``ListView/reload(rows:)`` once the row is available.
///
/// ### Editing
///
/// If a data source implements `list(_:commit:forRowAt:)`, its rows can be deleted: editing mode shows delete
/// controls. If it implements `list(_:moveRowAt:to:)`, its rows can be moved: editing mode shows handles. Nothing
/// else has to be declared; implement `list(_:canEditRowAt:)` and `list(_:canMoveRowAt:)` to exclude rows.
///
/// Both methods change the data. The list then updates its rows, unless the data source has already called
/// ``ListView/apply(_:)`` or ``ListView/reloadData()``. A data source that changes its data later, for example in a
/// database, returns ``PendingUpdate`` and calls ``ListView/apply(_:)`` after the change.
public protocol ListDataSource: AnyObject {
    /// The result of `list(_:commit:forRowAt:)`: `Void`, ``PendingUpdate``, or ``Unimplemented``. Swift infers it.
    associatedtype CommitResult = Unimplemented
    /// The result of `list(_:moveRowAt:to:)`: `Void`, ``PendingUpdate``, or ``Unimplemented``. Swift infers it.
    associatedtype MoveResult = Unimplemented

    /// Returns the number of rows in a section. Negative numbers count as 0.
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int
    /// Returns the cell for a visible row, usually from ``ListView/dequeue(_:for:)``.
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell

    /// Returns the number of sections. The default is 1.
    func numberOfSections(in list: ListView) -> Int
    /// Returns the title above a section, or `nil`, the default, for none.
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String?
    /// Returns the title below a section, or `nil`, the default, for none.
    func list(_ list: ListView, titleForFooterInSection section: Int) -> String?

    /// Returns the titles of the section index. The default is none.
    func sectionIndexTitles(in list: ListView) -> [String]
    /// Returns the section for an index title. The default is the section with the same index as the title.
    func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int

    /// Returns whether a row can be edited. The default is `true`.
    func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool
    /// Returns whether a row can be moved. The default is `true`.
    func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool
    /// Deletes a row from the data, or inserts one before it. Implementing this method shows delete controls.
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) -> CommitResult
    /// Moves a row in the data to its position after the move. Implementing this method shows handles.
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) -> MoveResult
}

/// The result of an optional method that a type doesn't implement.
public struct Unimplemented: Sendable {
    fileprivate init() {}
}

/// The result of a method of a data source that changes its data later. See ``ListDataSource``.
public struct PendingUpdate: Sendable {
    /// Creates the result.
    public init() {}
}

extension ListDataSource {
    /// Returns 1.
    public func numberOfSections(in list: ListView) -> Int { 1 }
    /// Returns no title.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { nil }
    /// Returns no title.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { nil }
    /// Returns no titles.
    public func sectionIndexTitles(in list: ListView) -> [String] { [] }
    /// Returns the section with the same index as the title.
    public func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int { index }
    /// Returns `true`.
    public func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { true }
    /// Returns `true`.
    public func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { true }
    /// Does nothing; rows can't be edited.
    public func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) -> Unimplemented {
        Unimplemented()
    }
    /// Does nothing; rows can't be moved.
    public func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) -> Unimplemented {
        Unimplemented()
    }

    var implementsCommit: Bool { CommitResult.self != Unimplemented.self }
    var implementsMove: Bool { MoveResult.self != Unimplemented.self }
}
