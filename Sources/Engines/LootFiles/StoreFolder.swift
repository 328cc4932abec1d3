import LootCore

/// The hidden folder beside a store's file in which it keeps all that is not the items: `.items.json.loot`.
///
/// The file and its files are the truth. Without this folder the same items are there; only undo is gone, and what
/// a program that is running, or was killed, had not put into the file yet.
struct StoreFolder: Hashable, Sendable {
    /// Where it is.
    let path: String
    /// The file that it goes with.
    private let file: String

    /// The folder of a file.
    init(of file: String) {
        path = FilePath.sidecar(of: file, ending: "loot")
        lock = FilePath.join(path, "lock")
        ignore = FilePath.join(path, ".gitignore")
        self.file = file
    }

    /// A writer holds the lock on this file, which stays.
    let lock: String
    /// What hides the folder from git.
    private let ignore: String
    /// A random number that every journal of this list names, so that a journal of another list isn't taken for one
    /// of this list. Missing in folders of earlier versions until the next part of the journal begins.
    private var list: String { FilePath.join(path, "list") }
    /// What the file was last seen to hold.
    var seen: String { FilePath.join(path, "seen") }
    /// The file's content before the last change, or as it was taken over. With the commits since it tells what another
    /// program has changed.
    var previous: String { FilePath.join(path, "previous") }
    /// The file as another program wrote it with comments, which are not written back.
    var commented: String { FilePath.join(path, "commented") }
    /// The next content of the file, while it is being written.
    var next: String { FilePath.join(path, "next") }
    /// Files that nothing needs any more, until they have rested for thirty days.
    var photos: String { FilePath.join(path, "photos") }
    /// The journal of version 1.0, which lay beside the file.
    var earlierJournal: String { FilePath.sidecar(of: file, ending: "journal") }

    /// Where a part of the journal is.
    func journal(_ number: Int) -> String { FilePath.join(path, "\(StoreFolder.journalName)\(number)") }

    /// The numbers of the journal's parts, oldest first.
    func journals(on files: any FileSystem) throws(SystemError) -> [Int] {
        try files.names(in: path).compactMap { name in
            guard name.hasPrefix(StoreFolder.journalName) else { return nil }
            return Int(name.dropFirst(StoreFolder.journalName.count))
        }.sorted()
    }

    private static let journalName = "journal."

    /// Why the file may not be written: rights are missing to it, to what lies here, or to the folder that both lie in. Nil
    /// where it may be.
    func refusal(on files: any FileSystem) -> LootError? {
        var outer = FilePath.folder(of: file)
        while outer != FilePath.folder(of: outer), (try? files.status(at: outer)) == .some(nil) {
            outer = FilePath.folder(of: outer)
        }
        for place in [file, outer, path, lock] {
            guard let code = files.refusalToWrite(place) else { continue }
            var error = SystemError(code, .write, place).lootError("can't change the list")
            error.code = .readOnly
            return error
        }
        return nil
    }

    /// Makes the folder where it is missing, hidden from git, with the rights that go with the file's.
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

    /// Gives the folder and its files the rights that go with the file's, as far as this process may.
    func follow(_ access: FileAccess, on files: any FileSystem) {
        guard let found = try? files.access(of: path), let names = try? files.names(in: path) else { return }
        let folder = access.ofFolder
        if found != folder { try? files.setAccess(folder, of: path) }
        let companion = access.ofCompanion
        for path in names.map({ FilePath.join(path, $0) }) {
            try? files.setAccess(path == photos ? folder : companion, of: path)
        }
    }

    /// Returns the number of the list, `nil` if the folder has none.
    func listNumber(on files: any FileSystem) throws(SystemError) -> UInt32? {
        guard let bytes = try files.contents(of: list)?.bytes else { return nil }
        return UInt32(String(decoding: bytes, as: UTF8.self).trimmed, radix: 16).flatMap {
            $0 == 0 ? nil : $0
        }
    }

    /// Stores the number of the list. After a crash, the file is there whole or not at all.
    func setListNumber(
        _ number: UInt32, access: FileAccess?, on files: any FileSystem
    ) throws(LootError) {
        var replacement = try FileReplacement(
            of: list, access: access, on: files, for: "can't begin a journal")
        let text = Array("\(String(number, radix: 16))\n".utf8)
        try replacement.write(text.span.bytes)
        try replacement.commit()
    }

    /// Takes away what version 1.0 kept beside the file, once it stands here.
    func removeEarlier(on files: any FileSystem) throws(SystemError) {
        guard try files.status(at: earlierJournal) != nil else { return }
        try files.remove(earlierJournal)
        try files.remove(FilePath.sidecar(of: file, ending: "lock"))
        try files.syncFolder(FilePath.folder(of: file))
    }
}
