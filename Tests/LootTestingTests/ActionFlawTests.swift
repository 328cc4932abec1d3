import Localization
import LootCore
import LootPlugins
import LootTesting
import Testing

/// Each law for actions finds an action that violates it.
@Suite struct ActionFlawTests {
    private static let flawed: [(law: Int, action: Action)] = [
        (
            0,
            action { input throws(LootError) in
                _ = try input[Parameter.required("undeclared", .text, sets: "notes")]
                return try await input.plan(title: { $0 }, done: { $0 }) {
                    .update($0.id, ["quantity": .integer(7)])
                }
            }
        ),
        (
            1,
            action { input throws(LootError) in
                let last = try await input.store.items().last
                return try await input.plan(title: { $0 }, done: { $0 }) { _ in
                    last.map { .update($0.id, ["quantity": .integer(7)]) }
                }
            }
        ),
        (
            2,
            action { input throws(LootError) in
                try await input.plan(title: { $0 }, done: { $0 }) { _ in nil }
            }
        ),
        (
            3,
            action { input throws(LootError) in
                try await input.plan(title: { $0 }, done: { $0 }) {
                    .update($0.id, ["notes": .text("Ticket \(ItemID())")])
                }
            }
        ),
        (
            4,
            action { input throws(LootError) in
                var items: [Item] = []
                try await input.forEachItem { items.append($0) }
                for item in items {
                    _ = try await input.store.apply([.update(item.id, ["quantity": .integer(977)])])
                }
                throw LootError(.declined, "Can't do that.")
            }
        ),
        (
            5,
            action { input throws(LootError) in
                try await input.plan(title: { $0 }, done: { $0 }) {
                    .update($0.id, ["notes": .text("quantity \($0.quantity)")])
                }
            }
        ),
        (
            5,
            action { input throws(LootError) in
                try await input.plan(title: { $0 }, done: { $0 }) {
                    .update($0.id, ["quantity": .integer($0.quantity &+ 1)])
                }
            }
        ),
    ]

    private static func action(
        plan: @escaping @Sendable (ActionInput) async throws(LootError) -> Plan
    ) -> Action {
        Action("flawed", title: "Flawed", summary: "Break a law", plan: plan)
    }

    @Test func `each law finds an action that violates it`() async throws {
        let stores = StoreConformance("memory", .writable) { _ in ListStore() }
        #expect(Set(Self.flawed.map(\.law)) == Set(ActionConformance.cases.indices))
        for (law, action) in Self.flawed {
            let result = await ActionConformance(action, on: stores).result(
                of: ActionConformance.cases[law])
            #expect(result.failure != nil, "\(ActionConformance.cases[law].name)")
        }
    }

    @Test func `all laws pass for actions that set a value or change it relatively`() async throws {
        let stores = StoreConformance("memory", .writable) { _ in ListStore() }
        let absolute = Self.action { input throws(LootError) in
            try await input.plan(title: { $0 }, done: { $0 }) {
                .update($0.id, ["quantity": .integer(977)])
            }
        }
        let relative = Self.action { input throws(LootError) in
            try await input.plan(title: { $0 }, done: { $0 }, reading: ["quantity"]) {
                .update($0.id, ["quantity": .integer($0.quantity &+ 1)])
            }
        }
        for law in ActionConformance.cases {
            #expect(await ActionConformance(absolute, on: stores).result(of: law) == .passed, "\(law.name)")
            #expect(await ActionConformance(relative, on: stores).result(of: law) == .passed, "\(law.name)")
        }
    }
}
