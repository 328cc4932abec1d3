import LootActions
import LootCore
import LootFormats

/// The files that a person names, for the screens and for plain mode: items come in and go out, photos come in.
struct NamedFiles {
    let access: any FileAccess
    let inventory: Inventory
    /// The person's own folder, if the environment tells.
    let home: String?

    /// The path that a person means: no shell has looked at it, so `~/` is made the person's own folder here.
    func path(_ text: String) -> String {
        guard let home, text == "~" || text.hasPrefix("~/") else { return text }
        return home + text.dropFirst()
    }

    private func open(_ path: String) throws(LootError) -> any ByteReader {
        do throws(LootError) { return try access.open(self.path(path)) } catch {
            var error = error
            // Other advice, such as standard input, is for command lines.
            error.next = "Name a file that can be read"
            throw error
        }
    }

    /// What an import of a file would do. Tells how far the reading is, in percent where that is known.
    func plan(
        _ path: String, progress: (Int?) async -> Void = { _ in }
    ) async throws(LootError) -> ImportPlan {
        let file = try open(path)
        let options = ImportOptions(format: ItemFormat.ofFile(named: path))
        var planner = try await ImportPlanner(inventory.store, options, name: TextRules.visible(path))
        while case let chunk = try file.read(), !chunk.isEmpty {
            try await planner.feed(chunk)
            await progress(file.size.map { $0 > 0 ? planner.bytesRead * 100 / $0 : 100 })
        }
        return try await planner.finish()
    }

    /// Writes the answer to a query into a file whose ending says the format. Tells how many bytes are written.
    ///
    /// - Returns: how many items went into it.
    func export(
        _ query: Query, to path: String, replaces: Bool, progress: (Int) async -> Void = { _ in }
    ) async throws(LootError) -> Int {
        guard let format = ExportFormat.ofFile(named: path) else {
            let endings = ExportFormat.all.map { ".\($0.fileExtension)" }.joined(separator: ", ")
            throw LootError(
                .usage, "can't export to \(TextRules.visible(path))", because: "no format has that ending",
                next: "End it with one of \(endings)")
        }
        let file = try access.create(self.path(path), replaces: replaces)
        let export = try await ItemExport(inventory, query, as: format)
        var written = 0
        await progress(0)
        try await export.write { (bytes) async throws(LootError) in
            try file.write(bytes)
            written += bytes.count
            await progress(written)
            return true
        }
        try file.commit()
        return export.count
    }

    /// The photo in a file.
    func photo(_ path: String) throws(LootError) -> Photo {
        let file = try open(path)
        return try Photo { () throws(LootError) in try file.read() }
    }
}

extension ImportPlan {
    /// What it would do: `3 items added, 1 item refused`.
    var facts: String {
        let facts = [
            (added, "added"), (changed, "changed"), (unchanged, "left as they are"),
            (refusals.count, "refused"),
        ]
        return facts.filter { $0.0 > 0 }.map { "\(ItemPresentation.count($0.0)) \($0.1)" }.joined(
            separator: ", ")
    }

    /// What a person should know before: the first refusal, and keys that no field has; each on a line of its own.
    var remarks: String {
        let first = refusals.first.map { "The first refusal: \($0.error)" }
        return [first, remarkOnUnknownKeys].compactMap { $0.map { "\n\($0)" } }.joined()
    }

    /// Whether it would change anything.
    var hasEffect: Bool { added + changed > 0 }
}
