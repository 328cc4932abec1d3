import LootCore
import LootPlugins
import Synchronization

/// A store that is opened when it is used.
final class LazyStore: Sendable {
    private enum Outcome {
        case opened(any ItemStore)
        case failed(LootError)

        func get() throws(LootError) -> any ItemStore {
            switch self {
            case .opened(let store): return store
            case .failed(let error): throw error
            }
        }
    }

    private struct State {
        var store: (any ItemStore)?
        var isOpening = false
        var isClosed = false
        /// The result of the last attempt to open the store.
        var last: Outcome?
        /// The tasks that wait for the current attempt.
        var waiting: [CheckedContinuation<Outcome, Never>] = []
    }

    private enum Step {
        case take(any ItemStore)
        case open, wait, refuse
    }

    private static let closed = LootError(
        .closed, "Can't use the store.", reason: "The application was closed.")

    private let state = Mutex(State())
    private let open: @Sendable () async throws(LootError) -> any ItemStore

    init(open: @escaping @Sendable () async throws(LootError) -> any ItemStore) { self.open = open }

    /// Returns the store, opening it if necessary. Canceling one caller doesn't affect the others.
    func store() async throws(LootError) -> any ItemStore {
        let step: Step = state.withLock { state in
            if state.isClosed { return .refuse }
            if let store = state.store { return .take(store) }
            defer { state.isOpening = true }
            return state.isOpening ? .wait : .open
        }
        switch step {
        case .take(let store): return store
        case .wait: return try await outcome().get()
        case .refuse: throw LazyStore.closed
        case .open:
            // Use a separate task, which isn't canceled with the caller. It starts immediately, so opening a store
            // doesn't change threads unless it suspends.
            let outcome = await Task.immediate { [open] in
                do throws(LootError) { return Outcome.opened(try await open()) } catch {
                    return .failed(error)
                }
            }.value
            finish(outcome)
            return try outcome.get()
        }
    }

    private func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            (state.isOpening, state.last) = (false, outcome)
            if !state.isClosed { state.store = try? outcome.get() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// Waits for the result of the current attempt, or returns that of the last one.
    private func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let last: Outcome? = state.withLock { state in
                if !state.isOpening { return state.last ?? .failed(LazyStore.closed) }
                state.waiting.append(continuation)
                return nil
            }
            if let last { continuation.resume(returning: last) }
        }
    }

    /// Closes the store if it is open. The next use opens it again.
    func rest() async throws(LootError) {
        let store = state.withLock { state in
            defer { (state.store, state.last) = (nil, nil) }
            return state.store
        }
        try await store?.close()
    }

    /// Closes the store if it is open or being opened.
    func close() async throws(LootError) {
        let (store, isOpening) = state.withLock { state in
            defer { (state.store, state.last, state.isClosed) = (nil, nil, true) }
            return (state.store, state.isOpening && !state.isClosed)
        }
        if isOpening {
            if case .opened(let store) = await outcome() { try await store.close() }
        } else {
            try await store?.close()
        }
    }
}

extension Configuration {
    /// Opens the store at an address, which takes precedence over the plugin's configured settings.
    func openStore(at address: String) async throws(LootError) -> any ItemStore {
        try requireSound()
        let (plugin, settings) = try selection(
            shortForm: address, in: .store, calling: "address", kind: .address)
        return try await registry.store(plugin.name).open(settings)
    }

    /// Opens the selected store and wraps it.
    func openStore() async throws(LootError) -> any ItemStore {
        try requireSound()
        guard let selected = selected(in: .store) else { throw nothingSelected(in: .store) }
        var store = try await registry.store(selected.name).open(settings(of: selected, in: .store))
        do throws(LootError) {
            for (name, settings) in decorators {
                store = try await registry.decorator(name).wrap(store, settings) {
                    (address) throws(LootError) in
                    try await openStore(at: address)
                }
            }
            let hooks = try hooks()
            if !hooks.isEmpty { store = HookedStore(wrapped: store, hooks: hooks) }
        } catch {
            // Ignore errors on closing, since the caller needs the first error.
            do throws(LootError) { try await store.close() } catch {}
            throw error
        }
        return store
    }
}
