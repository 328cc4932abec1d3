import LootCollection
import LootCore
import LootFormats

extension StoreDisk {
    /// Throws an error if the store can't be written.
    func checkWritable() throws(LootError) {
        if options.isReadOnly {
            throw LootError(
                .readOnly, "Can't save the change.", reason: "The store was opened read-only.",
                place: path)
        }
        if let failure { throw failure }
        if isLost, let problem { throw problem.during("Can't save the change.") }
        if let problem {
            throw LootError(
                .damaged, "Can't save the change.",
                reason: "The file is damaged and was left unchanged. \(problem.failure) \(problem.reason)",
                advice: "See what can be recovered.", remedy: .recover, place: problem.place ?? path,
                underlying: problem.description)
        }
    }

    /// Makes commits durable. `items` are the items after the commits.
    ///
    /// If the file doesn't exist or isn't large, the first change of a process is written into the file directly,
    /// because most processes make only one. Later commits are appended to the journal and written into the file in
    /// batches.
    ///
    /// - Returns: The encoded commits.
    /// - Throws: ``/LootCore/LootError``. In this case, nothing was changed, unless the disk failed.
    mutating func write(
        _ commits: [Commit], _ items: ItemCollection.Items
    ) throws(LootError) -> [CommitRecord] {
        guard let last = commits.last else { return [] }
        let records = commits.map(CommitRecord.init)
        let isSmall = status.map { $0.size <= options.rewriteLimit } ?? (options.rewriteLimit > 0)
        if !hasWritten || status == nil, isSmall {
            if try !replace(with: items, at: last.revision, adding: records) {
                pending.append(records)
            }
        } else {
            try append(records.map(JournalEntry.commit))
            pending.append(records)
        }
        (revision, hasWritten, isRenumbered) = (last.revision, true, false)
        return records
    }

    /// Writes the pending commits into the file, unless another program has just written it. `items` are the items at
    /// the newest revision.
    mutating func fold(_ items: ItemCollection.Items) throws(LootError) {
        do throws(LootError) { _ = try replace(with: items, at: revision) } catch {
            foldLimit = 2 * pending.size
            throw error
        }
    }

    /// Whether so many bytes are pending that they must be written into the file now.
    var isFoldDue: Bool {
        pending.size > max(options.journalLimit, (status?.size ?? 0) / 16, foldLimit)
    }

    // MARK: The file

    /// Replaces the file with one that contains all commits up to a revision. First, the commits and the intent to
    /// replace the file are synced to the journal. After a crash, the file is recognized in either state.
    ///
    /// - Returns: `false` if another program has written the file in the meantime. The file is then left unchanged,
    ///   and the new commits are in the journal.
    /// - Throws: ``/LootCore/LootError``. In this case, nothing was changed, unless the disk failed.
    private mutating func replace(
        with items: ItemCollection.Items, at revision: Revision, adding new: [CommitRecord] = []
    ) throws(LootError) -> Bool {
        var replacement = try FileReplacement(
            of: path, writing: folder.next, on: files, for: "Can't save the items.")
        try codec.encode(items, as: shape) { bytes throws(LootError) in try replacement.write(bytes) }
        let content = try replacement.content()
        let isNew = status == nil
        if try !isFileUntouched() {
            if !new.isEmpty { try append(new.map(JournalEntry.commit)) }
            return false
        }
        try append(new.map(JournalEntry.commit) + [.intent(content, revision)])
        if try !isFileUntouched() { return false }
        let isKept = status.map { $0.size <= FileStoreOptions.maximumCopySize } ?? true
        let identity: FileIdentity
        do throws(LootError) {
            // Sync the file only now. The disk was able to write its content while the journal was written.
            try replacement.seal()
            guard
                let found = try replacement.rename(
                    over: status, keeping: folder.previous, isCopied: isKept)
            else { return false }
            identity = found
        } catch {
            if (try? files.status(at: path))?.node == content.node { failure = error }
            do throws(LootError) { try journal?.removeLast() } catch { failure = error }
            throw error
        }
        found(identity, holding: revision)
        do throws(LootError) { try syncFolder() } catch {
            unsynced = error
            notices.append(
                """
                The change was made and is safe in \(folder.path), but \(path) isn't safe from a power failure yet. \
                \(error.explanation) Don't repeat the change.
                """)
        }
        if isNew, let access = try? files.access(of: path) { folder.follow(access, on: files) }
        if unsynced != nil { return true }
        // Until the note is written, the old file is the evidence that it was replaced.
        if !isKept { try? files.remove(folder.previous) }
        if let journal, journal.size > options.partLimit, pending.isEmpty {
            beginPart(keeping: items.settings.historyLimit)
        }
        return true
    }

    /// Syncs the folder, so that the file keeps its name after a power failure, and writes the note. Before that, a
    /// power failure can bring back the old file, and the commits are applied from the journal.
    private mutating func syncFolder() throws(LootError) {
        do throws(SystemError) { try files.syncFolder(FilePath.folder(of: path)) } catch {
            throw error.lootError("Can't save the change.")
        }
        unsynced = nil
        writeNote()
    }

    /// Retries what failed after the last change. Call this while holding the lock, before the next change.
    mutating func syncFolderAgain() throws(LootError) { if unsynced != nil { try syncFolder() } }

    /// Whether the file is unchanged since this process last read or wrote it.
    private func isFileUntouched() throws(LootError) -> Bool {
        do { return try files.status(at: path) == status } catch {
            throw error.lootError("Can't read the store.")
        }
    }

    /// Records the content that was written into the file. The status isn't read from the path, because another
    /// program may have replaced the file. If the status change time isn't known, the file is read again.
    private mutating func found(_ identity: FileIdentity, holding revision: Revision) {
        status = FileStatus(
            kind: .regular, size: identity.size, node: identity.node, modified: identity.modified,
            changed: identity.changed ?? 0)
        (file, held) = (identity, revision)
        pending = PendingCommits(pending.filter { $0.revision > revision })
        foldLimit = 0
    }

    /// Rewrites the file and the journal, regardless of their contents.
    mutating func rewriteAll(_ items: ItemCollection.Items) throws(LootError) {
        (journal, outside, pending, held) = (nil, nil, PendingCommits(), revision)
        revision = revision.next
        guard try replace(with: items, at: revision) else {
            throw LootError(
                .conflict, "Can't save the items.", reason: "Another program has just written \(path).",
                advice: "Try again.", place: path)
        }
        keepPrevious()
        // The journal can't restore a damaged file, so the new name must be durable.
        if let unsynced { throw unsynced }
    }

    // MARK: The journal

    /// Appends entries to the journal and syncs it. Starts a new part if there is no journal for the file.
    mutating func append(_ entries: [JournalEntry]) throws(LootError) {
        if journal == nil { return try beginJournal(appending: entries) }
        do throws(LootError) { try journal?.append(entries) } catch {
            (failure, hasFollowedAccess) = (journal?.problem, false)
            throw error
        }
    }

    /// Starts a part of the journal with the file's content, the pending commits and the new entries.
    private mutating func beginJournal(appending new: [JournalEntry]) throws(LootError) {
        var entries: [JournalEntry] = []
        if let outside {
            // If the file's previous content isn't known, the new entries record its content.
            if let before = outside.before { entries.append(.holds(before, outside.held)) }
        } else {
            if file != nil { try keepComments() }
            entries.append(.holds(file, held))
        }
        entries += (outside?.pending ?? Array(pending)).map(JournalEntry.commit)
        try create(part: number + 1, with: entries, appending: new)
    }

    /// Starts another part of the journal, so that opening the store reads less. Older parts remain as history. This
    /// is only an optimization, so errors are ignored.
    private mutating func beginPart(keeping limit: HistoryLimit?) {
        do throws(LootError) {
            try create(part: number + 1, with: [.holds(file, held)])
            // The commits since the previous content are in the previous part.
            keepPrevious()
            try forget(beyond: limit)
        } catch {}
    }

    private mutating func create(
        part: Int, with entries: [JournalEntry], appending new: [JournalEntry] = []
    ) throws(LootError) {
        let access: FileAccess?
        do throws(SystemError) { access = try files.access(of: path)?.ofCompanion } catch {
            throw error.lootError("Can't create a journal.")
        }
        let list = try makeListNumber(access)
        journal = try Journal.create(
            at: folder.journal(part), access: access, on: files, list: list, with: entries, appending: new)
        number = part
    }

    /// Returns the number of the list. It is stored before the first journal that contains it.
    private mutating func makeListNumber(_ access: FileAccess?) throws(LootError) -> UInt32 {
        let found: UInt32?
        do throws(SystemError) { found = try folder.listNumber(on: files) } catch {
            throw error.lootError("Can't create a journal.")
        }
        let named = journal.flatMap { $0.list == 0 ? nil : $0.list }
        let number = found ?? named ?? UInt32.random(in: 1...UInt32.max)
        if found == nil { try folder.setListNumber(number, access: access, on: files) }
        list = number
        return number
    }

    // MARK: The folder

    /// Updates the folder's permissions if the file's permissions have changed. Errors are ignored; the next change
    /// tries again.
    func followAccess() {
        guard number > 0, let access = try? files.access(of: path),
            let found = try? files.access(of: folder.path)
        else { return }
        if found != access.ofFolder { folder.follow(access, on: files) }
    }

    /// Creates missing folders, and updates permissions to match those of the file.
    mutating func makeFolder() throws(LootError) {
        if try isGone(FilePath.folder(of: path)) { throw lost.during("Can't save the change.") }
        do throws(SystemError) {
            try files.makeFolders(FilePath.folder(of: path))
            try folder.make(on: files)
            if !hasFollowedAccess, let access = try files.access(of: path) {
                folder.follow(access, on: files)
                hasFollowedAccess = true
            }
        } catch {
            // Creating a folder requires write access, even if a different call failed.
            let isDenied = error.code == .denied
            let refusal =
                isDenied ? SystemError(.denied, .makeFolder, error.path, message: error.message) : error
            throw refusal.lootError("Can't create the folder \(folder.path).")
        }
    }
}
