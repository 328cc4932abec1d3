import ListKit
import Localization
import LootActions
import LootControllers
import LootCore
import TerminalKit

/// The screen with the settings of the list, created from their descriptions.
extension ItemScreens {
    /// Shows all settings: Enter changes the one under the cursor.
    func showListSettings() {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let page = SidePage(
                keys: table.keys, empty: String(localized: "This store doesn't keep settings."))
            try await showSettings(in: page)
            page.onChange = { [weak self, weak page] in
                self?.perform { [weak self] () async throws(LootError) in
                    if let page { try await self?.showSettings(in: page) }
                }
            }
            page.status.hints = { [weak self] in
                [
                    StatusLine.Hint(String(localized: "Enter"), String(localized: "change")),
                    StatusLine.Hint(String(localized: "Esc"), String(localized: "back")) {
                        self?.closeSide()
                    },
                ]
            }
            show(page, title: String(localized: "Settings"))
        }
    }

    private func showSettings(in page: SidePage) async throws(LootError) {
        let settings = try await controller.inventory.settings()
        let currencyNote = try await controller.inventory.noteOnCurrency()
        var lines: SidePage.Section = .init(title: nil, rows: [])
        var (groups, hints): ([SidePage.Section], [[String]]) = ([], [])
        for setting in KnownSetting.all {
            let rows = setting.rows(of: settings).map { path, text in
                SidePage.Row(
                    text: path.entry ?? setting.title.text,
                    detail: text.isEmpty ? ItemPresentation.notSet : text
                ) {
                    [weak self, weak page] in
                    if let page { self?.askForSetting(path, shown: text, in: page) }
                }
            }
            guard case .entries(let title, _) = setting.kind else {
                lines.rows += rows
                let note = setting.key == "currency" ? currencyNote.map { " \($0.text)" } ?? "" : ""
                hints = [(hints.first ?? []) + [setting.summary.text + note]]
                continue
            }
            let new = SidePage.Row(text: String(localized: "\(title)…")) { [weak self, weak page] in
                if let page { self?.askForEntry(of: setting, in: page) }
            }
            groups.append(SidePage.Section(title: setting.title.text, rows: rows + [new]))
            hints.append(Array(repeating: setting.summary.text, count: rows.count + 1))
        }
        page.onCursor = { [weak page] path in
            guard hints.indices.contains(path.section), hints[path.section].indices.contains(path.row) else {
                return
            }
            page?.show(more: [hints[path.section][path.row]])
        }
        page.show([lines] + groups)
        if let path = page.cursor { page.onCursor(path) }
    }

    /// Asks for the new text of a setting, and asks again if it is invalid.
    private func askForSetting(
        _ path: SettingPath, shown: String, typed: String? = nil, problem: LootError? = nil,
        in page: SidePage
    ) {
        let alert = Alert(
            path.entry ?? path.setting.title.text,
            message: problem.map { "! \($0)" }
                ?? String(localized: "\(path.setting.summary.text) Leave it empty to remove the setting."),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Save")) { [weak self, weak page] texts in
                    guard let self, let page else { return }
                    let typed = texts.first ?? ""
                    save(SettingEdit(path, shown: shown, typed: typed), in: page) { [weak self, weak page] in
                        guard let page else { return }
                        self?.askForSetting(path, shown: shown, typed: typed, problem: $0, in: page)
                    }
                },
            ])
        alert.addTextField(typed ?? shown, placeholder: path.setting.title.text)
        alert.present(in: session.window)
    }

    /// Asks for the name and the value of a new entry, and asks again if they are invalid.
    private func askForEntry(
        of setting: KnownSetting, _ typed: [String] = ["", ""], problem: LootError? = nil, in page: SidePage
    ) {
        guard case .entries(let title, let example) = setting.kind else { return }
        let alert = Alert(
            title.text,
            message: problem.map { "! \($0)" }
                ?? String(localized: "Its name and its value, such as \(example)"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Save")) { [weak self, weak page] texts in
                    guard let self, let page, texts.count == 2 else { return }
                    do throws(LootError) {
                        let path = try SettingPath("\(setting.key.rawValue).\(texts[0])")
                        save(SettingEdit(path, shown: "", typed: texts[1]), in: page) {
                            [weak self, weak page] in
                            guard let page else { return }
                            self?.askForEntry(of: setting, texts, problem: $0, in: page)
                        }
                    } catch { askForEntry(of: setting, texts, problem: error, in: page) }
                },
            ])
        alert.addTextField(typed[0], placeholder: String(localized: "Name"))
        alert.addTextField(typed[1], placeholder: String(localized: "Value"))
        alert.present(in: session.window)
    }

    private func save(
        _ edit: SettingEdit, in page: SidePage, refused: @escaping @MainActor (LootError) -> Void
    ) {
        perform { [weak self, weak page] () async throws(LootError) in
            guard let self, let page else { return }
            do throws(LootError) {
                let commit = try await controller.inventory.changeSettings([edit], for: host)
                try await showSettings(in: page)
                let effect = try await controller.inventory.effectOnAmounts(of: commit)
                page.status.message =
                    commit == nil
                    ? String(localized: "Nothing was changed.") : effect?.text ?? String(localized: "Saved.")
            } catch { refused(error) }
        }
    }
}
