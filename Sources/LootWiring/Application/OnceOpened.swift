import LootCore
import Synchronization

/// A store that is opened at its first use, and closed once.
final class OnceOpened: Sendable {
    private typealias Opening = Task<Result<any ItemStore, LootError>, Never>

    private enum State {
        case untouched
        case opening(Opening)
        case closed
    }

    private let state = Mutex(State.untouched)
    private let open: @Sendable () async throws(LootError) -> any ItemStore

    init(open: @escaping @Sendable () async throws(LootError) -> any ItemStore) { self.open = open }

    /// The store. The opening belongs to no caller: one that is canceled does not take it from the others.
    func store() async throws(LootError) -> any ItemStore {
        let opening: Opening? = state.withLock { state in
            switch state {
            case .closed: return nil
            case .opening(let opening): return opening
            case .untouched:
                let opening = Opening { [open] in
                    do throws(LootError) { return .success(try await open()) } catch {
                        return .failure(error)
                    }
                }
                state = .opening(opening)
                return opening
            }
        }
        guard let opening else {
            throw LootError(.closed, "can't use the store", because: "the application was closed")
        }
        let result = await opening.value
        if case .failure = result {
            state.withLock { state in
                if case .opening(opening) = state { state = .untouched }
            }
        }
        return try result.get()
    }

    /// Closes the store if it was opened, or is about to be.
    func close() async throws(LootError) {
        let opening: Opening? = state.withLock { state in
            defer { state = .closed }
            if case .opening(let opening) = state { return opening }
            return nil
        }
        if let opening, case .success(let store) = await opening.value { try await store.close() }
    }
}

extension Configuration {
    /// Opens the store at an address, with its plugin's configured settings below what the address says.
    func openStore(at address: String) async throws(LootError) -> any ItemStore {
        try requireSound()
        let (plugin, settings) = try selection(shortForm: address, in: .store, calling: "the address")
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
        } catch {
            // Whatever closing says, what went wrong first is what the caller has to know.
            do throws(LootError) { try await store.close() } catch {}
            throw error
        }
        return store
    }
}
