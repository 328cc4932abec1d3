import LootCore

extension StoreCopy {
    /// Returns the changes that bring the settings of the source into the target.
    ///
    /// A copy has the same settings. A merge adds those that the target lacks, except for the currency.
    ///
    /// - Throws: `LootError` if the target can't keep settings.
    static func settings(
        from source: ItemRows, to target: any ItemStore, isMerge: Bool
    ) async throws(LootError) -> [Change] {
        let (wanted, found) = (try await source.settings(), try await target.settings())
        guard target.capabilities.contains(.settings) else {
            if wanted.isEmpty { return [] }
            throw LootError(
                .unsupported, "Can't copy the items.",
                reason: "The target doesn't keep settings, but the source has some.",
                advice: "Choose another target, or unset the settings first.")
        }
        if !isMerge { return found.changes(to: wanted) }
        return found.changes(to: wanted).filter { change in
            guard case .set(let key, _) = change, key != "currency" else { return false }
            return wanted[key] != nil && found[key] == nil
        }
    }

    /// The currency that is assigned to amounts without one in the target, so that they keep their meaning.
    struct AmountCurrency {
        private let ours: Currency?
        private let chosen: Currency?
        private let other: OtherCurrency?

        /// Compares the currencies of two lists. `chosen` is the answer if it is known.
        ///
        /// - Throws: `LootError` if only the target has a currency, and none was chosen.
        init(from theirs: ListSettings, to ours: ListSettings, chosen: Currency?) throws(LootError) {
            self.ours = ours.currency
            other = OtherCurrency(theirs, ours)
            if theirs.currency == ours.currency {
                self.chosen = ours.currency
                return
            }
            self.chosen = chosen ?? (other == nil ? theirs.currency : nil)
            guard theirs.currency == nil, chosen == nil, let ours = ours.currency else { return }
            var error = LootError(
                .otherCurrency, "Can't copy the items.",
                reason: "The source has no currency, but the currency of the target is \(ours.code).",
                advice: "Choose the currency of the source's amounts, such as \(ours.code).",
                field: "currency")
            error.candidates = [ours.code]
            throw error
        }

        /// Returns an item of the source for the target.
        ///
        /// - Throws: `LootError` with code `other-currency` if the currency of its amounts must be chosen.
        func item(_ item: Item) throws(LootError) -> Item {
            guard item.lacksCurrency else { return item }
            if chosen == nil, let other { throw other.question("Can't copy the items.") }
            guard chosen != ours else { return item }
            var item = item
            item.currency = chosen
            return item
        }
    }
}
