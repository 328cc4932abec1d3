import LootCollection
import LootCore
import LootFormats

/// A large file that was not read: what its journal says of it, and the items that were added to it since.
///
/// Most runs of a command look at the beginning of a list or add to its end, and need no more than this.
struct Glance {
    /// What the file holds.
    let file: FileSummary
    /// The items behind those in the file.
    fileprivate(set) var added: [Item] = []
    /// Whether something was written on the strength of this glance. Whoever writes twice has more to do, and reading
    /// the file then pays off.
    fileprivate var hasWritten = false
    /// The rows of the one query that was asked of it.
    var found: FoundRows?

    /// How many items there are.
    var count: Int { file.count + added.count }

    /// What is known when commits were made after the file was written; nil if they did more than add items.
    init?(_ file: FileSummary, after records: [CommitRecord]) throws(LootError) {
        self.file = file
        for record in records {
            for applied in try record.commit().changes {
                guard case .insert(let item, let position) = applied.change, position == count else {
                    return nil
                }
                added.append(item)
            }
        }
    }
}

extension StoreDisk {
    /// Looks at the journal, and at the file from outside.
    ///
    /// - Returns: whether that is enough to know the file by: it is large, this program wrote it, nobody has touched
    ///   it since, and items have been added to it at most.
    mutating func look() throws(LootError) -> Bool {
        // Opened, so that a file that can't be read is noticed now.
        guard let (file, found) = try? files.openRegular(path) else { return false }
        files.close(file)
        guard found.size > options.rewriteLimit else { return false }
        guard codec.firstItems(0, in: [UInt8(ascii: "\n")]) != nil else { return false }
        journal = try Journal.open(at: journalPath, on: files)
        let entries = try journal?.readOn() ?? []
        guard journal != nil, journal?.problem == nil,
            let base = entries.lastIndex(where: { $0.identity?.isUntouched(found) == true }),
            let summary = entries[base].identity?.summary
        else { return false }
        let pending = entries[(base + 1)...].compactMap(\.record)
        guard let known = try Glance(summary, after: pending) else { return false }
        glance = known
        status = found
        identity = entries[base].identity
        replaceRecords(entries.compactMap(\.record))
        isStated = true
        revision = entries.last?.revision ?? .initial
        pendingRecords = pending
        pendingSize = pending.reduce(0) { $0 + $1.bytes.count }
        return true
    }

    // MARK: Reading

    /// The outline of an answer in the user's order; nil for other queries, or when the file has been read.
    mutating func outline(of query: Query) -> Outline? {
        guard let glance, query.isInUserOrder else { return nil }
        let (count, total): (Int, Int128)
        if query.selectsAll {
            count = glance.count
            total = glance.added.reduce(glance.file.totalValue) { $0 &+ $1.totalValue }
        } else {
            guard let found = self.rows(of: query) else { return nil }
            (count, total) = (found.count, found.totalValue)
        }
        if count == 0 { return Outline(revision: revision, sections: []) }
        let all = Section(key: nil, in: nil, start: 0, count: count, totalValue: total)
        return Outline(revision: revision, sections: [all])
    }

    /// Rows near the beginning of an answer in the user's order, or of all items those behind the file's own.
    mutating func page(of query: Query, rows: Range<Int>) -> Page? {
        guard let glance, query.isInUserOrder else { return nil }
        if !query.selectsAll {
            guard let found = self.rows(of: query) else { return nil }
            let rows = rows.clamped(to: 0..<found.count)
            guard rows.upperBound <= found.first.count else { return nil }
            return Page(revision: revision, start: rows.lowerBound, items: found.first[rows].map(\.item))
        }
        let rows = rows.clamped(to: 0..<glance.count)
        let items: [Item]?
        if rows.isEmpty {
            items = []
        } else if rows.lowerBound >= glance.file.count {
            let start = rows.lowerBound - glance.file.count
            items = Array(glance.added[start..<start + rows.count])
        } else if rows.upperBound <= min(glance.file.count, 5000) {
            items = firstItems(rows.upperBound).map { Array($0[rows]) }
        } else {
            items = nil
        }
        return items.map { Page(revision: revision, start: rows.lowerBound, items: $0) }
    }

    /// Both, where both can be told.
    mutating func answer(to query: Query, rows: Range<Int>) -> Answer? {
        guard let outline = outline(of: query), let page = page(of: query, rows: rows) else { return nil }
        return Answer(outline: outline, page: page)
    }

    /// An item that was added after the file was written.
    func addedItem(_ id: ItemID) -> Item? { glance?.added.first { $0.id == id } }

    /// The position among all items of one that was added after the file was written, or was found in it.
    func knownPosition(of id: ItemID, in query: Query) -> Int? {
        guard let glance, query.selectsAll, query.isInUserOrder else { return nil }
        if let found = glance.found?.first.first(where: { $0.item.id == id }) { return found.position }
        return glance.added.firstIndex { $0.id == id }.map { glance.file.count + $0 }
    }

    private func firstItems(_ count: Int) -> [Item]? {
        guard let (file, status) = try? files.openRegular(path) else { return nil }
        defer { files.close(file) }
        guard isSame(status) else { return nil }
        var size = 4096 + count * 256
        while true {
            guard let head = try? files.read(file, at: 0, count: min(size, status.size)) else { return nil }
            if let items = codec.firstItems(count, in: head) { return items }
            if size >= status.size / 4 { return nil }
            size *= 4
        }
    }

    // MARK: Writing

    /// Makes transactions that do nothing but add items at the end.
    ///
    /// - Returns: nil when there is something else to them: a mistake perhaps, which is told once the file was read.
    mutating func add(_ transactions: [Transaction]) throws(LootError) -> [Commit]? {
        guard var draft = glance, !draft.hasWritten, try !hasNews() else { return nil }
        try checkWritable()
        var commits: [Commit] = []
        for transaction in transactions {
            let next = (commits.last?.revision ?? revision)
            guard transaction.expecting ?? next == next else { return nil }
            var changes: [AppliedChange] = []
            for change in transaction.changes {
                guard case .insert(let item, let position) = change, position ?? draft.count == draft.count,
                    (try? item.validate()) != nil
                else { return nil }
                changes.append(
                    AppliedChange(.insert(item, at: draft.count), inverse: .remove(item.id)))
                draft.added.append(item)
            }
            commits.append(
                Commit(
                    revision: next.next, title: transaction.title, purpose: transaction.purpose,
                    changes: changes))
        }
        let new = draft.added[(glance?.added.count ?? 0)...]
        let records = commits.map(CommitRecord.init)
        let size = records.reduce(0) { $0 + $1.bytes.count }
        guard let last = commits.last, new.count <= 4, pendingSize + size <= pendingLimit,
            Set(draft.added.map(\.id)).count == draft.added.count, !mayHold(new.map(\.id))
        else { return nil }
        try append(records)
        self.records += records
        revision = last.revision
        (draft.hasWritten, draft.found) = (true, nil)
        glance = draft
        return commits
    }

    /// Whether any of the ids is spelled anywhere in the file.
    private func mayHold(_ ids: [ItemID]) -> Bool {
        guard let (file, status) = try? files.openRegular(path) else { return true }
        defer { files.close(file) }
        let searches = ids.map { TextSearch($0.description) }
        let size = 1 << 22
        for start in stride(from: 0, to: status.size, by: size) {
            // A spelling may reach over the end of one piece into the next.
            guard let bytes = try? files.read(file, at: start, count: size + 64) else { return true }
            if searches.contains(where: { $0.isFound(in: bytes.span) }) { return true }
        }
        return !isSame(status)
    }
}
