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
        if let problem {
            throw LootError(
                .damaged, "can't write", because: "\(path) is damaged, and stays as it is: \(problem.why)",
                next: "See what can be kept with: loot recover", place: problem.place ?? path,
                underlying: problem.description)
        }
    }

    /// Puts commits on the medium. `items` are the items after them.
    ///
    /// - Throws: ``LootError``; nothing was changed then, as far as the medium can be trusted.
    mutating func write(_ commits: [Commit], _ items: ItemCollection.Items) throws(LootError) {
        guard let last = commits.last else { return }
        let new = commits.map(CommitRecord.init)
        if pendingSize == 0, status.map({ $0.size <= options.rewriteLimit }) ?? true {
            try rewrite(items)
            // The file is the whole truth and is on the medium; what the journal adds is the history. When it can't
            // be added, the next one to come takes the file for edited, which is all there is to lose.
            records += new
            note(new, at: last.revision)
        } else {
            try append(new)
            records += new
        }
        revision = last.revision
        if pendingSize > pendingLimit { foldIfPossible(items) }
    }

    // MARK: A small store

    private mutating func rewrite(_ items: ItemCollection.Items) throws(LootError) {
        var replacement = try FileReplacement(of: path, on: files, for: "can't save the items")
        try codec.encode(items, as: shape) { bytes throws(LootError) in try replacement.write(bytes) }
        var sealed = try replacement.seal()
        sealed.summary = FileSummary(items)
        do throws(LootError) { try replacement.commit() } catch {
            // With the new name but without the medium's word for it, nobody knows what a power cut would leave.
            if (try? files.status(at: path))?.node == sealed.node { failure = error }
            throw error
        }
        found(sealed)
    }

    private mutating func note(_ new: [CommitRecord], at revision: Revision) {
        guard let identity else { return }
        let entries = new.map(JournalEntry.commit) + [.checkpoint(identity, revision)]
        do throws(LootError) {
            if journal == nil || isTooLong {
                try renewJournal(at: revision)
            } else {
                try journal?.append(entries)
            }
            isStated = true
        } catch {
            isStated = false
            failure = journal?.problem
        }
    }

    /// Writes file and journal anew, whatever they were.
    mutating func rewriteAll(_ items: ItemCollection.Items) throws(LootError) {
        try rewrite(items)
        pendingSize = 0
        try renewJournal(at: revision)
    }

    // MARK: A large store

    mutating func append(_ new: [CommitRecord]) throws(LootError) {
        var entries = new.map(JournalEntry.commit)
        let isRenewing = isTooLong && pendingSize == 0
        if !isStated || isRenewing { entries.insert(.checkpoint(try workOutIdentity(), revision), at: 0) }
        if journal == nil || isRenewing {
            let kept = keptRecords(beside: new)
            do throws(LootError) {
                journal = try Journal.create(
                    at: journalPath, like: path, on: files,
                    with: kept.map(JournalEntry.commit) + entries)
            } catch {
                // With the new name but without the medium's word for it, nobody knows what a power cut would leave.
                let found = (try? files.status(at: journalPath))?.node
                if found != journal?.node { failure = error }
                throw error
            }
            replaceRecords(kept)
        } else {
            do throws(LootError) { try journal?.append(entries) } catch {
                failure = journal?.problem
                throw error
            }
        }
        isStated = true
        pendingSize += new.reduce(0) { $0 + $1.bytes.count }
    }

    /// What the file holds; it has been read, and was not written since.
    private mutating func workOutIdentity() throws(LootError) -> FileIdentity {
        if let identity { return identity }
        do throws(SystemError) {
            guard let content = try files.contents(of: path) else {
                throw SystemError(.notFound, .open, path)
            }
            let found = FileIdentity(of: content.bytes.span.bytes, status: content.status)
            identity = found
            return found
        } catch {
            throw error.lootError("can't save the items")
        }
    }

    /// Writes the file anew with all that is pending.
    mutating func fold(_ items: ItemCollection.Items) throws(LootError) {
        var replacement = try FileReplacement(of: path, on: files, for: "can't fold the journal")
        try codec.encode(items, as: shape) { bytes throws(LootError) in try replacement.write(bytes) }
        var sealed = try replacement.seal()
        sealed.summary = FileSummary(items)
        do throws(LootError) {
            // Said before it is done, so that after a crash in between the file is known in either shape.
            try journal?.append([.intent(sealed, revision)])
        } catch {
            failure = journal?.problem
            throw error
        }
        do throws(LootError) { try replacement.commit() } catch {
            if (try? files.status(at: path))?.node == sealed.node { failure = error }
            throw error
        }
        found(sealed)
        pendingSize = 0
        foldLimit = 0
        try renewJournal(at: revision)
    }

    /// The commits are on the medium already: a fold that fails, for want of room perhaps, is tried again later.
    private mutating func foldIfPossible(_ items: ItemCollection.Items) {
        do throws(LootError) { try fold(items) } catch { foldLimit = 2 * pendingSize }
    }

    // MARK: Both

    /// How many bytes may be pending.
    var pendingLimit: Int { max(options.journalLimit, (status?.size ?? 0) / 16, foldLimit) }

    private mutating func found(_ written: FileIdentity) {
        identity = written
        status = FileStatus(size: written.size, node: written.node, modified: written.modified)
    }

    /// Puts a journal with the newest commits in the place of the one that has grown long.
    private mutating func renewJournal(at revision: Revision) throws(LootError) {
        guard let identity else { return }
        let kept = keptRecords()
        let entries = kept.map(JournalEntry.commit) + [.checkpoint(identity, revision)]
        journal = try Journal.create(
            at: journalPath, like: path, on: files, with: entries)
        replaceRecords(kept)
        isStated = true
    }

    /// The commits that a renewed journal takes over: the newest ones that fit, and the very newest whatever its size.
    private func keptRecords(beside new: [CommitRecord] = []) -> [CommitRecord] {
        var size = new.reduce(0) { $0 + $1.bytes.count }
        var kept: [CommitRecord] = []
        for record in records.reversed().prefix(options.historyLimit) {
            size += record.bytes.count
            if size > historySize, !new.isEmpty || !kept.isEmpty { break }
            kept.append(record)
        }
        return kept.reversed()
    }

    /// Whether the journal holds so much history that every opening takes notice.
    private var isTooLong: Bool { (journal?.size ?? 0) > 2 * historySize }

    /// How many bytes of history are kept when a journal is renewed.
    private var historySize: Int { 1 << 19 }

    /// Makes the folder for the file where it is missing, and the folders that it is in.
    func makeFolder() throws(LootError) {
        var missing: [String] = []
        var folder = FilePath.folder(of: path)
        do throws(SystemError) {
            while try files.status(at: folder) == nil, folder != FilePath.folder(of: folder) {
                missing.append(folder)
                folder = FilePath.folder(of: folder)
            }
            for folder in missing.reversed() {
                try files.makeFolder(folder)
                try files.syncFolder(FilePath.folder(of: folder))
            }
        } catch {
            throw error.lootError("can't make the folder for the items")
        }
    }
}

extension FileSummary {
    fileprivate init(_ items: ItemCollection.Items) {
        self.init(count: items.count, totalValue: items.totalValue)
    }
}
