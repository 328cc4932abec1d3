import LootCollection
package import LootCore
import LootFormats
import Synchronization

/// Keeps items in a file, by the format that its codec knows: durable, shared with other programs and with people.
///
/// - What ``apply(_:)`` acknowledged is on the medium. Transactions that come at the same time wait for the medium
///   together.
/// - The file is the truth. It holds everything when a store is closed, and a second after the last change; meanwhile
///   a journal in a hidden folder beside it has what it lacks. Who needs the items needs no journal.
/// - Any number of processes may use the file at the same time, and a person may edit, restore or replace it: what is
///   in the file then is what counts, and comes as a commit to those who watch.
/// - Readers take no lock, and never wait for a writer.
/// - A damaged file is opened all the same, with what can be read of it; it then takes no changes, see ``problem``.
package final class FileStore<Codec: ItemFileCodec>: MaintainableStore, HistoryStore, SnapshotStore,
    LiveStore, FileKeepingStore, MonitoredStore, NoticeSource
{
    /// The file, symbolic links followed.
    let path: String

    let live: LiveItems
    let codec: Codec
    let files: any FileSystem
    let options: FileStoreOptions
    let log: HistoryLog
    let disk: Mutex<StoreDisk<Codec>>
    let lock: FileLock
    private let folder: StoreFolder
    private let queue: CommitQueue
    private let thread = DiskThread()
    private let published = Mutex(Published())
    let watching = Mutex<Task<Void, Never>?>(nil)
    let settling = Mutex<Task<Void, Never>?>(nil)
    /// Whether all that others have written was taken over, and the system tells of what they write next: readers then
    /// need not look at the files.
    let isCurrent = Atomic<Bool>(false)

    /// What readers see of the disk, which they never wait for.
    private struct Published {
        var problem: LootError?
        var notices: [String] = []
    }

    /// Opens the store in a file of a file system, see ``ItemFileCodec/openStore(at:options:)``.
    package static func open(
        _ path: String, as codec: Codec, on files: any FileSystem = SystemFileSystem(),
        options: FileStoreOptions = FileStoreOptions()
    ) async throws(LootError) -> FileStore {
        let resolved: String
        do throws(SystemError) { resolved = try files.resolve(path) } catch {
            throw error.lootError("can't open the store")
        }
        let store = FileStore(resolved, codec, files, options)
        try store.disk.withLock { disk throws(LootError) in
            let reading = try disk.read()
            try store.live.reload(reading.items, revision: reading.revision, history: History())
            store.publish(&disk)
            if options.isReadOnly { return }
            disk.followAccess()
            // A writer that is alive notes that itself.
            if disk.isNoteOld { _ = try? store.lock.withLockIfFree { disk.catchUpSeen() } }
        }
        return store
    }

    private init(_ path: String, _ codec: Codec, _ files: any FileSystem, _ options: FileStoreOptions) {
        self.path = path
        self.codec = codec
        self.files = files
        self.options = options
        live = LiveItems(ItemCollection(), historyLimit: 0)
        folder = StoreFolder(of: path)
        log = HistoryLog(in: folder, on: files, limit: options.historyLimit)
        lock = FileLock(at: folder.lock, on: files)
        queue = CommitQueue(on: thread)
        disk = Mutex(StoreDisk(path, codec: codec, files: files, options: options))
    }

    deinit {
        watching.withLock { $0?.cancel() }
        settling.withLock { $0?.cancel() }
    }

    /// It takes changes unless it is damaged or opened for reading only, keeps them, remembers them, notices those of
    /// others, and keeps files.
    package var capabilities: StoreCapabilities {
        let reading: StoreCapabilities = [.durable, .history, .shared, .files, .snapshots]
        return options.isReadOnly || problem != nil ? reading : reading.union(.writable)
    }

    /// Why it takes no changes, nil when all is well. What only the rights to its files forbid has the code `read-only`,
    /// and is over as soon as they allow it.
    package var problem: LootError? { published.withLock(\.problem) ?? refusal }

    /// See ``/LootCore/MonitoredStore/health``.
    package var health: StoreHealth { StoreHealth(problem: problem) }

    func publish(_ disk: inout StoreDisk<Codec>) {
        let problem = disk.failure ?? disk.problem
        let notices = disk.notices
        disk.notices = []
        published.withLock { published in
            published.problem = problem
            published.notices += notices
        }
    }

    /// See ``/LootCore/ItemStore/takeNotices()``: of a history that was damaged, and of comments in the file.
    package func takeNotices() -> [String] {
        published.withLock { published in
            defer { published.notices = [] }
            return published.notices
        }
    }

    /// Whether there is nothing to look at: nothing was told of the files since, or the task that has the disk, be it to
    /// write, has looked at them or is about to.
    private var isKnownCurrent: Bool { isCurrent.load(ordering: .relaxed) || thread.isBusy }

    /// Why its files may not be written, though they should be; nil where they may.
    var refusal: LootError? { options.isReadOnly ? nil : folder.refusal(on: files) }

    // MARK: Reading

    /// See ``/LootCore/ItemReader/outline(of:)``.
    package func outline(of query: Query) async throws(LootError) -> Outline {
        try catchUp()
        return try await live.outline(of: query)
    }

    /// See ``/LootCore/ItemReader/page(of:rows:)``.
    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try catchUp()
        return try await live.page(of: query, rows: rows)
    }

    /// See ``/LootCore/ItemReader/answer(to:rows:)``.
    package func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try catchUp()
        return try await live.answer(to: query, rows: rows)
    }

    /// See ``/LootCore/ItemReader/item(_:)``.
    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        try catchUp()
        return try live.item(id)
    }

    /// See ``/LootCore/ItemReader/position(of:in:)``.
    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try catchUp()
        return try await live.position(of: id, in: query)
    }

    /// See ``/LootCore/ItemStore/snapshot()``.
    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        try catchUp()
        return try live.hold()
    }

    /// See ``/LootCore/ItemStore/history(limit:)``. What another program has done to the file becomes a commit first.
    package func readHistory(limit: Int) async throws(LootError) -> History {
        try catchUp()
        let revision = try live.snapshot().revision
        if limit > 0, capabilities.contains(.writable),
            disk.withLockIfAvailable({ $0.outside != nil }) ?? false
        {
            try await exclusive { (_) throws(LootError) in }
        }
        return try log.history(limit: limit, at: max(revision, live.revision))
    }

    // MARK: Following others

    /// See ``/LootCore/ItemStore/events()``.
    package func events() -> AsyncStream<StoreEvent> {
        beginToWatch()
        return live.events()
    }

    /// See ``/LootCore/ItemStore/live(_:)``.
    package func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        beginToWatch()
        try catchUp()
        return try await live.live(query)
    }

    private var isWatched: Bool { watching.withLock { $0 != nil } }

    private func beginToWatch() {
        watching.withLock { task in
            if task != nil { return }
            let words = FileWatcher.words(of: path, beside: folder.path, on: files)
            task = Task.detached { [weak self] in
                for await word in words {
                    guard await self?.take(word) == true else { return }
                }
            }
        }
    }

    /// Takes over what others have written, however long they keep the lock: no other word may come.
    ///
    /// - Returns: whether there can be anything more to take over.
    private func take(_ word: FileWatcher.Word) async -> Bool {
        isCurrent.store(false, ordering: .relaxed)
        while !Task.isCancelled {
            do throws(LootError) {
                if try await followOnThread() {
                    isCurrent.store(word == .next, ordering: .relaxed)
                    return true
                }
            } catch {
                if error.code == .closed || error.code == .cancelled { return false }
                if error.code == .locked { continue }
                live.fail(error)
                return true
            }
            // A file that is being written is seen in parts: what is made of it counts once it stands still.
            try? await Task.sleep(for: options.stillness)
        }
        return false
    }

    /// Takes over what others have written, on the disk's own thread.
    ///
    /// - Returns: false when the file is being written by another program.
    private func followOnThread() async throws(LootError) -> Bool {
        let next = try await thread.run { () throws(LootError) -> AfterFollowing in
            try self.disk.withLock { disk throws(LootError) in
                if try !disk.isSettled() { return .wait }
                try self.follow(&disk, isWriting: self.capabilities.contains(.writable))
                let isLost = disk.journal == nil && !disk.pending.isEmpty
                return disk.problem == nil && (disk.outside != nil || isLost) ? .work : .rest
            }
        }
        if next == .work, capabilities.contains(.writable) {
            do throws(LootError) {
                try await exclusive { disk throws(LootError) in
                    if disk.journal == nil, !disk.pending.isEmpty {
                        try disk.fold(try self.live.snapshot().items)
                    }
                }
            } catch {
                // What can't become a commit now is shown all the same.
                try disk.withLock { disk throws(LootError) in
                    disk.forgetFile()
                    try self.follow(&disk, isWriting: false)
                }
                throw error
            }
        }
        return next != .wait
    }

    /// Takes over what others have written since the last look. When there is nothing new, that costs a few system
    /// calls; none where the system tells of every change.
    private func catchUp() throws(LootError) {
        if isKnownCurrent { return }
        try disk.withLockIfAvailable { disk throws(LootError) in
            guard try disk.hasNews() else { return }
            // While another program writes the file in place, a store that is followed goes on with the state before.
            if self.isWatched, try !disk.isSettled() { return }
            try self.follow(&disk, isWriting: false)
        }
    }

    /// Takes over what others have written. With `isWriting`, what another program has made of the file becomes a commit
    /// next, which then tells what has changed.
    private func follow(
        _ disk: inout StoreDisk<Codec>, isWriting: @autoclosure () -> Bool
    ) throws(LootError) {
        defer { publish(&disk) }
        let known = disk.problem
        switch try disk.readOn(after: live.revision) {
        case .none: break
        case .commits(let commits):
            try live.follow(commits)
            log.add(commits.map(CommitRecord.init))
        case .another(let reading):
            let before = try live.snapshot()
            if disk.outside?.revision == before.revision, disk.outside?.known == nil {
                disk.outside?.known = before.items
            }
            if disk.outside?.revision == before.revision, isWriting() { return }
            // Who is told of it asks at once whether all is well.
            publish(&disk)
            try live.reload(reading.items, revision: reading.revision, history: History())
            if disk.hasWritten, !disk.pending.isEmpty { settle() }
        }
        if let problem = disk.problem, problem != known { live.fail(problem) }
    }

    /// Makes commits of what another program has made of the file.
    private func adopt(_ disk: inout StoreDisk<Codec>) throws(LootError) {
        let isNews = disk.outside?.revision == live.revision
        let commits = try disk.adopt()
        if isNews { try live.follow(commits) }
        log.add(commits.map(CommitRecord.init))
        wakeFiles(of: try live.snapshot().items)
        if !disk.pending.isEmpty { settle() }
    }

    // MARK: Writing

    /// See ``/LootCore/ItemStore/apply(_:)``.
    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        if Task.isCancelled {
            throw LootError(.cancelled, "can't write", because: "the task was cancelled")
        }
        return try await queue.submit(transaction) { await self.write($0) }.get()
    }

    private func write(_ transactions: [ItemTransaction]) async -> [Result<Commit, LootError>] {
        do throws(LootError) {
            try checkRights()
            let isWatched = watching.withLock { $0 != nil }
            let outcomes = try await exclusive { disk throws(LootError) -> [Result<Commit, LootError>] in
                if !disk.hasWritten { self.wakeFiles(of: try self.live.snapshot().items) }
                if isWatched { disk.hasWritten = true }
                let outcomes = try self.live.apply(transactions) { commits, items throws(LootError) in
                    self.log.add(try disk.write(commits, items))
                }
                if disk.isFoldDue { try? disk.fold(try self.live.snapshot().items) }
                if !disk.pending.isEmpty { self.settle() }
                return outcomes
            }
            return outcomes
        } catch {
            return transactions.map { _ in .failure(error) }
        }
    }

    /// Works on the disk under the lock, after what others have written was taken over and is in the journal; on that of
    /// a damaged store too, with `isMending`.
    func exclusive<Result: Sendable>(
        isMending: Bool = false,
        _ body: @escaping @Sendable (inout StoreDisk<Codec>) throws(LootError) -> Result
    ) async throws(LootError) -> Result {
        try await lock.waiting(options.patience) { () async throws(LootError) -> Result? in
            try await thread.run { () throws(LootError) -> Result? in
                try self.disk.withLock { disk throws(LootError) in
                    if !isMending { try disk.checkWritable() }
                    let isFolderThere = (try? self.lock.isThere()) ?? false
                    if !isFolderThere || !disk.hasFollowedAccess { try disk.makeFolder() }
                    return try self.lock.withLockIfFree { () throws(LootError) -> Result in
                        defer { self.publish(&disk) }
                        // What looked damaged was read without the lock, and may have been in the middle of being written.
                        if disk.journal?.problem != nil, disk.failure == nil { disk.forgetFile() }
                        try self.follow(&disk, isWriting: true)
                        if !isMending, disk.journal?.problem != nil, disk.failure == nil {
                            try disk.setHistoryAside()
                            self.log.forget()
                        }
                        if disk.outside != nil, disk.problem == nil { try self.adopt(&disk) }
                        disk.catchUpSeen()
                        try disk.syncFolderAgain()
                        if !isMending { try disk.checkWritable() }
                        return try body(&disk)
                    }
                }
            }
        }
    }
}

/// What there is to do after a look at what others have written.
private enum AfterFollowing {
    /// To look again: the file is being written.
    case wait
    /// To write: what another program has done becomes a commit, or a journal that is gone is made again.
    case work
    /// Nothing.
    case rest
}
