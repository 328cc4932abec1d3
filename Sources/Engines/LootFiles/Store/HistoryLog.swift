import LootCore
import LootFormats
import Synchronization

/// The commits in all parts of a journal, for the history. Nothing is read before the history is asked for.
final class HistoryLog: Sendable {
    private struct State {
        /// The commits of the history as they stand in the journal, by their revisions; some that it has forgotten too.
        var records: [Revision: CommitRecord] = [:]
        /// What they make for a history, without their changes.
        var history = History()
        /// The newest of them; nil before they were read.
        var revision: Revision?
        /// Large ones that were decoded: what is long is asked for again and again as long as it is among the newest.
        var decoded: [Revision: Commit] = [:]
        /// How many bytes these take in the journal.
        var decodedSize = 0
    }

    /// A commit of this many bytes or more is kept decoded,
    private static let large = 1 << 14
    /// as long as all of these have no more than this many together.
    private static let mostDecoded = 1 << 23

    private let folder: StoreFolder
    private let files: any FileSystem
    private let limit: Int
    private let state = Mutex(State())

    /// The history in a store's folder, of at most `limit` commits.
    init(in folder: StoreFolder, on files: any FileSystem, limit: Int) {
        self.folder = folder
        self.files = files
        self.limit = limit
    }

    /// The newest commits that can be undone, and redone, as they are at a revision.
    func history(limit count: Int, at revision: Revision) throws(LootError) -> History {
        try state.withLock { state throws(LootError) in
            if state.revision != revision { try read(into: &state) }
            let newest = state.history.newest(count)
            return try newest.map { commit throws(LootError) in
                try HistoryLog.commit(commit.revision, in: &state) ?? commit
            }
        }
    }

    /// A commit with its changes.
    private static func commit(_ revision: Revision, in state: inout State) throws(LootError) -> Commit? {
        if let known = state.decoded[revision] { return known }
        guard let record = state.records[revision] else { return nil }
        let commit = try record.commit()
        let size = record.bytes.count
        if size < large || size > mostDecoded { return commit }
        if state.decodedSize + size > mostDecoded { (state.decoded, state.decodedSize) = ([:], 0) }
        state.decoded[revision] = commit
        state.decodedSize += size
        return commit
    }

    /// Takes note of commits that were made or followed here. What can't be noted is read when it is asked for.
    func add(_ new: [CommitRecord]) {
        state.withLock { state in
            guard let known = state.revision, new.first?.revision == known.next else { return }
            do { for record in new { try note(record, in: &state) } } catch { state.revision = nil }
        }
    }

    /// Has the journal read again when the history is asked for.
    func forget() { state.withLock { $0 = State() } }

    private func read(into state: inout State) throws(LootError) {
        state = State()
        state.revision = .initial
        var paths = [folder.earlierJournal]
        var traces = Traces()
        do throws(SystemError) {
            traces = try folder.traces(on: files)
            paths += try folder.journals(on: files).map(folder.journal)
        } catch {
            if error.code != .denied { throw error.lootError("can't read the history") }
        }
        for path in paths {
            guard let (journal, entries) = try traces.journal(at: path, on: files) else { continue }
            for record in entries.compactMap(\.record) {
                // A part begins with what is pending, which the part before has too.
                if record.revision > state.revision ?? .initial { try note(record, in: &state) }
            }
            // What stood behind the damage is missing: nothing before it leads to the items as they are.
            if journal.problem != nil { (state.records, state.history) = ([:], History()) }
        }
    }

    private func note(_ record: CommitRecord, in state: inout State) throws(LootError) {
        state.history.record(try record.summary(), limit: limit)
        state.records[record.revision] = record
        state.revision = record.revision
        if state.records.count <= 4 * limit + 4 { return }
        let known = Set((state.history.undoable + state.history.redoable).map(\.revision))
        state.records = state.records.filter { known.contains($0.key) }
    }
}
