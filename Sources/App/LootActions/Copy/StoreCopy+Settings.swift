import LootCore

extension StoreCopy {
    /// Returns the changes that bring the settings of the source into the target.
    ///
    /// A copy has the same settings. A merge adds those that the target lacks.
    ///
    /// - Throws: `LootError` if the target can't keep settings, or if a merge would change the currency of amounts.
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
        if wanted.currency != found.currency {
            let reason: Message =
                switch (wanted.currency?.code, found.currency?.code) {
                case (let source?, let target?):
                    "The currency of the source is \(source), and that of the target is \(target)."
                case (let source?, nil): "The currency of the source is \(source), but the target has none."
                case (nil, let target?): "The source has no currency, but that of the target is \(target)."
                case (nil, nil): "The source and the target have no currency."
                }
            throw LootError(
                .conflict, "Can't copy the items.", reason: reason,
                advice: "Set the same currency in both lists, so that no amount changes its meaning.")
        }
        return found.changes(to: wanted).filter { change in
            if case .set(let key, _) = change { wanted[key] != nil && found[key] == nil } else { false }
        }
    }
}
