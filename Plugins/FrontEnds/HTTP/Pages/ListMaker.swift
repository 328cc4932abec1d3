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

    /// Returns the actions that people with the given role can run, or an empty array if the store can't be changed.
    func actions(for role: Role) -> [Action] {
        condition.canWrite ? actions.filter { $0.requiredRole <= role } : []
    }

    /// Returns the parts that are needed to render the rows of the given list, at the revision of the outline and for
    /// people with the given role.
    func rows(_ list: ListQuery, _ query: Query, _ outline: Outline, for role: Role) -> ListParts {
        var presentation = configuration.presentation.of(host)
        presentation.day = try? list.text.day(today: due.day)
        return ListParts(
            list: list, query: query, outline: outline, presentation: presentation,
            canWrite: condition.canWrite && role >= .write, addresses: addresses, actions: actions(for: role),
            isWhole: condition.damage == nil,
            today: due.day)
    }

    /// Returns all parts of the given list, at the revision of the outline and for people with the given role.
    func parts(
        _ list: ListQuery, _ query: Query, _ outline: Outline, for role: Role
    ) async -> ListParts {
        // Another program may have changed the currency.
        await host.readListSettings()
        var parts = rows(list, query, outline, for: role)
        // If the history is lost, the list can still be displayed.
        if let steps = try? await condition.steps(at: outline.revision, of: inventory) { parts.steps = steps }
        parts.due = await due.list(at: outline.revision)
        if outline.count == 0 { parts.near = try? await store.near(query) }
        parts.disposed = try? await inventory.disposedMatches(of: query)
        return parts
    }
}
