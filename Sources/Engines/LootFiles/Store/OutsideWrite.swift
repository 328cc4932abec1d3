import LootCollection
import LootCore
import LootFormats

/// What another program, or a person, has made of the file since the journal last spoke of it.
///
/// The file wins. What this store had acknowledged and not yet put into the file is merged into what is there now, and
/// what contradicts it is noted in the items (`Item.conflicts`).
struct OutsideWrite {
    /// The newest revision before, if that is what readers have; nil where they have seen what an earlier write by another
    /// program had made of the file, of which there is no commit.
    var revision: Revision?
    /// The items that the journal led to then, where this process has seen them.
    var known: ItemCollection.Items?
    /// What the file held before: `.some(nil)` where there was none, nil where that is not known.
    var before: FileIdentity??
    /// What the journal said then.
    var entries: [JournalEntry]
    /// All commits up to here were in the file.
    var held: Revision
    /// The commits that the file lacked then.
    var pending: [CommitRecord]
    /// The items of the file as it is.
    var theirs: ItemCollection.Items
    /// What makes the pending commits of them.
    var kept: [Change]
}

extension StoreDisk {
    /// Takes the file as another program has left it, and makes what was pending on it.
    mutating func takeOutsideWrite(
        _ items: inout ItemCollection, over before: FileIdentity??, in entries: [JournalEntry],
        after records: [CommitRecord]
    ) throws(LootError) {
        let theirs = items.items
        // The list goes with its file: one undo brings all of it back.
        let kept = status == nil ? [] : try keep(records, on: items, in: entries)
        outside = OutsideWrite(
            revision: revision, before: before, entries: entries, held: held, pending: records,
            theirs: theirs, kept: kept)
        if !kept.isEmpty { _ = try items.apply(kept) }
        pending = PendingCommits()
        number(after: max(revision, records.last?.revision ?? .initial))
    }

    /// What brings pending commits into the items of a file that another program has written.
    private func keep(
        _ records: [CommitRecord], on items: ItemCollection, in entries: [JournalEntry]
    ) throws(LootError) -> [Change] {
        if records.isEmpty { return [] }
        var changes: [AppliedChange] = []
        for record in records { changes += try record.commit().changes }
        guard let base = itemsHeld(at: held, in: entries) else {
            return Merge.replay(changes, count: items.count) { items.item($0) }.changes
        }
        var pending = base
        _ = try pending.apply(changes.map(\.change))
        return Merge(base: Array(base.items), ours: Array(items.items), theirs: Array(pending.items)).changes
    }

    /// Gives what was read the number that follows a revision, and what was written outside both that it needs.
    mutating func number(after last: Revision) {
        isRenumbered = outside == nil
        if isRenumbered {
            revision = last.next
            return
        }
        outside?.revision = last
        held = last.next
        revision = outside?.kept.isEmpty == false ? held.next : held
    }

    /// Makes a commit of what another program has written, and one of what was pending then. To be called under the
    /// lock.
    ///
    /// - Returns: the commits.
    mutating func adopt() throws(LootError) -> [Commit] {
        guard let outside else { return [] }
        var commits = [Commit(revision: held, title: "Changed outside", changes: try outsideChanges())]
        if !outside.kept.isEmpty {
            var items = try ItemCollection(outside.theirs)
            commits.append(
                Commit(
                    revision: held.next, title: "Kept what was being saved",
                    changes: try items.apply(outside.kept)))
        }
        try keepComments()
        let records = commits.map(CommitRecord.init)
        try append([.commit(records[0]), .holds(file, held)] + records.dropFirst().map(JournalEntry.commit))
        pending = PendingCommits(Array(records.dropFirst()))
        revision = records[records.count - 1].revision
        self.outside = nil
        writeSeen()
        keepPrevious()
        return commits
    }

    /// What has changed in the file; nothing where it is not known what it held.
    private func outsideChanges() throws(LootError) -> [AppliedChange] {
        guard let outside else { return [] }
        var before: ItemCollection
        if let known = outside.known {
            before = try ItemCollection(known)
        } else if let previous = itemsHeld(at: outside.held, in: outside.entries) {
            before = previous
            for record in outside.pending { _ = try before.apply(try record.commit().changes.map(\.change)) }
        } else {
            return []
        }
        return try before.apply(Merge.changes(from: Array(before.items), to: Array(outside.theirs)))
    }

    // MARK: The content before

    /// The items that the file held when it had all commits up to a revision: the content before, and the commits
    /// since. Nil where these don't tell.
    func itemsHeld(at held: Revision, in entries: [JournalEntry]) -> ItemCollection? {
        guard let start = start(in: entries) else { return nil }
        var (items, revision) = (start.items, start.revision)
        if revision == held { return items }
        for record in entries.compactMap(\.record) where record.revision > revision && record.revision <= held
        {
            guard let changes = try? record.commit().changes,
                (try? items.apply(changes.map(\.change))) != nil
            else { return nil }
            revision = record.revision
        }
        // Of some writes by other programs nothing is known but the outcome: what was worked out has to be the content
        // that the journal knows.
        var content: [UInt8] = []
        try? codec.encode(items.items, as: start.shape) { bytes in bytes.withUnsafeBytes { content += $0 } }
        let isKnown = entries.contains { entry in
            entry.revision == held && entry.file?.isContent(content.span.bytes) ?? false
        }
        return isKnown ? items : nil
    }

    /// The content that is kept, how it stands in the file, and the revision of which the journal says that it is.
    private func start(in entries: [JournalEntry]) -> (
        items: ItemCollection, shape: Codec.Shape, revision: Revision
    )? {
        if let kept = try? files.contents(of: folder.previous)?.bytes {
            for entry in entries.reversed() {
                guard let identity = entry.file, identity.isContent(kept.span.bytes) else { continue }
                guard let file = try? codec.decode(kept, from: path),
                    let items = try? ItemCollection(file.items)
                else { return nil }
                return (items, file.shape, entry.revision)
            }
        }
        for case .holds(nil, let revision) in entries.reversed() {
            return (ItemCollection(), codec.newShape, revision)
        }
        return nil
    }

    /// Copies a file that another program has written with comments, before they go with the next change, and says so.
    mutating func keepComments() throws(LootError) {
        do throws(SystemError) {
            guard let content = try files.contents(of: path)?.bytes, codec.hasComments(content) else {
                return
            }
            try files.copy(path, to: folder.commented, by: "\(folder.commented).tmp")
        } catch {
            throw error.lootError("can't keep the comments in the file")
        }
        notices.append(
            "the comments in \(path) are not written back; the file with its comments is kept in \(folder.commented)"
        )
    }

    /// Copies the file, so that what another program changes in it can be told. The copy of a very large file is left
    /// out; a write by another program then has no changes to take back.
    func keepPrevious() {
        guard let status, status.size <= FileStoreOptions.greatestCopy else { return }
        try? files.copy(path, to: folder.previous, by: "\(folder.previous).tmp")
    }
}
