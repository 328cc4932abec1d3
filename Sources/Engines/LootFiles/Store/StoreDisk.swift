import LootCollection
import LootCore
import LootFormats
import Platform

/// A store's files: the file itself, the journal in the hidden folder next to it, and how they relate.
///
/// Reading takes no lock. The journal is append-only, and the file is only replaced as a whole, after an entry in the
/// journal. If neither has changed when a reader finishes, it has read a consistent state.
struct StoreDisk<Codec: ItemFileCodec>: ~Copyable {
    let path: String
    let folder: StoreFolder
    let codec: Codec
    let files: any FileSystem
    let options: FileStoreOptions

    /// The newest part of the journal.
    var journal: Journal?
    /// The number of the newest part, or 0 if there is no journal.
    var number = 0
    /// The number of the list that the journal must belong to, or `nil` if it isn't known.
    var list: UInt32?
    var shape: Codec.Shape
    /// The status of the file when it was last checked, or `nil` if it didn't exist.
    var status: FileStatus?
    /// The identity of the file's content, or `nil` if there is no file.
    var file: FileIdentity?
    /// The file contains all commits up to this revision.
    var held = Revision.initial
    /// The revision in the note (``writeNote()``), or `nil` if there is none.
    var noted: Revision?
    /// The commits that aren't in the file yet.
    var pending = PendingCommits()
    var revision = Revision.initial
    /// A change to the file by another program that isn't in the journal yet.
    var outside: ExternalWrite?
    /// Whether the revision is higher here than in the journal, because an earlier journal has replaced the journal.
    var isRenumbered = false
    /// The entries of the journal if the store is damaged.
    var loadedEntries: [JournalEntry] = []
    /// Whether the file disappeared while this process was using it.
    var isLost = false
    /// Whether this process has made a change. If so, later changes are written into the file in batches, because the
    /// process probably makes more of them.
    var hasWritten = false
    /// After a failure to write pending commits into the file, the size above which writing is retried.
    var foldLimit = 0
    /// Whether the folder's permissions were compared with the file's.
    var hasFollowedAccess = false
    /// Detects writes in progress by other programs.
    private var stillness: Stillness
    /// Notices for the user that haven't been returned yet.
    var notices: [Message] = []
    /// The damage that prevents writing, or `nil`.
    var problem: LootError?
    /// The error of syncing the folder, or `nil`. Until the next writer succeeds, a power failure can bring back the
    /// old file, and the journal keeps the commits.
    var unsynced: LootError?
    /// The disk error that prevents writing until the store is opened again, or `nil`.
    var failure: LootError?

    init(_ path: String, codec: Codec, files: any FileSystem, options: FileStoreOptions) {
        self.path = path
        folder = StoreFolder(of: path)
        self.codec = codec
        self.files = files
        self.options = options
        shape = codec.newShape
        stillness = Stillness(duration: options.stillness)
    }

    // MARK: Reading

    /// Reads the file and the journal.
    mutating func read() throws(LootError) -> StoreReading {
        var found = try readOnce()
        // Each write in the meantime requires another read. If a store is written continuously, the last state read
        // is used.
        for attempt in 0..<100 {
            // A journal that appears damaged may be in the middle of a write.
            let isDamaged = journal?.problem != nil
            if try !hasNews(), !isDamaged || attempt > 4 { break }
            if isDamaged { Threads.pause(milliseconds: 1) }
            found = try readOnce()
        }
        var entries = found.entries
        let (traces, content) = (found.traces, found.content)
        problem = nil
        if journal?.problem != nil, let seen = traces.seen { entries.completeDamaged(by: seen) }
        var items = try content.map { content throws(LootError) in try decode(content) } ?? ItemCollection()
        let fileState: FileState
        do throws(SystemError) {
            if let untouched = FileState(untouched: status, entries, traces) {
                fileState = untouched
            } else {
                fileState = try FileState(entries, traces, content: content)
            }
        } catch { throw error.lootError("Can't read the items.") }
        revision = entries.last?.revision ?? .initial
        let last = FileState.lastKnown(in: entries, traces)
        held = fileState.held ?? last?.held ?? .initial
        file = fileState.file
        noted = traces.seen.flatMap { $0.file.digest == fileState.file?.digest ? $0.revision : nil }
        pending = PendingCommits(entries.compactMap(\.record).filter { $0.revision > held })
        // The permissions may be those of another file.
        (outside, foldLimit, hasFollowedAccess) = (nil, 0, false)
        loadedEntries = problem == nil ? [] : entries
        if problem == nil {
            if fileState.held == nil {
                try acceptExternalWrite(&items, over: last.map(\.file), in: entries, after: Array(pending))
            } else {
                let damage = try pending.apply(to: &items, of: path)
                problem = problem ?? damage
            }
        }
        return StoreReading(items: items, revision: revision, content: content)
    }

    private mutating func readOnce() throws(LootError) -> Found {
        let content: FileContent?
        let traces: Traces
        do throws(SystemError) {
            content = try FileContent(of: path, on: files)
            status = content?.status
        } catch {
            throw error.lootError("Can't read the items.")
        }
        do throws(SystemError) {
            number = try folder.journals(on: files).last ?? 0
            if number > 0 { files.close(try files.openRegular(folder.journal(number)).file) }
            traces = try folder.traces(on: files)
        } catch {
            // A process that can read the file but not the folder only uses the file.
            guard error.code == .denied else { throw error.lootError("Can't read the store.") }
            (number, traces) = (0, Traces())
        }
        list = traces.list
        let found = number == 0 ? nil : try traces.journal(at: folder.journal(number), on: files)
        journal = found?.journal
        return Found(entries: found?.entries ?? [], traces: traces, content: content)
    }

    /// The undecoded content of the store's files.
    private struct Found {
        var entries: [JournalEntry]
        var traces: Traces
        var content: FileContent?
    }

    private mutating func decode(_ content: FileContent) throws(LootError) -> ItemCollection {
        let bytes: [UInt8]
        do { bytes = try content.bytes() } catch { throw error.lootError("Can't read the items.") }
        let file = try DecodedFile(of: bytes, at: path, as: codec)
        problem = problem ?? file.damage
        shape = file.shape
        return file.items
    }

    // MARK: Changes by other writers

    /// Whether another process has written. Checks the status of three paths and reads a few bytes.
    func hasNews() throws(LootError) -> Bool {
        if isLost { return true }
        do throws(SystemError) {
            if try files.status(at: path) != status { return true }
            if try files.node(at: folder.journal(number)) != journal?.node { return true }
            if try files.node(at: folder.journal(number + 1)) != nil { return true }
        } catch {
            if error.code == .denied, journal == nil { return false }
            throw error.lootError("Can't read the store.")
        }
        return try journal?.hasNews() ?? false
    }

    /// Whether no write is in progress: the file is unchanged or was replaced as a whole, and the journal is the same
    /// file; or both have been unchanged for a while. A file or journal that is missing or being rewritten in place
    /// isn't ready yet.
    mutating func isSettled() throws(LootError) -> Bool {
        do throws(SystemError) {
            let file = try files.status(at: path)
            let fileExists = file == status || file != nil && file?.node != status?.node
            if fileExists {
                guard let journal else { return true }
                if try files.node(at: folder.journal(number)) == journal.node { return true }
            }
            let journal = number == 0 ? nil : try files.status(at: folder.journal(number))
            return stillness.isReached(file: file, journal: journal)
        } catch {
            throw error.lootError("Can't read the store.")
        }
    }

    /// Reads the changes of other writers.
    ///
    /// - Parameter known: The newest revision that readers have seen.
    /// - Returns: The changes to report to readers.
    /// - Throws: ``/LootCore/LootError`` if the files can't be read.
    mutating func readOn(after known: Revision) throws(LootError) -> StoreNews {
        if try !hasNews() { return .none }
        if try isGone(path) {
            isLost = true
            problem = lost
            return .none
        }
        if try isJournalMissing() {
            // The commits that were only in the journal are still in memory. They are written to the next journal.
            journal = nil
            return .none
        }
        let retractedCommits = try journal?.retractedCommits()
        if retractedCommits == nil, let commits = try continuation() {
            return commits.isEmpty ? .none : .commits(commits)
        }
        let unknown = outside
        // Commits that were removed from the journal again were never acknowledged.
        let waiting = (unknown?.pending ?? Array(pending)).filter { retractedCommits?.contains($0) != true }
        let (heldBefore, fileBefore, problemBefore, journalBefore) = (held, file, problem, journal?.node)
        let isSameLine = try journalExists()
        // Revisions that readers have seen may differ from those in the journal, so equal numbers don't mean equal
        // states.
        let mayDiffer = outside != nil || isRenumbered || isLost || retractedCommits != nil
        isLost = false
        var reading = try read()
        if let fileBefore, journalBefore == nil, journal == nil, problem == nil,
            file?.digest != fileBefore.digest
        {
            // There is no journal, but this process remembers the file's previous content.
            try acceptExternalWrite(
                &reading.items, over: fileBefore, in: [.holds(fileBefore, heldBefore)], after: [])
        }
        // A new journal counts revisions from a different starting point.
        var lost = waiting.filter { !isSameLine || $0.revision > revision }
        if !isSameLine, !lost.isEmpty {
            let known =
                try Journal.open(at: folder.journal(number), on: files, list: list)?.entries().compactMap(
                    \.record) ?? []
            lost.removeAll { known.contains($0) }
        }
        if !lost.isEmpty, problem == nil {
            // The journal was replaced and lacks commits that this process has acknowledged.
            try acceptExternalWrite(&reading.items, over: nil, in: [], after: lost)
        }
        // A different state gets a higher revision, even if the journal doesn't contain it.
        isRenumbered = false
        // The same revision in the same journal is the same state, regardless of how much of it is in the file.
        let isSameState =
            journalBefore != nil && journal?.node == journalBefore
            || held == heldBefore && file?.digest == fileBefore?.digest
        if !mayDiffer, outside == nil, lost.isEmpty, revision == known, isSameState, problem == problemBefore
        {
            return .none
        }
        if revision <= known { number(after: known) }
        if let unknown {
            outside?.revision = nil
            // The change will be committed after the last entry of the journal.
            if outside?.entries.last?.revision == unknown.entries.last?.revision {
                outside?.known = unknown.known
            }
        }
        reading.revision = revision
        return .another(reading)
    }

    /// Discards the known status, so that the file is read again.
    mutating func forgetFile() { status?.changed = 0 }

    /// Whether the file existed and a path that it needs is now missing.
    func isGone(_ path: String) throws(LootError) -> Bool {
        guard status != nil else { return false }
        do { return try files.status(at: path) == nil } catch {
            throw error.lootError("Can't read the store.")
        }
    }

    /// The error for a file that disappeared while it was in use. It isn't treated as an empty list.
    var lost: LootError {
        LootError(
            .unavailable, "Can't find the items anymore.", reason: "\(path) was moved or removed.",
            advice: "Put it back, or open the list at its new location.", place: path)
    }

    /// Whether the open part of the journal is still the file at its path, or there has never been a journal.
    private func journalExists() throws(LootError) -> Bool {
        if number == 0 { return true }
        do { return try files.node(at: folder.journal(number)) == journal?.node } catch {
            throw error.lootError("Can't read the store.")
        }
    }

    private func isJournalMissing() throws(LootError) -> Bool {
        guard journal != nil else { return false }
        do throws(SystemError) {
            if try files.status(at: path) != status { return false }
            if try files.node(at: folder.journal(number)) != nil { return false }
            return try folder.journals(on: files).isEmpty
        } catch {
            throw error.lootError("Can't read the store.")
        }
    }

    /// Returns the new commits if the new entries continue from the current state and match the file. Returns `nil`
    /// if everything has to be read again.
    private mutating func continuation() throws(LootError) -> [Commit]? {
        guard outside == nil, problem == nil, number > 0, !isRenumbered, var newest = journal else {
            return nil
        }
        // If the journal was removed, another process may have started an unrelated one.
        if try !journalExists() { return nil }
        var entries = [JournalEntry.holds(file, held)] + (try newest.readOn())
        var number = number
        while let next = try Journal.open(at: folder.journal(number + 1), on: files, list: list) {
            newest = next
            number += 1
            entries += try newest.readOn()
        }
        guard newest.problem == nil else { return nil }
        let found: FileStatus?
        let fileState: FileState
        do throws(SystemError) {
            (found, fileState) = try look(at: entries)
        } catch {
            throw error.lootError("Can't read the store.")
        }
        guard let newHeld = fileState.held else { return nil }
        let new = entries.compactMap(\.record).filter { $0.revision > revision }
        var expected = revision
        for record in new {
            expected = expected.next
            if record.revision != expected { return nil }
        }
        let commits = try new.map { record throws(LootError) in try record.commit() }
        // A commit without changes records an external change of which only the result is known.
        if commits.contains(where: \.changes.isEmpty) { return nil }
        pending = PendingCommits((pending + new).filter { $0.revision > newHeld })
        (journal, self.number, status, self.file, held) = (newest, number, found, fileState.file, newHeld)
        revision = expected
        return commits
    }

    /// Compares the current file with entries.
    private func look(at entries: [JournalEntry]) throws(SystemError) -> (FileStatus?, FileState) {
        let (status, traces) = (try files.status(at: path), try folder.traces(on: files))
        if let untouched = FileState(untouched: status, entries, traces) { return (status, untouched) }
        // Between the two checks, the file may be replaced, as announced in the entries.
        let content = try FileContent(of: path, on: files)
        let fileState = try FileState(entries, traces, content: content)
        return (content?.status, fileState)
    }
}
