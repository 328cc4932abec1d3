package import LootCore

extension LootProgram {
    /// Returns the text of an error. Remedies are shown as commands of this program.
    package func description(of error: LootError) -> String {
        error.text { words(for: $0, item: error.item) }
    }

    /// Returns the command or option for a remedy, or `nil` if there is none.
    func words(for remedy: LootError.Remedy, item: Item.ID?) -> String? {
        let item = item?.short ?? "ITEM"
        return switch remedy {
        case .add: "\(name) add NAME"
        case .remove: "\(name) remove ITEM"
        case .filter: "--where"
        case .replace: "--replace"
        case .replaceOrMerge: Language.current.list(["--replace", "--merge"], .or)
        case .allowItems: "--yes"
        case .list: "\(name) list"
        case .places: "\(name) places"
        case .history: "\(name) history"
        case .undoChange: "\(name) undo CHANGE"
        case .redo: "\(name) redo"
        case .check: "\(name) check"
        case .recover: "\(name) recover"
        case .settleMerge: "\(name) recover --write"
        case .compact: "\(name) compact"
        case .copy: "\(name) copy --to ADDRESS"
        case .importFile: "\(name) import FILE"
        case .setPhoto: "\(name) photo \(item) FILE"
        case .addFile: "\(name) file add \(item) PATH"
        case .replaceFile: "\(name) file add \(item) PATH"
        case .writeFile: "\(name) file get \(item) N"
        case .replacePhoto: "\(name) photo \(item) FILE"
        case .setPurchaseDate: "--purchased DAY"
        case .giveBack: "\(name) return \(item)"
        case .setServicePeriod: "\(name) edit \(item) --every '6 months'"
        case .checkConfiguration: "\(name) config check"
        case .editConfiguration: "\(name) config edit"
        case .choosePort: "\(name) serve --port 0"
        // Compare only the names. A remedy's subject is the plugin.
        case _ where remedy.rawValue == LootError.Remedy.trustPlugin.rawValue:
            "\(name) plugins trust \(remedy.subject?.quotedForShell ?? "PROGRAM")"
        default: nil
        }
    }
}
