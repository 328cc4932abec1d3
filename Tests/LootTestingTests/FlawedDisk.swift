import LootCore
import Synchronization

/// Where flawed stores that are durable keep their items: what stands in a file, and what a journal adds to it.
final class FlawedDisk: Sendable {
    private struct Medium {
        var file: [Item] = []
        var pending: [Item]?
    }

    private let media = Mutex<[String: Medium]>([:])

    /// The items under a name, with those in the journal or without.
    func items(_ medium: String, withPending: Bool) -> [Item] {
        let found = media.withLock { $0[medium] ?? Medium() }
        return withPending ? found.pending ?? found.file : found.file
    }

    /// Writes the file.
    func write(_ items: [Item], to medium: String) {
        media.withLock { $0[medium] = Medium(file: items) }
    }

    /// Writes the file, as another program does that knows of no journal.
    func overwrite(_ items: [Item], to medium: String) {
        media.withLock { $0[medium, default: Medium()].file = items }
    }

    /// Adds to the journal.
    func append(_ items: [Item], to medium: String) {
        media.withLock { $0[medium, default: Medium()].pending = items }
    }

    /// Puts what lies under one name under another one.
    func copy(_ medium: String, to copy: String) { media.withLock { $0[copy] = $0[medium] } }
}
