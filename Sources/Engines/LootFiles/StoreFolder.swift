import LootCore

/// The hidden folder next to a store's file that contains everything except the items: `.items.json.loot`.
///
/// The file and its attachments are authoritative. If this folder is deleted, the file keeps its items. Only
/// the undo history is lost, and commits that a running or killed program hasn't written to the file yet.
struct StoreFolder: Hashable, Sendable {
    let path: String
    /// The path of the store's file.
    private let file: String

    /// Creates the description of the folder for the given file.
    init(of file: String) {
        path = FilePath.sidecar(of: file, ending: "loot")
        lock = FilePath.join(path, "lock")
        ignore = FilePath.join(path, ".gitignore")
        self.file = file
    }

    /// The permanent file that a writer locks.
    let lock: String
    /// The `.gitignore` file that hides the folder from git.
    private let ignore: String
    /// The file with the number of the list. It is random and stored in each journal, so that journals of different
    /// lists can't be confused.
    private var list: String { FilePath.join(path, "list") }
    /// The note that identifies the last known content of the file.
    var seen: String { FilePath.join(path, "seen") }
    /// The content of the file before the last change. Together with the commits since then, it shows what another
    /// program has changed.
    var previous: String { FilePath.join(path, "previous") }
    /// A copy of the file with the comments that another program wrote. They aren't preserved in the file.
    var commented: String { FilePath.join(path, "commented") }
    /// The next content of the file while it is being written.
    var next: String { FilePath.join(path, "next") }
    /// Unneeded attachments, until they are removed after thirty days.
    var photos: String { FilePath.join(path, "photos") }

    /// Returns the path of the part of the journal with the given number.
    func journal(_ number: Int) -> String { FilePath.join(path, "\(StoreFolder.journalName)\(number)") }

    /// Returns the numbers of the journal's parts, oldest first.
    func journals(on files: any FileSystem) throws(SystemError) -> [Int] {
        try files.names(in: path).compactMap { name in
            guard name.hasPrefix(StoreFolder.journalName) else { return nil }
            return Int(name.dropFirst(StoreFolder.journalName.count))
        }.sorted()
    }

    private static let journalName = "journal."

    /// Returns the error for missing write permissions to the file, to the hidden folder or to their parent folder,
    /// or `nil` if they are writable.
    func refusal(on files: any FileSystem) -> LootError? {
        var outer = FilePath.folder(of: file)
        while outer != FilePath.folder(of: outer), (try? files.status(at: outer)) == .some(nil) {
            outer = FilePath.folder(of: outer)
        }
        for place in [file, outer, path, lock] {
            guard let code = files.refusalToWrite(place) else { continue }
            var error = SystemError(code, .write, place).lootError("Can't change the list.")
            error.code = .readOnly
            return error
        }
        return nil
    }

    /// Creates the folder if it is missing, hides it from git, and gives it the permissions that match the file's.
    func make(on files: any FileSystem) throws(SystemError) {
        if try files.status(at: path) == nil {
            try files.makeFolders(path)
            if let access = try files.access(of: file) { try files.setAccess(access.ofFolder, of: path) }
        }
        if try files.status(at: ignore) != nil { return }
        let made = try files.openRegular(ignore, [.write, .create, .noLink]).file
        defer { files.close(made) }
        let text = Array("*\n".utf8)
        try files.write(text.span.bytes, to: made, at: 0)
        if let access = try files.access(of: file) { try files.setAccess(access.ofCompanion, of: ignore) }
    }

    /// Updates the permissions of the folder and its files to match the file's. Errors are ignored.
    func follow(_ access: FileAccess, on files: any FileSystem) {
        guard let found = try? files.access(of: path), let names = try? files.names(in: path) else { return }
        let folder = access.ofFolder
        if found != folder { try? files.setAccess(folder, of: path) }
        let companion = access.ofCompanion
        for path in names.map({ FilePath.join(path, $0) }) {
            try? files.setAccess(path == photos ? folder : companion, of: path)
        }
    }

    /// Returns the number of the list, or `nil` if the folder has none.
    func listNumber(on files: any FileSystem) throws(SystemError) -> UInt32? {
        guard let bytes = try files.contents(of: list)?.bytes else { return nil }
        return UInt32(String(decoding: bytes, as: UTF8.self).trimmed, radix: 16).flatMap {
            $0 == 0 ? nil : $0
        }
    }

    /// Stores the number of the list atomically.
    func setListNumber(
        _ number: UInt32, access: FileAccess?, on files: any FileSystem
    ) throws(LootError) {
        var replacement = try FileReplacement(
            of: list, access: access, on: files, for: "Can't create a journal.")
        let text = Array("\(String(number, radix: 16))\n".utf8)
        try replacement.write(text.span.bytes)
        try replacement.commit()
    }
}
