import LootActions
import LootCore

/// Makes what lists show, for their pages and for those who follow them.
struct ListMaker: Sendable {
    let inventory: Inventory
    let states: StateTags
    let condition: StoreCondition
    let presentation: ItemPresentation
    let due: DueToday

    var store: any ItemStore { inventory.store }

    /// What a list shows in a state, to those who may change it or only look.
    func parts(
        _ list: ListQuery, _ query: Query, _ outline: Outline, mayWrite: Bool
    ) async -> ListParts {
        // A store that has lost its history still has a list to show.
        let steps = try? await condition.steps(at: outline.revision, of: inventory)
        var parts = ListParts(
            list: list, query: query, outline: outline, presentation: presentation,
            canWrite: condition.canWrite && mayWrite, steps: steps ?? StoreCondition.Steps(),
            isWhole: condition.damage == nil, today: due.day)
        parts.due = await due.list(at: outline.revision)
        if outline.count == 0 { parts.near = try? await store.near(query) }
        return parts
    }
}
