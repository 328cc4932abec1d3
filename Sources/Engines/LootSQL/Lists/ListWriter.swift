import LootCore

/// Applies the changes of a transaction within a database transaction.
struct ListWriter {
    let session: any SQLSession
    let reader: ListReader
    private let columns = ItemColumns.current
    private let log: CommitLog
    /// Whether the history drops commits for the first time.
    private(set) var beginsDropping = false
    private var state: ListState
    /// Items appended to the list that weren't written yet.
    private var pending: [(place: Int64, item: Item)] = []
    private var pendingIDs: Set<ItemID> = []
    /// Insert statements by number of rows. Building one takes longer than executing it.
    private var insertions: [Int: String] = [:]
    /// The changes to the item counts that weren't written yet, by range of the lowest level.
    private var counts: [Int64: Int] = [:]
    /// The place of the last item, if known.
    private var lastPlace: Int64?
    /// The bulk insertion of the items, or `nil` if there are only a few.
    private var load: ListLoad?

    /// Reads the current state and locks it until the transaction ends.
    init(_ session: any SQLSession, warm: WarmAnswers) throws(LootError) {
        self.session = session
        reader = ListReader(session: session, warm: warm)
        log = CommitLog(session: session)
        state = try session.state(lock: true)
    }

    /// Applies all changes and stores the commit with a token.
    mutating func commit(
        _ transaction: ItemTransaction, token: ItemID
    ) throws(LootError) -> Commit {
        try transaction.checkConditions(
            at: state.revision, settings: { () throws(LootError) in try session.settings() },
            item: reader.item)
        var changes: [AppliedChange] = []
        changes.reserveCapacity(transaction.changes.count)
        load = try ListLoad(session, of: transaction, into: state.count)
        do throws(LootError) {
            do {
                for change in transaction.changes { changes.append(try apply(change)) }
            } catch {
                // An earlier insertion that is still pending may fail, too. Its error takes precedence.
                try flush()
                throw error
            }
            try flush()
        } catch {
            guard error.item != nil || error.code == .invalidValue else { throw error }
            // The duplicate may only be found when pending insertions are written, so find the change that inserted it.
            let made = transaction.changes.prefix(changes.count + 1)
            let insertion = made.lastIndex { change in
                if case .insert(let item, _) = change { item.id == error.item } else { false }
            }
            let isLate = error.code == .duplicateItem
            throw error.inChange((isLate ? insertion : nil) ?? changes.count)
        }
        try load?.finish()
        let commit = Commit(transaction, revision: state.revision.next, changes: changes)
        beginsDropping = try log.record(commit, token: token)
        state.revision = commit.revision
        try session.run(
            """
            UPDATE state SET revision = \(CommitLog.value(state.revision)), \
            count = \(SQLValue(state.count)), total = \(.text(state.total.description))
            """)
        if let announcement = session.dialect.announcement { try session.run(announcement) }
        return commit
    }

    private mutating func apply(_ change: Change) throws(LootError) -> AppliedChange {
        switch change {
        case .insert(let item, let destination): return try insert(item, at: destination)
        case .remove(let id):
            let (place, item) = try existing(id)
            let position = try reader.position(of: place)
            try session.run("DELETE FROM items WHERE place = \(.integer(place))")
            load?.forget(id)
            count(place, -1)
            lastPlace = nil
            state.count -= 1
            state.total -= item.total
            return AppliedChange(change, inverse: .insert(item, at: .position(position)))
        case .update(let id, let patch):
            let (place, old) = try existing(id)
            var new = old
            let inverse = try patch.apply(to: &new)
            try update(place, from: old, to: new)
            return AppliedChange(change, inverse: .update(id, inverse))
        case .move(let id, let destination): return try move(id, to: destination)
        case .set(let key, let value): return try session.set(key, to: value)
        }
    }

    // MARK: Changes

    private mutating func insert(_ item: Item, at destination: Destination) throws(LootError) -> AppliedChange
    {
        try item.validate()
        let isEnd = destination == .last || destination == .position(state.count)
        if !isEnd || pendingIDs.contains(item.id) { try flush() }
        if !isEnd, try reader.place(of: item.id) != nil { throw LootError.duplicate(item.id) }
        let target = try destination.position(of: item.id, count: state.count, position: position)
        let place = isEnd ? try placeAtEnd() : try placeBetween(target - 1)
        pending.append((place, item))
        pendingIDs.insert(item.id)
        count(place, 1)
        if isEnd { lastPlace = place }
        state.count += 1
        state.total += item.total
        let limit = load == nil ? session.dialect.rowsPerInsertion : ListLoad.rowsAtATime
        if !isEnd || pending.count >= limit { try writePending() }
        return AppliedChange(.insert(item, at: .position(target)), inverse: .remove(item.id))
    }

    private mutating func update(_ place: Int64, from old: Item, to new: Item) throws(LootError) {
        var assignments: [SQL] = []
        for (column, pair) in zip(columns.all, zip(columns.values(of: old), columns.values(of: new)))
        where !pair.0.isIdentical(to: pair.1) {
            assignments.append("\(name: column.name) = \(pair.1)")
        }
        state.total += new.total
        state.total -= old.total
        if assignments.isEmpty { return }
        try session.run(
            "UPDATE items SET \(assignments.joined(separator: ", ")) WHERE place = \(.integer(place))")
    }

    private mutating func move(_ id: ItemID, to destination: Destination) throws(LootError) -> AppliedChange {
        try flush()
        guard let place = try reader.place(of: id) else { throw LootError.missing(id) }
        let position = try reader.position(of: place)
        let target = try destination.position(
            of: id, from: position, count: state.count, position: self.position)
        let applied = AppliedChange(
            .move(id, to: .position(target)), inverse: .move(id, to: .position(position)))
        if position == target { return applied }
        let new = try placeBetween(target < position ? target - 1 : target)
        // Spreading the places may have moved the item.
        guard let place = try reader.place(of: id) else { throw LootError.missing(id) }
        try session.run("UPDATE items SET place = \(.integer(new)) WHERE place = \(.integer(place))")
        count(place, -1)
        count(new, 1)
        lastPlace = nil
        return applied
    }

    /// Returns the position of a written item, or `nil` if there is none with the ID.
    private func position(of id: ItemID) throws(LootError) -> Int? {
        guard let place = try reader.place(of: id) else { return nil }
        return try reader.position(of: place)
    }

    private mutating func existing(_ id: ItemID) throws(LootError) -> (place: Int64, item: Item) {
        try flush()
        let found = try session.first(
            "SELECT place, \(columns.readNames) FROM items WHERE id = \(.text(id.description))"
        ) {
            row throws(LootError) -> (Int64, Item)? in
            guard let place = row.integer(0) else { return nil }
            return (place, try columns.item(in: row, from: 1))
        }
        guard let found else { throw LootError.missing(id) }
        return found
    }

    // MARK: Places

    private mutating func placeAtEnd() throws(LootError) -> Int64 {
        if lastPlace == nil {
            lastPlace = try session.first("SELECT max(place) FROM items") { row in row.integer(0) }
        }
        guard let place = Places.between(lastPlace, nil) else { throw Self.noPlaces }
        return place
    }

    /// Returns the places of the item at a position and of the next item, or `nil` if there is none.
    private func neighbors(_ position: Int) throws(LootError) -> (Int64?, Int64?) {
        if position < 0 {
            return (nil, try session.first("SELECT min(place) FROM items") { row in row.integer(0) })
        }
        if position == state.count - 1 {
            return (try session.first("SELECT max(place) FROM items") { row in row.integer(0) }, nil)
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
            for move in ordered {
                try session.run(
                    "UPDATE items SET place = \(.integer(move.to)) WHERE place = \(.integer(move.from))")
                count(move.from, -1)
                count(move.to, 1)
            }
            return try writeCounts()
        }
        throw Self.noPlaces
    }

    private mutating func count(_ place: Int64, _ difference: Int) {
        counts[Places.block(of: place, level: Places.shifts.count - 1), default: 0] += difference
    }

    // MARK: Delayed writes

    private mutating func flush() throws(LootError) {
        try writePending()
        try writeCounts()
    }

    private mutating func writePending() throws(LootError) {
        if pending.isEmpty { return }
        if load != nil {
            let items = pending
            pending.removeAll()
            pendingIDs.removeAll(keepingCapacity: true)
            return try load?.write(items) ?? ()
        }
        var values: [SQLValue] = []
        values.reserveCapacity(pending.count * (columns.all.count + 1))
        for (place, item) in pending {
            values.append(.integer(place))
            columns.append(valuesOf: item, to: &values)
        }
        let text = insertions[pending.count] ?? columns.insertion(rows: pending.count)
        insertions[pending.count] = text
        let written = try session.run(SQL(text: text, values: values))
        if written < pending.count {
            for (place, item) in pending where try reader.place(of: item.id) != place {
                throw LootError.duplicate(item.id)
            }
        }
        pending.removeAll()
        pendingIDs.removeAll()
    }

    private mutating func writeCounts() throws(LootError) {
        if counts.isEmpty { return }
        var rows: [(level: Int, block: Int64, difference: Int)] = []
        var differences = counts
        counts.removeAll()
        for level in Places.shifts.indices.reversed() {
            for (block, difference) in differences where difference != 0 {
                rows.append((level, block, difference))
            }
            differences = Places.wider(differences)
        }
        var rest = rows[...]
        while !rest.isEmpty {
            let some = rest.prefix(200)
            rest = rest.dropFirst(200)
            let values = some.map { row -> SQL in
                "(\(number: row.level), \(.integer(row.block)), \(SQLValue(row.difference)))"
            }
            try session.run(
                """
                INSERT INTO places (level, block, count) VALUES \(values.joined(separator: ", ")) \
                ON CONFLICT (level, block) DO UPDATE SET count = places.count + excluded.count
                """)
        }
        rest = rows.filter { $0.difference < 0 }[...]
        while !rest.isEmpty {
            let some = rest.prefix(200)
            rest = rest.dropFirst(200)
            let blocks = some.map { "(level = \(number: $0.level) AND block = \(.integer($0.block)))" as SQL }
            try session.run("DELETE FROM places WHERE count = 0 AND (\(blocks.joined(separator: " OR ")))")
        }
    }
}
