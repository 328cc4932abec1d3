import Localization
package import LootCore
import TextSearch

extension Inventory {
    /// Returns the places of the items that match a query, with the items that are places themselves.
    package func places(of query: Query = .kept) async throws(LootError) -> PlaceTree {
        var tree = PlaceTree(try await store.outline(of: PlaceTree.query(query)))
        try await mark(&tree)
        return tree
    }

    /// The maximum number of names in a query. If there are more, all items are read.
    private static let fewNames = 100

    /// Finds the items that are places, such as boxes.
    private func mark(_ tree: inout PlaceTree) async throws(LootError) {
        let names = Set(tree.rows.map { Folding.fold($0.name) })
        if names.isEmpty { return }
        let filter = Filter.any(names.sorted().map { .compare("name", .equal, .text($0)) })
        let query = names.count > Inventory.fewNames ? .all : Query(filter: filter)
        var marked = tree
        let rows = Dictionary(
            tree.rows.indices.map { (Inventory.key(tree.place($0).parts), $0) },
            uniquingKeysWith: { first, _ in first })
        try await forEachItem(of: query) { item in
            guard names.contains(Folding.fold(item.name)), let place = item.ownPlace,
                let row = rows[Inventory.key(place.parts)]
            else { return }
            marked.rows[row].item = marked.rows[row].item ?? item.id
        }
        tree = marked
    }

    /// Returns the first `limit` items in a box and the totals of its contents, or `nil` if it is empty.
    package func contents(
        of item: Item, limit: Int
    ) async throws(LootError) -> (items: [Item], all: PlaceTree.Holding)? {
        guard let place = item.ownPlace else { return nil }
        // Stores cache the outline of all places, so only the page of the box has to be computed.
        let outline = try await store.outline(of: PlaceTree.query(.kept))
        var all = PlaceTree.Holding()
        for section in outline.sections {
            if case .place(let inner) = section.key, place.contains(inner) { all += section }
        }
        if all.count == 0 { return nil }
        let page = try await store.page(of: Inventory.query(ofContents: place), rows: 0..<limit)
        return (page.items, all)
    }

    /// Returns the totals of a box's contents, or `nil` if it is empty. Cheaper than ``contents(of:limit:)`` for a
    /// single call because the list isn't grouped by places.
    package func holding(of item: Item) async throws(LootError) -> PlaceTree.Holding? {
        guard let place = item.ownPlace else { return nil }
        var all = PlaceTree.Holding()
        for section in try await store.outline(of: Inventory.query(ofContents: place)).sections {
            all += section
        }
        return all.count == 0 ? nil : all
    }

    private static func query(ofContents place: PlacePath) -> Query {
        Query(filter: .compare("location", .inside, .text(place.description)), hidesDisposed: true)
    }

    /// Returns the places that are items to be removed, with the number of other items that would stay in each.
    package func contentsLeft(by items: [Item]) async throws(LootError) -> [(place: PlacePath, count: Int)] {
        let boxes = items.compactMap(\.ownPlace)
        let inside = boxes.map { Filter.compare("location", .inside, .text($0.description)) }
        let query = boxes.count > Inventory.fewBoxes ? Query.all : Query(filter: .any(inside))
        let tree = PlaceTree(try await store.outline(of: PlaceTree.query(query)))
        let names = Set(tree.rows.map { Folding.fold($0.name) })
        let places = items.filter { names.contains(Folding.fold($0.name)) }.compactMap(\.ownPlace)
        var left: [(place: PlacePath, count: Int)] = []
        for place in places {
            guard let row = tree.row(of: place), !left.contains(where: { $0.place == place }) else {
                continue
            }
            let gone = items.count { item in item.place.map { place.contains($0) } ?? false }
            let count = tree.rows[row].all.count - gone
            if count > 0 { left.append((place, count)) }
        }
        return left
    }

    /// Renames or moves a place with its contents and the item that it is, in one commit.
    ///
    /// - Returns: The commit, or `nil` if nothing had to be changed, and the number of items that already were in the
    ///   new place.
    /// - Throws: ``/LootCore/LootError`` with code `no-such-item` if the place is empty.
    package func move(_ move: PlaceMove) async throws(LootError) -> (commit: Commit?, met: Int) {
        var changes: [Change] = []
        var isThere = false
        try await forEachItem(of: Query(filter: move.filter)) { item in
            if let place = item.place, move.source.contains(place) { isThere = true }
            if let patch = move.patch(for: item) { changes.append(.update(item.id, patch)) }
        }
        guard isThere || !changes.isEmpty else { throw try await missing(move.source) }
        let known = try await store.outline(of: PlaceTree.query())
        let tree = PlaceTree(known)
        let met =
            move.source == move.target ? 0 : tree.row(of: move.target).map { tree.rows[$0].all.count } ?? 0
        if changes.isEmpty { return (nil, met) }
        let settings = try await store.settings()
        var conditions: [Condition] = []
        if let change = Stocktake.change(after: move, in: settings) {
            changes.append(change)
            conditions = [Stocktake.condition(in: settings)]
        }
        let names = [move.source, move.target].map { Language.current.quoted($0.description) }
        let commit = try await commit(
            ItemTransaction(
                changes, title: String(localized: "Move the place \(names[0]) to \(names[1])"),
                conditions: conditions))
        return (commit, move.source.contains(move.target) ? 0 : met)
    }

    /// Returns the number of items in a place.
    package func count(in place: PlacePath) async throws(LootError) -> Int {
        let tree = PlaceTree(try await store.outline(of: PlaceTree.query()))
        return tree.row(of: place).map { tree.rows[$0].all.count } ?? 0
    }

    /// Returns the places that were joined with existing places of the same path when a commit moved or renamed
    /// boxes, with the number of items now in each.
    package func joined(by commit: Commit) async throws(LootError) -> [(place: PlacePath, count: Int)] {
        var moves: [(source: PlacePath, target: PlacePath)] = []
        var locations: [(old: PlacePath, new: PlacePath)] = []
        for change in commit.changes {
            guard case .update(let id, let patch) = change.change,
                case .update(_, let before) = change.inverse
            else { continue }
            if case .text(let old)?? = before["location"], case .text(let new)?? = patch["location"] {
                locations.append((PlacePath(old), PlacePath(new)))
            }
            guard let item = try await store.item(id), let target = item.ownPlace else { continue }
            var old = item
            try before.apply(to: &old)
            if let source = old.ownPlace, !source.contains(target) { moves.append((source, target)) }
        }
        var joined: [(place: PlacePath, count: Int)] = []
        for (source, target) in moves where !joined.contains(where: { $0.place == target }) {
            let carried = locations.filter { source.contains($0.old) && target.contains($0.new) }.count
            if carried == 0 { continue }
            let count = try await count(in: target)
            if count > carried { joined.append((target, count)) }
        }
        return joined
    }

    /// Returns an error that suggests similar places.
    package func missing(_ place: PlacePath) async throws(LootError) -> LootError {
        let tree = PlaceTree(try await store.outline(of: PlaceTree.query()))
        let all = tree.rows.indices.map { tree.place($0) }
        let alike = Set(Suggestions.nearest(to: place.name, among: all.map(\.name)))
        let near = all.filter { Folding.same($0.name, place.name) } + all.filter { alike.contains($0.name) }
        let names = near.map(\.description).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .prefix(3)
        return LootError(
            .noSuchItem, "Can't find the place “\(TextRules.visible(place.description))”.",
            reason: all.isEmpty ? "No item has a place." : "There are no items in this place.",
            advice: names.isEmpty
                ? "See the places."
                : "Did you mean \(list: names.map { TextRules.quoted($0) }, .or)?",
            remedy: names.isEmpty ? .places : nil)
    }

    // MARK: Boxes

    /// Commits a person's edit with everything it implies. Items in `items` aren't read again.
    @discardableResult
    package func save(
        _ transaction: ItemTransaction, knowing items: [ItemID: Item] = [:]
    ) async throws(LootError) -> Commit {
        try await commit(try await completed(transaction, knowing: items))
    }

    /// Returns the transaction with everything it implies: a moved or renamed box takes along its contents, and
    /// loans end as ``withLoanRules(_:knowing:)`` describes.
    func completed(
        _ transaction: ItemTransaction, knowing items: [ItemID: Item] = [:]
    ) async throws(LootError) -> ItemTransaction {
        let settled = try await withLoanRules(transaction, knowing: items)
        return try await withContents(settled, knowing: items)
    }

    /// The maximum number of places in a filter. With more of them, all items are read.
    private static let fewBoxes = 20

    /// Returns the transaction with the moves of the contents of moved or renamed boxes.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if a box would be inside itself, or if a box with
    ///   contents gets a name that can't be part of a place.
    func withContents(
        _ transaction: ItemTransaction, knowing items: [ItemID: Item] = [:]
    ) async throws(LootError) -> ItemTransaction {
        var moves: [String: PlaceMove] = [:]
        // The new names of boxes that would no longer be places.
        var lost: [String: String] = [:]
        // The indexes of the items' changes, or `nil` if a change sets the name or location.
        var changed: [ItemID: Int?] = [:]
        for (index, change) in transaction.changes.enumerated() {
            guard case .update(let id, let patch) = change else { continue }
            let isPlaced = patch["name"] != nil || patch["location"] != nil
            changed.updateValue(isPlaced ? nil : index, forKey: id)
            guard isPlaced, let item = try await self.item(id, knowing: items), let source = item.ownPlace
            else {
                continue
            }
            var edited = item
            try patch.apply(to: &edited)
            let target = edited.ownPlace
            if target == source { continue }
            if target != nil, let place = edited.place, source.contains(place) {
                throw PlaceMove.refusal(moving: source, into: place.description)
            }
            let box = Inventory.key(source.parts)
            moves[box] = PlaceMove(source: source, target: target ?? source)
            if target == nil { lost[box] = edited.name }
        }
        if moves.isEmpty { return transaction }
        let filter = moves.count > Inventory.fewBoxes ? nil : Filter.any(moves.values.map(\.filter))
        var found: [(item: Item, box: String)] = []
        var shared: Set<String> = []
        try await forEachItem(of: Query(filter: filter)) { item in
            if let own = changed[item.id], own == nil { return }
            // If another item is the same place, the contents stay in it.
            if let own = item.ownPlace.map({ Inventory.key($0.parts) }), moves[own] != nil {
                shared.insert(own)
            }
            guard let place = item.place else { return }
            // The innermost box takes precedence.
            let boxes = (1...place.parts.count).reversed().lazy.map { Inventory.key(place.parts.prefix($0)) }
            if let box = boxes.first(where: { moves[$0] != nil }) { found.append((item, box)) }
        }
        var transaction = transaction
        var carried: [Change] = []
        for (item, box) in found where !shared.contains(box) {
            guard let move = moves[box] else { continue }
            if let name = lost[box] { throw move.refusal(toBecome: name) }
            guard let patch = move.patch(for: item) else { continue }
            guard let own = changed[item.id], let index = own,
                case .update(_, var edited) = transaction.changes[index]
            else {
                carried.append(.update(item.id, patch))
                continue
            }
            for edit in patch.edits { edited[edit.field] = .some(edit.value) }
            transaction.changes[index] = .update(item.id, edited)
        }
        if carried.isEmpty { return transaction }
        transaction.changes += carried
        let settings = try await store.settings()
        // If several boxes are around the place of the stocktake, it moves with the innermost one.
        let boxes = moves.filter { !shared.contains($0.key) }.values
            .sorted { $0.source.parts.count > $1.source.parts.count }
        if let change = boxes.lazy.compactMap({ Stocktake.change(after: $0, in: settings) }).first {
            transaction.changes.append(change)
            transaction.conditions.append(Stocktake.condition(in: settings))
        }
        transaction.title = String(
            localized: "\(transaction.title), with \(carried.count, one: "item", other: "items") in it")
        return transaction
    }

    func item(_ id: ItemID, knowing items: [ItemID: Item]) async throws(LootError) -> Item? {
        if let item = items[id] { return item }
        return try await store.item(id)
    }

    /// Returns a key that is equal for equivalent paths.
    private static func key(_ parts: some Sequence<String>) -> String {
        parts.map(Folding.fold).joined(separator: "/")
    }
}
