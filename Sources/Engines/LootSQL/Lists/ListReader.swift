import Basics
import LootCore
import TextSearch

/// Reads a list over a connection. Each call sees a single revision.
struct ListReader {
    let session: any SQLSession
    let warm: WarmAnswers
    /// Whether the session is already in a transaction.
    var isInTransaction = false
    let columns = ItemColumns.current

    /// From this offset on, pages are read using the cached places of all rows. Databases count rows to find an
    /// offset, which would take too long.
    private static var farOffset: Int { 10_000 }

    private var columnNames: SQL { columns.readNames }

    func snapshot<Value>(_ body: () throws(LootError) -> Value) throws(LootError) -> Value {
        isInTransaction ? try body() : try session.transaction(session.dialect.beginReading, body)
    }

    // MARK: Items

    /// Returns an item, or `nil` if there is none with the ID.
    func item(_ id: ItemID) throws(LootError) -> Item? {
        var found = FoundItems(hasRevision: false)
        try session.each(Self.statement(ofItem: id)) { row throws(LootError) in try found.add(row) }
        return found.items.first
    }

    /// Returns the query for an item.
    static func statement(ofItem id: ItemID) -> SQL {
        "SELECT \(ItemColumns.current.readNames) FROM items WHERE id = \(.text(id.description)) LIMIT 1"
    }

    /// Returns the items with the given IDs. Missing ones are skipped.
    func items(_ ids: some Collection<ItemID>) throws(LootError) -> [ItemID: Item] {
        var items: [ItemID: Item] = [:]
        for id in ids { items[id] = try item(id) }
        return items
    }

    // MARK: Pages

    /// Returns rows of a query's result.
    func page(of query: Query, rows: Range<Int>) throws(LootError) -> Page {
        if let statement = Self.statement(of: query, rows: rows, for: session.dialect) {
            var found = FoundItems()
            try session.each(statement) { row throws(LootError) in try found.add(row) }
            // An empty result doesn't contain the revision.
            if let page = found.page(from: max(0, rows.lowerBound)) { return page }
        }
        return try snapshot { () throws(LootError) in
            try page(of: query, rows: rows, at: try session.revision())
        }
    }

    /// Returns the sections and rows of a query's result.
    func answer(to query: Query, rows: Range<Int>) throws(LootError) -> Answer {
        try snapshot { () throws(LootError) in
            let revision = try session.revision()
            return Answer(
                outline: try outline(of: query, at: revision),
                page: try page(of: query, rows: rows, at: revision))
        }
    }

    /// Returns rows of a query's result in the current transaction.
    private func page(of query: Query, rows: Range<Int>, at revision: Revision) throws(LootError) -> Page {
        let start = max(0, rows.lowerBound)
        let length = max(0, rows.upperBound.subtractingReportingOverflow(start).partialValue)
        if length == 0 { return Page(revision: revision, start: start, items: []) }
        if let statement = Self.statement(of: query, rows: rows, for: session.dialect) {
            let items = try session.all(statement) { row throws(LootError) in
                try columns.item(in: row, from: 1)
            }
            return Page(revision: revision, start: start, items: items)
        }
        let translation = QueryTranslation(query, for: session.dialect)
        if translation.isPageable, translation.section != nil {
            return try sectionedPage(of: query, translation, start: start, length: length, at: revision)
        }
        return try keptPage(of: query, translation, start: start, length: length, at: revision)
    }

    /// Returns a query for a page with the revision before each item, or `nil` if one query isn't sufficient.
    static func statement(of query: Query, rows: Range<Int>, for dialect: SQLDialect) -> SQL? {
        let start = max(0, rows.lowerBound)
        let length = max(0, rows.upperBound.subtractingReportingOverflow(start).partialValue)
        guard length > 0 else { return nil }
        let selection = ItemColumns.current.selection
        if query.isEverything {
            if start == 0 { return "\(selection) ORDER BY place\(limit(length))" }
            let position = SQLValue.integer(Int64(start))
            return """
                \(Places.finding(position: position)) \
                \(selection) WHERE place >= (SELECT start FROM found) ORDER BY place\(limit(length)) \
                OFFSET coalesce((SELECT \(position) - before FROM found), 0)
                """
        }
        let translation = QueryTranslation(query, for: dialect)
        guard translation.isPageable, translation.section == nil, start < farOffset else { return nil }
        let limit = limit(length, offset: start)
        return "\(selection)\(translation.clause) \(translation.orderClause)\(limit)"
    }

    /// Returns the clause for a range of rows. The length isn't bound as a value, because a database could plan the
    /// query separately for each one.
    private static func limit(_ length: Int, offset: Int = 0) -> SQL {
        let limit: SQL = length == Int.max ? "" : " LIMIT \(number: length)"
        return offset == 0 ? limit : "\(limit) OFFSET \(.integer(Int64(offset)))"
    }

    /// Returns a page using the cached row counts of the sections. Ordering all rows by section would require a full
    /// scan.
    private func sectionedPage(
        of query: Query, _ translation: QueryTranslation, start: Int, length: Int, at revision: Revision
    ) throws(LootError) -> Page {
        let outline = try sections(of: query, at: revision).outline(at: revision)
        let end = min(outline.count, start.addingReportingOverflow(length).partialValue)
        guard start < end else { return Page(revision: revision, start: start, items: []) }
        let rows = start..<end
        var items: [Item] = []
        let touched = outline.sections.filter { $0.rows.overlaps(rows) }
        // For many small sections, or a large offset in the first one, caching the places of all rows is cheaper.
        let isShort = touched.count <= 20 && (touched.first.map { start - $0.start } ?? 0) < Self.farOffset
        guard isShort else {
            return try keptPage(of: query, translation, start: start, length: length, at: revision)
        }
        for section in touched {
            guard let key = section.key, let clauses = translation.clauses(of: key) else { continue }
            let part = section.rows.clamped(to: rows)
            let limit = Self.limit(part.count, offset: part.lowerBound - section.start)
            try session.each("SELECT \(columnNames) FROM items\(clauses)\(limit)") { row throws(LootError) in
                items.append(try columns.item(in: row, from: 0))
            }
        }
        return Page(revision: revision, start: start, items: items)
    }

    /// Returns a page using the places of all rows of the result.
    private func keptPage(
        of query: Query, _ translation: QueryTranslation, start: Int, length: Int, at revision: Revision
    ) throws(LootError) -> Page {
        let places = try places(of: query, translation, at: revision)
        let end = min(places.count, start.addingReportingOverflow(length).partialValue)
        guard start < end else { return Page(revision: revision, start: start, items: []) }
        let wanted = places[start..<end]
        var byPlace: [Int64: Item] = [:]
        byPlace.reserveCapacity(wanted.count)
        var rest = wanted
        while !rest.isEmpty {
            let some = rest.prefix(500)
            rest = rest.dropFirst(500)
            let list = some.map { "\(.integer($0))" as SQL }.joined(separator: ", ")
            try session.each("SELECT place, \(columnNames) FROM items WHERE place IN (\(list))") {
                row throws(LootError) in
                if let place = row.integer(0) { byPlace[place] = try columns.item(in: row, from: 1) }
            }
        }
        return Page(revision: revision, start: start, items: wanted.compactMap { byPlace[$0] })
    }

    // MARK: Places of results

    /// Returns the places of all rows of a result, in order.
    private func places(
        of query: Query, _ translation: QueryTranslation, at revision: Revision
    ) throws(LootError) -> [Int64] {
        if let places = warm.places(of: query, at: revision) { return places }
        if translation.isPageable {
            var places: [Int64] = []
            try session.each("SELECT place FROM items\(translation.clause) \(translation.orderClause)") {
                row throws(LootError) in
                if let place = row.integer(0) { places.append(place) }
            }
            warm.keep(places, of: query, at: revision)
            return places
        }
        return try work(out: query, translation, at: revision).places
    }

    /// Computes the result in the core, from the items that the database finds.
    private func work(
        out query: Query, _ translation: QueryTranslation, at revision: Revision
    ) throws(LootError) -> (places: [Int64], sections: WarmSections) {
        var answer: [(place: Int64, rank: Query.Rank)] = []
        var sections = WarmSections(of: query)
        let test = query.test
        let isExact = translation.condition.isExact
        let budget = WorkBudget.current
        try session.each("SELECT place, \(columnNames) FROM items\(translation.clause) ORDER BY place") {
            row throws(LootError) in
            let item = try columns.item(in: row, from: 1)
            budget?.spend(rows: 1)
            guard let place = row.integer(0), isExact || test(item) else { return }
            answer.append((place, query.rank(of: item)))
            sections.add(item)
        }
        try budget?.check()
        if !query.isInUserOrder {
            answer.sort { left, right in
                let order = query.order(left.rank, right.rank)
                return order == .same ? left.place < right.place : order == .ascending
            }
        }
        let places = answer.map(\.place)
        warm.keep(places, of: query, at: revision)
        warm.keep(sections, of: query, at: revision)
        return (places, sections)
    }

    // MARK: Outlines

    /// Returns the sections of a query's result.
    func outline(of query: Query) throws(LootError) -> Outline {
        if query.isEverything { return try session.state().outline }
        if let kept = warm.newestSections(of: query) {
            let revision = try session.revision()
            if kept.revision == revision { return kept.sections.outline(at: revision) }
        }
        return try snapshot { () throws(LootError) in try outline(of: query, at: try session.revision()) }
    }

    /// Returns the sections of a query's result in the current transaction.
    private func outline(of query: Query, at revision: Revision) throws(LootError) -> Outline {
        if query.isEverything { return try session.state().outline }
        return try sections(of: query, at: revision).outline(at: revision)
    }

    private func sections(of query: Query, at revision: Revision) throws(LootError) -> WarmSections {
        if let kept = warm.newestSections(of: query), kept.revision <= revision {
            if kept.revision == revision { return kept.sections }
            if let followed = try follow(kept.sections, from: kept.revision, to: revision) {
                warm.keep(followed, of: query, at: revision)
                return followed
            }
        }
        if query.selectsAll, query.sectioning == nil, let hidden = query.forHiddenItems {
            // An index finds the few hidden items faster than a scan finds the others.
            let (all, hidden) = (try session.state().outline, try outline(of: hidden, at: revision))
            var sections = WarmSections(of: query)
            sections.add(count: all.count - hidden.count, total: all.total - hidden.total, to: nil)
            warm.keep(sections, of: query, at: revision)
            return sections
        }
        let translation = QueryTranslation(query, for: session.dialect)
        let isParted = query.sectioning == nil || translation.section != nil
        guard translation.condition.isExact, isParted else {
            return try work(out: query, translation, at: revision).sections
        }
        let key = translation.section?.key ?? "0"
        let (value, fraction) = ItemColumns.amount("value")
        let quantity = SQL(name: "quantity")
        let wholes = session.dialect.totalOfProducts(value, quantity)
        let fractions = session.dialect.totalOfProducts(fraction, quantity)
        var sections = WarmSections(of: query)
        try session.each(
            """
            SELECT \(key) AS section, count(*), \(wholes), \(fractions), count(\(value)), \(name: "currency") \
            FROM items\(translation.clause) GROUP BY 1, \(name: "currency")
            """
        ) { row throws(LootError) in
            let key = translation.section?.sectionKey(in: row, 0)
            if let count = row.integer(1).flatMap({ Int(exactly: $0) }),
                let known = row.integer(4).flatMap({ Int(exactly: $0) })
            {
                let sum = MoneyTotal.Sum(
                    wholes: row.text(2).flatMap { Int128($0) } ?? 0,
                    tenThousandths: row.text(3).flatMap { Int128($0) } ?? 0)
                var total = MoneyTotal(sum, row.text(5).flatMap { Currency($0) })
                total.unknown = count - known
                sections.add(count: count, total: total, to: key)
            }
        }
        warm.keep(sections, of: query, at: revision)
        return sections
    }

    /// Updates sections of an earlier revision with the commits since then. Returns `nil` if there are too many or some
    /// are missing.
    private func follow(
        _ sections: WarmSections, from old: Revision, to new: Revision
    ) throws(LootError) -> WarmSections? {
        guard new.rawValue - old.rawValue <= 200,
            let commits = try CommitLog(session: session).commits(after: old, upTo: new)
        else { return nil }
        var before: [ItemID: Item] = [:]
        let touched = Set(commits.flatMap { $0.changes.compactMap(\.change.item) })
        guard touched.count <= 2000 else { return nil }
        let after = try items(touched)
        before = after
        for commit in commits.reversed() {
            for change in commit.changes.reversed() {
                switch change.inverse {
                case .insert(let item, _): before[item.id] = item
                case .remove(let id): before[id] = nil
                case .update(let id, let patch):
                    guard var item = before[id] else { return nil }
                    _ = try patch.apply(to: &item)
                    before[id] = item
                case .move, .set: break
                }
            }
        }
        var followed = sections
        for item in before.values { followed.remove(item) }
        for item in after.values { followed.add(item, ifSelected: true) }
        try WorkBudget.current?.check()
        return followed
    }

    // MARK: Positions

    /// Returns the row of an item in a query's result, or `nil` if the item isn't in it.
    func position(of id: ItemID, in query: Query) throws(LootError) -> Int? {
        try snapshot { () throws(LootError) in
            guard let place = try place(of: id) else { return nil }
            if query.isEverything { return try position(of: place) }
            guard let item = try item(id), query.selects(item) else { return nil }
            let translation = QueryTranslation(query, for: session.dialect)
            if query.isInUserOrder, translation.condition.isExact {
                let clause: SQL = translation.clause.text.isEmpty ? " WHERE " : "\(translation.clause) AND "
                return try session.first(
                    "SELECT count(*) FROM items\(clause)place < \(.integer(place))"
                ) { row in row.integer(0).flatMap { Int(exactly: $0) } }
            }
            return try places(of: query, translation, at: try session.revision()).firstIndex(of: place)
        }
    }

    /// Returns the place of an item, or `nil` if there is none with the ID.
    func place(of id: ItemID) throws(LootError) -> Int64? {
        try session.first("SELECT place FROM items WHERE id = \(.text(id.description))") { row in
            row.integer(0)
        }
    }

    /// Returns the number of items before a place.
    func position(of place: Int64) throws(LootError) -> Int {
        try session.first(Places.counting(before: place)) { row in
            row.integer(0).flatMap { Int(exactly: $0) }
        } ?? 0
    }
}
