import LootAPI
import LootCore
import Synchronization

/// Snapshots that clients have asked the server to hold, by ids that can't be guessed. One that is not read for a
/// while is let go of: its client may be gone.
final class HeldSnapshots: Sendable {
    private struct Held {
        let snapshot: any ItemSnapshot
        var lastUse = ContinuousClock.now
    }

    /// For how many seconds a snapshot is held after it was read last.
    let lifetime: Int
    private let limit: Int
    private let held = Mutex<[String: Held]>([:])

    init(limit: Int = 32, lifetime: Int = 120) {
        self.limit = limit
        self.lifetime = lifetime
    }

    /// How many are held.
    var count: Int { held.withLock(\.count) }

    /// Holds a snapshot of a store.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `too-many-snapshots` where as many are held as there may be.
    func hold(of store: any ItemStore) async throws(LootError) -> (id: String, snapshot: any ItemSnapshot) {
        try checkRoom(count)
        let snapshot = try await store.snapshot()
        var generator = SystemRandomNumberGenerator()
        let id = (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
        let count = held.withLock { held in
            let count = held.count
            if count < limit { held[id] = Held(snapshot: snapshot) }
            return count
        }
        do throws(LootError) { try checkRoom(count) } catch {
            await snapshot.close()
            throw error
        }
        Task { [weak self, lifetime] in
            repeat { try? await Task.sleep(for: .seconds(lifetime + 1)) } while self?.isHeld(id) ?? false
        }
        return (id, snapshot)
    }

    private func checkRoom(_ count: Int) throws(LootError) {
        if count < limit { return }
        throw LootError(
            .tooManySnapshots, "can't hold a snapshot",
            because: "\(count) are held already, as many as may be",
            next: "Try again in a minute")
    }

    private func isHeld(_ id: String) -> Bool {
        letGoOfUnused()
        return held.withLock { $0[id] != nil }
    }

    /// The snapshot with an id, which is in use by that.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `snapshot-gone`.
    func snapshot(_ id: String) throws(LootError) -> any ItemSnapshot {
        let snapshot = held.withLock { held in
            held[id]?.lastUse = .now
            return held[id]?.snapshot
        }
        if let snapshot { return snapshot }
        throw LootError(
            .snapshotGone, "can't read the snapshot",
            because: "it was let go of, or not read for \(lifetime) seconds, or the server was started anew",
            next: "Read the list again from the beginning")
    }

    /// Lets go of a snapshot, if it is still held.
    func letGo(of id: String) async {
        await held.withLock { $0.removeValue(forKey: id) }?.snapshot.close()
    }

    /// Lets go of what was not read for a while. One that is being read is closed when that is done.
    func letGoOfUnused(at now: ContinuousClock.Instant = .now) {
        let end = now - .seconds(lifetime)
        let unused = held.withLock { held in
            let unused = held.filter { $0.value.lastUse < end }
            for id in unused.keys { held[id] = nil }
            return unused
        }
        withExtendedLifetime(unused) {}
    }
}
