package import LootCore
package import LootFormats

/// Writes the rows of a query's result in a machine-readable format, page by page.
///
/// In JSON, a result without sections is an array of items. With sections, it is an array of sections, each with
/// `title`, `indexTitle`, `count`, `totalValue` and those of its `items` that are among the rows. Other formats
/// contain only the items.
package struct ItemListing {
    private let rows: ItemRows
    /// The encoder of fields or book values in JSON, or `nil` for whole items as they are stored.
    private let partial: PartialItems?
    private let columns: [CSVColumn]
    private let shape: DocumentShape

    /// Creates a listing of rows. JSON contains only `fields` of the items, if given, or else the book values of the
    /// presentation's day, if it has one; other formats contain whole items.
    package init(
        _ rows: ItemRows, fields: [FieldKey]? = nil, presentation: ItemPresentation = ItemPresentation()
    ) {
        self.rows = rows
        partial = ItemListing.partial(fields, presentation)
        columns = CSVColumn.standard
        shape = .list
    }

    /// Creates an export of a whole result in the shape of new files, with the given columns.
    init(export rows: ItemRows, columns: [CSVColumn]) {
        self.rows = rows
        self.columns = columns
        partial = nil
        shape = .standard
    }

    /// Writes the listing to a sink, piece by piece. Stops when the sink returns `false`.
    package func write(
        as format: ItemFormat, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) {
        if format == .json, rows.query.sectioning != nil { return try await writeSections(sink) }
        var shape = shape
        if case .envelope = shape.layout { shape.settings = try await rows.settings() }
        var encoder = ItemListing.encoder(for: format, in: shape, columns, partial)
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        let isWanted = try await rows.forEachPage { page throws(LootError) in
            for item in page.items { encoder.append(item, to: &bytes) }
            defer { bytes.removeAll(keepingCapacity: true) }
            return try await sink(bytes)
        }
        guard isWanted else { return }
        encoder.end(&bytes)
        _ = try await sink(bytes)
    }

    private static func partial(_ fields: [FieldKey]?, _ presentation: ItemPresentation) -> PartialItems? {
        fields == nil && presentation.day == nil ? nil : PartialItems(fields, presentation)
    }

    private static func encoder(
        for format: ItemFormat, in shape: DocumentShape, _ columns: [CSVColumn], _ partial: PartialItems?
    ) -> any ItemEncoder {
        guard var partial, format == .json || format == .jsonLines else {
            return format.encoder(shape: shape, columns: columns)
        }
        partial.isList = format == .json
        return partial
    }

    private func writeSections(
        _ sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) {
        let writer = JSONItemWriter()
        var sections = rows.outline.sections[...].drop { $0.rows.upperBound <= rows.range.lowerBound }
        var bytes = Array("[".utf8)
        var isFirstSection = true
        var isOpen = false
        let isWanted = try await rows.forEachPage { page throws(LootError) in
            var row = page.start
            for item in page.items {
                while let section = sections.first, row >= section.rows.upperBound {
                    sections.removeFirst()
                    isOpen = false
                    bytes += Array("\n]}".utf8)
                }
                if isOpen {
                    bytes.append(UInt8(ascii: ","))
                } else if let section = sections.first {
                    bytes += Array((isFirstSection ? "\n" : ",\n").utf8)
                    section.fields.appendObject(closed: false, to: &bytes)
                    bytes += Array(",\"items\":[".utf8)
                    (isFirstSection, isOpen) = (false, true)
                }
                bytes.append(UInt8(ascii: "\n"))
                if let partial {
                    partial.appendObject(of: item, to: &bytes)
                } else {
                    writer.append(item, to: &bytes)
                }
                row += 1
            }
            defer { bytes.removeAll(keepingCapacity: true) }
            return try await sink(bytes)
        }
        guard isWanted else { return }
        bytes += Array((isOpen ? "\n]}\n]\n" : "]\n").utf8)
        _ = try await sink(bytes)
    }

    // MARK: Given items

    /// Returns items in a format. JSON contains only `fields`, if given, or else the book values of the presentation's
    /// day, if it has one. A single item is a JSON object, not an array.
    package static func bytes(
        ofNamed items: [Item], as format: ItemFormat, fields: [FieldKey]? = nil,
        presentation: ItemPresentation = ItemPresentation()
    ) -> [UInt8] {
        let partial = partial(fields, presentation)
        var bytes: [UInt8] = []
        if format == .json, items.count == 1 {
            if let partial {
                partial.appendObject(of: items[0], to: &bytes)
            } else {
                JSONItemWriter().append(items[0], to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
            return bytes
        }
        var encoder = encoder(for: format, in: .list, CSVColumn.standard, partial)
        encoder.begin(&bytes)
        for item in items { encoder.append(item, to: &bytes) }
        encoder.end(&bytes)
        return bytes
    }

    /// Returns a section as a JSON object, without its items.
    package static func json(of section: ItemSection) -> [UInt8] {
        var bytes: [UInt8] = []
        section.fields.appendObject(to: &bytes)
        return bytes
    }

    /// Returns places as a JSON array, outermost first.
    package static func json(of tree: PlaceTree, _ rows: [Int]) -> [UInt8] {
        var bytes = Array("[".utf8)
        for row in rows {
            bytes += Array((row == rows.first ? "\n" : ",\n").utf8)
            bytes += json(of: tree, row: row)
        }
        return bytes + Array((rows.isEmpty ? "]\n" : "\n]\n").utf8)
    }

    /// Returns a place as a JSON object.
    package static func json(of tree: PlaceTree, row: Int) -> [UInt8] {
        let place = tree.rows[row]
        var fields: [ForeignField] = [.init("place", .text(tree.place(row).description))]
        if let item = place.item { fields.append(.init("item", .text(item.description))) }
        fields.append(.init("count", .number(String(place.all.count))))
        fields += place.all.total.fields("totalValue")
        fields.append(.init("ownCount", .number(String(place.own.count))))
        fields += place.own.total.fields("ownValue")
        var bytes: [UInt8] = []
        fields.appendObject(to: &bytes)
        return bytes
    }

    /// Returns totals as a JSON object, with those of sections if there are any.
    package static func json(
        of statistics: Statistics, sections: [ItemSection]?, chart: Chart? = nil
    ) -> [UInt8] {
        var fields: [ForeignField] = [
            .init("items", .number(String(statistics.items))),
            .init("pieces", .number(String(statistics.pieces))),
        ]
        fields += statistics.totalValue.fields("totalValue")
        fields += statistics.totalPaid.fields("totalPaid")
        if let total = statistics.totalReplacement { fields += total.fields("totalReplacement") }
        if let total = statistics.totalBookValue { fields += total.fields("totalBookValue") }
        fields += [
            .init("favorites", .number(String(statistics.favorites))),
            .init("underWarranty", .number(String(statistics.underWarranty))),
        ]
        if let item = statistics.mostValuable.first {
            fields.append(.init("mostValuable", .text(item.id.description)))
        }
        if let chart { fields.append(.init("chart", chart.json)) }
        if let sections { fields.append(.init("sections", .array(sections.map { .object($0.fields) }))) }
        var bytes: [UInt8] = []
        fields.appendObject(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension ItemSection {
    /// The JSON members of a section.
    fileprivate var fields: [ForeignField] {
        var fields: [ForeignField] = [.init("title", .text(title))]
        if let indexTitle { fields.append(.init("indexTitle", .text(indexTitle))) }
        fields.append(.init("count", .number(String(count))))
        return fields + total.fields("totalValue")
    }
}

extension [ForeignField] {
    /// Appends the fields as a JSON object. If `closed` is `false`, the closing brace is omitted.
    fileprivate func appendObject(closed: Bool = true, to bytes: inout [UInt8]) {
        ForeignValue.object(self).appendJSON(to: &bytes)
        if !closed { bytes.removeLast() }
    }
}
