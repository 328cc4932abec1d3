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
/// An entry matches the existing item with its ID, or with its value in the field `updateBy`. A matching item gets
/// the fields that the file contains and keeps the others. All other entries become new items.
///
/// JSON lines, archives written by ``ItemExport``, and tables written by this program are processed while they are
/// read. Other files are kept in memory until the end: in tables, all cells together determine how columns are
/// interpreted.
public struct ImportPlanner {
    /// The file size in bytes from which a file is considered large. That many bytes suffice to detect the format.
    /// For larger files, reading the whole store is cheaper than fetching every item.
    private static let many = 1 << 16
    /// The number of entries from which the total number is estimated.
    private static let sample = 64
    /// The maximum number of bytes for which memory is reserved in advance.
    private static let mostExpected = 1 << 28
    /// The maximum number of rejected entries. With more of them, the file is rejected.
    private static let mostRefused = 100_000

    /// The number of bytes read so far.
    package private(set) var bytesRead = 0

    /// The plan, and the state for adding entries to it.
    var entries: EntryPlanner
    let name: String
    /// The size of the file, if known.
    private let size: Int?
    let store: any ItemStore
    /// The first bytes, until there are enough to detect an archive.
    var beginning: [UInt8]? = []
    var importer: (any ItemImporter)?
    /// The format of the importer's output, if it declares one.
    var textFormat: ItemFormat?
    var positions = OriginalPositions()
    /// The number of bytes that belong to items.
    private var itemBytes = 0
    /// Whether the format is known.
    private var hasBegun = false
    /// The text encoding, or `nil` while all text is ASCII.
    private var encoding: TextEncoding?
    /// The reader for formats that are processed while they are read, or `nil` if the text is kept until the end.
    private var stream: ItemStream?
    var source = SourceText()
    var hasEntry = false

    /// Creates a planner for the current state of a store.
    ///
    /// - Parameters:
    ///   - store: The store to import into.
    ///   - name: The name of the file in errors.
    ///   - size: The size of the file, if known. It speeds up large imports.
    ///   - format: The format, or `nil` to detect it from the content.
    ///   - columns: The fields of columns, by header (ignoring case and surrounding spaces) or by number: `column 3`.
    ///     `nil` skips a column.
    ///   - field: The field that identifies existing items in addition to the ID, ignoring case and accents.
    ///   - currency: The currency of amounts without one.
    ///   - dateCreated: The creation date of entries without one.
    ///   - isTrial: Whether the plan is only a preview, so that the files of an archive aren't stored.
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
        self.size = size
        self.name = TextRules.visible(path: name)
        entries = EntryPlanner(
            options, try await ItemFinder(store, by: options.updateBy), try await store.settings().currency)
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

    var options: ImportOptions { entries.options }

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
    /// - Throws: ``/LootCore/LootError``, as for ``feed(_:)``, or with code `other-currency` if the file is a list in
    ///   another currency, and the options don't say which one applies.
    public mutating func finish() async throws(LootError) -> ImportPlan {
        if beginning != nil { try await unpackBeginning() }
        if let rest = try await importer?.finish() { try await take(rest) }
        var plan = try await finishItems()
        plan.newCurrency = options.newCurrency
        if entries.dependsOnCurrency, let other = entries.otherCurrency {
            throw other.question("Can't import \(name).")
        }
        plan.files = importer?.files.count ?? 0
        plan.sheet = (importer as? SpreadsheetImporter)?.sheet
        plan.withoutTheirFiles = try await namesWithoutTheirFiles()
        return plan
    }

    private func namesWithoutTheirFiles() async throws(LootError) -> [String] {
        if entries.filesNamed.isEmpty { return [] }
        var known = importer?.files ?? []
        if let keeper = store.fileKeeper { known.formUnion(try await keeper.ids()) }
        return entries.filesNamed.filter { !known.isSuperset(of: $0.files) }.map(\.item)
    }

    private mutating func finishItems() async throws(LootError) -> ImportPlan {
        if !hasBegun { try await begin() }
        if var stream = stream.take() {
            try await read { (each) throws(FormatError) in try stream.finish(each: each) }
            return entries.plan
        }
        if entries.plan.format != .propertyList {
            let told = TextEncoding(of: source.bytes.span)
            // JSON never uses a legacy encoding.
            entries.plan.encoding = entries.plan.format == .csv || told != .windows1252 ? told : .utf8
            recode()
        }
        let bytes = source.bytes
        if entries.plan.format == .csv {
            try await readTable(bytes)
        } else {
            try await take(entries.plan.format.settings(in: bytes.span))
            let decoder = entries.plan.format.decoder(readOptions)
            try await read { (each) throws(FormatError) in try decoder.read(bytes.span, each: each) }
        }
        return entries.plan
    }

    /// Adopts the settings of the file that a list without items lacks, and the currency, because no
    /// amount depends on that of the list. In a list without a currency, amounts get that of the file. In others, a
    /// person chooses it.
    private mutating func take(_ settings: ListSettings) async throws(LootError) {
        if settings.isEmpty { return }
        let current = try await store.settings()
        let count = try await store.summary().count
        if count == 0, store.capabilities.contains(.settings) {
            for key in settings.keys where current[key] == nil || key == "currency" {
                entries.plan.settings[key] = settings[key]
            }
            if options.currency != nil, current.currency != nil { entries.plan.settings["currency"] = nil }
        } else if options.currency == nil, let currency = settings.currency, currency != current.currency {
            entries.options.currency = currency
            entries.otherCurrency = OtherCurrency(settings, current)
        }
    }

    /// Whether the text has the marks of a spreadsheet's cells.
    private var hasTypedCells: Bool { importer is SpreadsheetImporter }

    var readOptions: ReadOptions {
        var readOptions = options.readOptions
        readOptions.hasTypedCells = hasTypedCells
        return readOptions
    }

    /// Detects the format and decides whether entries are read immediately or at the end.
    private mutating func begin() async throws(LootError) {
        hasBegun = true
        let bytes = source.bytes
        let (refusals, plugin) = (entries.plan.refusals, entries.plan.importer)
        let format = try format(of: TextEncoding(of: bytes.span).utf8(bytes.span))
        entries.plan = ImportPlan(format, at: entries.matcher.finder.revision)
        (entries.plan.refusals, entries.plan.importer) = (refusals, plugin)
        let isText = entries.plan.format == .csv || entries.plan.format == .jsonLines
        let told = TextEncoding(of: bytes.span)
        guard isText, told == .utf8 || told == .windows1252, isReadAsItComes(bytes) else {
            return source.reserve(min(size ?? 0, ImportPlanner.mostExpected))
        }
        stream = ItemStream(entries.plan.format, readOptions)
        note(entries.plan.format == .csv ? TextEncoding.beyondASCII(bytes.span) : .utf8)
        recode()
        try await readRows(of: source.bytes)
    }

    /// Records the encoding of text that is processed while it is read.
    private mutating func note(_ encoding: TextEncoding?) {
        self.encoding = encoding
        entries.plan.encoding = encoding ?? .utf8
    }

    /// Returns whether entries can be read before the end of the file.
    private func isReadAsItComes(_ bytes: [UInt8]) -> Bool {
        if entries.plan.format == .jsonLines { return true }
        var table = TableReader(readOptions)
        do { try table.begin(bytes.span) } catch { return false }
        return table.isOwn
    }

    /// Converts the text in memory to UTF-8.
    private mutating func recode() {
        guard entries.plan.encoding != .utf8 else { return }
        let text = entries.plan.encoding.utf8(source.bytes.span)
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
        let empty = entries.plan.refusals.isEmpty && positions.isEmpty ? nil : textFormat
        guard let format = options.format?.asRead ?? textFormat(of: bytes) ?? empty else {
            throw LootError(.malformed, "Can't import \(name).", reason: "The file is empty.", place: name)
        }
        if !options.columns.isEmpty || !options.numberedColumns.isEmpty, format != .csv {
            throw LootError(
                .usage, "Can't import \(name).",
                reason: "Columns were mapped, but the format \(format.title) doesn't have columns.",
                advice: "Don't map columns, or specify the CSV format.")
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
        if itemBytes >= ImportPlanner.many { try await entries.matcher.finder.load() }
        var waiting: [ReadResult] = []
        var end = 0
        do throws(FormatError) {
            try body { (result) throws(FormatError) in
                if entries.matcher.finder.isLoaded { try take(result) } else { waiting.append(result) }
                end = result.bytes.upperBound
            }
        } catch { throw error.importing(name) }
        for result in waiting {
            if case .item(let read) = result {
                // An entry without an ID can be a duplicate of any item.
                if read.hasID {
                    try await entries.matcher.finder.fetch(read.item.id)
                } else {
                    try await entries.matcher.finder.load()
                }
            }
            do { try take(result) } catch { throw error.importing(name) }
        }
        return end
    }

    private mutating func take(_ result: ReadResult) throws(FormatError) {
        if !hasEntry, entries.plan.format == .csv { entries.plan.header = entry(0..<result.bytes.lowerBound) }
        hasEntry = true
        switch result {
        case .item(let read): try take(read)
        case .refused(let error, let bytes): try refuse(error, bytes)
        }
    }

    // MARK: Matching

    private mutating func take(_ read: ReadItem) throws(FormatError) {
        let line = positions.line(source.line(ofByte: read.bytes.lowerBound))
        if entries.plan.count == ImportPlanner.sample { expect(alike: read.bytes.lowerBound) }
        do throws(LootError) { try entries.take(read, line) } catch {
            let position = source.position(ofByte: read.bytes.lowerBound)
            let error = FormatError(
                error.code, error.explanation, advice: error.advice, remedy: error.remedy,
                field: error.field, at: position)
            try refuse(error, read.bytes)
        }
    }

    /// Reserves memory for the remaining entries. Estimates their number from the size of the first ones.
    private mutating func expect(alike bytes: Int) {
        let size = min(max(size ?? 0, itemBytes), ImportPlanner.mostExpected)
        let count = size / max(32, bytes / ImportPlanner.sample) / 15 * 16
        entries.plan.entries.reserve(count)
        entries.matcher.reserve(count)
    }

    /// Records a rejected entry. The number is limited so that an invalid file doesn't fill the memory.
    private mutating func refuse(_ error: FormatError, _ bytes: Range<Int>) throws(FormatError) {
        var error = error
        error.move { position in positions.position(position) }
        guard entries.plan.refusals.count < ImportPlanner.mostRefused else {
            let first = entries.plan.refusals.first?.error ?? error
            let advice: Message =
                first.advice.isEmpty ? "Check whether this is the format of the file." : first.advice
            throw FormatError(
                first.code, first.reason,
                advice: """
                    More than \(ImportPlanner.mostRefused, one: "entry", other: "entries") can't be imported. \(advice)
                    """,
                remedy: first.remedy, field: first.field, at: first.position)
        }
        entries.plan.refusals.append(ImportPlan.Refusal(error: error, bytes: entry(bytes)))
    }

    /// Returns the text of an entry, without the marks of a spreadsheet's cells.
    private func entry(_ bytes: Range<Int>) -> [UInt8] {
        let entry = source.entry(bytes)
        return hasTypedCells ? entry.filter { $0 > 2 } : entry
    }
}
