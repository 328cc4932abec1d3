import LootActions

extension HTTPConfiguration {
    /// How items read, before the settings of the list are applied.
    var presentation: ItemPresentation {
        ItemPresentation(money: Money(symbol: currency), highValue: highValue)
    }
}
