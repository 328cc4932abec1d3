import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import WebServer

extension Site {
    /// The cost of parsing a byte of an imported file, in steps of a `WorkBudget`.
    private static let workPerByte = 10

    /// The maximum number of entries in the result of an import.
    private static let shownEntries = 1_000

    /// Handles `GET /api/export`.
    func exportFile(_ input: (QueryText, String)) async throws -> Reply<[UInt8]> {
        var (text, format) = input
        text.includesDisposed = true
        let query = try await self.query(text)
        await chargeWholeList()
        try await condition.requireWhole(isEmpty: try await store.summary().count == 0)
        let exporter = try host.exporter(format)
        let export = try await ItemExport(inventory, query, as: exporter.make())
        return Site.download("loot.\(exporter.fileExtension)", API.anyBytes) { writer in
            try await export.write { (bytes) async throws(LootError) in
                do { try await writer.write(bytes) } catch { return false }
                return true
            }
        }
    }

    /// Returns a response that is downloaded as a file and written in pieces.
    static func download(
        _ name: String, _ type: String, _ write: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> Reply<[UInt8]> {
        Reply(
            made: Response(
                headers: [
                    .contentType: type, "Content-Disposition": "attachment; filename=\"\(name)\"",
                    .cacheControl: "no-store",
                ],
                body: .stream { writer in try await Site.offEventLoop { try await write(writer) } }))
    }

    /// Handles `POST /api/import`.
    func importFile(
        _ input: (
            Bool, Bool, FieldKey?, String?, [String], Currency?, String?, String?, String?, RequestContent
        )
    ) async throws -> Reply<[UInt8]> {
        let (isDry, skipsInvalid, updateBy, format, columns, currency, sheet, duplicates, decimal, content) =
            input
        if !isDry { try Caller.current.require(.write) }
        var options = ImportOptions(updateBy: updateBy, currency: currency, isTrial: isDry)
        options.importers = try host.importers()
        options.importer = try format.map { (name) throws(LootError) in try host.importer(name) }
        for column in columns { try options.map(column: column) }
        options.sheet = sheet
        options.duplicates = try Site.choice(
            duplicates, "duplicates", ImportOptions.Duplicates.allCases.map { (word: $0.rawValue, value: $0) }
        )
        options.decimalMark = try Site.choice(decimal, "decimal", [("point", .point), ("comma", .comma)])
        options.ownFields = ownFields
        let plan = try await plan(content, options)
        let result = result(of: plan).bytes
        if isDry { return Reply(result) }
        if !plan.refusals.isEmpty, !skipsInvalid { throw refusal(of: plan) }
        try await inventory.commit(plan, title: String(localized: "Import"))
        return Reply(result)
    }

    /// Returns the value that a word of a parameter represents.
    private static func choice<Value>(
        _ word: String?, _ parameter: String, _ choices: [(word: String, value: Value)]
    ) throws(LootError) -> Value? {
        guard let word else { return nil }
        if let choice = choices.first(where: { $0.word == word }) { return choice.value }
        throw LootError(
            .usage, "Can't read the parameter “\(parameter)”.",
            reason: "\(TextRules.quoted(word)) isn't one of the allowed values.",
            advice: Suggestions.advice(for: word, among: choices.map(\.word)))
    }

    func plan(_ content: RequestContent, _ options: ImportOptions) async throws -> ImportPlan {
        let share = try allowances.take(of: .imports, for: Caller.current.account)
        defer { share.release() }
        // Parsing a large file takes time and must not block other requests of this thread.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            var planner = try await ImportPlanner(self.store, options, name: "the file")
            try await content.forEach { piece in
                self.allowances.spend(piece.count * Site.workPerByte, for: Caller.current.account)
                try await planner.feed(piece)
            }
            return try await planner.finish()
        }
    }

    private func result(of plan: ImportPlan) -> JSON {
        let entries = plan.entries.prefix(Site.shownEntries).map { entry in
            switch entry {
            case .added(let item, let line):
                JSON([
                    ("line", JSON(line + 1)), ("id", JSON(item.id.description)), ("added", JSON(item.name)),
                ])
            case .changed(let item, from: let old, let line):
                JSON([
                    ("line", JSON(line + 1)), ("id", JSON(item.id.description)), ("changed", JSON(item.name)),
                    ("fields", JSON(Patch(from: old, to: item).edits.map { JSON($0.field.rawValue) })),
                ])
            }
        }
        let refused = plan.refusals.prefix(Site.shownEntries).map { refusal in
            JSON([
                ("line", JSON(refusal.error.position.line + 1)), ("detail", JSON(refusal.error.description)),
                ("errors", JSON(plan.sentences(about: refusal).map { JSON($0) })),
            ])
        }
        let remarks = plan.remarks.map { JSON($0) }
        let columns = plan.columns.prefix(Site.shownEntries).map(Site.column)
        let told: [(String, JSON)] = [
            ("format", JSON(plan.format.name)), ("encoding", JSON(plan.encoding.rawValue)),
            ("columns", JSON(columns)), ("remarks", JSON(remarks)), ("added", JSON(plan.added)),
            ("changed", JSON(plan.changed)), ("unchanged", JSON(plan.unchanged)),
            ("skipped", JSON(plan.skipped)), ("warnings", JSON(plan.warnings.map { JSON($0) })),
            ("files", JSON(plan.files)),
            ("refused", JSON(refused)), ("entries", JSON(entries)),
        ]
        return JSON(told)
    }

    /// Returns the description of a table's column.
    private static func column(_ column: ImportColumn) -> JSON {
        var members: [(String, JSON)] = [("column", JSON(column.name)), ("readAs", JSON(column.reading))]
        if let field = column.field { members.append(("field", JSON(field.rawValue))) }
        if let example = column.example { members.append(("example", JSON(example))) }
        return JSON(members)
    }

    private func refusal(of plan: ImportPlan) -> Problem {
        var problem = Problem(
            422, code: LootError.Code.invalidValue.rawValue,
            String(
                localized:
                    """
                    Some entries in the file can't be imported, so nothing was imported. Set \
                    skipInvalid=true to skip them.
                    """
            ))
        problem.errors = plan.refusals.prefix(Site.shownEntries).map { ("", $0.error.description) }
        return problem
    }
}
