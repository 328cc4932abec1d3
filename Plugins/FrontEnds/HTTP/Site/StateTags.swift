import LootCore
import Synchronization

/// How states of the store are called in entity tags, cursors and event ids: an epoch and the revision.
///
/// A revision alone is not enough: another store may have the same, and so may this one after a file was put back or
/// edited between two runs. The epoch is random, new at every start and whenever the store was read anew.
final class StateTags: Sendable {
    /// This run of the server: another one has forgotten what this one remembers.
    let server = StateTags.random()
    private let current = Mutex(StateTags.random())

    /// What the states since the last reading have in common.
    var epoch: String { current.withLock(\.self) }

    /// Lets no earlier state be taken for a later one: what the store holds is not what came of its commits.
    func renew() { current.withLock { $0 = StateTags.random() } }

    /// The id of a state.
    func id(_ revision: Revision) -> String { StateTags.id(revision, of: epoch) }

    /// The id of a state of an epoch.
    static func id(_ revision: Revision, of epoch: String) -> String { "\(epoch)-\(revision)" }

    /// The entity tag of what shows nothing but a state.
    func entityTag(_ revision: Revision) -> String { "\"\(id(revision))\"" }

    /// The state with an id; nil if it is of another epoch, or none at all.
    func revision(_ id: String) -> Revision? {
        let prefix = epoch + "-"
        guard id.hasPrefix(prefix), let number = UInt64(id.dropFirst(prefix.count)) else { return nil }
        return Revision(rawValue: number)
    }

    private static func random() -> String { String(UInt64.random(in: 1...UInt64.max), radix: 36) }
}
