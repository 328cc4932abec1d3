import LootCollection
import LootCore
import LootFormats

extension StoreDisk {
    /// Refuses where nothing may be written.
    func checkWritable() throws(LootError) {
        if options.isReadOnly {
            throw LootError(
                .readOnly, "can't write", because: "the store was opened for reading only", place: path)
        }
        if let failure { throw failure }
        if isLost, let problem { throw problem.whileTrying("can't write") }
        if let problem {
            throw LootError(
                .damaged, "can't write", because: "\(path) is damaged, and stays as it is: \(problem.why)",
                next: "See what can be kept", remedy: .recover, place: problem.place ?? path,
                underlying: problem.description)
        }
    }

    /// Puts commits on the medium. `items` are the items after them.
    ///
    /// The first change of a process to a file that is not large is in the file when this returns, and so is the one
    /// that makes the file: most processes make one. Later ones are in the journal, and the file follows when it is folded.
    ///
    /// - Returns: the commits as they stand in the journal.
    /// - Throws: ``/LootCore/LootError``; nothing was changed then, as far as the medium can be trusted.
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

    /// Puts what is pending into the file, unless another program has just written that. `items` are the items of the
    /// newest revision.
    mutating func fold(_ items: ItemCollection.Items) throws(LootError) {
        do throws(LootError) { _ = try replace(with: items, at: revision) } catch {
            foldLimit = 2 * pending.size
            throw error
        }
    }

    /// Whether so much is pending that it goes into the file now, whatever has to wait.
    var isFoldDue: Bool {
        pending.size > max(options.journalLimit, (status?.size ?? 0) / 16, foldLimit)
    }

    // MARK: The file

    /// Replaces the file by one with these items, which hold all commits up to a revision. The journal says before
    /// that it will be done, so that after a crash in between the file is known in either shape; what it says is on the
    /// medium, with the commits, before the file is touched.
    ///
    /// - Returns: false when another program has written the file in the meantime. It is left as it is then, and what is
    ///   new is in the journal.
    /// - Throws: ``/LootCore/LootError``; nothing was changed then, as far as the medium can be trusted.
    private mutating func replace(
        with items: ItemCollection.Items, at revision: Revision, adding new: [CommitRecord] = []
    ) throws(LootError) -> Bool {
        var replacement = try FileReplacement(
            of: path, writing: folder.next, on: files, for: "can't save the items")
        try codec.encode(items, as: shape) { bytes throws(LootError) in try replacement.write(bytes) }
        let content = try replacement.content()
        let isNew = status == nil
        if try !isFileUntouched() {
            if !new.isEmpty { try append(new.map(JournalEntry.commit)) }
            return false
        }
        try append(new.map(JournalEntry.commit) + [.intent(content, revision)])
        if try !isFileUntouched() { return false }
        let isKept = status.map { $0.size <= FileStoreOptions.greatestCopy } ?? true
        let identity: FileIdentity
        do throws(LootError) {
            // Only now, as the medium was taking the content all the while that the journal was written.
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
                "The change was made and is safe in \(folder.path), but \(path) isn't safe from a power failure yet: "
                    + "\(error.why). Don't repeat the change.")
        }
        if isNew, let access = try? files.access(of: path) { folder.follow(access, on: files) }
        if unsynced != nil { return true }
        // Until it was noted what the file holds, the old one tells that it was replaced.
        if !isKept { try? files.remove(folder.previous) }
        if let journal, journal.size > options.partLimit, pending.isEmpty { beginPart() }
        return true
    }

    /// Makes sure that the file keeps its name after a power cut, and notes what it holds. Until then a power cut may
    /// bring the old file back, to which the journal adds the commits.
    private mutating func syncFolder() throws(LootError) {
        do throws(SystemError) { try files.syncFolder(FilePath.folder(of: path)) } catch {
            throw error.lootError("can't write")
        }
        unsynced = nil
        writeSeen()
    }

    /// Tries again what failed after the last change. To be called under the lock, before the next one.
    mutating func syncFolderAgain() throws(LootError) { if unsynced != nil { try syncFolder() } }

    /// Whether the file is as it was when it was last read or written here.
    private func isFileUntouched() throws(LootError) -> Bool {
        do { return try files.status(at: path) == status } catch {
            throw error.lootError("can't look at the store")
        }
    }

    /// Takes note of what was put into the file. By now another program may have written another one, which a look at the
    /// path would take for it; and one that could not be looked at is read again.
    private mutating func found(_ identity: FileIdentity, holding revision: Revision) {
        status = FileStatus(
            kind: .regular, size: identity.size, node: identity.node, modified: identity.modified,
            changed: identity.changed ?? 0)
        (file, held) = (identity, revision)
        pending = PendingCommits(pending.filter { $0.revision > revision })
        foldLimit = 0
    }

    /// Writes file and journal anew, whatever they were.
    mutating func rewriteAll(_ items: ItemCollection.Items) throws(LootError) {
        (journal, outside, pending, held) = (nil, nil, PendingCommits(), revision)
        revision = revision.next
        guard try replace(with: items, at: revision) else {
            throw LootError(
                .conflict, "can't write the items", because: "another program has just written \(path)",
                next: "Try again", place: path)
        }
        keepPrevious()
        // No journal has what the damaged file lacks: it is there once the medium has kept the new name.
        if let unsynced { throw unsynced }
    }

    // MARK: The journal

    /// Puts entries on the medium, in a new part of the journal where there is none that knows the file.
    mutating func append(_ entries: [JournalEntry]) throws(LootError) {
        if journal == nil || number == 0 { return try beginJournal(appending: entries) }
        do throws(LootError) { try journal?.append(entries) } catch {
            (failure, hasFollowedAccess) = (journal?.problem, false)
            throw error
        }
    }

    /// Begins a part of the journal that says what the file holds and what is pending, and then what is new; a journal
    /// of version 1.0 goes into it whole.
    private mutating func beginJournal(appending new: [JournalEntry]) throws(LootError) {
        var entries: [JournalEntry] = []
        if number == 0, var earlier = journal {
            earlier = try Journal.open(at: folder.earlierJournal, on: files) ?? earlier
            entries = try earlier.readOn().filter { $0.record.map { $0.revision <= held } ?? false }
        }
        if let outside {
            // Where it is not known what the file held, what is new says what it holds.
            if let before = outside.before { entries.append(.holds(before, outside.held)) }
        } else {
            if file != nil { try keepComments() }
            entries.append(.holds(file, held))
        }
        entries += (outside?.pending ?? Array(pending)).map(JournalEntry.commit)
        try create(part: number + 1, with: entries, appending: new)
        do { try folder.removeEarlier(on: files) } catch { throw error.lootError("can't begin a journal") }
    }

    /// Begins another part, so that those who open the store read little; the older ones are its history. It is a
    /// matter of speed, and may fail.
    private mutating func beginPart() {
        do throws(LootError) {
            try create(part: number + 1, with: [.holds(file, held)])
            // The commits since the content before are in the part before.
            keepPrevious()
            try forget()
        } catch {}
    }

    private mutating func create(
        part: Int, with entries: [JournalEntry], appending new: [JournalEntry] = []
    ) throws(LootError) {
        let access: FileAccess?
        do throws(SystemError) { access = try files.access(of: path)?.ofCompanion } catch {
            throw error.lootError("can't begin a journal")
        }
        let list = try makeListNumber(access)
        journal = try Journal.create(
            at: folder.journal(part), access: access, on: files, list: list, with: entries, appending: new)
        number = part
    }

    /// Returns the number of the list, which is stored before the first journal that names it.
    private mutating func makeListNumber(_ access: FileAccess?) throws(LootError) -> UInt32 {
        let found: UInt32?
        do throws(SystemError) { found = try folder.listNumber(on: files) } catch {
            throw error.lootError("can't begin a journal")
        }
        let named = journal.flatMap { $0.list == 0 ? nil : $0.list }
        let number = found ?? named ?? UInt32.random(in: 1...UInt32.max)
        if found == nil { try folder.setListNumber(number, access: access, on: files) }
        list = number
        return number
    }

    // MARK: The folder

    /// Gives the folder the rights that go with the file's, where these have changed; what can't be done now is done
    /// with the next change.
    func followAccess() {
        guard number > 0, let access = try? files.access(of: path),
            let found = try? files.access(of: folder.path)
        else { return }
        if found != access.ofFolder { folder.follow(access, on: files) }
    }

    /// Makes the folders that are missing, and gives what is there the rights that go with the file's.
    mutating func makeFolder() throws(LootError) {
        if try isGone(FilePath.folder(of: path)) { throw lost.whileTrying("can't write") }
        do throws(SystemError) {
            try files.makeFolders(FilePath.folder(of: path))
            try folder.make(on: files)
            if !hasFollowedAccess, let access = try files.access(of: path) {
                folder.follow(access, on: files)
                hasFollowedAccess = true
            }
        } catch {
            // Whichever call was refused, it was to write.
            let isDenied = error.code == .denied
            let refusal =
                isDenied ? SystemError(.denied, .makeFolder, error.path, message: error.message) : error
            throw refusal.lootError("can't make the folder for the items")
        }
    }
}
