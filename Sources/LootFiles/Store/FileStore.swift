import LootCollection
public import LootCore
import Synchronization

/// Keeps items in a file, by the format that its codec knows: durable, shared with other programs, and never in a
/// state that nobody has written.
///
/// - What ``apply(_:)`` acknowledged is on the medium. Transactions that come at the same time wait for the medium
///   together.
/// - A small file is written anew at every change, so it is always the whole truth. Changes to a large one go into a
///   journal beside it, which is folded back into the file when it has grown.
/// - Any number of processes may use the file at the same time, and a person may edit it: what they write is there
///   when the next page is read, and comes as an event to those who watch.
/// - A damaged file is opened all the same, with what can be read of it; it then takes no changes, see ``problem``.
///
/// ```swift
/// let store = try await FileStore.open("items.json", as: JSONItems())
/// try await store.add(Item(name: "Lamp"))
/// ```
public final class FileStore<Codec: ItemFileCodec>: MaintainableStore {
    /// The file, symbolic links followed.
    public let path: String

    let live: LiveItems
    let lock: FileLock
    let disk: Mutex<StoreDisk<Codec>>
    let codec: Codec
    let files: any FileSystem
    let options: FileStoreOptions
    private let queue = CommitQueue()
    private let watching = Mutex<Task<Void, Never>?>(nil)
    /// Whether all that others have written was taken over, and the system tells of what they write next: readers then
    /// need not look at the files.
    private let isCurrent = Atomic<Bool>(false)
    /// Whether the file was read, and not only looked at: it stays so, and readers then need not wait for the disk.
    private let isRead = Atomic<Bool>(false)

    /// Opens the store in a file, which need not be there yet.
    ///
    /// - Throws: ``LootError``: `newer-format`; `input-output` for something that is not a file or can't be read;
    ///   `locked` when another program writes to it for too long.
    public static func open(
        _ path: String, as codec: Codec, on files: any FileSystem = SystemFileSystem(),
        options: FileStoreOptions = FileStoreOptions()
    ) async throws(LootError) -> FileStore {
        let resolved: String
        do throws(SystemError) { resolved = try files.resolve(path) } catch {
            throw error.lootError("can't open the store")
        }
        let store = FileStore(resolved, codec, files, options)
        try await store.shared { disk throws(LootError) in
            if try disk.look() { return }
            let reading = try disk.read()
            try store.live.reload(reading.items, revision: reading.revision, history: History())
        }
        return store
    }

    private init(_ path: String, _ codec: Codec, _ files: any FileSystem, _ options: FileStoreOptions) {
        self.path = path
        self.codec = codec
        self.files = files
        self.options = options
        live = LiveItems(ItemCollection(), historyLimit: 0)
        lock = FileLock(for: path, on: files)
        disk = Mutex(StoreDisk(path, codec: codec, files: files, options: options))
    }

    deinit { watching.withLock { $0?.cancel() } }

    /// It takes changes unless it is damaged or opened for reading only, keeps them, remembers them, notices those of
    /// others, and keeps photos.
    public var capabilities: StoreCapabilities {
        let isWritable = disk.withLock { $0.problem == nil && $0.failure == nil } && !options.isReadOnly
        return isWritable
            ? [.writable, .durable, .history, .shared, .photos] : [.durable, .history, .shared, .photos]
    }

    /// Why it takes no changes, nil when all is well.
    public var problem: LootError? { disk.withLock { $0.failure ?? $0.problem } }

    // MARK: Reading

    /// See ``LootCore/ItemStore/outline(of:)``.
    public func outline(of query: Query) async throws(LootError) -> Outline {
        try await catchUp()
        if let outline = try glanced({ disk in disk.outline(of: query) }) { return outline }
        try await load()
        return try await live.outline(of: query)
    }

    /// See ``LootCore/ItemStore/page(of:rows:)``.
    public func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        try await catchUp()
        if let page = try glanced({ disk in disk.page(of: query, rows: rows) }) { return page }
        try await load()
        return try await live.page(of: query, rows: rows)
    }

    /// See ``LootCore/ItemStore/answer(to:rows:)``.
    public func answer(to query: Query, rows: Range<Int>) async throws(LootError) -> Answer {
        try await catchUp()
        if let answer = try glanced({ disk in disk.answer(to: query, rows: rows) }) { return answer }
        try await load()
        return try await live.answer(to: query, rows: rows)
    }

    /// See ``LootCore/ItemStore/item(_:)``.
    public func item(_ id: ItemID) async throws(LootError) -> Item? {
        try await catchUp()
        if let item = try glanced({ disk in disk.addedItem(id) }) { return item }
        try await load()
        return try live.item(id)
    }

    /// See ``LootCore/ItemStore/position(of:in:)``.
    public func position(of id: ItemID, in query: Query) async throws(LootError) -> Int? {
        try await catchUp()
        if let position = try glanced({ disk in disk.knownPosition(of: id, in: query) }) { return position }
        try await load()
        return try await live.position(of: id, in: query)
    }

    /// See ``LootCore/ItemStore/history(limit:)``.
    public func history(limit: Int) async throws(LootError) -> History {
        try await catchUp()
        _ = try live.snapshot()
        return try disk.withLock { disk throws(LootError) in try disk.history().newest(limit) }
    }

    /// See ``LootCore/ItemStore/events()``.
    public func events() -> AsyncStream<StoreEvent> {
        watching.withLock { task in
            if task != nil { return }
            let words = FileWatcher.words(
                in: FilePath.folder(of: path),
                named: [FilePath.name(of: path), FilePath.name(of: Journal.path(for: path))], on: files)
            task = Task.detached { [weak self] in
                for await word in words {
                    guard await self?.take(word) == true else { return }
                }
            }
        }
        return live.events()
    }

    /// Takes over what others have written, however long they keep the lock: no other word may come.
    ///
    /// - Returns: whether there can be anything more to take over.
    private func take(_ word: FileWatcher.Word) async -> Bool {
        isCurrent.store(false, ordering: .relaxed)
        while !Task.isCancelled {
            do throws(LootError) {
                try await catchUp(isPatient: true)
                isCurrent.store(word == .next, ordering: .relaxed)
                return true
            } catch {
                if error.code == .closed || error.code == .cancelled { return false }
                if error.code == .locked { continue }
                live.fail(error)
                return true
            }
        }
        return false
    }

    /// Takes over what others have written since the last look. When there is nothing new, that costs three system
    /// calls; none where the system tells of every change.
    private func catchUp(isPatient: Bool = false) async throws(LootError) {
        if !isPatient, isCurrent.load(ordering: .relaxed) { return }
        // Whoever has the disk, be it to write, has looked at it or is about to.
        let hasNews = try disk.withLockIfAvailable { disk throws(LootError) in try disk.hasNews() }
        guard hasNews ?? isPatient else { return }
        do throws(LootError) {
            try await shared { disk throws(LootError) in try self.follow(&disk) }
        } catch {
            if isPatient || error.code != .locked { throw error }
        }
    }

    private func follow(_ disk: inout StoreDisk<Codec>) throws(LootError) {
        if disk.glance != nil { return try load(&disk) }
        let known = disk.problem
        switch try disk.readOn() {
        case .none: return
        case .commits(let commits): try live.follow(commits)
        case .another(let reading):
            try live.reload(reading.items, revision: reading.revision, history: History())
        }
        if let problem = disk.problem, problem != known { live.fail(problem) }
    }

    // MARK: Reading what was only looked at

    /// What a glance at the file tells; nil if it was read, or has to be.
    private func glanced<Value: Sendable>(_ body: (inout StoreDisk<Codec>) throws(LootError) -> Value?)
        throws(LootError) -> Value?
    {
        if isRead.load(ordering: .acquiring) { return nil }
        _ = try live.snapshot()
        return try disk.withLock { disk throws(LootError) in
            if disk.glance == nil { isRead.store(true, ordering: .releasing) }
            return try body(&disk)
        }
    }

    /// Reads a file that was only looked at so far.
    private func load() async throws(LootError) {
        if isRead.load(ordering: .acquiring) { return }
        guard disk.withLock({ $0.glance != nil }) else { return }
        try await shared { disk throws(LootError) in try self.load(&disk) }
    }

    func load(_ disk: inout StoreDisk<Codec>) throws(LootError) {
        if disk.glance == nil { return }
        do throws(LootError) {
            switch try disk.readOn() {
            case .none: try begin(try disk.read(), telling: [])
            case .commits(let commits): try begin(try disk.read(), telling: commits)
            case .another(let reading):
                try live.reload(reading.items, revision: reading.revision, history: History())
                if let problem = disk.problem { live.fail(problem) }
            }
        } catch {
            // What was known may hold no longer; with this there are news until a reading succeeds.
            disk.status = nil
            throw error
        }
    }

    private func begin(_ reading: StoreDisk<Codec>.Reading, telling commits: [Commit]) throws(LootError) {
        try live.begin(reading.items, revision: reading.revision, telling: commits)
    }

    /// Looks at the disk while nobody writes: under the lock, or where there can be none, as on a read-only medium,
    /// without it.
    func shared<Result>(_ body: (inout StoreDisk<Codec>) throws(LootError) -> Result)
        async throws(LootError) -> Result
    {
        if !options.isReadOnly {
            do throws(LootError) { return try await exclusive(body) } catch {
                guard lock.isImpossible else { throw error }
            }
        }
        // Somebody may be in the middle of writing; then it looks damaged, for a moment.
        for _ in 0..<5 {
            let result = try disk.withLock { disk throws(LootError) in
                let result = try body(&disk)
                return disk.problem == nil ? result : nil
            }
            if let result { return result }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return try disk.withLock { disk throws(LootError) in try body(&disk) }
    }

    /// Works on the disk under the lock.
    func exclusive<Result>(_ body: (inout StoreDisk<Codec>) throws(LootError) -> Result)
        async throws(LootError) -> Result
    {
        try await lock.withLock(patience: options.patience) { () throws(LootError) -> Result in
            try disk.withLock { disk throws(LootError) in try body(&disk) }
        }
    }

    // MARK: Writing

    /// See ``LootCore/ItemStore/apply(_:)``.
    public func apply(_ transaction: Transaction) async throws(LootError) -> Commit {
        if Task.isCancelled {
            throw LootError(.cancelled, "can't write", because: "the task was cancelled")
        }
        return try await queue.submit(transaction) { await self.write($0) }.get()
    }

    private func write(_ transactions: [Transaction]) async -> [Result<Commit, LootError>] {
        do throws(LootError) {
            try checkWritable()
            return try await exclusive { disk throws(LootError) in
                let isWatched = self.watching.withLock { $0 != nil }
                if !isWatched, let commits = try disk.add(transactions) {
                    return commits.map { .success($0) }
                }
                try self.follow(&disk)
                try disk.checkWritable()
                return try self.live.apply(transactions) { commits, items throws(LootError) in
                    try disk.write(commits, items)
                }
            }
        } catch {
            return transactions.map { _ in .failure(error) }
        }
    }

    /// Waits for what is being written. A journal of a store that was watched, as long-running programs do, is folded
    /// back into the file, and photos that nothing can bring back are taken away.
    public func close() async throws(LootError) {
        let wasWatched = watching.withLock { task in
            defer { task?.cancel() }
            return task != nil
        }
        if wasWatched {
            // What can't be taken away now goes the next time.
            if capabilities.contains(.writable) { _ = try? await sweepPhotos() }
            if disk.withLock({ $0.pendingSize > 0 }) { try await fold() }
        }
        live.close()
        lock.close()
        isCurrent.store(false, ordering: .relaxed)
    }
}
