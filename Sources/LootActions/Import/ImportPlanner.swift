public import LootCore
import LootFormats

/// Reads a file in chunks and makes the plan of its import.
///
/// ```swift
/// var planner = try await ImportPlanner(store, ImportOptions(updateBy: "serialNumber"), name: "items.csv")
/// while case let chunk = try file.read(), !chunk.isEmpty { try await planner.feed(chunk) }
/// let plan = try await planner.finish()
/// if plan.refusals.isEmpty { try await inventory.commit(plan, title: "Import items.csv") }
/// ```
///
/// An entry means the item with its id, or with its value in the field that the options name; such an item gets the
/// fields that the file gives and keeps the others. Any other entry is a new item. JSON lines and tables are read as
/// they come; other formats, and text in UTF-16, are kept until the end. An archive with photos, as ``ItemExport``
/// writes it, is read as it comes too.
public struct ImportPlanner {
    /// From so many bytes on a file has many entries: the format can be told, and reading the store through is
    /// cheaper than asking for every item.
    private static let many = 1 << 16
    /// So many entries tell how many there are in all.
    private static let sample = 64
    /// For no more bytes is room made before they have come.
    private static let mostExpected = 1 << 28
    /// So many refused entries are kept; with more the file is refused.
    private static let mostRefused = 100_000

    /// How many bytes have been fed.
    public private(set) var bytesRead = 0

    private let options: ImportOptions
    private let name: String
    /// How many bytes will come, where that is known.
    private let size: Int?
    private let store: any ItemStore
    private var finder: ItemFinder
    /// The first bytes, as long as they are too few to tell whether this is an archive.
    private var beginning: [UInt8]? = []
    private var archive: ArchiveSource?
    /// How many bytes of items have come.
    private var itemBytes = 0
    /// Whether the format is known.
    private var hasBegun = false
    /// What reads entries as they come; nil while they are kept until the end.
    private var stream: ItemStream?
    private var source = SourceText()
    private var plan: ImportPlan
    private var hasEntry = false
    /// The photos that entries name, and what the items are called.
    private var photosNamed: [(item: String, photo: PhotoID)] = []
    /// The lines of entries by the id of the item that they mean, and by their value in the field of the options.
    private var linesByID = EntryLines()
    private var linesByValue: [String: Int] = [:]

    /// A planner for a store as it is now.
    ///
    /// - Parameters:
    ///   - store: The store that would be changed.
    ///   - options: How the file is to be understood.
    ///   - name: What errors call the file.
    ///   - size: How many bytes it has, where that is known: a large file is then read sooner.
    /// - Throws: What reading the store throws.
    public init(
        _ store: any ItemStore, _ options: ImportOptions = ImportOptions(), name: String, size: Int? = nil
    ) async throws(LootError) {
        self.store = store
        self.options = options
        self.size = size
        self.name = TextRules.visible(name)
        finder = try await ItemFinder(store, by: options.updateBy)
        plan = ImportPlan(options.format ?? .json, at: finder.revision)
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

    private mutating func unpackBeginning() async throws(LootError) {
        let bytes = beginning ?? []
        beginning = nil
        if TarReader.isArchive(bytes.prefix(512)) {
            archive = ArchiveSource(store, name: name, keepsPhotos: !options.isTrial)
        }
        try await unpack(bytes)
    }

    /// Takes the items out of an archive; bytes of anything else are those of the items.
    private mutating func unpack(_ chunk: [UInt8]) async throws(LootError) {
        guard let items = try await archive?.feed(chunk) else { return try await take(chunk) }
        try await take(items)
    }

    private mutating func take(_ chunk: [UInt8]) async throws(LootError) {
        itemBytes += chunk.count
        source.append(chunk)
        if hasBegun { return try await readRows(of: chunk) }
        if itemBytes >= ImportPlanner.many { try await begin() }
    }

    /// The plan, when all bytes have come.
    ///
    /// - Throws: ``/LootCore/LootError``, as for ``feed(_:)``.
    public mutating func finish() async throws(LootError) -> ImportPlan {
        if beginning != nil { try await unpackBeginning() }
        try archive?.finish()
        var plan = try await finishItems()
        plan.photos = archive?.photos.count ?? 0
        plan.withoutTheirPhoto = try await namesWithoutTheirPhoto()
        return plan
    }

    private func namesWithoutTheirPhoto() async throws(LootError) -> [String] {
        if photosNamed.isEmpty { return [] }
        var known = archive?.photos ?? []
        if let photos = store.photos { known.formUnion(try await photos.ids()) }
        return photosNamed.filter { !known.contains($0.photo) }.map(\.item)
    }

    private mutating func finishItems() async throws(LootError) -> ImportPlan {
        if !hasBegun { try await begin() }
        if var stream = stream.take() {
            try await read { (each) throws(FormatError) in try stream.finish(each: each) }
            return plan
        }
        if let text = UTF16Text.transcoded(source.bytes.span) {
            source = SourceText()
            source.append(text)
            plan = ImportPlan(try format(of: text), at: finder.revision)
        }
        let decoder = plan.format.decoder(readOptions)
        let bytes = source.bytes
        try await read { (each) throws(FormatError) in try decoder.read(bytes.span, each: each) }
        return plan
    }

    private var readOptions: ReadOptions {
        var readOptions = ReadOptions(dateCreated: options.dateCreated, columns: options.columns)
        readOptions.takesAliases = true
        readOptions.knownBy = [Field.idKey]
        readOptions.takesKeyedArchives = true
        if let field = options.updateBy { readOptions.knownBy.insert(field) }
        return readOptions
    }

    /// Finds out how to go on.
    private mutating func begin() async throws(LootError) {
        let bytes = source.bytes
        hasBegun = true
        if UTF16Text.isMarked(bytes.span) { return }
        plan = ImportPlan(try format(of: bytes), at: finder.revision)
        guard plan.format == .csv || plan.format == .jsonLines else {
            return source.reserve(min(size ?? 0, ImportPlanner.mostExpected))
        }
        stream = ItemStream(plan.format, readOptions)
        try await readRows(of: bytes)
    }

    private func format(of bytes: [UInt8]) throws(LootError) -> ItemFormat {
        guard let format = options.format ?? ItemFormat.ofContent(bytes.span) else {
            throw LootError(.malformed, "can't import \(name)", because: "it is empty", place: name)
        }
        if !options.columns.isEmpty, format != .csv {
            throw LootError(
                .usage, "can't import \(name)", because: "columns were mapped, but \(format.title) has none",
                next: "Leave --map out, or say --format csv")
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
    private mutating func read(
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
        let line = source.line(ofByte: read.bytes.lowerBound)
        if plan.count == ImportPlanner.sample { expect(alike: read.bytes.lowerBound) }
        do throws(LootError) {
            let old = try item(meantBy: read)
            if let old {
                let new = try read.merged(into: old)
                if !read.hasID { try Patch(from: old, to: new).checkEntries() }
                try note(read, old.id, line)
                var comparison = ItemComparison()
                if comparison.areSame(old, new) {
                    plan.unchanged += 1
                } else {
                    plan.changed += 1
                    plan.entries.append(changed: new, from: old, line: line)
                    notePhoto(of: new)
                }
            } else {
                // What comes with an id, or from the teaching app, is an item of some list, and taken as it was there.
                let isFromList = read.hasID || [.propertyList, .binaryPropertyList].contains(plan.format)
                if !isFromList, let problem = read.item.problems.first {
                    let isNameless = problem.field == "name"
                    let why = isNameless ? "it has no name" : "\(problem.what): \(problem.why)"
                    throw refusal(.invalidValue, why, problem.field ?? "name")
                }
                try note(read, read.hasID ? read.item.id : nil, line)
                plan.added += 1
                notePhoto(of: read.item)
                plan.entries.append(added: read.item, line: line)
            }
        } catch {
            let position = source.position(ofByte: read.bytes.lowerBound)
            let error = FormatError(error.code, error.why, next: error.next, field: error.field, at: position)
            try refuse(error, read.bytes)
        }
    }

    private mutating func notePhoto(of item: Item) {
        if item.hasDetails, let photo = item.photo { photosNamed.append((item.name, photo)) }
    }

    /// Makes room for the entries to come, if these are like the first ones, which take so many bytes.
    private mutating func expect(alike bytes: Int) {
        let size = min(max(size ?? 0, itemBytes), ImportPlanner.mostExpected)
        let count = size / max(32, bytes / ImportPlanner.sample) / 15 * 16
        plan.entries.reserve(count)
        linesByID.reserve(count)
    }

    /// Keeps an entry that is refused. A file in which nearly everything is must not fill the memory.
    private mutating func refuse(_ error: FormatError, _ bytes: Range<Int>) throws(FormatError) {
        guard plan.refusals.count < ImportPlanner.mostRefused else {
            let first = plan.refusals.first?.error ?? error
            throw FormatError(
                first.code,
                "this and \(ImportPlanner.mostRefused - 1) more entries are refused: \(first.why)",
                next: first.next.isEmpty
                    ? "Look whether the file has the format that it is read in" : first.next,
                field: first.field, at: first.position)
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

    private func refusal(
        _ code: LootError.Code, _ why: String, _ field: FieldKey, next: String = ""
    ) -> LootError {
        LootError(code, "can't import the entry", because: why, next: next, field: field)
    }
}

extension ReadItem {
    /// An item with the fields that the file gave; it keeps the others.
    fileprivate func merged(into old: Item) throws(LootError) -> Item {
        var merged = old
        for field in fields { try merged.set(item.value(for: field), for: field) }
        guard item.hasDetails else { return merged }
        for field in item.foreign {
            if let index = merged.foreign.firstIndex(where: { $0.key == field.key }) {
                merged.foreign[index] = field
            } else {
                merged.foreign.append(field)
            }
        }
        return merged
    }
}

extension ReadResult {
    fileprivate var bytes: Range<Int> {
        switch self {
        case .item(let read): read.bytes
        case .refused(_, let bytes): bytes
        }
    }
}

extension FormatError {
    /// The error as the reason why a file can't be imported.
    fileprivate func importing(_ name: String) -> LootError {
        let place = place(in: name)
        return LootError(
            code, "can't import \(name)", because: "\(place): \(why)", next: next, field: field, place: place)
    }
}
