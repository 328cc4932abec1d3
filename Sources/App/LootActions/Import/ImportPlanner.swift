public import LootCore
public import LootFormats
import LootPlugins

/// Reads a file in chunks and makes the plan of its import.
///
/// ```swift
/// var planner = try await ImportPlanner(store, name: "items.csv", updateBy: "serialNumber")
/// while case let chunk = try file.read(), !chunk.isEmpty { try await planner.feed(chunk) }
/// let plan = try await planner.finish()
/// if plan.errors.isEmpty { try await inventory.commit(plan, title: "Import items.csv") }
/// ```
///
/// An entry means the item with its id, or with its value in the field `updateBy`; such an item gets the fields
/// that the file gives and keeps the others. Any other entry is a new item. JSON lines, and tables that this
/// program wrote, are read as they come; all else is kept until the end: the cells of any other table decide together how
/// its columns are read. An archive with files, as ``ItemExport`` writes it, is read as it comes too.
public struct ImportPlanner {
    /// A file of this size or more has many entries: the format can be told, and reading the store through is
    /// cheaper than asking for every item.
    private static let many = 1 << 16
    /// So many entries tell how many there are in all.
    private static let sample = 64
    /// For no more bytes is room made before they have come.
    private static let mostExpected = 1 << 28
    /// So many refused entries are kept; with more the file is refused.
    private static let mostRefused = 100_000

    /// How many bytes have been fed.
    package private(set) var bytesRead = 0

    let options: ImportOptions
    let name: String
    /// How many bytes will come, where that is known.
    private let size: Int?
    let store: any ItemStore
    var finder: ItemFinder
    /// The first bytes, as long as they are too few to tell whether this is an archive.
    var beginning: [UInt8]? = []
    var importer: (any ItemImporter)?
    /// The format of the importer's text, where it has one.
    var textFormat: ItemFormat?
    /// Where in the file each line of the importer's text came from; empty where the text is the file's own.
    var places: [(line: Int, column: Int)] = []
    /// How many bytes of items have come.
    private var itemBytes = 0
    /// Whether the format is known.
    private var hasBegun = false
    /// What text is written in, once it is known; nil as long as all of it is ASCII.
    private var encoding: TextEncoding?
    /// What reads entries as they come; nil while they are kept until the end.
    private var stream: ItemStream?
    var source = SourceText()
    var plan: ImportPlan
    var hasEntry = false
    /// The files that entries name, and what the items are called.
    var filesNamed: [(item: String, files: [FileID])] = []
    /// The lines of entries by the id of the item that they mean, and by their value in the field `updateBy`.
    var linesByID = EntryLines()
    var linesByValue: [String: Int] = [:]

    /// A planner for a store as it is now.
    ///
    /// - Parameters:
    ///   - store: The store that would be changed.
    ///   - name: What errors call the file.
    ///   - size: How many bytes it has, where that is known: a large file is then read sooner.
    ///   - format: The format; nil to tell it by the content.
    ///   - columns: The columns of a table whose header does not tell their field, by that header, case and spaces around it
    ///     aside, or by their place: `column 3`. Nil leaves a column out.
    ///   - field: The field by which an entry means an item that is there, case and accents aside, in addition to the id.
    ///   - currency: The currency of amounts beside which none is written.
    ///   - dateCreated: The creation date of entries that have none.
    ///   - isTrial: Whether the files of an archive are only looked at, and not kept yet: for a plan that is only to be shown.
    /// - Throws: What reading the store throws.
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

    /// A planner for a store as it is now, with options.
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

    /// Takes the next bytes.
    ///
    /// - Throws: ``/LootCore/LootError`` where the file as such can't be read, with `FILE:LINE:COLUMN`.
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
            // So far all was ASCII, which is the same in either.
            note(TextEncoding.beyondASCII(chunk.span))
        }
        let chunk =
            encoding == .windows1252 && stream != nil ? TextEncoding.windows1252.utf8(chunk.span) : chunk
        source.append(chunk)
        if hasBegun { return try await readRows(of: chunk) }
        if itemBytes >= ImportPlanner.many { try await begin() }
    }

    /// The plan, when all bytes have come.
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
            // JSON is never written in a code page.
            plan.encoding = plan.format == .csv || told != .windows1252 ? told : .utf8
            recode()
        }
        let bytes = source.bytes
        if plan.format == .csv {
            try await readTable(bytes)
        } else {
            let decoder = plan.format.decoder(readOptions)
            try await read { (each) throws(FormatError) in try decoder.read(bytes.span, each: each) }
        }
        return plan
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

    /// Finds out how to go on.
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

    /// Takes note of what text that is read as it comes is written in.
    private mutating func note(_ encoding: TextEncoding?) {
        self.encoding = encoding
        plan.encoding = encoding ?? .utf8
    }

    /// Whether entries can be read before the last one has come.
    private func isReadAsItComes(_ bytes: [UInt8]) -> Bool {
        if plan.format == .jsonLines { return true }
        var table = TableReader(readOptions)
        do { try table.begin(bytes.span) } catch { return false }
        return table.isOwn
    }

    /// Makes the text that is kept UTF-8.
    private mutating func recode() {
        guard plan.encoding != .utf8 else { return }
        let text = plan.encoding.utf8(source.bytes.span)
        source = SourceText()
        source.append(text)
    }

    /// The format of the items' text, nil where there is none.
    private func textFormat(of bytes: [UInt8]) -> ItemFormat? {
        let told = ItemFormat.ofContent(bytes.span)
        return told == nil ? nil : textFormat ?? told
    }

    private func format(of bytes: [UInt8]) throws(LootError) -> ItemFormat {
        // An importer that has found nothing but entries it refuses has text, too: none.
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

    /// Takes the entries that `body` hands over. Where items have to be fetched first, they wait for that.
    ///
    /// - Returns: the byte behind the last entry.
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
                // What comes with an id, or from the teaching app, is an item of some list, and taken as it was there.
                let isFromList = read.hasID || [.propertyList, .binaryPropertyList].contains(plan.format)
                // What stands in a row was checked with its place.
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

    /// The line of the file that a line of the text came from.
    private func original(_ line: Int) -> Int { places.indices.contains(line) ? places[line].line : line }

    private mutating func noteFiles(of item: Item) {
        let files = item.fileIDs
        if !files.isEmpty { filesNamed.append((item.name, files)) }
    }

    /// Makes room for the entries to come, if these are like the first ones, which take `bytes`.
    private mutating func expect(alike bytes: Int) {
        let size = min(max(size ?? 0, itemBytes), ImportPlanner.mostExpected)
        let count = size / max(32, bytes / ImportPlanner.sample) / 15 * 16
        plan.entries.reserve(count)
        linesByID.reserve(count)
    }

    /// Keeps an entry that is refused. A file in which nearly everything is must not fill the memory.
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

    /// The item of the store that an entry means.
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

    /// Takes note of what an entry means, and refuses a second one that means the same.
    private mutating func note(_ read: ReadItem, _ id: ItemID?, _ line: Int) throws(LootError) {
        let place = id.map { linesByID.place(of: $0) }
        if let id, let earlier = place?.line {
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
        if let id, let place { linesByID.note(line, for: id, at: place) }
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
