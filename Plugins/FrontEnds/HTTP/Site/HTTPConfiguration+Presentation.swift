import LootActions

extension HTTPConfiguration {
    /// The presentation of items, before the settings of the list are applied.
    var presentation: ItemPresentation {
        ItemPresentation(money: Money(symbol: currency), highValue: highValue)
    }
}
