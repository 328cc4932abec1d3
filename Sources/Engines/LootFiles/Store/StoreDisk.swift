import LootCollection
import LootCore
import LootFormats
import Platform

/// What a store has on the medium: the file, the journal in the folder beside it, and how the two stand to each other.
///
/// Reading takes no lock. The journal is only added to, and the file is only replaced as a whole, by what the journal
/// has announced; so a reader that finds both as they were when it began has read one state.
struct StoreDisk<Codec: ItemFileCodec>: ~Copyable {
    /// A state as it was read.
    struct Reading {
        var items: ItemCollection
        var revision: Revision
        /// The file that was read; `nil` if there was none.
        var content: FileContent?
    }

    /// What others have done since.
    enum News {
        case none
        case commits([Commit])
        case another(Reading)
    }

    let path: String
    let folder: StoreFolder
    let codec: Codec
    let files: any FileSystem
    let options: FileStoreOptions

    /// The newest part of the journal.
    var journal: Journal?
    /// Its number; 0 for the journal of version 1.0, or none.
    var number = 0
    /// The number of the list that the journal has to belong to; `nil` if it isn't known.
    var list: UInt32?
    var shape: Codec.Shape
    /// The file as it was last seen, nil when it is not there.
    var status: FileStatus?
    /// What the file holds, nil when it is not there.
    var file: FileIdentity?
    /// The file holds all commits up to here.
    var held = Revision.initial
    /// Up to which revision the note says that the file holds all commits, see ``writeSeen()``; nil where there is none.
    var noted: Revision?
    /// The commits that the file lacks.
    var pending = PendingCommits()
    var revision = Revision.initial
    /// What another program has made of the file, until the journal knows of it.
    var outside: OutsideWrite?
    /// Whether the revision has a later number here than in the journal, which was replaced by an earlier one.
    var isRenumbered = false
    /// What the journal says, of a store that is damaged.
    var said: [JournalEntry] = []
    /// Whether the file went away beneath this process.
    var isLost = false
    /// Whether this process has made a change. One that makes a second is here to stay, and need not have the file
    /// complete after each.
    var hasWritten = false
    /// Up to which size of pending commits folding is not tried again after it failed.
    var foldLimit = 0
    /// Whether the rights of the folder were compared with those of the file.
    var hasFollowedAccess = false
    /// The file and the journal at the last look at whether they stand still.
    private var lastLook: (file: FileStatus?, journal: FileStatus?, since: ContinuousClock.Instant)?
    /// What a person should know of what was done, and was not told yet.
    var notices: [String] = []
    /// Why nothing may be written: what was read is not as it was written.
    var problem: LootError?
    /// Why it isn't certain that the file keeps its new content after a power cut; the journal keeps the commits until
    /// then. The next writer tries again.
    var unsynced: LootError?
    /// Why nothing may be written until the store was opened again: the medium failed to keep something.
    var failure: LootError?

    init(_ path: String, codec: Codec, files: any FileSystem, options: FileStoreOptions) {
        self.path = path
        folder = StoreFolder(of: path)
        self.codec = codec
        self.files = files
        self.options = options
        shape = codec.newShape
    }

    // MARK: Reading

    /// Reads everything.
    mutating func read() throws(LootError) -> Reading {
        var (entries, traces, content) = try readOnce()
        // Each time something is written in between, there is more to read; a store that is written without a pause
        // is read as it was the last time.
        for attempt in 0..<100 {
            // What looks damaged may be in the middle of being written.
            let isDamaged = journal?.problem != nil
            if try !hasNews(), !isDamaged || attempt > 4 { break }
            if isDamaged { Threads.pause(milliseconds: 1) }
            (entries, traces, content) = try readOnce()
        }
        problem = nil
        if journal?.problem != nil, let seen = traces.seen { entries.completeDamaged(by: seen) }
        var items = try content.map { content throws(LootError) in try decode(content) } ?? ItemCollection()
        let standing: Standing
        do throws(SystemError) {
            if let untouched = Standing(untouched: status, entries, traces) {
                standing = untouched
            } else {
                standing = try Standing(entries, traces, content: content)
            }
        } catch { throw error.lootError("can't read the items") }
        revision = entries.last?.revision ?? .initial
        let last = Standing.lastKnown(in: entries, traces)
        held = standing.held ?? last?.held ?? .initial
        file = standing.file
        noted = traces.seen.flatMap { $0.file.digest == standing.file?.digest ? $0.revision : nil }
        pending = PendingCommits(entries.compactMap(\.record).filter { $0.revision > held })
        // Another file may have other rights.
        (outside, foldLimit, hasFollowedAccess) = (nil, 0, false)
        said = problem == nil ? [] : entries
        if problem == nil {
            if standing.held == nil {
                try takeOutsideWrite(&items, over: last.map(\.file), in: entries, after: Array(pending))
            } else {
                try makePending(&items)
            }
        }
        return Reading(items: items, revision: revision, content: content)
    }

    private mutating func readOnce() throws(LootError)
        -> (entries: [JournalEntry], traces: Traces, content: FileContent?)
    {
        let content: FileContent?
        let traces: Traces
        do throws(SystemError) {
            content = try FileContent(of: path, on: files)
            status = content?.status
        } catch {
            throw error.lootError("can't read the items")
        }
        do throws(SystemError) {
            number = try folder.journals(on: files).last ?? 0
            if number > 0 { files.close(try files.openRegular(folder.journal(number)).file) }
            traces = try folder.traces(on: files)
        } catch {
            // A process that may read the file and not the folder sees the file alone.
            guard error.code == .denied else { throw error.lootError("can't look at the store") }
            (number, traces) = (0, Traces())
        }
        list = traces.list
        let found = try traces.journal(at: journalPath, on: files)
        journal = found?.journal
        return (found?.entries ?? [], traces, content)
    }

    private var journalPath: String { number == 0 ? folder.earlierJournal : folder.journal(number) }

    private mutating func decode(_ content: FileContent) throws(LootError) -> ItemCollection {
        let bytes: [UInt8]
        do { bytes = try content.bytes() } catch { throw error.lootError("can't read the items") }
        do throws(LootError) {
            let file = try codec.decode(bytes, from: path)
            shape = file.shape
            return try ItemCollection(file.items)
        } catch {
            if error.code == .newerFormat { throw error }
            let (file, lost) = codec.salvage(bytes, from: path)
            var damage = lost.first ?? error
            // Where the reader knows better, as of what git left in a file, it says so.
            if damage.remedy == nil { (damage.next, damage.remedy) = ("See what can be kept", .recover) }
            problem = problem ?? damage
            shape = file.shape
            return try ItemCollection(file.items)
        }
    }

    private mutating func makePending(_ items: inout ItemCollection) throws(LootError) {
        for record in pending {
            let changes = try record.commit().changes.map(\.change)
            do throws(LootError) { _ = try items.apply(changes) } catch {
                problem =
                    problem
                    ?? LootError(
                        .damaged, "can't read all the items",
                        because: "a change in the journal does not fit the file (\(error.why))",
                        next: "See what can be kept", remedy: .recover, item: error.item, place: path)
            }
        }
    }

    // MARK: Following others

    /// Whether another process has written. Costs a look at three names and a few bytes.
    func hasNews() throws(LootError) -> Bool {
        if isLost { return true }
        do throws(SystemError) {
            if try files.status(at: path) != status { return true }
            if try files.node(at: journalPath) != journal?.node { return true }
            if try files.node(at: folder.journal(number + 1)) != nil { return true }
        } catch {
            if error.code == .denied, journal == nil { return false }
            throw error.lootError("can't look at the store")
        }
        return try journal?.hasNews() ?? false
    }

    /// Whether the file is as this process knows it or was replaced as a whole, and the journal is the same; or both have
    /// stood still for a while. A file that is being written in place or is missing for a moment is not there yet, and
    /// neither is a journal that is being put back as it once was.
    mutating func isSettled() throws(LootError) -> Bool {
        let found: (file: FileStatus?, journal: FileStatus?)
        do throws(SystemError) {
            let file = try files.status(at: path)
            let isFileThere = file == status || file != nil && file?.node != status?.node
            if isFileThere {
                guard let journal else { return true }
                if try files.node(at: journalPath) == journal.node { return true }
            }
            found = (file, try files.status(at: journalPath))
        } catch {
            throw error.lootError("can't look at the store")
        }
        let now = ContinuousClock.now
        if let lastLook, lastLook.file == found.file, lastLook.journal == found.journal {
            return now - lastLook.since >= options.stillness
        }
        lastLook = (found.file, found.journal, now)
        return false
    }

    /// Finds out what others have written.
    ///
    /// - Parameter known: the newest revision that was told to those who read.
    /// - Returns: what there is to tell them.
    /// - Throws: ``/LootCore/LootError`` when the files can't be read.
    mutating func readOn(after known: Revision) throws(LootError) -> News {
        if try !hasNews() { return .none }
        if try isGone(path) {
            isLost = true
            problem = lost
            return .none
        }
        if try isJournalGone() {
            // The commits that only the journal had are still here, and go into the next one.
            journal = nil
            return .none
        }
        let takenBack = try journal?.takenBack()
        if takenBack == nil, let commits = try continuation() {
            return commits.isEmpty ? .none : .commits(commits)
        }
        let unknown = outside
        // What was taken back was not acknowledged to anyone.
        let waiting = (unknown?.pending ?? Array(pending)).filter { takenBack?.contains($0) != true }
        let (heldBefore, fileBefore, problemBefore, journalBefore) = (held, file, problem, journal?.node)
        let isSameLine = try isJournalThere()
        // What was told then is not what the journal says, so that equal numbers mean nothing.
        let mayDiffer = outside != nil || isRenumbered || isLost || takenBack != nil
        isLost = false
        var reading = try read()
        if let fileBefore, journalBefore == nil, journal == nil, problem == nil,
            file?.digest != fileBefore.digest
        {
            // No journal tells what the file held, and this process has seen it.
            try takeOutsideWrite(
                &reading.items, over: fileBefore, in: [.holds(fileBefore, heldBefore)], after: [])
        }
        // A journal that was begun anew counts from another start.
        var lost = waiting.filter { !isSameLine || $0.revision > revision }
        if !isSameLine, !lost.isEmpty {
            let known =
                try Journal.open(at: journalPath, on: files, list: list)?.entries().compactMap(\.record) ?? []
            lost.removeAll { known.contains($0) }
        }
        if !lost.isEmpty, problem == nil {
            // The journal is another one, and does not know what this process has acknowledged.
            try takeOutsideWrite(&reading.items, over: nil, in: [], after: lost)
        }
        // Another state has another, later number, also where the journal knows nothing of it.
        isRenumbered = false
        // The same journal at the same revision is the same state, whatever of it is in the file by now.
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
            // The commit will go on where the journal ends.
            if outside?.entries.last?.revision == unknown.entries.last?.revision {
                outside?.known = unknown.known
            }
        }
        reading.revision = revision
        return .another(reading)
    }

    /// Has the file read again, whatever is known of it.
    mutating func forgetFile() { status?.changed = 0 }

    /// Whether the file was there, and what is at a path that it needs is no longer.
    func isGone(_ path: String) throws(LootError) -> Bool {
        guard status != nil else { return false }
        do { return try files.status(at: path) == nil } catch {
            throw error.lootError("can't look at the store")
        }
    }

    /// A file that went away beneath a program is no empty list.
    var lost: LootError {
        LootError(
            .unavailable, "can't find the items any more", because: "\(path) was moved or taken away",
            next: "Put it back, or open the list where it is now", place: path)
    }

    /// Whether the part of the journal that this process has open is still the one under its name.
    private func isJournalThere() throws(LootError) -> Bool {
        do { return try files.node(at: journalPath) == journal?.node } catch {
            throw error.lootError("can't look at the store")
        }
    }

    private func isJournalGone() throws(LootError) -> Bool {
        guard journal != nil else { return false }
        do throws(SystemError) {
            if try files.status(at: path) != status { return false }
            if try files.node(at: journalPath) != nil { return false }
            return try folder.journals(on: files).isEmpty
        } catch {
            throw error.lootError("can't look at the store")
        }
    }

    /// The commits among new entries, when these go on where this process is and mean the file as it is; nil when
    /// everything has to be read.
    private mutating func continuation() throws(LootError) -> [Commit]? {
        guard outside == nil, problem == nil, number > 0, !isRenumbered, var newest = journal else {
            return nil
        }
        // Where the journal was taken away, another process may have begun one that knows nothing of this one.
        if try !isJournalThere() { return nil }
        var entries = [JournalEntry.holds(file, held)] + (try newest.readOn())
        var number = number
        while let next = try Journal.open(at: folder.journal(number + 1), on: files, list: list) {
            newest = next
            number += 1
            entries += try newest.readOn()
        }
        guard newest.problem == nil else { return nil }
        let found: FileStatus?
        let standing: Standing
        do throws(SystemError) {
            (found, standing) = try look(at: entries)
        } catch {
            throw error.lootError("can't look at the store")
        }
        guard let nowHeld = standing.held else { return nil }
        let new = entries.compactMap(\.record).filter { $0.revision > revision }
        var expected = revision
        for record in new {
            expected = expected.next
            if record.revision != expected { return nil }
        }
        let commits = try new.map { record throws(LootError) in try record.commit() }
        // Where it is not known what another program has changed, only the outcome is known.
        if commits.contains(where: \.changes.isEmpty) { return nil }
        pending = PendingCommits((pending + new).filter { $0.revision > nowHeld })
        (journal, self.number, status, self.file, held) = (newest, number, found, standing.file, nowHeld)
        revision = expected
        return commits
    }

    /// How the file stands to entries.
    private func look(at entries: [JournalEntry]) throws(SystemError) -> (FileStatus?, Standing) {
        let (status, traces) = (try files.status(at: path), try folder.traces(on: files))
        if let untouched = Standing(untouched: status, entries, traces) { return (status, untouched) }
        // The file may be replaced between the two looks, by what the entries have announced.
        let content = try FileContent(of: path, on: files)
        let standing = try Standing(entries, traces, content: content)
        return (content?.status, standing)
    }
}
