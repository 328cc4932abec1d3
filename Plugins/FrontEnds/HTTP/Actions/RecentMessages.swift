import Localization
import LootCore
import Synchronization

/// The messages of the latest actions, for the pages to which their forms redirect.
final class RecentMessages: Sendable {
    private let messages = Mutex<[Revision: Message]>([:])
    /// The maximum number of messages.
    private static let limit = 100

    /// Keeps the message of a commit, and drops the oldest one if there are too many.
    func add(_ message: Message, at revision: Revision) {
        messages.withLock { messages in
            messages[revision] = message
            if messages.count > RecentMessages.limit, let oldest = messages.keys.min() {
                messages[oldest] = nil
            }
        }
    }

    /// Returns the message of a commit, or `nil` if no action on a page made the commit, or the message has been
    /// dropped.
    subscript(revision: Revision) -> Message? { messages.withLock { $0[revision] } }
}
