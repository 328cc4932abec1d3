/// A data source with a fixed set of cells, as in a settings screen.
///
/// ```swift
/// let settings = StaticDataSource([.init("General", cells: [soundCell, nameCell])])
/// list.dataSource = settings
/// ```
public final class StaticDataSource: ListDataSource {
    /// A section of cells.
    public struct Section {
        /// The title above the section.
        public var header: String?
        /// The title below the section.
        public var footer: String?
        /// The cells.
        public var cells: [Cell]

        /// Creates a section.
        public init(_ header: String? = nil, footer: String? = nil, cells: [Cell]) {
            self.header = header
            self.footer = footer
            self.cells = cells
        }
    }

    /// The sections. After changing them, call ``ListView/reloadData()``.
    public var sections: [Section]

    /// Creates a data source.
    public init(_ sections: [Section]) { self.sections = sections }

    /// Returns the number of sections.
    public func numberOfSections(in list: ListView) -> Int { sections.count }

    /// Returns the number of cells in a section.
    public func list(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        sections.indices.contains(section) ? sections[section].cells.count : 0
    }

    /// Returns the cell at a path.
    public func list(_ list: ListView, cellForRowAt path: RowPath) -> Cell {
        guard sections.indices.contains(path.section),
            sections[path.section].cells.indices.contains(path.row)
        else { return Cell() }
        return sections[path.section].cells[path.row]
    }

    /// Returns the title above a section.
    public func list(_ list: ListView, titleForHeaderInSection section: Int) -> String? {
        sections.indices.contains(section) ? sections[section].header : nil
    }

    /// Returns the title below a section.
    public func list(_ list: ListView, titleForFooterInSection section: Int) -> String? {
        sections.indices.contains(section) ? sections[section].footer : nil
    }
}
