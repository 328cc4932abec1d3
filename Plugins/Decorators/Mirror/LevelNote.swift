import LootCore
import Platform

/// A persistent record of the states in which a store and its mirror were identical. If it is lost, both are
/// compared again.
struct LevelNote: Sendable {
    private let path: String

    /// Creates the note for the mirror at an address. It is stored in the subfolder `mirrors` of a folder.
    init(of address: String, in folder: String) {
        path = "\(folder)/mirrors/\(ItemID(standingFor: Array(address.utf8)))"
    }

    /// Whether the note contains these states.
    func holds(_ level: NotedLevel) -> Bool {
        (try? Files.content(of: path)) == level.bytes
    }

    /// Writes these states. An incomplete note has the same effect as a missing one, so errors are ignored.
    func note(_ level: NotedLevel) {
        try? Files.makeFolders(Files.folder(of: path))
        guard let file = try? Files.open(path, [.write, .create]) else { return }
        defer { Files.close(file) }
        try? Files.write(level.bytes, to: file)
    }
}

/// The states of a store and its mirror. In addition to the revisions, a digest covers the outlines and the newest
/// commits, to detect a file that was restored or recreated.
struct NotedLevel {
    let store: Revision
    let mirror: Revision
    /// A digest of both states, of constant length.
    let bytes: [UInt8]

    /// Reads both states. Returns `nil` if one of the stores isn't durable or has no history.
    init?(_ store: any ItemStore, _ mirror: any ItemStore) async throws(LootError) {
        guard let first = try await NotedLevel.state(of: store),
            let second = try await NotedLevel.state(of: mirror)
        else { return nil }
        (self.store, self.mirror) = (first.revision, second.revision)
        bytes = Array(ItemID(standingFor: Array("\(first.text)\n\(second.text)".utf8)).description.utf8)
    }

    private static func state(
        of store: any ItemStore
    ) async throws(LootError) -> (revision: Revision, text: String)? {
        guard store.capabilities.isSuperset(of: [.durable, .history]) else { return nil }
        let outline = try await store.summary()
        let history = try await store.history(limit: 1)
        let newest = (history.undoable + history.redoable).map { commit in
            "\(commit.revision) \(commit.date) \(commit.changes.count) \(commit.changes.first?.change.item?.description ?? "") \(commit.title)"
        }
        if newest.isEmpty { return nil }
        return (
            outline.revision,
            "\(outline.revision) \(outline.count) \(outline.total)\n\(newest.joined(separator: "\n"))"
        )
    }
}
