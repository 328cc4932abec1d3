import LootActions
import LootCore
import Synchronization

/// The store's capabilities, its problem, and the next commits to undo and redo. They are cached, so that readers
/// never wait for the disk.
final class StoreCondition: Sendable {
    /// The next commits to undo and redo.
    struct Steps: Hashable {
        var undo: Step?
        var redo: Step?
    }

    /// The summary of a commit.
    struct Step: Hashable {
        let revision: Revision
        let title: String

        init(_ commit: Commit) { (revision, title) = (commit.revision, commit.title) }
    }

    private struct State {
        var capabilities: StoreCapabilities
        /// The problem that the store reports.
        var problem: LootError?
        /// The damage that may make results incomplete.
        var damage: LootError?
        /// The failure in the last event, until a later event shows that it is resolved.
        var failure: LootError?
        var steps = Steps()
        /// The revision of `steps`.
        var stepsRevision: Revision?
    }

    /// The files of the items, if the store has any.
    let fileKeeper: (any FileKeeper)?
    private let store: any ItemStore
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>
    private let observer = Mutex<(@Sendable (LootError?) -> Void)?>(nil)

    /// Reads the condition of the given store. This may block.
    init(_ store: any ItemStore, log: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.log = log
        fileKeeper = store.fileKeeper
        state = Mutex(
            State(capabilities: store.capabilities, problem: store.problem, damage: store.damage))
        for notice in store.takeNotices() { log(notice.text) }
        if let problem { log("The store has a problem: \(problem)") }
    }

    /// The capabilities of the store, regardless of a current problem.
    var capabilities: StoreCapabilities { state.withLock(\.capabilities) }

    /// The problem of the store, or `nil`.
    var problem: LootError? { state.withLock { $0.problem ?? $0.failure } }

    /// The damage that may make results incomplete, or `nil`.
    var damage: LootError? { state.withLock(\.damage) }

    /// Throws the error that describes the damage, if results may be incomplete.
    func requireWhole() throws(LootError) { if let damage { throw damage } }

    /// Throws the error that describes the damage, if results may be incomplete. After an empty result, checks the
    /// store first, because it may have been damaged without a notification.
    func requireWhole(isEmpty: Bool) async throws(LootError) {
        if isEmpty { await look() }
        try requireWhole()
    }

    /// Whether the store accepts changes at the moment.
    var canWrite: Bool { problem == nil && capabilities.contains(.writable) }

    // MARK: Following

    /// Calls `body` whenever the problem changes.
    func onChange(_ body: @escaping @Sendable (LootError?) -> Void) { observer.withLock { $0 = body } }

    /// Checks the store on a thread that may block.
    func look() async {
        let (capabilities, problem, damage, notices) = await withTaskExecutorPreference(
            globalConcurrentExecutor
        ) {
            let store = self.store
            return (store.capabilities, store.problem, store.damage, store.takeNotices())
        }
        for notice in notices { log(notice.text) }
        update { ($0.capabilities, $0.problem, $0.damage) = (capabilities, problem, damage) }
    }

    /// Handles an event, and checks the store if its condition may have changed.
    func note(_ event: StoreEvent) async {
        switch event {
        case .committed(let commit):
            note(commit)
            if problem == nil { return }
            update { $0.failure = nil }
        case .reloaded:
            state.withLock { $0.stepsRevision = nil }
            update { $0.failure = nil }
        case .failed(let error): update { $0.failure = error }
        }
        await look()
    }

    private func update(_ change: (inout State) -> Void) {
        let (before, after) = state.withLock { state in
            let before = state.problem ?? state.failure
            change(&state)
            return (before, state.problem ?? state.failure)
        }
        if before == after { return }
        log(after.map { "The store has a problem: \($0)" } ?? "The store is working again.")
        observer.withLock(\.self)?(after)
    }

    // MARK: Undoing

    /// Handles a commit. An edit becomes the next commit to undo.
    func note(_ commit: Commit) {
        state.withLock { state in
            guard commit.revision > state.stepsRevision ?? .initial else { return }
            let isEdit = commit.purpose == .edit
            state.stepsRevision = isEdit ? commit.revision : nil
            if isEdit { state.steps = Steps(undo: Step(commit)) }
        }
    }

    /// Returns the next commits to undo and redo at the given revision. If they aren't known, reads the history on
    /// another thread.
    func steps(at revision: Revision, of inventory: Inventory) async throws(LootError) -> Steps {
        let (known, knownRevision) = state.withLock { ($0.steps, $0.stepsRevision) }
        if knownRevision == revision { return known }
        let (history, after) = try await elsewhere { () throws(LootError) in
            let history = try await inventory.titles(limit: 1)
            return (history, try await inventory.store.summary().revision)
        }
        let steps = Steps(
            undo: history.undoable.last.map(Step.init), redo: history.redoable.last.map(Step.init))
        if after == revision {
            state.withLock { state in
                guard revision >= state.stepsRevision ?? .initial else { return }
                (state.steps, state.stepsRevision) = (steps, revision)
            }
        }
        return steps
    }
}

/// Runs a closure that may wait for the disk on another thread, so that other requests don't have to wait. It is
/// `@concurrent`, because an actor would move it back to the caller's thread.
func elsewhere<Outcome: Sendable>(
    _ body: @concurrent @Sendable () async throws(LootError) -> Outcome
) async throws(LootError) -> Outcome {
    let result = await withTaskExecutorPreference(globalConcurrentExecutor) {
        () -> Result<Outcome, LootError> in
        do throws(LootError) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
}
