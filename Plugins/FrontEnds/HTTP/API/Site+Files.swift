import LootAPI
import LootActions
import LootCore
import LootFormats
import WebServer

extension Site {
    /// How many entries an answer shows of an import.
    private static let shownEntries = 1_000

    /// `GET /api/export`
    func exportFile(_ input: (QueryText, ExportFormat)) async throws -> Reply<[UInt8]> {
        let (text, format) = input
        let query = try self.query(text)
        try await condition.requireWhole(isEmpty: try await store.summary().count == 0)
        let export = try await ItemExport(inventory, query, as: format)
        let name = "loot.\(format.fileExtension)"
        return Reply(
            made: Response(
                headers: [
                    .contentType: API.anyBytes, "Content-Disposition": "attachment; filename=\"\(name)\"",
                    .cacheControl: "no-store",
                ],
                body: .stream { writer in
                    try await export.write { (bytes) async throws(LootError) in
                        do { try await writer.write(bytes) } catch { return false }
                        return true
                    }
                }))
    }

    /// `POST /api/import`
    func importFile(
        _ input: (Bool, Bool, FieldKey?, ItemFormat?, RequestContent)
    ) async throws -> Reply<[UInt8]> {
        let (isDry, skipsInvalid, updateBy, format, content) = input
        let plan = try await plan(content, ImportOptions(format: format, updateBy: updateBy, isTrial: isDry))
        let result = result(of: plan).bytes
        if isDry { return Reply(result) }
        if !plan.refusals.isEmpty, !skipsInvalid { throw refusal(of: plan) }
        try await inventory.commit(plan, title: "Import")
        return Reply(result)
    }

    private func plan(_ content: RequestContent, _ options: ImportOptions) async throws -> ImportPlan {
        // Reading a large file takes its time: other requests of this thread need not wait for it.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            var planner = try await ImportPlanner(self.store, options, name: "the file")
            try await content.forEach { try await planner.feed($0) }
            return try await planner.finish()
        }
    }

    /// `POST /import`: the page's form, for a browser without script.
    func importFromForm(_ request: Request) async throws -> Response {
        let form = try MultipartForm(try await request.body.bytes(), of: request)
        let isDry = form["look"] != nil
        let skipsInvalid = form["skip"] != nil
        let key = form.text("update") ?? ""
        var layout = self.layout("Import", kind: "import-page", request)
        layout.needsScript = false
        func answer(_ status: Status, _ outcome: HTML) -> Response {
            layout.response(
                ImportPage(updateBy: key, skipsInvalid: skipsInvalid, outcome: outcome).html, status)
        }
        do {
            let options = ImportOptions(
                format: nil, updateBy: key.isEmpty ? nil : try Field.named(key), isTrial: isDry)
            let plan = try await plan(.bytes(form["file"]?.bytes ?? []), options)
            let isTaken = !isDry && (skipsInvalid || plan.refusals.isEmpty)
            let outcome = ImportPage.outcome(of: plan, isTaken: isTaken)
            if isTaken { try await inventory.commit(plan, title: "Import") }
            return answer(isDry || isTaken ? .ok : .unprocessableContent, outcome)
        } catch let error as LootError where Problem(error).status < 500 {
            return answer(Status(Problem(error).status), ImportPage.problem("\(error)"))
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
            ])
        }
        let remarks = [plan.remarkOnUnknownKeys].compactMap { $0.map { JSON($0) } }
        return [
            "format": JSON(plan.format.name), "remarks": JSON(remarks), "added": JSON(plan.added),
            "changed": JSON(plan.changed),
            "unchanged": JSON(plan.unchanged), "photos": JSON(plan.photos), "refused": JSON(refused),
            "entries": JSON(entries),
        ]
    }

    private func refusal(of plan: ImportPlan) -> Problem {
        var problem = Problem(
            422, code: LootError.Code.invalidValue.rawValue,
            "Some entries of the file can't be imported; nothing was. skipInvalid=true leaves them out.")
        problem.errors = plan.refusals.prefix(Site.shownEntries).map { ("", $0.error.description) }
        return problem
    }
}
