import Localization
import LootActions
import LootCore
import LootPlugins
import TerminalKit

/// Editing a single field, and the hints in the last line.
extension DetailPage {
    /// Edits a single field. For the photo and the files, opens their menus.
    func editOne(_ key: FieldKey) {
        switch form[key]?.control {
        case .photo: actions.choosePhoto()
        case .files: actions.chooseForFiles()
        default: actions.editOne(key)
        }
    }

    /// Saves the form if it edits a single field, and otherwise moves the focus to the next field. Called for Enter
    /// in a field.
    func entered() {
        if onlyKey == nil { window?.moveFocus(.next) } else { actions.save() }
    }

    func keyWhileEditing(_ key: Key) -> Bool {
        guard let onlyKey else {
            // A letter that no text field handles must not run a command.
            return key.typed != nil
        }
        switch key {
        case Key(.enter): actions.save()
        case Key(.tab), Key(.tab, .shift), Key(.down), Key(.up):
            let step = key == Key(.tab) || key == Key(.down) ? 1 : -1
            let shown = rows.filter { !$0.isHidden }
            guard let index = shown.firstIndex(where: { $0.key == onlyKey }),
                shown.indices.contains(index + step)
            else { return true }
            actions.saveAndEdit(shown[index + step].key)
        default: return key.typed != nil
        }
        return true
    }

    /// The hints in the last line.
    var hints: [StatusLine.Hint] {
        func hint(_ key: String, _ word: String, _ command: Command) -> StatusLine.Hint {
            StatusLine.Hint(key, word) { [actions] in actions.perform(command) }
        }
        guard isEditing else {
            return [
                StatusLine.Hint(String(localized: "Enter"), String(localized: "edit field")) { [weak self] in
                    if let self, let focusedKey { editOne(focusedKey) }
                },
                hint("e", String(localized: "edit all"), .screen(.edit)),
                hint("p", String(localized: "photo"), .screen(.photo)),
                hint("P", String(localized: "files"), .screen(.files)),
            ]
                + actions.offered.compactMap { action in
                    action.suggestedKey.map { hint($0, action.hint.text, .action(action)) }
                }
                + [
                    hint("d", String(localized: "remove"), .screen(.remove)),
                    hint("u", String(localized: "undo"), .screen(.undo)),
                    hint(String(localized: "Esc"), String(localized: "back"), .screen(.back)),
                    hint("?", String(localized: "keys"), .screen(.help)),
                ]
        }
        let control = (focusedKey.flatMap(view(of:))?.hint ?? "").split(separator: "  ").map { part in
            StatusLine.Hint(String(part), "")
        }
        let completed = focusedKey.flatMap { key in form[key].flatMap { actions.complete(key, $0.text) } }
        let next = StatusLine.Hint(String(localized: "Tab"), completed ?? String(localized: "next field"))
        return onlyKey == nil
            ? [hint(String(localized: "Ctrl-S"), String(localized: "save"), .screen(.save))] + control + [
                hint(String(localized: "Esc"), String(localized: "back"), .screen(.back)), next,
                hint("F1", String(localized: "keys"), .screen(.help)),
            ]
            : [hint(String(localized: "Enter"), String(localized: "save"), .screen(.save))] + control + [
                hint(String(localized: "Esc"), String(localized: "back"), .screen(.back)), next,
            ]
    }
}
