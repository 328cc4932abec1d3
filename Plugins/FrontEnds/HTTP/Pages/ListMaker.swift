import LootActions
import LootCore

/// Makes what lists show, for their pages and for those who follow them.
struct ListMaker: Sendable {
    let inventory: Inventory
    let states: StateTags
    let condition: StoreCondition
    let presentation: ItemPresentation
    let due: DueToday
    let allowances: Allowances

    var store: any ItemStore { inventory.store }

    /// What the rows of a list need in a state, for those who may change it or only look.
    func rows(_ list: ListQuery, _ query: Query, _ outline: Outline, mayWrite: Bool) -> ListParts {
        ListParts(
            list: list, query: query, outline: outline, presentation: presentation,
            canWrite: condition.canWrite && mayWrite, isWhole: condition.damage == nil, today: due.day)
    }

    /// What a list shows in a state, to those who may change it or only look.
    func parts(
        _ list: ListQuery, _ query: Query, _ outline: Outline, mayWrite: Bool
    ) async -> ListParts {
        var parts = rows(list, query, outline, mayWrite: mayWrite)
        // A store that has lost its history still has a list to show.
        if let steps = try? await condition.steps(at: outline.revision, of: inventory) { parts.steps = steps }
        parts.due = await due.list(at: outline.revision)
        if outline.count == 0 { parts.near = try? await store.near(query) }
        return parts
    }
}
