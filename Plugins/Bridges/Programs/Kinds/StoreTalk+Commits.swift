import LootCollection
import LootCore
import LootMerge

extension StoreTalk {
    /// The maximum numbers of changes in a computed commit and of commits to request.
    private static let greatest = (changes: 1_000, commits: 100)

    /// Returns the commits that another writer made. Uses the program's history if it leads to the current state,
    /// otherwise a computed commit.
    ///
    /// - Returns: `nil` if the program went back to an older state, or if so much has changed that reloading is
    ///   cheaper.
    func commits(
        from before: ItemCollection.Items, at revision: Revision, to loaded: Loaded, keepsHistory: Bool,
        on connection: Connection
    ) -> [Commit]? {
        guard loaded.revision > revision else { return nil }
        let numbers = revision.rawValue + 1...loaded.revision.rawValue
        if keepsHistory, numbers.count <= Self.greatest.commits,
            let kept = try? commits(limit: numbers.count, on: connection).suffix(numbers.count),
            kept.map(\.revision.rawValue).elementsEqual(numbers), var items = try? ItemCollection(before),
            (try? items.apply(kept.flatMap { $0.changes.map(\.change) })) != nil,
            items.items.elementsEqual(loaded.items)
        {
            return Array(kept)
        }
        let changes = Merge.changes(from: Array(before), to: loaded.items)
        guard changes.count <= Self.greatest.changes, var items = try? ItemCollection(before),
            let made = try? items.apply(changes)
        else { return nil }
        return [
            Commit(
                revision: loaded.revision, title: String(localized: "Changed by another program"),
                changes: made)
        ]
    }
}
