import LootCore
import TextSearch

/// Recognizes the rows of a table that contain its totals.
struct TotalRows {
    /// The sums of a column, and of its amounts times the quantities, in ten-thousandths.
    private struct Sums {
        var amounts: Int128 = 0
        var products: Int128 = 0

        mutating func add(_ amount: Amount?, _ quantity: Int) {
            guard let amount else { return }
            let product = amount.inTenThousandths.multipliedReportingOverflow(by: Int128(quantity))
            amounts = amounts.addingReportingOverflow(amount.inTenThousandths).partialValue
            products = products.addingReportingOverflow(product.partialValue).partialValue
        }

        func contains(_ amount: Amount) -> Bool {
            amount.inTenThousandths == amounts || amount.inTenThousandths == products
        }
    }

    private var count = 0
    private var (values, prices) = (Sums(), Sums())

    /// Returns whether a row contains the totals of the earlier ones: its name is missing or a word such as “Total”,
    /// and its amounts are the sums. Other rows are added to the sums.
    mutating func takesTotal(_ item: Item) -> Bool {
        let hasAmount = item.value != nil || item.purchasePrice != nil
        if count > 1, hasAmount, item.name.isEmpty || TotalRows.isTotal(item.name),
            item.value.map({ values.contains($0) }) ?? true,
            item.purchasePrice.map({ prices.contains($0) }) ?? true
        {
            return true
        }
        count += 1
        values.add(item.value, item.quantity)
        prices.add(item.purchasePrice, item.quantity)
        return false
    }

    /// Whether a name is a word for a total.
    static func isTotal(_ name: String) -> Bool {
        let name = Folding.fold(name).filter { $0.isLetter || $0 == " " }
        return words.contains(name.trimmed)
    }

    private static let words: Set<String> = [
        "total", "totals", "grand total", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "gesamtwert",
        "zwischensumme", "somme", "total general", "sous total", "soustotal", "totale", "totaal", "suma",
        "razem",
        "in total", "total value", "合計",
    ]
}
