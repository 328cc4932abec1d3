import LootCore
import LootPlugins
import Synchronization

/// A store wrapper that calls hooks before and after each change.
final class HookedStore: StoreWrapper, NoticeSource, AmendingStore {
    let wrapped: any ItemStore
    private let hooks: [any CommitHook]
    private let notices = Mutex<[Message]>([])

    init(wrapped: any ItemStore, hooks: [any CommitHook]) {
        self.wrapped = wrapped
        self.hooks = hooks
    }

    func amended(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        // Bookkeeping isn't in the history, so a hook must not add changes to it.
        if transaction.purpose == .bookkeeping { return transaction }
        var transaction = transaction
        for hook in hooks { transaction = try await hook.willCommit(transaction) }
        return transaction
    }

    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let commit = try await wrapped.apply(amended(transaction))
        for hook in hooks {
            let own: [String]
            do throws(LootError) { own = try await hook.didCommit(commit) } catch {
                own = [error.followed(by: "The change was made.").description]
            }
            if !own.isEmpty { notices.withLock { $0 += own.map { Message(verbatim: $0) } } }
        }
        return commit
    }

    func takeNotices() -> [Message] {
        let own = notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
        return wrapped.takeNotices() + own
    }

    func close() async throws(LootError) {
        for hook in hooks { await hook.close() }
        try await wrapped.close()
    }
}
