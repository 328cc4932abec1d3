import LootCore
import Synchronization

/// The storage of flawed durable stores: the content of a file, and a journal with additions.
final class FlawedDisk: Sendable {
    private struct Medium {
        var file: [Item] = []
        var pending: [Item]?
    }

    private let media = Mutex<[String: Medium]>([:])

    /// Returns the items of a medium, with or without those in the journal.
    func items(_ medium: String, withPending: Bool) -> [Item] {
        let found = media.withLock { $0[medium] ?? Medium() }
        return withPending ? found.pending ?? found.file : found.file
    }

    /// Writes the file.
    func write(_ items: [Item], to medium: String) {
        media.withLock { $0[medium] = Medium(file: items) }
    }

    /// Writes the file as another program would, without using the journal.
    func overwrite(_ items: [Item], to medium: String) {
        media.withLock { $0[medium, default: Medium()].file = items }
    }

    /// Writes items to the journal only.
    func append(_ items: [Item], to medium: String) {
        media.withLock { $0[medium, default: Medium()].pending = items }
    }

    /// Copies a medium.
    func copy(_ medium: String, to copy: String) { media.withLock { $0[copy] = $0[medium] } }
}
