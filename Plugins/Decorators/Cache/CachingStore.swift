import LootCore
import Synchronization

/// The store that ``CacheStore/open(_:items:)`` opens.
final class CachingStore: StoreWrapper, LiveStore {
    /// The remote store.
    let wrapped: any ItemStore
    private let relay: EventRelay
    private let kept: Mutex<CachedAnswers>
    private let following = Mutex<Task<Void, Never>?>(nil)

    /// Opens the cache. See ``CacheStore/open(_:items:)``.
    static func open(_ store: any ItemStore, items limit: Int) async throws(LootError) -> CachingStore {
        let events = store.events()
        let cache = CachingStore(store, limit, at: try await store.summary().revision)
        let following = Task { [weak cache] in
            for await event in events { cache?.receive(event) }
        }
        cache.following.withLock { $0 = following }
        return cache
    }

    private init(_ store: any ItemStore, _ limit: Int, at revision: Revision) {
        wrapped = store
        relay = EventRelay(after: revision)
        kept = Mutex(CachedAnswers(at: revision, limit: limit))
    }

    deinit { following.withLock { $0?.cancel() } }

    /// The capabilities of the wrapped store, except `shared`, because changes by other writers aren't
    /// visible immediately.
    var capabilities: StoreCapabilities { wrapped.capabilities.subtracting(.shared) }

    /// Returns the sections of a query's result, from the cache if possible.
    func outline(of query: Query) async throws(LootError) -> Outline {
        let (known, moment) = kept.withLock { ($0.outline(of: query), $0.moment) }
        if let known { return known }
        let outline = try await wrapped.outline(of: query)
        kept.withLock { $0.keep(outline, of: query, askedAt: moment) }
        return outline
    }

    /// Returns rows of a query's result, from the cache if possible.
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        let (known, moment) = kept.withLock { ($0.page(of: query, rows: rows), $0.moment) }
        if let known { return known }
        let page = try await wrapped.page(of: query, rows: rows)
        kept.withLock { $0.keep(page, of: query, rows: rows, askedAt: moment) }
        return page
    }

    /// Returns the sections and rows of a query's result, from the cache if possible.
    func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        let (outline, page, moment) = kept.withLock {
            ($0.outline(of: query), $0.page(of: query, rows: rows), $0.moment)
        }
        if let outline, let page { return Answer(outline: outline, page: page) }
        let answer: Answer
        if let outline {
            answer = try await wrapped.answer(to: query, rows: rows, after: outline)
        } else {
            answer = try await wrapped.answer(to: query, rows: rows)
        }
        kept.withLock { $0.keep(answer, of: query, rows: rows, askedAt: moment) }
        return answer
    }

    /// Returns an item, from the cache if possible.
    func item(_ id: ItemID) async throws(LootError) -> Item? {
        if let known = kept.withLock({ $0.item(id) }) { return known }
        return try await wrapped.item(id)
    }

    /// Applies a transaction to the wrapped store.
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let commit: Commit
        do { commit = try await wrapped.apply(transaction) } catch {
            // The caller may have based the transaction on outdated results, so clear the cache.
            kept.withLock { $0.removeAll() }
            throw error
        }
        kept.withLock { $0.note(commit) }
        relay.announce(commit)
        return commit
    }

    /// Returns a stream of all subsequent events of the wrapped store. Outdated results are discarded before
    /// an event arrives.
    func events() -> AsyncStream<StoreEvent> { relay.events() }

    /// Returns the live result of the wrapped store. Outdated results are discarded before a step arrives.
    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        let behind = try await wrapped.live(query)
        kept.withLock { $0.forget(before: behind.outline.revision) }
        let answer = LiveAnswer(to: query, outline: behind.outline)
        weak let follower = answer
        let following = Task { [weak self] in
            for await step in behind {
                self?.kept.withLock { $0.forget(before: step.revision) }
                follower?.send(step)
            }
            follower?.end()
        }
        answer.onEnd { following.cancel() }
        return answer
    }

    /// Closes the wrapped store and clears the cache.
    func close() async throws(LootError) {
        kept.withLock { $0.close() }
        do { try await wrapped.close() } catch {
            relay.finish()
            throw error
        }
        await following.withLock { $0.take() }?.value
        relay.finish()
    }

    private func receive(_ event: StoreEvent) {
        kept.withLock { $0.note(event) }
        relay.relay(event, startsAnew: true)
    }
}
