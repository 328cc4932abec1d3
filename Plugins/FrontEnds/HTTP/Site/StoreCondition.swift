import LootActions
import LootCore
import Synchronization

/// What the store can do, what is wrong with it, and what can be undone, as far as that is known: published, so that
/// a reader takes it from memory and never waits for a medium.
final class StoreCondition: Sendable {
    /// The commits that can be taken back and made again next.
    struct Steps: Hashable {
        var undo: Step?
        var redo: Step?
    }

    /// A commit, in short.
    struct Step: Hashable {
        let revision: Revision
        let title: String

        init(_ commit: Commit) { (revision, title) = (commit.revision, commit.title) }
    }

    private struct State {
        var capabilities: StoreCapabilities
        /// What the store says is wrong with it.
        var problem: LootError?
        /// Why what it answers may not be all there is.
        var damage: LootError?
        /// What the last event told of, until a later one tells that it is over.
        var failure: LootError?
        var steps = Steps()
        /// The state that the steps belong to.
        var stepsRevision: Revision?
    }

    /// The files beside the items, if there are any.
    let fileKeeper: (any FileKeeper)?
    private let store: any ItemStore
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>
    private let observer = Mutex<(@Sendable (LootError?) -> Void)?>(nil)

    /// The condition of a store, which is asked now and may take its time.
    init(_ store: any ItemStore, log: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.log = log
        fileKeeper = store.fileKeeper
        state = Mutex(
            State(capabilities: store.capabilities, problem: store.problem, damage: store.damage))
        for notice in store.takeNotices() { log(notice) }
        if let problem { log("The store has a problem: \(problem)") }
    }

    /// What the store can do, whatever is wrong with it now.
    var capabilities: StoreCapabilities { state.withLock(\.capabilities) }

    /// What is wrong with the store; nil when all is well.
    var problem: LootError? { state.withLock { $0.problem ?? $0.failure } }

    /// Why what the store answers may not be all there is; nil when it is.
    var damage: LootError? { state.withLock(\.damage) }

    /// Fails with what is wrong with the store where what it answers may not be all there is.
    func requireWhole() throws(LootError) { if let damage { throw damage } }

    /// Asks the store again where an answer was empty: it may have been damaged, and nothing was told of it yet.
    func requireWhole(isEmpty: Bool) async throws(LootError) {
        if isEmpty { await look() }
        try requireWhole()
    }

    /// Whether it takes changes now.
    var canWrite: Bool { problem == nil && capabilities.contains(.writable) }

    // MARK: Following

    /// Calls `body` whenever the problem has become another one.
    func onChange(_ body: @escaping @Sendable (LootError?) -> Void) { observer.withLock { $0 = body } }

    /// Asks the store, on a thread where it may take its time.
    func look() async {
        let (capabilities, problem, damage, notices) = await withTaskExecutorPreference(
            globalConcurrentExecutor
        ) {
            let store = self.store
            return (store.capabilities, store.problem, store.damage, store.takeNotices())
        }
        for notice in notices { log(notice) }
        update { ($0.capabilities, $0.problem, $0.damage) = (capabilities, problem, damage) }
    }

    /// Takes note of an event, and asks the store where that may have changed its condition.
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
        log(after.map { "The store has a problem: \($0)" } ?? "The store is well again.")
        observer.withLock(\.self)?(after)
    }

    // MARK: Undoing

    /// Takes note of a commit: where it is an edit it is the next to be taken back.
    func note(_ commit: Commit) {
        state.withLock { state in
            guard commit.revision > state.stepsRevision ?? .initial else { return }
            let isEdit = commit.purpose == .edit
            state.stepsRevision = isEdit ? commit.revision : nil
            if isEdit { state.steps = Steps(undo: Step(commit)) }
        }
    }

    /// What can be undone and redone in a state; the store is asked on another thread where that is not known.
    func steps(at revision: Revision, of inventory: Inventory) async throws(LootError) -> Steps {
        let (known, knownRevision) = state.withLock { ($0.steps, $0.stepsRevision) }
        if knownRevision == revision { return known }
        let (history, after) = try await elsewhere { () throws(LootError) in
            let history = try await inventory.history(limit: 1)
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

/// Does what may wait for a medium on another thread, so that those who only read need not wait too. It is no part of the
/// caller's actor: that would bring it back to the caller's thread.
func elsewhere<Outcome: Sendable>(
    _ body: @concurrent @Sendable () async throws(LootError) -> Outcome
) async throws(LootError) -> Outcome {
    let result = await withTaskExecutorPreference(globalConcurrentExecutor) {
        () -> Result<Outcome, LootError> in
        do throws(LootError) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try result.get()
}
