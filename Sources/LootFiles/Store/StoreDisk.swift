import LootCollection
import LootCore
import LootFormats

/// What a store has on the medium: the file, the journal beside it, and how the two stand to each other.
///
/// The file holds all commits up to one that a statement in the journal names, a checkpoint or an intent; the later
/// ones are pending and stand only in the journal. A file that no statement means was written by somebody else: with
/// nothing pending it is the new truth, otherwise nobody can tell how the two belong together.
struct StoreDisk<Codec: ItemFileCodec>: ~Copyable {
    /// A state as it was read.
    struct Reading {
        var items: ItemCollection
        var revision: Revision
    }

    /// What others have done since.
    enum News {
        case none
        case commits([Commit])
        case another(Reading)
    }

    let path: String
    let journalPath: String
    let codec: Codec
    let files: any FileSystem
    let options: FileStoreOptions

    var journal: Journal?
    var shape: Codec.Shape
    /// The file as it was last seen, nil when it is not there.
    var status: FileStatus?
    /// What the file holds, if it has been worked out; only then a statement in the journal may name it.
    var identity: FileIdentity?
    /// Whether the journal has a statement that means the file.
    var isStated = false
    /// How many bytes of commits the file lacks.
    var pendingSize = 0
    /// The commits that the file lacked when it was read.
    var pendingRecords: [CommitRecord] = []
    /// Up to which size of pending commits the file is left as it is.
    var foldLimit = 0
    /// The commits in the journal, for the history.
    var records: [CommitRecord] = []
    /// The history that the first records make.
    private var decoded = (history: History(), count: 0)
    var revision = Revision.initial
    /// What is known of a file that was not read yet.
    var glance: Glance?
    /// Why nothing may be written: what was read is not as it was written.
    var problem: LootError?
    /// Why nothing may be written until the store was opened again: the medium failed to keep something.
    var failure: LootError?

    init(_ path: String, codec: Codec, files: any FileSystem, options: FileStoreOptions) {
        self.path = path
        journalPath = Journal.path(for: path)
        self.codec = codec
        self.files = files
        self.options = options
        shape = codec.newShape
    }

    // MARK: Reading

    /// Reads everything.
    mutating func read() throws(LootError) -> Reading {
        journal = try Journal.open(at: journalPath, on: files)
        let entries = try journal?.readOn() ?? []
        let content: (bytes: [UInt8], status: FileStatus)?
        do throws(SystemError) { content = try files.contents(of: path) } catch {
            throw error.lootError("can't read the items")
        }
        problem = journal?.problem
        status = content?.status
        identity = nil
        replaceRecords(entries.compactMap(\.record))
        var items = ItemCollection()
        if let content { items = try decode(content.bytes) }
        let base = try statement(in: entries, for: content?.status) { content?.bytes }
        isStated = base != nil
        revision = entries.last?.revision ?? .initial
        let pending = entries.dropFirst((base ?? entries.lastCheckpoint ?? -1) + 1)
        pendingRecords = pending.compactMap(\.record)
        pendingSize = pendingRecords.reduce(0) { $0 + $1.bytes.count }
        foldLimit = 0
        if isStated {
            for record in pendingRecords {
                let changes = try record.commit().changes.map(\.change)
                do throws(LootError) { _ = try items.apply(changes) } catch {
                    problem = problem ?? misfit(error)
                }
            }
        } else if pendingSize > 0 {
            problem = problem ?? conflict()
        } else if !entries.isEmpty {
            // Somebody edited the file: a state of its own.
            revision = revision.next
        }
        glance = nil
        return Reading(items: items, revision: revision)
    }

    private mutating func decode(_ bytes: [UInt8]) throws(LootError) -> ItemCollection {
        do throws(LootError) {
            let file = try codec.decode(bytes, from: path)
            shape = file.shape
            return try ItemCollection(file.items)
        } catch {
            if error.code == .newerFormat { throw error }
            let (file, lost) = codec.salvage(bytes, from: path)
            var damage = lost.first ?? error
            damage.next = "See what can be kept with: loot recover"
            problem = problem ?? damage
            shape = file.shape
            return try ItemCollection(file.items)
        }
    }

    /// The last statement that means the file as it is; notes what the file holds.
    private mutating func statement(
        in entries: [JournalEntry], for status: FileStatus?, content: () throws(LootError) -> [UInt8]?
    ) throws(LootError) -> Int? {
        guard let status else { return nil }
        if let index = entries.lastIndex(where: { $0.identity?.isUntouched(status) == true }) {
            identity = entries[index].identity
            return index
        }
        guard entries.contains(where: { $0.identity?.size == status.size }), let bytes = try content() else {
            return nil
        }
        let found = FileIdentity(of: bytes.span.bytes, status: status)
        guard let index = entries.lastIndex(where: { $0.identity?.hasSameContent(as: found) == true }) else {
            return nil
        }
        identity = found
        identity?.summary = entries[index].identity?.summary
        return index
    }

    // MARK: History

    /// What the commits in the journal make for a history. Each is decoded once.
    mutating func history() throws(LootError) -> History {
        for record in records[decoded.count...] {
            decoded.history.record(try record.commit(), limit: options.historyLimit)
            decoded.count += 1
        }
        return decoded.history
    }

    mutating func replaceRecords(_ new: [CommitRecord]) {
        records = new
        decoded = (History(), 0)
    }

    // MARK: Following others

    /// Whether somebody else has written. Costs a look at two names and a few bytes.
    func hasNews() throws(LootError) -> Bool {
        do throws(SystemError) {
            let node = try files.status(at: journalPath)?.node
            let found = try files.status(at: path)
            if node != journal?.node || !isSame(found) { return true }
        } catch {
            throw error.lootError("can't look at the store")
        }
        return try journal?.hasNews() ?? false
    }

    func isSame(_ found: FileStatus?) -> Bool {
        found?.node == status?.node && found?.size == status?.size && found?.modified == status?.modified
    }

    /// Finds out what others have written. To be called under the lock.
    mutating func readOn() throws(LootError) -> News {
        if try !hasNews() { return .none }
        let found: FileStatus?
        let node: UInt64?
        do throws(SystemError) {
            found = try files.status(at: path)
            node = try files.status(at: journalPath)?.node
        } catch {
            throw error.lootError("can't look at the store")
        }
        let isNewJournal = node != journal?.node
        if isNewJournal { journal = try Journal.open(at: journalPath, on: files) }
        let entries = try journal?.readOn() ?? []
        if journal?.problem == nil,
            let commits = try continuation(entries, isWhole: isNewJournal, file: found)
        {
            return commits.isEmpty ? .none : .commits(commits)
        }
        let known = revision
        var reading = try read()
        // Another state has another, later number, also where the journal knows nothing of it.
        revision = max(revision, known.next)
        reading.revision = revision
        return .another(reading)
    }

    /// The commits among new entries, when these go on where this process is and mean the file as it is.
    private mutating func continuation(
        _ entries: [JournalEntry], isWhole: Bool, file found: FileStatus?
    ) throws(LootError) -> [Commit]? {
        guard let last = entries.last, last.revision >= revision else { return nil }
        let isSame = isSame(found)
        let new = entries.compactMap(\.record).filter { $0.revision > revision }
        var expected = revision
        for record in new {
            expected = expected.next
            if record.revision != expected { return nil }
        }
        if expected != last.revision { return nil }
        let base = entries.lastIndex { entry in
            found.map { entry.identity?.isUntouched($0) == true } ?? false
        }
        guard base != nil || isSame && isStated && !isWhole && entries.lastCheckpoint == nil else {
            return nil
        }
        let commits = try new.map { record throws(LootError) in try record.commit() }
        let pending = entries[(base.map { $0 + 1 } ?? 0)...].reduce(0) { $0 + ($1.record?.bytes.count ?? 0) }
        pendingSize = base == nil ? pendingSize + pending : pending
        if let base { identity = entries[base].identity }
        if isWhole { replaceRecords([]) }
        records += entries.compactMap(\.record)
        status = found
        isStated = true
        revision = expected
        return commits
    }

    // MARK: What is wrong

    private func misfit(_ error: LootError) -> LootError {
        LootError(
            .damaged, "can't read all the items",
            because: "a change in the journal does not fit the file (\(error.why))",
            next: "See what can be kept with: loot recover", item: error.item, place: path)
    }

    private func conflict() -> LootError {
        LootError(
            .damaged, "can't read all the items",
            because:
                "\(path) was edited while changes to it were still in its journal, and neither knows the other",
            next: "See what can be kept with: loot recover", place: path)
    }
}

extension JournalEntry {
    var revision: Revision {
        switch self {
        case .commit(let record): record.revision
        case .checkpoint(_, let revision), .intent(_, let revision): revision
        }
    }

    var record: CommitRecord? {
        if case .commit(let record) = self { record } else { nil }
    }

    var identity: FileIdentity? {
        switch self {
        case .commit: nil
        case .checkpoint(let identity, _): identity
        case .intent(let identity, _): identity
        }
    }
}

extension [JournalEntry] {
    var lastCheckpoint: Int? {
        lastIndex { if case .checkpoint = $0 { true } else { false } }
    }
}
