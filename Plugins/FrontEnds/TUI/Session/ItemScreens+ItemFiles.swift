import LootActions
import LootControllers
import LootCore
import LootPlugins
import TerminalKit

extension ItemScreens {
    /// Shows the menu for the files of the item in the details or at the cursor.
    func chooseForFiles() {
        if let detail, detail.isNew { return saveForPhoto(detail) { $0.chooseForFiles() } }
        guard let item = itemForPhoto else { return }
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            offer(try await controller.inventory.files(of: item), of: item)
        }
    }

    private func offer(_ files: [FileEntry], of item: Item) {
        let shown = FileEntry.lines(of: files, photo: item.photo)
        var actions = [
            AlertAction(String(localized: "Cancel"), style: .cancel),
            AlertAction(String(localized: "Add…")) { [weak self] _ in self?.askForNewFile(of: item) },
        ]
        if !files.isEmpty {
            actions += [
                AlertAction(String(localized: "Open…")) { [weak self] _ in
                    self?.choose(String(localized: "Open"), files, of: item) { $0.open($1, of: item) }
                },
                AlertAction(String(localized: "Save as…")) { [weak self] _ in
                    self?.choose(String(localized: "Save a copy"), files, of: item) {
                        $0.askForCopy(of: $1, of: item)
                    }
                },
                AlertAction(String(localized: "Remove…"), style: .destructive) { [weak self] _ in
                    self?.choose(String(localized: "Remove"), files, of: item) { $0.remove($1, of: item) }
                },
            ]
        }
        session.ask(
            String(localized: "Files of “\(item.shownName)”"),
            shown.isEmpty ? String(localized: "It has no files.") : shown.joined(separator: "\n"),
            actions)
    }

    /// Calls `action` with a file. If there are several, asks which one.
    private func choose(
        _ title: String, _ files: [FileEntry], of item: Item,
        _ action: @escaping (ItemScreens, FileEntry) -> Void
    ) {
        if files.count == 1 { return action(self, files[0]) }
        let lines = FileEntry.lines(of: files, photo: item.photo).joined(separator: "\n")
        askForFile(String(localized: "\(title): Which file?"), lines, "1", completes: false) {
            screens, text in
            screens.perform { [weak screens] () async throws(LootError) in
                guard let screens else { return }
                action(screens, files[try FileEntry.index(of: text, in: files, of: item)])
            }
        }
    }

    private func askForNewFile(of item: Item, _ path: String = "") {
        askForFile(
            String(localized: "Add a file to “\(item.shownName)”"),
            String(localized: "A receipt, a manual, a picture: any file."), path
        ) {
            screens, path in
            screens.performOnFile(asking: { $0.askForNewFile(of: item, path) }) {
                (screens) async throws(LootError) in
                let file = try screens.namedFiles.file(path)
                let commit = try await screens.controller.inventory.addFiles([file], to: item.id)
                let result =
                    commit == nil
                    ? String(localized: "“\(item.shownName)” already has this file.")
                    : String(localized: "Added “\(file.name)” to “\(item.shownName)”.")
                try await screens.showItem(item.id, result, commit)
            }
        }
    }

    private func open(_ file: FileEntry, of item: Item) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let contents = try await controller.inventory.contents(of: file, of: item)
            let path = try FileOpener(environment: host.environment, files: namedFiles.access)
                .open(contents, named: file.name)
            tell(String(localized: "Opened a copy: \(path)"))
        }
    }

    private func askForCopy(of file: FileEntry, of item: Item, _ path: String? = nil) {
        askForFile(
            String(localized: "Save a copy of “\(file.name)”"), String(localized: "The file to write."),
            path ?? file.name
        ) {
            screens, path in
            screens.performOnFile(asking: { $0.askForCopy(of: file, of: item, path) }) {
                (screens) async throws(LootError) in
                let contents = try await screens.controller.inventory.contents(of: file, of: item)
                try screens.namedFiles.write(contents, to: path)
                screens.tell(String(localized: "Wrote “\(file.name)” to \(TextRules.visible(path: path))."))
            }
        }
    }

    private func remove(_ file: FileEntry, of item: Item) {
        perform { [weak self] () async throws(LootError) in
            guard let self else { return }
            let commit = try await controller.inventory.removeFiles([file], of: item.id)
            try await showItem(
                item.id, String(localized: "Removed “\(file.name)” from “\(item.shownName)”."), commit)
        }
    }
}

extension FileEntry {
    /// Returns a line with number, name and size for each file, up to a limit.
    static func lines(of files: [FileEntry], photo: FileID?) -> [String] {
        let shown = files.prefix(8).enumerated().map { index, file in
            let facts = [file.id == photo ? String(localized: "Photo") : "", ItemPresentation.size(of: file)]
                .filter {
                    !$0.isEmpty
                }
            return "\(index + 1) \(file.name)"
                + (facts.isEmpty ? "" : " (\(Language.current.list(facts, .none)))")
        }
        return shown
            + (files.count > 8
                ? [String(localized: "and \(files.count - 8, one: "more", other: "more")")] : [])
    }
}
