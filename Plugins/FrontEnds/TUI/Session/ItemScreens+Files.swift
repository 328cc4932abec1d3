import LootControllers
import LootCore
import LootFormats
import TerminalKit

extension ItemScreens {
    func askForImport() {
        askForFile("Import", "A file with items: JSON, CSV, property list.") { $0.importFile($1) }
    }

    func askForExport() {
        askForFile("Export", "What is shown goes into this file; its ending says the format.") {
            $0.exportFile($1, replaces: false)
        }
    }

    private func askForFile(
        _ title: String, _ message: String, _ action: @escaping (ItemScreens, String) -> Void
    ) {
        let alert = Alert(
            title, message: message,
            actions: [
                AlertAction("Cancel", style: .cancel),
                AlertAction(title) { [weak self] texts in
                    if let self, let path = texts.first, !path.isEmpty { action(self, path) }
                },
            ])
        alert.addTextField(placeholder: "items.csv")
        alert.present(in: session.window)
    }

    /// Shows how far something is, and lets the screen be drawn.
    private func progress(_ text: String) async {
        page.status.isBusy = false
        page.status.message = text
        await Task.yield()
    }

    private func importFile(_ path: String) {
        let name = TextRules.visible(path)
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let file = try files.open(path)
            let options = ImportOptions(format: ItemFormat.ofFile(named: path))
            var planner = try await ImportPlanner(controller.inventory.store, options, name: name)
            while case let chunk = try file.read(), !chunk.isEmpty {
                try await planner.feed(chunk)
                let percent = file.size.map { $0 > 0 ? planner.bytesRead * 100 / $0 : 100 }
                await progress("Reading \(name)…" + (percent.map { " \($0) %" } ?? ""))
            }
            let plan = try await planner.finish()
            page.status.message = ""
            confirm(plan, name)
        }
    }

    private func confirm(_ plan: ImportPlan, _ name: String) {
        let facts = [
            (plan.added, "added"), (plan.changed, "changed"), (plan.unchanged, "left as they are"),
            (plan.refusals.count, "refused"),
        ].filter { $0.0 > 0 }.map { "\(ItemPresentation.count($0.0)) \($0.1)" }
        let first = plan.refusals.first.map { "\nThe first refusal: \($0.error)" } ?? ""
        guard plan.added + plan.changed > 0 else {
            return session.ask("Nothing to import", facts.joined(separator: ", ") + first)
        }
        session.ask(
            "Import \(name)?", facts.joined(separator: ", ") + "." + first,
            [
                AlertAction("Cancel", style: .cancel),
                AlertAction("Import") { [weak self] _ in self?.commit(plan, name) },
            ])
    }

    private func commit(_ plan: ImportPlan, _ name: String) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            await progress("Importing \(name)…")
            try await controller.inventory.commit(plan, title: "Import \(name)")
            try await controller.refresh()
            page.status.message = "Imported \(name): \(plan.added) added, \(plan.changed) changed."
        }
    }

    private func exportFile(_ path: String, replaces: Bool) {
        guard let format = ExportFormat.ofFile(named: path) else {
            return session.tell(
                LootError(
                    .usage, "can't export to \(TextRules.visible(path))",
                    because: "no format has that ending",
                    next: "End it with one of .\(ExportFormat.all.map(\.name).joined(separator: ", ."))"))
        }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let file: any ByteWriter
            do throws(LootError) { file = try files.create(path, replaces: replaces) } catch {
                return failedToCreate(error, path, replaces: replaces)
            }
            let export = try await ItemExport(controller.inventory, controller.query, as: format)
            let name = TextRules.visible(path)
            await progress("Writing \(name)…")
            var written = 0
            try await export.write { (bytes) throws(LootError) in
                try file.write(bytes)
                written += bytes.count
                page.status.message = "Writing \(name)… \(written >> 10) KiB"
                return true
            }
            try file.commit()
            page.status.message =
                "Exported \(ItemPresentation.count(export.count)) to \(TextRules.visible(path))."
        }
    }

    private func failedToCreate(_ error: LootError, _ path: String, replaces: Bool) {
        guard !replaces, error.code == .cannotCreate else { return session.tell(error) }
        session.tell(
            error,
            [
                AlertAction("Replace it", style: .destructive) { [weak self] _ in
                    self?.exportFile(path, replaces: true)
                }
            ])
    }
}
