import LootCore

/// Applies transactions to a list within a database transaction.
struct ListWriter {
    private let session: DelayingSession
    private let reader: ListReader
    private let columns = ItemColumns.current
    private let log: CommitLog
    /// Whether the history drops commits for the first time.
    private(set) var beginsDropping = false
    private var state = ListState(revision: .initial, count: 0, total: MoneyTotal())
    private var historyLimit: HistoryLimit?
    /// The newest commit made by this writer.
    private var newest: Commit?
    /// The items that were looked up, with the changes so far.
    private var known = KnownItems()
    /// The changes to the item counts that weren't written yet.
    private var counts = PlaceCounts()
    /// The place of the last item, or `nil` to look it up when it is needed.
    private var lastPlace: Int64?
    /// The bulk insertion of the items, or `nil` if there are only a few.
    private var load: ListLoad?

    /// Locks the list until the transaction ends, and reads its state and the items of the transactions.
    init(
        _ session: DelayingSession, warm: WarmAnswers, for transactions: [ItemTransaction]
    ) throws(LootError) {
        self.session = session
        reader = ListReader(session: session, warm: warm)
        log = CommitLog(session: session)
        let lookups = known.lookups(for: transactions)
        var state: ListState?
        var settings: [ForeignField] = []
        let statements =
            [
                ListState.statement(lock: true, for: session.dialect), ListSettings.statement("historyLimit"),
                Self.lastPlace,
            ] + lookups
        try session.each(of: statements) { index, row throws(LootError) in
            switch index {
            case 0: state = try ListState.read(row)
            case 1: settings.append(try ForeignField(in: row))
            case 2: lastPlace = row.integer(0)
            default: try known.add(row)
            }
        }
        guard let state else { throw ListState.damage }
        self.state = state
        historyLimit = ListSettings(settings).historyLimit
    }

    private static let lastPlace: SQL = "SELECT max(place) FROM items"

    /// Applies all changes of a transaction and stores the commit with a token.
    mutating func commit(_ transaction: ItemTransaction, token: ItemID) throws(LootError) -> Commit {
        let session = session
        try transaction.checkConditions(
            at: state.revision, settings: { () throws(LootError) in try session.settings() },
            item: { id throws(LootError) in try placed(id)?.item })
        var changes: [AppliedChange] = []
        changes.reserveCapacity(transaction.changes.count)
        load = try ListLoad(session, of: transaction, into: state.count)
        do throws(LootError) {
            do {
                for (index, change) in transaction.changes.enumerated() {
                    if load == nil, index % KnownItems.lookupSize == 0 {
                        try lookUp(
                            transaction.changes[index...].prefix(KnownItems.lookupSize).compactMap(\.item))
                    }
                    changes.append(try apply(change))
                }
            } catch {
                // An earlier insertion that is still pending may fail, too. Its error takes precedence.
                try load?.flush()
                throw error
            }
            try load?.flush()
        } catch {
            guard error.item != nil || error.code == .invalidValue else { throw error }
            // A bulk insertion may find the duplicate late, so find the change that inserted it.
            let made = transaction.changes.prefix(changes.count + 1)
            let insertion = made.lastIndex { change in
                if case .insert(let item, _) = change { item.id == error.item } else { false }
            }
            let isLate = error.code == .duplicateItem
            throw error.inChange((isLate ? insertion : nil) ?? changes.count)
        }
        try load?.finish()
        load = nil
        let commit = Commit(transaction, revision: state.revision.next, changes: changes)
        for statement in CommitLog.statements(storing: commit, token: token) { try session.delay(statement) }
        state.revision = commit.revision
        newest = commit
        return commit
    }

    /// Stores the new state of the list after the last transaction, and notifies other clients.
    mutating func finish() throws(LootError) {
        guard let newest else { return }
        try flush()
        if let historyLimit { beginsDropping = try log.drop(beyond: historyLimit, at: newest) }
        try session.delay(
            """
            UPDATE state SET revision = \(CommitLog.value(state.revision)), \
            count = \(SQLValue(state.count)), total = \(.text(state.total.description))
            """)
        if let announcement = session.dialect.announcement { try session.delay(announcement) }
    }

    private mutating func apply(_ change: Change) throws(LootError) -> AppliedChange {
        switch change {
        case .insert(let item, let destination): return try insert(item, at: destination)
        case .remove(let id):
            let old = try existing(id)
            let position = try position(ofPlace: old.place)
            try session.delay("DELETE FROM items WHERE place = \(.integer(old.place))")
            load?.forget(id)
            known.set(nil, for: id)
            leave(old.place)
            state.count -= 1
            state.total -= old.item.total
            return AppliedChange(change, inverse: .insert(old.item, at: .position(position)))
        case .update(let id, let patch):
            let old = try existing(id)
            var new = old.item
            let inverse = try patch.apply(to: &new)
            try update(old, to: new)
            return AppliedChange(change, inverse: .update(id, inverse))
        case .move(let id, let destination): return try move(id, to: destination)
        case .set(let key, let value):
            let applied = try session.set(key, to: value)
            historyLimit = try session.settings("historyLimit").historyLimit
            return applied
        }
    }

    // MARK: Changes

    private mutating func insert(_ item: Item, at destination: Destination) throws(LootError) -> AppliedChange
    {
        try item.validate()
        let isEnd = destination == .last || destination == .position(state.count)
        if load == nil || !isEnd, try placed(item.id) != nil { throw LootError.duplicate(item.id) }
        let target = try destination.position(
            of: item.id, count: state.count,
            position: { id throws(LootError) in try position(of: id) })
        let place = isEnd ? try placeAtEnd() : try placeBetween(target - 1)
        if load != nil {
            try load?.insert(item, at: place)
            if !isEnd { try load?.flush() }
            known.forget(item.id)
        } else {
            try session.delay(columns.insertion(of: item, at: place))
            known.set(PlacedItem(place: place, item: item), for: item.id)
        }
        counts.add(1, at: place)
        // An item may also come after the last one by `.after`.
        if target == state.count { lastPlace = place }
        state.count += 1
        state.total += item.total
        return AppliedChange(.insert(item, at: .position(target)), inverse: .remove(item.id))
    }

    private mutating func update(_ old: PlacedItem, to new: Item) throws(LootError) {
        var assignments: [SQL] = []
        for (column, pair) in zip(columns.all, zip(columns.values(of: old.item), columns.values(of: new)))
        where !pair.0.isIdentical(to: pair.1) {
            assignments.append("\(name: column.name) = \(pair.1)")
        }
        state.total += new.total
        state.total -= old.item.total
        if assignments.isEmpty { return }
        try session.delay(
            "UPDATE items SET \(assignments.joined(separator: ", ")) WHERE place = \(.integer(old.place))")
        known.set(PlacedItem(place: old.place, item: new), for: new.id)
    }

    private mutating func move(_ id: ItemID, to destination: Destination) throws(LootError) -> AppliedChange {
        let position = try position(ofPlace: try existing(id).place)
        let target = try destination.position(
            of: id, from: position, count: state.count,
            position: { id throws(LootError) in try self.position(of: id) })
        let applied = AppliedChange(
            .move(id, to: .position(target)), inverse: .move(id, to: .position(position)))
        if position == target { return applied }
        let new = try placeBetween(target < position ? target - 1 : target)
        // Spreading the places may have moved the item.
        let old = try existing(id)
        try session.delay(
            "UPDATE items SET place = \(.integer(new)) WHERE place = \(.integer(old.place))")
        known.set(PlacedItem(place: new, item: old.item), for: id)
        leave(old.place)
        counts.add(1, at: new)
        lastPlace = nil
        return applied
    }

    /// Takes an item's former place out of the counts.
    private mutating func leave(_ place: Int64) {
        counts.add(-1, at: place)
        if place == lastPlace { lastPlace = nil }
    }

    /// Returns the position of an item, or `nil` if there is none with the ID.
    private mutating func position(of id: ItemID) throws(LootError) -> Int? {
        guard let place = try placed(id)?.place else { return nil }
        return try position(ofPlace: place)
    }

    private mutating func position(ofPlace place: Int64) throws(LootError) -> Int {
        try flush()
        return try reader.position(of: place)
    }

    // MARK: Known items

    private mutating func existing(_ id: ItemID) throws(LootError) -> PlacedItem {
        guard let found = try placed(id) else { throw LootError.missing(id) }
        return found
    }

    /// Returns an item and its place, or `nil` if there is none with the ID.
    private mutating func placed(_ id: ItemID) throws(LootError) -> PlacedItem? {
        if !known.contains(id) {
            try load?.flush()
            try lookUp([id])
        }
        return known[id]
    }

    /// Looks up items that aren't known yet in one round trip.
    private mutating func lookUp(_ ids: some Sequence<ItemID>) throws(LootError) {
        let lookups = known.lookups(of: ids)
        if lookups.isEmpty { return }
        try session.each(of: lookups) { _, row throws(LootError) in try known.add(row) }
    }

    // MARK: Places

    private mutating func placeAtEnd() throws(LootError) -> Int64 {
        if lastPlace == nil {
            try load?.flush()
            lastPlace = try session.first(Self.lastPlace) { row in row.integer(0) }
        }
        guard let place = Places.between(lastPlace, nil) else { throw Self.noPlaces }
        return place
    }

    /// Returns the places of the item at a position and of the next item, or `nil` if there is none.
    private mutating func neighbors(_ position: Int) throws(LootError) -> (Int64?, Int64?) {
        try flush()
        if position < 0 {
            return (nil, try session.first("SELECT min(place) FROM items") { row in row.integer(0) })
        }
        if position == state.count - 1 {
            return (try session.first(Self.lastPlace) { row in row.integer(0) }, nil)
        }
        let value = SQLValue.integer(Int64(position))
        let places = try session.all(
            """
            \(Places.finding(position: value)) SELECT place FROM items \
            WHERE place >= (SELECT start FROM found) ORDER BY place LIMIT 2 \
            OFFSET coalesce((SELECT \(value) - before FROM found), 0)
            """
        ) { row in row.integer(0) }
        guard places.count == 2 else {
            throw LootError(
                .damaged, "Can't save the change.", reason: "The table “places” doesn't match the items.",
                advice: "Repair the store.", remedy: .recover)
        }
        return (places[0], places[1])
    }

    /// Returns a place between the item at a position and the next item.
    private mutating func placeBetween(_ position: Int) throws(LootError) -> Int64 {
        let (before, after) = try neighbors(position)
        if let place = Places.between(before, after) { return place }
        guard let before, after != nil else { throw Self.noPlaces }
        try spread(around: before)
        let (newBefore, newAfter) = try neighbors(position)
        guard let place = Places.between(newBefore, newAfter) else { throw Self.noPlaces }
        return place
    }

    private static var noPlaces: LootError {
        LootError(
            .unsupported, "Can't insert the item there.", reason: "The store has no free positions left.",
            advice: "Copy the items to a new store.", remedy: .copy)
    }

    /// Distributes the items around a place evenly, in the smallest range that isn't too full.
    private mutating func spread(around place: Int64) throws(LootError) {
        for power in 8..<62 {
            let size = Int64(1) << Int64(power)
            let start = (place >> Int64(power)) << Int64(power)
            let range: SQL = "place >= \(.integer(start)) AND place < \(.integer(start + size))"
            let limit = Places.capacity(power: power)
            let old = try session.all(
                "SELECT place FROM items WHERE \(range) ORDER BY place LIMIT \(.integer(Int64(limit + 1)))"
            ) { row in row.integer(0) ?? 0 }
            let step = size / Int64(old.count + 1)
            guard old.count <= limit, step >= 4 else { continue }
            let moves = old.enumerated().map { (from: $1, to: start + step * Int64($0 + 1)) }
            // Move items up starting with the last, and down starting with the first, so that no place is taken
            // twice.
            let ordered = moves.reversed().filter { $0.to > $0.from } + moves.filter { $0.to < $0.from }
            known = KnownItems()
            lastPlace = nil
            for move in ordered {
                try session.delay(
                    "UPDATE items SET place = \(.integer(move.to)) WHERE place = \(.integer(move.from))")
                counts.add(-1, at: move.from)
                counts.add(1, at: move.to)
            }
            return try flush()
        }
        throw Self.noPlaces
    }

    // MARK: Delayed writes

    private mutating func flush() throws(LootError) {
        try load?.flush()
        if counts.isEmpty { return }
        for statement in counts.write() { try session.delay(statement) }
    }
}
