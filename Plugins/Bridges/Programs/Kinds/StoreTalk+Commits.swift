import LootCollection
import LootCore

extension StoreTalk {
    /// So many changes at most are told as such, and so many commits are asked for.
    private static let greatest = (changes: 1_000, commits: 100)

    /// What another writer has made of a list: the commits that the program has kept, where they lead to what it holds
    /// now, else one that does.
    ///
    /// - Returns: nil where an older state has come back, or so much has changed that a list is better read anew.
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
        return [Commit(revision: loaded.revision, title: "Changed outside", changes: made)]
    }
}
