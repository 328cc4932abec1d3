import LootCore
import LootFormats

/// The two possible currencies of amounts without one in a file.
struct OtherCurrency {
    /// The currency of the list in the file.
    let theirs: Currency
    /// The currency of the list to import into.
    let ours: Currency

    /// Returns `nil` unless both lists have a currency and the currencies differ.
    init?(_ theirs: ListSettings, _ ours: ListSettings) {
        guard let theirs = theirs.currency, let ours = ours.currency, theirs != ours else { return nil }
        (self.theirs, self.ours) = (theirs, ours)
    }

    /// Returns the error that asks which of both currencies applies.
    func question(_ failure: Message) -> LootError {
        var error = LootError(
            .otherCurrency, failure,
            reason: "Its amounts are in \(theirs.code), but this list's amounts are in \(ours.code).",
            advice: "Choose the currency for amounts without one: \(theirs.code) or \(ours.code).",
            field: "currency")
        error.candidates = [theirs.code, ours.code]
        return error
    }
}

extension Item {
    /// Whether the item has amounts without a currency.
    var lacksCurrency: Bool {
        currency == nil
            && (value != nil || purchasePrice != nil || replacementValue != nil || hasCostInItsCurrency)
    }
}

extension ReadItem {
    /// Whether the entry contains amounts, but no currency.
    var lacksCurrency: Bool {
        item.lacksCurrency
            && fields.contains { key in
                guard let field = Field.with(key: key), field.value(of: item) != nil else { return false }
                return !field.traits.isDisjoint(with: [.money, .care])
            }
    }
}
