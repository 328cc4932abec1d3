import LootCore
import Synchronization

/// Collects unexpected ends of a program: crashes, timeouts and protocol errors.
final class CrashLog: Sendable {
    private let errors = Mutex<[LootError]>([])

    func append(_ error: LootError) { errors.withLock { $0.append(error) } }

    /// Returns the errors since the last call.
    func removeAll() -> [LootError] {
        errors.withLock { errors in
            defer { errors = [] }
            return errors
        }
    }
}
