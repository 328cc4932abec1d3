import LootCore
import LootPlugins

extension ActionConformance {
    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<ActionConformance>] = [
        law("an action reads only parameters that it declares, and refuses others") { trial in
            try await trial.forEachScenario { scenario in
                _ = try await scenario.plan()
                var request = scenario.request
                request.arguments["undeclared"] = "1"
                do throws(LootError) {
                    _ = try await trial.action.plan(request, in: scenario.store)
                } catch {
                    return try require(
                        error.code == .malformed,
                        "an unknown argument is rejected with “\(error.code.rawValue)”")
                }
                throw BrokenLaw("an unknown argument is accepted")
            }
        },
        law("an action changes only items that are selected, and may add new ones") { trial in
            try await trial.forEachScenario { scenario in
                for change in try await scenario.plan()?.transaction?.changes ?? [] {
                    if case .insert(let item, _) = change,
                        !scenario.items.contains(where: { $0.id == item.id })
                    {
                        continue
                    }
                    let isSelected = change.item.map(scenario.selected.contains) ?? false
                    try require(
                        isSelected, "it changes \(change.item?.short ?? "a setting"), which isn't selected")
                }
            }
        },
        law("an action changes the items for which it is offered, unless it refuses") { trial in
            var isProved = false
            try await trial.forEachScenario { scenario in
                guard scenario.selected.count == trial.action.minimumItems,
                    let plan = try await scenario.plan(),
                    let item = scenario.items.first(where: { scenario.selected.contains($0.id) }),
                    trial.action.applies.matches(item)
                else { return }
                isProved = true
                try require(plan.transaction != nil, "“\(item.shownName)” isn't changed")
            }
            try require(isProved, "it is offered for none of the random items, or rejects all of them")
        },
        law("an action planned twice plans the same changes") { trial in
            try await trial.forEachScenario { scenario in
                let (first, second) = (try await scenario.plan(), try await scenario.plan())
                try require(
                    first?.comparableChanges == second?.comparableChanges,
                    "the second plan of the same items is different")
            }
        },
        law("planning an action changes nothing, even if it is rejected") { trial in
            try await trial.forEachScenario { scenario in
                let before = try await scenario.store.summary().revision
                _ = try await scenario.plan()
                var request = scenario.request
                request.arguments = [:]
                _ = try? await trial.action.plan(request, in: scenario.store)
                try await scenario.store.mustHold(scenario.items, "after planning")
                let after = try await scenario.store.summary().revision
                try require(after == before, "planning made revision \(after) of \(before)")
            }
        },
        law("a plan that another writer has overtaken is refused, or does what a new plan would do") {
            trial in
            try await trial.forEachScenario { scenario in
                guard scenario.selected.count == trial.action.minimumItems,
                    let plan = try await scenario.plan()?.transaction
                else {
                    return
                }
                let others = ItemFixtures.items(scenario.items.count, seed: 77)
                for (item, other) in zip(scenario.items, others) where scenario.selected.contains(item.id) {
                    let edits = Patch(from: item, to: other).edits
                    let patch = Patch(edits.filter { !["photo", "files"].contains($0.field) })
                    _ = try await scenario.store.apply([.update(item.id, patch)])
                }
                let newPlan = try await scenario.plan()
                var expected = ItemList(try await scenario.store.items())
                if let changes = newPlan?.transaction?.changes { _ = try expected.apply(changes) }
                do throws(LootError) { _ = try await scenario.store.apply(plan) } catch {
                    return try require(
                        error.code == .conflict, "the old plan fails with “\(error.code.rawValue)”")
                }
                try require(newPlan != nil, "the old plan is applied, although a new one is rejected")
                try await scenario.store.mustHold(expected.items, "after the old plan")
            }
        },
    ]
}

extension Plan {
    /// The changes, with equal IDs and creation dates of new items.
    fileprivate var comparableChanges: [Change]? {
        transaction?.changes.map { change in
            guard case .insert(var item, let place) = change else { return change }
            item = item.identified(by: ItemID(high: 0, low: 0))
            item.dateCreated = .first
            return .insert(item, at: place)
        }
    }
}
