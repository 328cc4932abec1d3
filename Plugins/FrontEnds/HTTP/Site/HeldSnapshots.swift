import LootAPI
import LootCore
import Synchronization

/// Snapshots that the server holds for clients, with IDs that can't be guessed. A snapshot that isn't read for a
/// while is released, because its client may be gone.
final class HeldSnapshots: Sendable {
    private struct Held {
        let snapshot: any ItemSnapshot
        let share: Allowances.Share
        var lastUse: ContinuousClock.Instant
    }

    /// The time in seconds after which an unused snapshot is released.
    let lifetime: Int
    private let held = Mutex<[String: Held]>([:])

    private let now: @Sendable () -> ContinuousClock.Instant

    init(lifetime: Int = 120, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.lifetime, self.now) = (lifetime, now)
    }

    var count: Int { held.withLock(\.count) }

    /// Creates a snapshot of the given store and holds it under a new ID, together with its share of the allowance.
    func hold(
        of store: any ItemStore, _ share: Allowances.Share
    ) async throws(LootError) -> (id: String, snapshot: any ItemSnapshot) {
        let snapshot = try await store.snapshot()
        var generator = SystemRandomNumberGenerator()
        let id = (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
        held.withLock { $0[id] = Held(snapshot: snapshot, share: share, lastUse: now()) }
        Task { [weak self, lifetime] in
            repeat { try? await Task.sleep(for: .seconds(lifetime + 1)) } while self?.isHeld(id) ?? false
        }
        return (id, snapshot)
    }

    private func isHeld(_ id: String) -> Bool {
        letGoOfUnused()
        return held.withLock { $0[id] != nil }
    }

    /// Returns the snapshot with the given ID and records its use.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `snapshot-gone` if the snapshot was released or never existed.
    func snapshot(_ id: String) throws(LootError) -> any ItemSnapshot {
        let snapshot = held.withLock { held in
            held[id]?.lastUse = now()
            return held[id]?.snapshot
        }
        if let snapshot { return snapshot }
        throw LootError(
            .snapshotGone, "Can't read the snapshot.",
            reason: """
                It was released, it wasn't read for \(lifetime, one: "second", other: "seconds"), or the server was \
                restarted.
                """,
            advice: "Read the list again from the beginning.")
    }

    /// Releases the snapshot with the given ID, if it is still held.
    func letGo(of id: String) async {
        await held.withLock { $0.removeValue(forKey: id) }?.snapshot.close()
    }

    /// Releases unused snapshots. A snapshot that is being read is closed afterwards.
    func letGoOfUnused() {
        let end = now() - .seconds(lifetime)
        let unused = held.withLock { held in
            let unused = held.filter { $0.value.lastUse < end }
            for id in unused.keys { held[id] = nil }
            return unused
        }
        withExtendedLifetime(unused) {}
    }
}
