import LootActions
import LootCore
import LootPlugins

/// Reads and writes files that a person names: imports, exports, photos and other files of items.
struct NamedFiles {
    let access: any FileAccess
    let inventory: Inventory
    /// The home folder, or `nil` if the environment doesn't define one.
    let home: String?
    /// Provides the importers, the exporters and the declared custom fields.
    let host: any ProgramHost

    /// Returns the path with `~` replaced by the home folder, because no shell does it here.
    func path(_ text: String) -> String {
        guard let home, text == "~" || text.hasPrefix("~/") else { return text }
        return home + text.dropFirst()
    }

    /// Returns the longest common prefix of the names that start with a path, or `nil` if there is none or the path is
    /// complete.
    func completion(of text: String) -> String? {
        let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
        let (folder, begun) = (String(text[..<start]), text[start...])
        let names = ((try? access.names(in: folder.isEmpty ? "." : path(folder))) ?? []).filter {
            $0.hasPrefix(begun) && (begun.hasPrefix(".") || !$0.hasPrefix("."))
        }
        guard let first = names.first else { return nil }
        let common = names.reduce(first[...]) { common, name in
            common.prefix(zip(common, name).prefix { $0 == $1 }.count)
        }
        let isFolder = names.count == 1 && (try? access.names(in: path(folder + first))) != nil
        let completed = folder + common + (isFolder ? "/" : "")
        return names.count == 1 && completed == text ? nil : completed
    }

    private func open(_ path: String, isRegular: Bool = false) throws(LootError) -> any ByteReader {
        do throws(LootError) {
            let path = self.path(path)
            return isRegular ? try access.openRegular(path) : try access.open(path)
        } catch {
            var error = error
            // The original advice, such as to use standard input, applies only to command lines.
            error.advice = "Choose a readable file."
            throw error
        }
    }

    /// Plans the import of a file, or of a sheet of a spreadsheet. `currency` is the currency of amounts
    /// without one. `progress` receives the percentage that has been read, or `nil` if the size is unknown.
    func plan(
        _ path: String, sheet: String? = nil, currency: String? = nil,
        progress: (Int?) async -> Void = { _ in }
    ) async throws(LootError) -> ImportPlan {
        let file = try open(path)
        var options = ImportOptions()
        options.importers = try host.importers()
        options.importer = try host.importer(forFile: path)
        options.ownFields = host.ownFields
        options.sheet = sheet
        options.currency = currency.flatMap { Currency(sign: $0) }
        var planner = try await ImportPlanner(inventory.store, options, name: TextRules.visible(path: path))
        while case let chunk = try file.read(), !chunk.isEmpty {
            try await planner.feed(chunk)
            await progress(file.size.map { $0 > 0 ? planner.bytesRead * 100 / $0 : 100 })
        }
        return try await planner.finish()
    }

    /// Exports the result of a query to a file. The file extension determines the format; `progress` receives the
    /// number of bytes written.
    ///
    /// - Returns: The number of exported items, and the number of their files that are missing.
    func export(
        _ query: Query, to path: String, replaces: Bool, progress: (Int) async -> Void = { _ in }
    ) async throws(LootError) -> (items: Int, missing: Int) {
        guard let exporter = try host.exporter(forFile: path) else {
            let endings = try host.exporters().map { ".\($0.fileExtension)" }
            throw LootError(
                .usage, "Can't export to \(TextRules.visible(path: path)).",
                reason: "No format has this file extension.",
                advice: "End the name with \(list: endings, .or).")
        }
        let file = try access.create(self.path(path), replaces: replaces)
        let export = try await ItemExport(inventory, query, as: try exporter.make())
        var written = 0
        await progress(0)
        let missing = try await export.write { (bytes) async throws(LootError) in
            try file.write(bytes)
            written += bytes.count
            await progress(written)
            return true
        }
        try file.commit()
        return (export.count, missing.count)
    }

    /// Reads a file to attach to an item. Its name is the last component of the path.
    func file(_ path: String) throws(LootError) -> NewFile {
        let name = try FileEntry.name(ofPath: path)
        let reader = try open(path, isRegular: true)
        let file = try StoredFile(size: reader.size) { () throws(LootError) in try reader.read() }
        return NewFile(file, name: name)
    }

    /// Writes a file of an item to a path. Doesn't replace an existing file.
    func write(_ file: StoredFile, to path: String) throws(LootError) {
        let writer = try access.create(self.path(path), replaces: false)
        try writer.write(file.bytes)
        try writer.commit()
    }

    /// Reads a photo from a file.
    func photo(_ path: String) throws(LootError) -> StoredFile {
        let file = try open(path, isRegular: true)
        return try StoredFile(photoFrom: { () throws(LootError) in try file.read() })
    }
}

extension ImportPlan {
    /// Returns the effect of the import in words, such as `3 items to add, 1 refused`.
    func facts(isDone: Bool) -> String {
        let refused = refusals.count
        let facts: [(count: Int, first: Message, other: Message)] = [
            (
                added,
                isDone
                    ? "\(added, one: "item", other: "items") added"
                    : "\(added, one: "item", other: "items") to add",
                isDone ? "\(added) added" : "\(added) to add"
            ),
            (
                changed,
                isDone
                    ? "\(changed, one: "item", other: "items") changed"
                    : "\(changed, one: "item", other: "items") to change",
                isDone ? "\(changed) changed" : "\(changed) to change"
            ),
            (unchanged, "\(unchanged, one: "item", other: "items") unchanged", "\(unchanged) unchanged"),
            (skipped, "\(skipped, one: "item", other: "items") skipped", "\(skipped) skipped"),
            (refused, "\(refused, one: "item", other: "items") rejected", "\(refused) rejected"),
        ]
        let texts = facts.filter { $0.count > 0 }.enumerated().map { index, fact in
            index == 0 ? fact.first.text : fact.other.text
        }
        return Language.current.list(texts, .none)
    }

    /// The remarks to show before the import, each on its own line: the format, new custom fields, the first refusals,
    /// and the first entries to check.
    var preface: String {
        let refused = refusals.prefix(3).flatMap { sentences(about: $0) }.map {
            String(localized: "Rejected: \($0)")
        }
        let own = columns.filter(\.isOwn).map { TextRules.visible($0.name) }
        let ownRemark =
            own.isEmpty ? nil : String(localized: "Custom fields: \(list: Array(own.prefix(8)), .none).")
        let lines: [String] = [Language.current.ended(formatSummary), ownRemark].compactMap { $0 }
        return (lines + refused + warnings.prefix(3) + remarks).map { "\n\($0)" }.joined()
    }

    /// Whether the import would change anything.
    var hasEffect: Bool { added + changed > 0 }
}
