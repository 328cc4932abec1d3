import LootActions
import LootCore
import LootPlugins
import LootQueryText

/// Creates the contents of lists, for their pages and for live updates.
struct ListMaker: Sendable {
    let inventory: Inventory
    let states: StateTags
    let condition: StoreCondition
    let configuration: HTTPConfiguration
    let host: any ProgramHost
    let addresses: ListAddresses
    let actions: [Action]
    let due: DueToday
    let allowances: Allowances

    var store: any ItemStore { inventory.store }

    /// Returns what is needed to render the rows of a list at a revision, for users with or without write access.
    func rows(_ list: ListQuery, _ query: Query, _ outline: Outline, mayWrite: Bool) -> ListParts {
        var presentation = configuration.presentation.of(host)
        presentation.day = try? list.text.day(today: due.day)
        return ListParts(
            list: list, query: query, outline: outline, presentation: presentation,
            canWrite: condition.canWrite && mayWrite, addresses: addresses, actions: actions,
            isWhole: condition.damage == nil,
            today: due.day)
    }

    /// Returns all contents of a list at a revision, for users with or without write access.
    func parts(
        _ list: ListQuery, _ query: Query, _ outline: Outline, mayWrite: Bool
    ) async -> ListParts {
        // Another program may have changed the currency.
        await host.readListSettings()
        var parts = rows(list, query, outline, mayWrite: mayWrite)
        // If the history is lost, the list can still be displayed.
        if let steps = try? await condition.steps(at: outline.revision, of: inventory) { parts.steps = steps }
        parts.due = await due.list(at: outline.revision)
        if outline.count == 0 { parts.near = try? await store.near(query) }
        parts.disposed = try? await inventory.disposedMatches(of: query)
        return parts
    }
}
