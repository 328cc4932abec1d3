package import LootCore
package import Localization
import LootQueryText

extension Inventory {
    /// The number of items with an amount that has no currency, so that it is in that of the list.
    package func countWithoutCurrency() async throws(LootError) -> Int {
        let filter = try Filter(
            parsing: """
                currency is not set \
                and (value is set or price is set or proceeds is set or replacement is set)
                """)
        return try await store.outline(of: Query(filter: filter)).count
    }

    /// Describes the items with amounts that have no currency, for a person who is about to choose that of the list.
    /// Returns `nil` if there are none.
    package func noteOnCurrency() async throws(LootError) -> Message? {
        let count = try await countWithoutCurrency()
        if count == 0 { return nil }
        return """
            \(count, one: "item has", other: "items have") amounts without a currency. They are in the \
            currency of the list.
            """
    }

    /// Describes the items whose amounts got another currency, because a commit changed that of the list. Returns
    /// `nil` if there are none.
    package func effectOnAmounts(of commit: Commit?) async throws(LootError) -> Message? {
        let keys = commit?.changes.map(\.change) ?? []
        guard keys.contains(where: { if case .set("currency", _) = $0 { true } else { false } }) else {
            return nil
        }
        let count = try await countWithoutCurrency()
        guard count > 0 else { return nil }
        guard let currency = try await settings().currency else {
            return """
                \(count, one: "item has", other: "items have") amounts without a currency. Each program now \
                shows them in its own currency.
                """
        }
        return """
            \(count, one: "item has", other: "items have") amounts without a currency. They are now in \
            \(currency.code).
            """
    }
}
