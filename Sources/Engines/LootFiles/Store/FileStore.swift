import LootCollection
package import LootCore
import LootFormats
import Synchronization

/// A durable store in a single file. The codec defines the format, and other programs and people can share the file.
///
/// - When ``apply(_:)`` returns, the commit is durable. Concurrent transactions share one sync.
/// - The file is authoritative. It contains everything when the store is closed and one second after the last change.
///   Until then, a journal in a hidden folder next to it contains the missing commits. Programs that only need the
///   items can ignore the journal.
/// - Any number of processes can use the file at the same time. A person can edit, restore or replace it. The content
///   of the file then wins, and observers receive the difference as a commit.
/// - Readers take no lock and never wait for a writer.
/// - A damaged file can be opened, with all items that are readable. The store then rejects changes (``problem``).
package final class FileStore<Codec: ItemFileCodec>: MaintainableStore, HistoryStore, SnapshotStore,
    LiveStore, FileKeepingStore, MonitoredStore, NoticeSource
{
    /// The path of the file, with symbolic links resolved.
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
    private let announcements = StoreAnnouncements()
    let watching = Mutex<Task<Void, Never>?>(nil)
    let settling = Mutex<Task<Void, Never>?>(nil)
    /// Whether all changes by other writers are loaded and the system reports further changes. If so, readers
    /// don't have to check the files.
    let isCurrent = Atomic<Bool>(false)

    /// Opens the store in a file. See ``ItemFileCodec/openStore(at:options:)``.
    package static func open(
        _ path: String, as codec: Codec, on files: any FileSystem = SystemFileSystem(),
        options: FileStoreOptions = FileStoreOptions()
    ) async throws(LootError) -> FileStore {
        let resolved: String
        do throws(SystemError) { resolved = try files.resolve(path) } catch {
            throw error.lootError("Can't open the store.")
        }
        let store = FileStore(resolved, codec, files, options)
        try store.disk.withLock { disk throws(LootError) in
            let reading = try disk.read()
            try store.live.reload(reading.items, revision: reading.revision, history: History())
            store.publish(&disk)
            if options.isReadOnly { return }
            disk.followAccess()
            // If a writer is running, it writes the note itself.
            if disk.isNoteOutdated { _ = try? store.lock.withLockIfFree { disk.updateNote() } }
        }
        return store
    }

    private init(_ path: String, _ codec: Codec, _ files: any FileSystem, _ options: FileStoreOptions) {
        self.path = path
        self.codec = codec
        self.files = files
        self.options = options
        live = LiveItems(ItemCollection(), keepsHistory: false)
        folder = StoreFolder(of: path)
        log = HistoryLog(in: folder, on: files)
        lock = FileLock(at: folder.lock, on: files)
        queue = CommitQueue(on: thread)
        disk = Mutex(StoreDisk(path, codec: codec, files: files, options: options))
    }

    deinit {
        watching.withLock { $0?.cancel() }
        settling.withLock { $0?.cancel() }
    }

    /// The store's capabilities. It is writable unless it is damaged or was opened read-only.
    package var capabilities: StoreCapabilities {
        let reading: StoreCapabilities = [.durable, .history, .shared, .files, .snapshots, .settings]
        return options.isReadOnly || problem != nil ? reading : reading.union(.writable)
    }

    /// The error that prevents writing, or `nil`. Its code is `read-only` if only permissions are missing; it is
    /// `nil` again as soon as they are granted.
    package var problem: LootError? { announcements.problem ?? refusal }

    package var health: StoreHealth { StoreHealth(problem: problem) }

    func publish(_ disk: inout StoreDisk<Codec>) {
        announcements.publish(disk.failure ?? disk.problem, disk.notices)
        disk.notices = []
    }

    /// Returns and clears the notices about the history and about comments in the file.
    package func takeNotices() -> [Message] { announcements.takeNotices() }

    /// Whether the files don't have to be checked: the system reported no change since the last check, or the task
    /// that is using the disk is checking them.
    private var isKnownCurrent: Bool { isCurrent.load(ordering: .relaxed) || thread.isBusy }

    /// The error for missing write permissions, or `nil` if the files are writable or the store was opened read-only.
    var refusal: LootError? { options.isReadOnly ? nil : folder.refusal(on: files) }

    // MARK: Reading

    package func outline(of query: Query) async throws(LootError) -> Outline {
        try catchUp()
        return try await live.outline(of: query)
    }

    package func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try catchUp()
        return try await live.page(of: query, rows: rows)
    }

    package func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try catchUp()
        return try await live.answer(to: query, rows: rows)
    }

    package func item(_ id: ItemID) async throws(LootError) -> Item? {
        try catchUp()
        return try live.item(id)
    }

    package func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try catchUp()
        return try await live.position(of: id, in: query)
    }

    /// Returns the settings of the list.
    package func settings() async throws(LootError) -> ListSettings {
        try catchUp()
        return try await live.settings()
    }

    package func makeSnapshot() async throws(LootError) -> any ItemSnapshot {
        try catchUp()
        return try live.hold()
    }

    // MARK: Changes by other writers

    package func events() -> AsyncStream<StoreEvent> {
        beginToWatch()
        return live.events()
    }

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

    /// Loads the changes of other processes, and retries for as long as they hold the lock, because there may be no
    /// further notification.
    ///
    /// - Returns: `false` if the store was closed or the task was canceled.
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
            // A file can be read while another program is still writing it. Wait until it no longer changes.
            try? await Task.sleep(for: options.stillness)
        }
        return false
    }

    /// Loads the changes of other processes on the disk thread.
    ///
    /// - Returns: `false` if another program is still writing the file.
    private func followOnThread() async throws(LootError) -> Bool {
        let next = try await thread.run { () throws(LootError) -> FollowUp in
            try self.disk.withLock { disk throws(LootError) in
                if try !disk.isSettled() { return .wait }
                try self.follow(&disk, isWriting: self.capabilities.contains(.writable))
                let isLost = disk.journal == nil && !disk.pending.isEmpty
                return disk.problem == nil && (disk.outside != nil || isLost) ? .work : .nothing
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
                // If the changes can't be committed now, show them anyway.
                try disk.withLock { disk throws(LootError) in
                    disk.forgetFile()
                    try self.follow(&disk, isWriting: false)
                }
                throw error
            }
        }
        return next != .wait
    }

    /// Loads the changes made by other writers since the last check. If there are none, this takes a few
    /// system calls, or none if the system reports changes.
    func catchUp() throws(LootError) {
        if isKnownCurrent { return }
        try disk.withLockIfAvailable { disk throws(LootError) in
            guard try disk.hasNews() else { return }
            // While another program writes the file in place, a watched store keeps its previous state.
            if self.isWatched, try !disk.isSettled() { return }
            try self.follow(&disk, isWriting: false)
        }
    }

    /// Loads the changes of other writers. If `isWriting` is true, the caller then commits changes that
    /// another program made to the file, and that commit notifies the observers.
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
            // Observers check the store's health as soon as they are notified.
            publish(&disk)
            try live.reload(reading.items, revision: reading.revision, history: History())
            if disk.hasWritten, !disk.pending.isEmpty { settle() }
        }
        if let problem = disk.problem, problem != known { live.fail(problem) }
    }

    /// Commits the changes that another program made to the file.
    private func adopt(_ disk: inout StoreDisk<Codec>) throws(LootError) {
        let isNews = disk.outside?.revision == live.revision
        let commits = try disk.adopt()
        if isNews { try live.follow(commits) }
        log.add(commits.map(CommitRecord.init))
        wakeFiles(of: try live.snapshot().items)
        if !disk.pending.isEmpty { settle() }
    }

    // MARK: Writing

    package func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        if Task.isCancelled {
            throw LootError(.cancelled, "Can't save the change.", reason: "The task was canceled.")
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
                    let records = try disk.write(commits, items)
                    if self.log.add(records, limit: items.settings.historyLimit) {
                        disk.notices.append(HistoryLimit.notice)
                    }
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

    /// Holds the lock and calls `body` after all changes of other writers are loaded and in the journal. With
    /// `isRepairing`, also works on a damaged store.
    func exclusive<Result: Sendable>(
        isRepairing: Bool = false,
        _ body: @escaping @Sendable (inout StoreDisk<Codec>) throws(LootError) -> Result
    ) async throws(LootError) -> Result {
        try await lock.waiting(options.patience) { () async throws(LootError) -> Result? in
            try await thread.run { () throws(LootError) -> Result? in
                try self.disk.withLock { disk throws(LootError) in
                    if !isRepairing { try disk.checkWritable() }
                    let folderExists = (try? self.lock.exists()) ?? false
                    if !folderExists || !disk.hasFollowedAccess { try disk.makeFolder() }
                    return try self.lock.withLockIfFree { () throws(LootError) -> Result in
                        defer { self.publish(&disk) }
                        // The journal was read without the lock. If it appeared damaged, it may have been in the
                        // middle of a write.
                        if disk.journal?.problem != nil, disk.failure == nil { disk.forgetFile() }
                        try self.follow(&disk, isWriting: true)
                        if !isRepairing, disk.journal?.problem != nil, disk.failure == nil {
                            try disk.setHistoryAside()
                            self.log.forget()
                        }
                        if disk.outside != nil, disk.problem == nil { try self.adopt(&disk) }
                        disk.updateNote()
                        try disk.syncFolderAgain()
                        if !isRepairing { try disk.checkWritable() }
                        return try body(&disk)
                    }
                }
            }
        }
    }
}

/// The next step after loading the changes of other writers.
private enum FollowUp {
    /// Check again later, because the file is still being written.
    case wait
    /// Commit the changes of another program, or recreate a missing journal.
    case work
    case nothing
}
