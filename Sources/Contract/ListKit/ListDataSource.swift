/// Answers what a list shows. Two methods are enough; the others have defaults.
///
/// The list asks, at once and only for what is visible; it never hands data over. Answer from what has
/// been loaded: a row that is still on its way gets a cell with ``Cell/isPlaceholder`` set, and once it has
/// arrived ``ListView/reload(rows:)`` says so. Negative counts are taken as zero.
public protocol ListDataSource: AnyObject {
    /// How many rows a section has. Asked for every section, so it should cost next to nothing.
    func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int
    /// The cell for a visible row, usually from ``ListView/dequeue(_:for:)`` and then filled.
    func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell

    /// How many sections there are; 1 by default.
    func numberOfSections(in list: ListView) -> Int
    /// The title over a section; nil, the default, for none.
    func list(_ list: ListView, titleForHeaderInSection section: Int) -> String?
    /// The title below a section; nil, the default, for none.
    func list(_ list: ListView, titleForFooterInSection section: Int) -> String?

    /// The titles of the index at the edge; none by default.
    func sectionIndexTitles(in list: ListView) -> [String]
    /// The section that an index title leads to; by default the one with the title's own number.
    func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int

    /// Whether a row can be edited, that is deleted, or inserted at; false by default.
    func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool
    /// Whether a row can be moved; false by default.
    func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool
    /// Carries out what the person asked for at a row: changes the data and, once it has changed, tells the
    /// list with ``ListView/apply(_:)``. By default nothing.
    func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath)
    /// Moves a row in the data to where `target` is after the move and, once it has moved, tells the list
    /// with ``ListView/apply(_:)``. By default nothing.
    func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath)
}

extension ListDataSource {
    /// One section.
    public func numberOfSections(in list: ListView) -> Int { 1 }
    /// No header.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? { nil }
    /// No footer.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? { nil }
    /// No index.
    public func sectionIndexTitles(in list: ListView) -> [String] { [] }
    /// The section with the title's own number.
    public func list(_ list: ListView, sectionForIndexTitle title: String, at index: Int) -> Int { index }
    /// No row can be edited.
    public func list(_ list: ListView, canEditRowAt path: RowPath) -> Bool { false }
    /// No row can be moved.
    public func list(_ list: ListView, canMoveRowAt path: RowPath) -> Bool { false }
    /// Nothing is committed.
    public func list(_ list: ListView, commit style: EditingStyle, forRowAt path: RowPath) {}
    /// Nothing is moved.
    public func list(_ list: ListView, moveRowAt source: RowPath, to target: RowPath) {}
}
