package import LootCore

extension ItemPresentation {
    /// Returns the book value of a piece on ``day``, or `nil` if it has none.
    ///
    /// The value declines from the price paid, by the rule of the item, of its template, or of the list. An item has a
    /// book value from the day of the purchase to the day before the disposal.
    package func bookValue(of item: Item) -> Amount? {
        guard item.hasDetails, let price = item.purchasePrice, let start = item.purchaseDate,
            let rule = item.depreciation ?? ownFields.depreciation(of: item) ?? depreciation
        else { return nil }
        let day = day ?? .today
        if item.disposal != nil, item.disposedOn.map({ $0 <= day }) ?? true { return nil }
        let currency = item.currency ?? money.currency
        return rule.value(of: price, boughtOn: start, on: day, decimals: currency?.decimals ?? 2)
    }

    /// Returns the value of a field that is shown, including the computed book value.
    package func value(of key: FieldKey, in item: Item) -> FieldValue? {
        key == Field.bookValueKey ? bookValue(of: item).map { .amount($0) } : item.value(for: key)
    }
}
