public import LootCore
public import LootFormats
import LootPlugins

/// Reads a file in chunks and plans its import.
///
/// ```swift
/// var planner = try await ImportPlanner(store, name: "items.csv", updateBy: "serialNumber")
/// while case let chunk = try file.read(), !chunk.isEmpty { try await planner.feed(chunk) }
/// let plan = try await planner.finish()
/// if plan.errors.isEmpty { try await inventory.commit(plan, title: "Import items.csv") }
/// ```
///
/// An entry matches the existing item with its id, or with its value in the field `updateBy`. A matching item gets
/// the fields that the file contains and keeps the others. All other entries become new items.
///
/// JSON lines, archives written by ``ItemExport``, and tables written by this program are processed while they are
/// read. Other files are kept in memory until the end: in tables, all cells together determine how columns are
/// interpreted.
public struct ImportPlanner {
    /// The size from which a file is considered large. It is enough to detect the format, and for larger files
    /// reading the whole store is cheaper than fetching every item.
    private static let many = 1 << 16
    /// The number of entries from which the total number is estimated.
    private static let sample = 64
    /// The maximum number of bytes for which memory is reserved in advance.
    private static let mostExpected = 1 << 28
    /// The maximum number of rejected entries. With more of them, the file is rejected.
    private static let mostRefused = 100_000

    /// The number of bytes read so far.
    package private(set) var bytesRead = 0

    private(set) var options: ImportOptions
    let name: String
    /// The size of the file, if known.
    private let size: Int?
    let store: any ItemStore
    var finder: ItemFinder
    /// The first bytes, until there are enough to detect an archive.
    var beginning: [UInt8]? = []
    var importer: (any ItemImporter)?
    /// The format of the importer's output, if it declares one.
    var textFormat: ItemFormat?
    /// The position in the file of each line of the importer's output. Empty if the text is the file's own.
    var places: [(line: Int, column: Int)] = []
    /// The number of bytes that belong to items.
    private var itemBytes = 0
    /// Whether the format is known.
    private var hasBegun = false
    /// The text encoding, or `nil` while all text is ASCII.
    private var encoding: TextEncoding?
    /// The reader for formats that are processed while they are read, or `nil` if the text is kept until the end.
    private var stream: ItemStream?
    var source = SourceText()
    var plan: ImportPlan
    var hasEntry = false
    /// The files that entries refer to, with the names of the items.
    var filesNamed: [(item: String, files: [FileID])] = []
    /// The lines of entries by the id of the matching item, and by their value in the field `updateBy`.
    var linesByID = EntryLines()
    var linesByValue: [String: Int] = [:]

    /// Creates a planner for the current state of a store.
    ///
    /// - Parameters:
    ///   - store: The store to import into.
    ///   - name: The name of the file in errors.
    ///   - size: The size of the file, if known. It speeds up large imports.
    ///   - format: The format, or `nil` to detect it from the content.
    ///   - columns: The fields of columns, by header (ignoring case and surrounding spaces) or by number: `column 3`.
    ///     `nil` skips a column.
    ///   - field: The field that identifies existing items in addition to the id, ignoring case and accents.
    ///   - currency: The currency of amounts without one.
    ///   - dateCreated: The creation date of entries without one.
    ///   - isTrial: Whether the plan is only a preview. The files of an archive aren't stored then.
    /// - Throws: The errors of the store.
    public init(
        _ store: any ItemStore, name: String, size: Int? = nil, format: ItemFormat? = nil,
        columns: [String: FieldKey?] = [:], updateBy field: FieldKey? = nil, currency: Currency? = nil,
        dateCreated: Moment = .now, isTrial: Bool = false
    ) async throws(LootError) {
        try await self.init(
            store,
            ImportOptions(
                format: format, columns: columns, updateBy: field, currency: currency,
                dateCreated: dateCreated,
                isTrial: isTrial),
            name: name, size: size)
    }

    /// Creates a planner with options for the current state of a store.
    package init(
        _ store: any ItemStore, _ options: ImportOptions, name: String, size: Int? = nil
    ) async throws(LootError) {
        self.store = store
        self.options = options
        self.size = size
        self.name = TextRules.visible(path: name)
        finder = try await ItemFinder(store, by: options.updateBy)
        plan = ImportPlan(options.format?.asRead ?? .json, at: finder.revision)
    }

    /// Reads the next bytes of the file.
    ///
    /// - Throws: ``/LootCore/LootError`` with `FILE:LINE:COLUMN` if the file can't be parsed.
    public mutating func feed(_ chunk: [UInt8]) async throws(LootError) {
        bytesRead += chunk.count
        guard let pending = beginning else { return try await unpack(chunk) }
        let bytes = pending.isEmpty ? chunk : pending + chunk
        beginning = bytes
        if bytes.count >= 512 { try await unpackBeginning() }
    }

    mutating func take(_ chunk: [UInt8]) async throws(LootError) {
        itemBytes += chunk.count
        if stream != nil, encoding == nil {
            // All text so far was ASCII, which is the same in both encodings.
            note(TextEncoding.beyondASCII(chunk.span))
        }
        let chunk =
            encoding == .windows1252 && stream != nil ? TextEncoding.windows1252.utf8(chunk.span) : chunk
        source.append(chunk)
        if hasBegun { return try await readRows(of: chunk) }
        if itemBytes >= ImportPlanner.many { try await begin() }
    }

    /// Reads the rest of the file and returns the plan.
    ///
    /// - Throws: ``/LootCore/LootError``, as for ``feed(_:)``.
    public mutating func finish() async throws(LootError) -> ImportPlan {
        if beginning != nil { try await unpackBeginning() }
        if let rest = try await importer?.finish() { try await take(rest) }
        var plan = try await finishItems()
        plan.files = importer?.files.count ?? 0
        plan.withoutTheirFiles = try await namesWithoutTheirFiles()
        return plan
    }

    private func namesWithoutTheirFiles() async throws(LootError) -> [String] {
        if filesNamed.isEmpty { return [] }
        var known = importer?.files ?? []
        if let keeper = store.fileKeeper { known.formUnion(try await keeper.ids()) }
        return filesNamed.filter { !known.isSuperset(of: $0.files) }.map(\.item)
    }

    private mutating func finishItems() async throws(LootError) -> ImportPlan {
        if !hasBegun { try await begin() }
        if var stream = stream.take() {
            try await read { (each) throws(FormatError) in try stream.finish(each: each) }
            return plan
        }
        if plan.format != .propertyList {
            let told = TextEncoding(of: source.bytes.span)
            // JSON never uses a legacy encoding.
            plan.encoding = plan.format == .csv || told != .windows1252 ? told : .utf8
            recode()
        }
        let bytes = source.bytes
        if plan.format == .csv {
            try await readTable(bytes)
        } else {
            try await take(plan.format.settings(in: bytes.span))
            let decoder = plan.format.decoder(readOptions)
            try await read { (each) throws(FormatError) in try decoder.read(bytes.span, each: each) }
        }
        return plan
    }

    /// Takes the settings of the file into a new list. In other lists, amounts keep the currency of the file.
    private mutating func take(_ settings: ListSettings) async throws(LootError) {
        if settings.isEmpty { return }
        let current = try await store.settings()
        let count = try await store.summary().count
        if count == 0, current.isEmpty, store.capabilities.contains(.settings) {
            plan.settings = settings
        } else if let currency = settings.currency, currency != current.currency {
            options.currency = options.currency ?? currency
        }
    }

    var readOptions: ReadOptions {
        var readOptions = ReadOptions(dateCreated: options.dateCreated, columns: options.columns)
        readOptions.numberedColumns = options.numberedColumns
        readOptions.takesAliases = true
        readOptions.knownBy = [Field.idKey]
        readOptions.takesKeyedArchives = true
        readOptions.needsName = options.needsName
        if let field = options.updateBy { readOptions.knownBy.insert(field) }
        return readOptions
    }

    /// Detects the format and decides whether entries are read immediately or at the end.
    private mutating func begin() async throws(LootError) {
        hasBegun = true
        let bytes = source.bytes
        let (refusals, plugin) = (plan.refusals, plan.importer)
        plan = ImportPlan(try format(of: TextEncoding(of: bytes.span).utf8(bytes.span)), at: finder.revision)
        (plan.refusals, plan.importer) = (refusals, plugin)
        let isText = plan.format == .csv || plan.format == .jsonLines
        let told = TextEncoding(of: bytes.span)
        guard isText, told == .utf8 || told == .windows1252, isReadAsItComes(bytes) else {
            return source.reserve(min(size ?? 0, ImportPlanner.mostExpected))
        }
        stream = ItemStream(plan.format, readOptions)
        note(plan.format == .csv ? TextEncoding.beyondASCII(bytes.span) : .utf8)
        recode()
        try await readRows(of: source.bytes)
    }

    /// Records the encoding of text that is processed while it is read.
    private mutating func note(_ encoding: TextEncoding?) {
        self.encoding = encoding
        plan.encoding = encoding ?? .utf8
    }

    /// Returns whether entries can be read before the end of the file.
    private func isReadAsItComes(_ bytes: [UInt8]) -> Bool {
        if plan.format == .jsonLines { return true }
        var table = TableReader(readOptions)
        do { try table.begin(bytes.span) } catch { return false }
        return table.isOwn
    }

    /// Converts the text in memory to UTF-8.
    private mutating func recode() {
        guard plan.encoding != .utf8 else { return }
        let text = plan.encoding.utf8(source.bytes.span)
        source = SourceText()
        source.append(text)
    }

    /// Returns the format of the items' text, or `nil` if there is no text.
    private func textFormat(of bytes: [UInt8]) -> ItemFormat? {
        let told = ItemFormat.ofContent(bytes.span)
        return told == nil ? nil : textFormat ?? told
    }

    private func format(of bytes: [UInt8]) throws(LootError) -> ItemFormat {
        // If the importer rejected all entries, its text is empty. Use its declared format.
        let empty = plan.refusals.isEmpty && places.isEmpty ? nil : textFormat
        guard let format = options.format?.asRead ?? textFormat(of: bytes) ?? empty else {
            throw LootError(.malformed, "can't import \(name)", because: "it is empty", place: name)
        }
        if !options.columns.isEmpty || !options.numberedColumns.isEmpty, format != .csv {
            throw LootError(
                .usage, "can't import \(name)", because: "columns were mapped, but \(format.title) has none",
                next: "Map no columns, or say that it is CSV")
        }
        return format
    }

    // MARK: Reading

    private mutating func readRows(of chunk: [UInt8]) async throws(LootError) {
        guard var stream = stream.take() else { return }
        let end = try await read { (each) throws(FormatError) in try stream.feed(chunk.span, each: each) }
        self.stream = stream
        source.forget(before: end)
    }

    /// Processes the entries that `body` produces. If items have to be fetched from the store, the entries wait until
    /// `body` has returned.
    ///
    /// - Returns: The end of the last entry.
    @discardableResult
    mutating func read(
        _ body: ((ReadResult) throws(FormatError) -> Void) throws(FormatError) -> Void
    ) async throws(LootError) -> Int {
        if itemBytes >= ImportPlanner.many { try await finder.load() }
        var waiting: [ReadResult] = []
        var end = 0
        do throws(FormatError) {
            try body { (result) throws(FormatError) in
                if finder.isLoaded { try take(result) } else { waiting.append(result) }
                end = result.bytes.upperBound
            }
        } catch { throw error.importing(name) }
        for result in waiting {
            if case .item(let read) = result, read.hasID { try await finder.fetch(read.item.id) }
            do { try take(result) } catch { throw error.importing(name) }
        }
        return end
    }

    private mutating func take(_ result: ReadResult) throws(FormatError) {
        if !hasEntry, plan.format == .csv { plan.header = source.entry(0..<result.bytes.lowerBound) }
        hasEntry = true
        switch result {
        case .item(let read): try take(read)
        case .refused(let error, let bytes): try refuse(error, bytes)
        }
    }

    // MARK: Matching

    private mutating func take(_ read: ReadItem) throws(FormatError) {
        if read.item.hasDetails {
            for field in read.item.foreign { plan.unknownKeys[field.key, default: 0] += 1 }
        }
        let line = original(source.line(ofByte: read.bytes.lowerBound))
        if plan.count == ImportPlanner.sample { expect(alike: read.bytes.lowerBound) }
        do throws(LootError) {
            let old = try item(meantBy: read)
            if let old {
                var new = options.completed(try read.merged(into: old))
                if !read.hasID {
                    let patch = try options.ownFields.checked(Patch(from: old, to: new), for: old)
                    try patch.checkEntries()
                    if !options.ownFields.isEmpty {
                        let foreign = new.foreign
                        new = old
                        try patch.apply(to: &new)
                        new.foreign = foreign
                    }
                }
                try note(read, old.id, line)
                var comparison = ItemComparison()
                if comparison.areSame(old, new) {
                    plan.unchanged += 1
                } else {
                    plan.changed += 1
                    plan.entries.append(changed: new, from: old, line: line)
                    noteFiles(of: new)
                }
            } else {
                // An entry with an id or from the teaching app was already an item of a list. Import it unchanged.
                let isFromList = read.hasID || [.propertyList, .binaryPropertyList].contains(plan.format)
                // Rows of a table were already validated, with exact positions.
                let isChecked = plan.format == .csv && !read.item.name.isEmpty
                if !isFromList, !isChecked, let problem = read.item.problems.first {
                    let isNameless = problem.field == "name"
                    let why = isNameless ? nameless(read) : problem.clause
                    throw refusal(.invalidValue, why, problem.field ?? "name")
                }
                try note(read, read.hasID ? read.item.id : nil, line)
                plan.added += 1
                if read.item.value == nil { plan.unvalued += 1 }
                noteFiles(of: read.item)
                var item = options.completed(read.item)
                if !isFromList { item = try options.ownFields.checked(item) }
                plan.entries.append(added: item, line: line)
            }
        } catch {
            let position = source.position(ofByte: read.bytes.lowerBound)
            let error = FormatError(
                error.code, error.why, next: error.next, remedy: error.remedy, field: error.field,
                at: position)
            try refuse(error, read.bytes)
        }
    }

    /// Returns the line of the file that corresponds to a line of the text.
    private func original(_ line: Int) -> Int { places.indices.contains(line) ? places[line].line : line }

    private mutating func noteFiles(of item: Item) {
        let files = item.fileIDs
        if !files.isEmpty { filesNamed.append((item.name, files)) }
    }

    /// Reserves memory for the remaining entries. Estimates their number from the size of the first ones.
    private mutating func expect(alike bytes: Int) {
        let size = min(max(size ?? 0, itemBytes), ImportPlanner.mostExpected)
        let count = size / max(32, bytes / ImportPlanner.sample) / 15 * 16
        plan.entries.reserve(count)
        linesByID.reserve(count)
    }

    /// Records a rejected entry. The number is limited so that an invalid file doesn't fill the memory.
    private mutating func refuse(_ error: FormatError, _ bytes: Range<Int>) throws(FormatError) {
        var error = error
        if places.indices.contains(error.position.line) {
            let place = places[error.position.line]
            error.position = SourcePosition(line: place.line, column: place.column, byte: error.position.byte)
        }
        guard plan.refusals.count < ImportPlanner.mostRefused else {
            let first = plan.refusals.first?.error ?? error
            throw FormatError(
                first.code,
                "this and \(ImportPlanner.mostRefused - 1) more entries are refused: \(first.why)",
                next: first.next.isEmpty
                    ? "Look whether the file has the format that it is read in" : first.next,
                remedy: first.remedy, field: first.field, at: first.position)
        }
        plan.refusals.append(ImportPlan.Refusal(error: error, bytes: source.entry(bytes)))
    }

    /// Returns the existing item that an entry matches.
    private func item(meantBy read: ReadItem) throws(LootError) -> Item? {
        let byID = read.hasID ? finder.item(read.item.id) : nil
        guard let field = options.updateBy, let value = finder.folded(read.item) else { return byID }
        let title = ItemPresentation.title(of: field).lowercased()
        switch finder.match(value) {
        case .none: return byID
        case .one(let item):
            guard let byID, byID.id != item.id else { return item }
            let (one, other) = (TextRules.visible(byID.name), TextRules.visible(item.name))
            throw refusal(.ambiguousItem, "its id means “\(one)”, its \(title) “\(other)”", field)
        case .several(let count):
            if let byID { return byID }
            throw refusal(
                .ambiguousItem, "\(count) items have this \(title)", field,
                next: "Update by a field that tells them apart, or by their ids")
        }
    }

    /// Records which item an entry matches. Throws if an earlier entry matches the same item.
    private mutating func note(_ read: ReadItem, _ id: ItemID?, _ line: Int) throws(LootError) {
        if let id, let earlier = linesByID.line(of: id) {
            let isSameID = read.hasID && read.item.id == id
            let what = isSameID ? "has the same id" : "means the same item"
            throw refusal(.duplicateItem, "the entry on line \(earlier + 1) \(what)", Field.idKey)
        }
        if let field = options.updateBy, let value = finder.folded(read.item) {
            if let earlier = linesByValue[value] {
                let title = ItemPresentation.title(of: field).lowercased()
                throw refusal(.duplicateItem, "the entry on line \(earlier + 1) has the same \(title)", field)
            }
            linesByValue[value] = line
        }
        if let id { linesByID.insert(line, for: id) }
    }

    private func nameless(_ read: ReadItem) -> String {
        guard let field = options.updateBy, finder.folded(read.item) != nil else { return "it has no name" }
        return "it has no name, and no item has its \(ItemPresentation.title(of: field).lowercased())"
    }

    private func refusal(
        _ code: LootError.Code, _ why: String, _ field: FieldKey, next: String = ""
    ) -> LootError {
        LootError(code, "can't import the entry", because: why, next: next, field: field)
    }
}
