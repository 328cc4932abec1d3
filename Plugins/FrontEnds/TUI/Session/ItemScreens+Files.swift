import LootActions
import LootControllers
import LootCore
import TerminalKit

extension ItemScreens {
    func askForImport(_ path: String = "") {
        askForFile(
            String(localized: "Import"),
            String(localized: "A file with items: a spreadsheet, CSV, JSON, a property list, or an archive."),
            path
        ) {
            $0.importFile($1)
        }
    }

    func askForExport(_ path: String = "") {
        let what = controller.hasNoMarks ? String(localized: "The list") : String(localized: "The selection")
        askForFile(
            String(localized: "Export"),
            String(localized: "\(what) will be saved in this file. The extension determines the format."),
            path
        ) {
            $0.exportFile($1, replaces: false)
        }
    }

    /// Asks for a path, which Tab completes, and calls `action` with it.
    func askForFile(
        _ title: String, _ message: String, _ path: String, completes: Bool = true,
        _ action: @escaping (ItemScreens, String) -> Void
    ) {
        let alert = Alert(
            title, message: message,
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction("OK") { [weak self] texts in
                    if let self, let path = texts.first, !path.isEmpty { action(self, path) }
                },
            ])
        // Paths need a wide field.
        let field = alert.addTextField(path, placeholder: "~/…")
        field.fixedWidth = max(1, min(56, session.window.frame.width - 8))
        if completes { field.completion = { [namedFiles] in namedFiles.completion(of: $0) } }
        alert.present(in: session.window)
    }

    /// Performs an action on a file that the person named. After an error, `ask` asks for the path again, and
    /// `others` returns more choices.
    func performOnFile(
        asking ask: @escaping (ItemScreens) -> Void,
        others: @escaping (LootError) -> [AlertAction] = { _ in [] },
        _ action: @escaping (ItemScreens) async throws(LootError) -> Void
    ) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            do throws(LootError) { try await action(self) } catch {
                tell("")
                let again = AlertAction(String(localized: "Another name…")) { [weak self] _ in self.map(ask) }
                session.tell(error, others(error) + [again])
            }
        }
    }

    /// Shows progress, and lets the screen be drawn.
    private func progress(_ text: String) async {
        page.status.isBusy = false
        tell(text)
        await Task.yield()
    }

    private func importFile(_ path: String, sheet: String? = nil, currency: String? = nil) {
        let name = TextRules.visible(path)
        performOnFile(
            asking: { $0.askForImport(path) },
            others: { error in
                guard error.code == .otherCurrency else { return [] }
                return error.candidates.map { code in
                    AlertAction(code) { [weak self] _ in self?.importFile(path, currency: code) }
                }
            }
        ) { (screens) async throws(LootError) in
            let plan = try await screens.namedFiles.plan(path, sheet: sheet, currency: currency) { percent in
                await screens.progress(
                    percent.map { String(localized: "Reading \(name)… \($0)%") }
                        ?? String(localized: "Reading \(name)…"))
            }
            screens.tell("")
            screens.confirm(plan, path)
        }
    }

    private func confirm(_ plan: ImportPlan, _ path: String) {
        let name = TextRules.visible(path)
        var actions: [AlertAction] = []
        if let sheet = plan.sheet, !sheet.others.isEmpty {
            actions.append(
                AlertAction(String(localized: "Another sheet…")) { [weak self] _ in
                    self?.askForSheet(of: path, sheet.others)
                })
        }
        guard plan.hasEffect else {
            return session.ask(
                String(localized: "Nothing to import"), plan.facts(isDone: false) + plan.preface,
                actions.isEmpty ? [] : [AlertAction(String(localized: "Cancel"), style: .cancel)] + actions)
        }
        actions.append(AlertAction(String(localized: "Import")) { [weak self] _ in self?.commit(plan, name) })
        session.ask(
            String(localized: "Import \(name)?"), plan.facts(isDone: false) + "." + plan.preface,
            [AlertAction(String(localized: "Cancel"), style: .cancel)] + actions)
    }

    private func askForSheet(of path: String, _ sheets: [String]) {
        let names = sheets.map { TextRules.visible($0) }.joined(separator: "\n")
        askForFile(String(localized: "Import which sheet?"), names, sheets[0], completes: false) {
            screens, sheet in
            screens.importFile(path, sheet: sheet)
        }
    }

    private func commit(_ plan: ImportPlan, _ name: String) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            await progress(String(localized: "Importing \(name)…"))
            try await controller.inventory.commit(plan, title: String(localized: "Import \(name)"))
            try await controller.catchUp()
            tell(String(localized: "Imported \(name): \(plan.facts(isDone: true))."))
        }
    }

    private func exportFile(_ path: String, replaces: Bool) {
        let name = TextRules.visible(path)
        let replace = AlertAction(String(localized: "Replace it"), style: .destructive) { [weak self] _ in
            self?.exportFile(path, replaces: true)
        }
        performOnFile(
            asking: { $0.askForExport(path) },
            others: { !replaces && $0.code == .cannotCreate ? [replace] : [] }
        ) { (screens) async throws(LootError) in
            let marked = try await screens.controller.hasNoMarks ? nil : screens.controller.markedQuery()
            let query = marked ?? screens.controller.query
            let (count, missing) = try await screens.namedFiles.export(query, to: path, replaces: replaces) {
                await screens.progress(String(localized: "Writing \(name)… \($0 >> 10) KiB"))
            }
            screens.tell(ItemPresentation.exported(count, to: name, without: missing))
        }
    }
}
