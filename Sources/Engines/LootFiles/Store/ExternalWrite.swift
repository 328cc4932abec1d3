import LootCollection
import LootCore
import LootFormats
import LootMerge

/// A change to the file by another program or a person that the journal doesn't contain yet.
///
/// The file wins. Acknowledged commits that weren't in the file yet are merged into it, and contradictions are
/// recorded in the items (`Item.conflicts`).
struct ExternalWrite {
    /// The revision before the change, if readers have seen it. It is `nil` if they have seen an earlier external
    /// change that was never committed.
    var revision: Revision?
    /// The items at that revision, if this process has loaded them.
    var known: ItemCollection.Items?
    /// The previous content of the file: `.some(nil)` if there was no file, `nil` if it isn't known.
    var before: FileIdentity??
    /// The entries of the journal at that time.
    var entries: [JournalEntry]
    /// The file contained all commits up to this revision.
    var held: Revision
    /// The commits that weren't in the file.
    var pending: [CommitRecord]
    /// The items in the changed file.
    var theirs: ItemCollection.Items
    /// The changes that apply the pending commits to the items in the file.
    var kept: [Change]
}

extension StoreDisk {
    /// Accepts the file that another program has written, and applies the pending commits to it.
    mutating func acceptExternalWrite(
        _ items: inout ItemCollection, over before: FileIdentity??, in entries: [JournalEntry],
        after records: [CommitRecord]
    ) throws(LootError) {
        let theirs = items.items
        // If the file was removed, the pending commits are removed with it. A single undo restores everything.
        let kept = status == nil ? [] : try keep(records, on: items, in: entries)
        outside = ExternalWrite(
            revision: revision, before: before, entries: entries, held: held, pending: records,
            theirs: theirs, kept: kept)
        if !kept.isEmpty { _ = try items.apply(kept) }
        pending = PendingCommits()
        number(after: max(revision, records.last?.revision ?? .initial))
    }

    /// Returns the changes that merge pending commits into the items that another program has written.
    private func keep(
        _ records: [CommitRecord], on items: ItemCollection, in entries: [JournalEntry]
    ) throws(LootError) -> [Change] {
        if records.isEmpty { return [] }
        var changes: [AppliedChange] = []
        for record in records { changes += try record.commit().changes }
        guard let base = itemsHeld(at: held, in: entries) else {
            return Merge.replay(changes, count: items.count, settings: items.settings) { items.item($0) }
                .changes
        }
        var pending = base
        _ = try pending.apply(changes.map(\.change))
        let settings = ListSettings.merge(
            base: base.settings, ours: items.settings, theirs: pending.settings
        ).settings
        return Merge(base: Array(base.items), ours: Array(items.items), theirs: Array(pending.items)).changes
            + items.settings.changes(to: settings)
    }

    /// Assigns the next revision to the loaded items. An external change gets up to two revisions.
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

    /// Commits an external change, and the merged pending commits after it. The caller must hold the lock.
    ///
    /// - Returns: The new commits.
    mutating func adopt() throws(LootError) -> [Commit] {
        guard let outside else { return [] }
        var commits = [
            Commit(
                revision: held, title: String(localized: "Changed by another program"),
                changes: try outsideChanges())
        ]
        if !outside.kept.isEmpty {
            var items = try ItemCollection(outside.theirs, settings: outside.theirs.settings)
            commits.append(
                Commit(
                    revision: held.next, title: String(localized: "Recovered changes that were being saved"),
                    changes: try items.apply(outside.kept)))
        }
        try keepComments()
        let records = commits.map(CommitRecord.init)
        try append([.commit(records[0]), .holds(file, held)] + records.dropFirst().map(JournalEntry.commit))
        pending = PendingCommits(Array(records.dropFirst()))
        revision = records[records.count - 1].revision
        self.outside = nil
        writeNote()
        keepPrevious()
        return commits
    }

    /// Returns the changes that another program made, or none if the previous content isn't known.
    private func outsideChanges() throws(LootError) -> [AppliedChange] {
        guard let outside else { return [] }
        var before: ItemCollection
        if let known = outside.known {
            before = try ItemCollection(known, settings: known.settings)
        } else if let previous = itemsHeld(at: outside.held, in: outside.entries) {
            before = previous
            for record in outside.pending { _ = try before.apply(try record.commit().changes.map(\.change)) }
        } else {
            return []
        }
        return try before.apply(
            Merge.changes(from: Array(before.items), to: Array(outside.theirs))
                + before.settings.changes(to: outside.theirs.settings))
    }

    // MARK: Previous content

    /// Returns the items that the file contained at a revision, reconstructed from the previous content and the
    /// commits since then. Returns `nil` if they can't be reconstructed.
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
        // Some changes by other programs are recorded without details. Check that the reconstructed content matches
        // the one in the journal.
        var content: [UInt8] = []
        try? codec.encode(items.items, as: start.shape) { bytes in bytes.withUnsafeBytes { content += $0 } }
        let isKnown = entries.contains { entry in
            entry.revision == held && entry.file?.isContent(content.span.bytes) ?? false
        }
        return isKnown ? items : nil
    }

    /// Returns the copy of the previous content, its shape and its revision according to the journal.
    private func start(in entries: [JournalEntry]) -> (
        items: ItemCollection, shape: Codec.Shape, revision: Revision
    )? {
        if let kept = try? files.contents(of: folder.previous)?.bytes {
            for entry in entries.reversed() {
                guard let identity = entry.file, identity.isContent(kept.span.bytes) else { continue }
                guard let file = try? codec.decode(kept, from: path),
                    let items = try? ItemCollection(file.items, settings: file.settings)
                else { return nil }
                return (items, file.shape, entry.revision)
            }
        }
        for case .holds(nil, let revision) in entries.reversed() {
            return (ItemCollection(), codec.newShape, revision)
        }
        return nil
    }

    /// If another program has written comments into the file, copies the file before the next change removes them,
    /// and adds a notice.
    mutating func keepComments() throws(LootError) {
        do throws(SystemError) {
            guard let content = try files.contents(of: path)?.bytes, codec.hasComments(content) else {
                return
            }
            try files.copy(path, to: folder.commented, by: "\(folder.commented).tmp")
        } catch {
            throw error.lootError("Can't save the comments of the file.")
        }
        notices.append(
            "The comments in \(path) were removed. A copy of the file with its comments is \(folder.commented)."
        )
    }

    /// Copies the file, to compute the changes of other programs later. Very large files aren't copied; external
    /// changes to them can't be undone.
    func keepPrevious() {
        guard let status, status.size <= FileStoreOptions.maximumCopySize else { return }
        try? files.copy(path, to: folder.previous, by: "\(folder.previous).tmp")
    }
}
