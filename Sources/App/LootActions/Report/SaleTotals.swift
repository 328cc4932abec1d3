package import LootCore

/// The proceeds of disposed items compared with their prices.
package struct SaleTotals: Hashable, Sendable {
    /// The total of the prices paid. Items without a price are unknown.
    package private(set) var paid = MoneyTotal()
    /// The total of the proceeds.
    package private(set) var proceeds = MoneyTotal()
    /// The proceeds minus the prices of the items for which both are known.
    package private(set) var gain = MoneyTotal()

    /// Adds an item with proceeds.
    mutating func add(_ item: Item) {
        guard let amount = item.proceeds else { return }
        let received = MoneyTotal(amount, item.currency)
        let price = MoneyTotal(item.purchasePrice, times: item.quantity, item.currency)
        proceeds += received
        paid += price
        if item.purchasePrice != nil { gain += received - price }
    }

    static func += (left: inout SaleTotals, right: SaleTotals) {
        left.paid += right.paid
        left.proceeds += right.proceeds
        left.gain += right.gain
    }
}

extension ItemRows {
    /// Returns the proceeds in each section, or `nil` if the query isn't about disposed items.
    func saleTotals() async throws(LootError) -> [SaleTotals]? {
        guard query.filter?.namesDisposal == true else { return nil }
        var totals = outline.sections.map { _ in SaleTotals() }
        var (row, section) = (range.lowerBound, 0)
        try await forEach { item in
            while section + 1 < totals.count, row >= outline.sections[section].rows.upperBound {
                section += 1
            }
            totals[section].add(item)
            row += 1
        }
        return totals
    }
}

extension ItemPresentation {
    /// Returns the proceeds compared with the prices: `Proceeds $310, paid $640, difference -$330`.
    func text(of totals: SaleTotals) -> String {
        let (proceeds, paid) = (money.text(totals.proceeds), money.text(totals.paid))
        return String(localized: "Proceeds \(proceeds), paid \(paid), difference \(money.text(totals.gain))")
    }
}
