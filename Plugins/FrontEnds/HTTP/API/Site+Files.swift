import LootControllers
import LootCore
import LootFormats
import WebServer

extension Site {
    /// How many entries an answer shows of an import.
    private static let shownEntries = 1_000

    /// `GET /api/export`
    func exportFile(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(
            request, self, knowing: QueryParameters.names + ["format"], sections: "")
        let format = try ExportFormat.named(parameters["format"] ?? ItemFormat.json.name)
        try await condition.requireWhole(isEmpty: try await store.summary().count == 0)
        let export = try await ItemExport(inventory, parameters.query, as: format)
        let name = "loot.\(format.fileExtension)"
        return Response(
            headers: [
                .contentType: "application/octet-stream",
                "Content-Disposition": "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ],
            body: .stream { writer in
                try await export.write { (bytes) async throws(LootError) in
                    do { try await writer.write(bytes) } catch { return false }
                    return true
                }
            })
    }

    /// `POST /api/import`
    func importFile(_ request: Request) async throws -> Response {
        let parameters = try QueryParameters(
            request, self, knowing: ["dryRun", "skipInvalid", "updateBy", "format"], sections: "")
        let isDry = try parameters.flag("dryRun")
        let skipsInvalid = try parameters.flag("skipInvalid")
        let options = ImportOptions(
            format: try parameters["format"].map { (name) throws(LootError) in try ItemFormat.named(name) },
            updateBy: try parameters["updateBy"].map { (name) throws(LootError) in try Field.named(name) },
            isTrial: isDry)
        let plan = try await plan(request.body, options)
        let result = result(of: plan)
        if isDry { return Response(bytes: result.bytes, type: "application/json") }
        if !plan.refusals.isEmpty, !skipsInvalid { return refusal(of: plan) }
        try await inventory.commit(plan, title: "Import")
        return Response(bytes: result.bytes, type: "application/json")
    }

    private func plan(_ body: RequestBody, _ options: ImportOptions) async throws -> ImportPlan {
        // Reading a large file takes its time: other requests of this thread need not wait for it.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            var planner = try await ImportPlanner(self.store, options, name: "the file")
            for try await piece in body { try await planner.feed(piece) }
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
            let plan = try await plan(RequestBody(form["file"]?.bytes ?? []), options)
            let isTaken = !isDry && (skipsInvalid || plan.refusals.isEmpty)
            let outcome = ImportPage.outcome(of: plan, isTaken: isTaken)
            if isTaken { try await inventory.commit(plan, title: "Import") }
            return answer(isDry || isTaken ? .ok : .unprocessableContent, outcome)
        } catch let error as LootError where Problem(error).status.code < 500 {
            return answer(Problem(error).status, ImportPage.problem("\(error)"))
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

    private func refusal(of plan: ImportPlan) -> Response {
        var problem = Problem(
            .unprocessableContent, code: LootError.Code.invalidValue.rawValue,
            "Some entries of the file can't be imported; nothing was. skipInvalid=true leaves them out.")
        problem.errors = plan.refusals.prefix(Site.shownEntries).map { ("", $0.error.description) }
        return problem.response
    }
}
