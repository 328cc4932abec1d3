import LootCore
import Synchronization

/// The IDs of the store's states in entity tags, cursors and events: an epoch and the revision.
///
/// A revision isn't sufficient, because another store can have the same, and so can this one after a file was
/// restored or edited while the server wasn't running. The epoch is random. It changes on each start and each time
/// the store is reloaded.
final class StateTags: Sendable {
    /// The ID of this server process.
    let server = StateTags.random()
    private let current = Mutex(StateTags.random())

    /// The prefix of all states since the store was last reloaded.
    var epoch: String { current.withLock(\.self) }

    /// Starts a new epoch, because the contents of the store were replaced without a commit.
    func renew() { current.withLock { $0 = StateTags.random() } }

    /// Returns the ID of the state with the given revision in the current epoch.
    func id(_ revision: Revision) -> String { StateTags.id(revision, of: epoch) }

    /// Returns the ID of the state with the given revision in the given epoch.
    static func id(_ revision: Revision, of epoch: String) -> String { "\(epoch)-\(revision)" }

    /// Returns the entity tag of a representation that depends only on the state with the given revision.
    func entityTag(_ revision: Revision) -> String { "\"\(id(revision))\"" }

    /// Returns the revision of the state with the given ID, or `nil` if the ID is invalid or from another epoch.
    func revision(_ id: String) -> Revision? {
        let prefix = epoch + "-"
        guard id.hasPrefix(prefix), let number = UInt64(id.dropFirst(prefix.count)) else { return nil }
        return Revision(rawValue: number)
    }

    private static func random() -> String { String(UInt64.random(in: 1...UInt64.max), radix: 36) }
}
