import LootCore
import Synchronization

/// The state of the disk, for readers that must not wait for the disk.
final class StoreAnnouncements: Sendable {
    private struct State {
        var problem: LootError?
        var notices: [Message] = []
    }

    private let state = Mutex(State())

    /// The error that prevents writing, or `nil`.
    var problem: LootError? { state.withLock(\.problem) }

    /// Sets the problem and adds notices.
    func publish(_ problem: LootError?, _ notices: [Message]) {
        state.withLock { state in
            state.problem = problem
            state.notices += notices
        }
    }

    /// Returns and clears the notices.
    func takeNotices() -> [Message] {
        state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }
}
