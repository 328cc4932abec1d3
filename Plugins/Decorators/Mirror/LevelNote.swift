import LootCore
import Platform

/// A note of the states in which a store and its mirror held the same, kept from one run to the next. It may be lost:
/// then both are compared again.
struct LevelNote: Sendable {
    private let path: String

    /// The note of the mirror at an address, in the folder that holds such notes for a person.
    init(of address: String, in folder: String) {
        path = "\(folder)/mirrors/\(ItemID(standingFor: Array(address.utf8)))"
    }

    /// Whether the note is of these states.
    func holds(_ level: NotedLevel) -> Bool {
        (try? Files.content(of: path)) == level.bytes
    }

    /// Notes these states. One that can't be written, or is not whole, is none.
    func note(_ level: NotedLevel) {
        try? Files.makeFolders(Files.folder(of: path))
        guard let file = try? Files.open(path, [.write, .create]) else { return }
        defer { Files.close(file) }
        try? Files.write(level.bytes, to: file)
    }
}

/// States of a store and of its mirror, each with what tells it from another one of that revision: what the items come
/// to, and the newest commits. A file that was put back, or begun anew, has others.
struct NotedLevel {
    let store: Revision
    let mirror: Revision
    /// A digest of everything, of the same length for all.
    let bytes: [UInt8]

    /// The states of both; nil for stores whose states mean nothing to another run, or have no history to know them by.
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
            "\(commit.revision) \(commit.date) \(commit.changes.count) \(commit.changes.first?.change.item.description ?? "") \(commit.title)"
        }
        if newest.isEmpty { return nil }
        return (
            outline.revision,
            "\(outline.revision) \(outline.count) \(outline.total)\n\(newest.joined(separator: "\n"))"
        )
    }
}
