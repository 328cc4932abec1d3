import LootCore
import LootFormats
import Synchronization

/// The commits in all parts of a journal. They are read when the history is first requested.
final class HistoryLog: Sendable {
    private struct State {
        /// The encoded commits by revision, including some that are no longer in the history.
        var records: [Revision: CommitRecord] = [:]
        /// The history of these commits, without their changes.
        var history = History()
        /// The limit after the newest commit read.
        var limit: HistoryLimit?
        /// The newest revision read, or `nil` if nothing has been read yet.
        var revision: Revision?
        /// The revision at which the history dropped commits for the first time, or `nil` if it is complete.
        var firstDrop: Revision?
        /// A cache of large decoded commits, because the newest commits are requested repeatedly.
        var decoded: [Revision: Commit] = [:]
        /// The encoded size of the cached commits in bytes.
        var decodedSize = 0
    }

    /// Commits of at least this many bytes are cached.
    private static let large = 1 << 14
    /// The maximum encoded size of all cached commits in bytes.
    private static let maximumDecodedSize = 1 << 23

    private let folder: StoreFolder
    private let files: any FileSystem
    private let state = Mutex(State())

    init(in folder: StoreFolder, on files: any FileSystem) {
        self.folder = folder
        self.files = files
    }

    /// A revision of the list, and the limit of its history.
    struct Position {
        let revision: Revision
        let limit: HistoryLimit?
    }

    /// Returns the newest commits.
    func history(limit count: Int, at position: Position) throws(LootError) -> History {
        try state.withLock { state throws(LootError) in
            let titles = try titles(at: position, in: &state).newest(count)
            return try titles.map { commit throws(LootError) in
                try HistoryLog.commit(commit.revision, in: &state) ?? commit
            }
        }
    }

    /// Returns the newest commits without their changes. The changes aren't decoded.
    func titles(limit count: Int, at position: Position) throws(LootError) -> History {
        try state.withLock { state throws(LootError) in try titles(at: position, in: &state).newest(count) }
    }

    /// Returns the commit with the given revision, or `nil` if the history doesn't contain it.
    func commit(_ wanted: Revision, at position: Position) throws(LootError) -> Commit? {
        try state.withLock { state throws(LootError) in
            if try titles(at: position, in: &state).commit(wanted) == nil { return nil }
            return try HistoryLog.commit(wanted, in: &state)
        }
    }

    /// Returns the newest commits that changed the given item, oldest first. Other commits aren't decoded.
    func history(of item: ItemID, limit: Int, at position: Position) throws(LootError) -> [Commit] {
        try state.withLock { state throws(LootError) in
            let id = BytePattern(CommitRecord.bytes(of: item))
            var found: [Commit] = []
            for title in try titles(at: position, in: &state).commits.reversed() where found.count < limit {
                guard let record = state.records[title.revision], record.contains(id),
                    let commit = try HistoryLog.commit(title.revision, in: &state)?.concerning(item)
                else { continue }
                found.append(commit)
            }
            return found.reversed()
        }
    }

    private func titles(at position: Position, in state: inout State) throws(LootError) -> History {
        if state.revision != position.revision || state.limit != position.limit {
            try read(into: &state, at: position)
        }
        return state.history
    }

    /// Returns the commit with the given revision and its changes, or `nil` if no part of the journal contains it.
    private static func commit(_ revision: Revision, in state: inout State) throws(LootError) -> Commit? {
        if let known = state.decoded[revision] { return known }
        guard let record = state.records[revision] else { return nil }
        let commit = try record.commit()
        let size = record.bytes.count
        if size < large || size > maximumDecodedSize { return commit }
        if state.decodedSize + size > maximumDecodedSize { (state.decoded, state.decodedSize) = ([:], 0) }
        state.decoded[revision] = commit
        state.decodedSize += size
        return commit
    }

    /// Adds commits that this process made or received. If that fails, the journal is read again when the history is
    /// requested.
    func add(_ new: [CommitRecord]) {
        state.withLock { state in
            guard let known = state.revision, new.first?.revision == known.next else { return }
            do { for record in new { try note(record, in: &state) } } catch { state.revision = nil }
        }
    }

    /// Adds commits that this process made. `limit` is the history limit after these commits.
    ///
    /// - Returns: Whether the history starts to drop commits.
    func add(_ new: [CommitRecord], limit: HistoryLimit?) -> Bool {
        add(new)
        guard let limit, let first = new.first, let last = new.last else { return false }
        if let count = limit.count, last.revision.rawValue <= count { return false }
        return state.withLock { state in
            let position = Position(revision: last.revision, limit: limit)
            guard (try? titles(at: position, in: &state)) != nil, let drop = state.firstDrop else {
                return false
            }
            return drop >= first.revision
        }
    }

    /// Discards everything, so that the journal is read again when the history is requested.
    func forget() { state.withLock { $0 = State() } }

    private func read(into state: inout State, at position: Position) throws(LootError) {
        state = State()
        var records: [CommitRecord] = []
        var last = Revision.initial
        var paths: [String] = []
        var traces = Traces()
        do throws(SystemError) {
            traces = try folder.traces(on: files)
            paths = try folder.journals(on: files).map(folder.journal)
        } catch {
            if error.code != .denied { throw error.lootError("Can't read the history.") }
        }
        for path in paths {
            guard let (journal, entries) = try traces.journal(at: path, on: files) else { continue }
            for record in entries.compactMap(\.record) {
                // A part starts with the commits that were pending then. The previous part contains them as well.
                if record.revision > last {
                    records.append(record)
                    last = record.revision
                }
            }
            // Commits after the damage are missing, so earlier ones don't lead to the current items.
            if journal.problem != nil { records = [] }
        }
        // The limit at the time of a commit applies to it: dropped commits don't return if the limit is raised.
        state.limit = position.limit
        for record in records {
            guard let change = try HistoryLog.limits(of: record) else { continue }
            state.limit = change.old
            break
        }
        for record in records { try note(record, in: &state) }
        state.revision = last
        if state.limit == position.limit { return }
        state.limit = position.limit
        if let limit = position.limit { state.history.drop(beyond: limit) }
    }

    private static let limitKey = BytePattern(Array("historyLimit".utf8))

    /// Returns the limits of the history before and after the given commit, or `nil` if the commit doesn't set the
    /// limit.
    private static func limits(
        of record: CommitRecord
    ) throws(LootError) -> (old: HistoryLimit?, new: HistoryLimit?)? {
        guard record.contains(limitKey) else { return nil }
        func limit(_ change: Change) -> HistoryLimit? {
            var settings = ListSettings()
            if case .set(let key, let value) = change { settings[key] = value }
            return settings.historyLimit
        }
        let changes = try record.commit().changes.filter {
            if case .set("historyLimit", _) = $0.change { true } else { false }
        }
        guard let first = changes.first, let last = changes.last else { return nil }
        return (limit(first.inverse), limit(last.change))
    }

    private func note(_ record: CommitRecord, in state: inout State) throws(LootError) {
        if let change = try HistoryLog.limits(of: record) { state.limit = change.new }
        let wasComplete = state.history.isComplete
        state.history.record(try record.summary(), limit: state.limit)
        if wasComplete, !state.history.isComplete { state.firstDrop = record.revision }
        state.records[record.revision] = record
        state.revision = record.revision
        if state.records.count <= 2 * state.history.commits.count + 4 { return }
        let known = Set(state.history.commits.map(\.revision))
        state.records = state.records.filter { known.contains($0.key) }
    }
}
