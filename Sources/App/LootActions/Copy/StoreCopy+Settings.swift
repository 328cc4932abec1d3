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
                .unsupported, "can't copy",
                because: "the target doesn't keep settings, and the source has some",
                next: "Name another target, or unset them first")
        }
        if !isMerge { return found.changes(to: wanted) }
        if wanted.currency != found.currency {
            func name(_ currency: Currency?) -> String { currency?.code ?? "no currency" }
            throw LootError(
                .conflict, "can't copy",
                because: "the source has \(name(wanted.currency)) and the target has \(name(found.currency))",
                next: "Set the same currency in both lists, so that no amount changes its meaning")
        }
        return found.changes(to: wanted).filter { change in
            if case .set(let key, _) = change { wanted[key] != nil && found[key] == nil } else { false }
        }
    }
}
