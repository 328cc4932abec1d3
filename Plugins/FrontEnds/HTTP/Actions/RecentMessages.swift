import Localization
import LootCore
import Synchronization

/// The messages of the latest actions, for the pages to which their forms redirect.
final class RecentMessages: Sendable {
    private let messages = Mutex<[Revision: Message]>([:])
    /// The maximum number of messages.
    private static let limit = 100

    /// Keeps the message of a commit. The oldest one is dropped at the limit.
    func add(_ message: Message, at revision: Revision) {
        messages.withLock { messages in
            messages[revision] = message
            if messages.count > RecentMessages.limit, let oldest = messages.keys.min() {
                messages[oldest] = nil
            }
        }
    }

    /// Returns the message of a commit, or `nil` if it wasn't made by an action on the page or is too old.
    subscript(revision: Revision) -> Message? { messages.withLock { $0[revision] } }
}
