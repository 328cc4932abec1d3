package import LootCore
import LootFormats

/// A write-ahead log next to a file. An appended frame is durable. After a crash, it is either complete or missing.
///
/// Each append is synced once. Readers get new entries from ``readOn()``. A writer must hold the file's ``FileLock``
/// and read all entries first.
package struct Journal: Sendable {
    /// The path of the journal.
    package let path: String
    /// The inode of the journal. If the file at ``path`` has another one, the journal was replaced.
    package let node: UInt64
    /// The size of the entries in bytes.
    package var size: Int { end }
    /// The damage found in the journal, or `nil`. Nothing is read or appended after it.
    package private(set) var problem: LootError?

    private let files: any FileSystem
    private var handle: OpenFile
    /// Whether the journal could only be opened for reading.
    private var isReadOnly = false
    /// A random number that distinguishes this journal from others at the same path.
    let salt: UInt64
    /// The number of the list that the journal belongs to, or 0 if it has none.
    let list: UInt32
    private var end: Int
    private var sequence: UInt64 = 0
    private var allocated: Int
    /// The status of the file when it was last read.
    private var status: FileStatus
    private var isTorn = false
    /// The offset of the entries that this process appended last, if it appended any.
    private var previousEnd: Int?
    /// The last frame that was read. The process that appended it may remove it again.
    private var lastRead: ReadFrame?

    private struct ReadFrame {
        var offset: Int
        var head: ArraySlice<UInt8>
        var commits: [CommitRecord]
    }

    /// Creates a journal with the given entries and opens it for appending. Replaces an existing journal
    /// atomically.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - access: The permissions of the journal. If `nil`, the existing journal's permissions are kept.
    ///   - files: The file system.
    ///   - list: The number of the list that the journal belongs to, or 0.
    ///   - entries: The initial entries.
    ///   - new: Entries to add after `entries`. ``removeLast()`` removes them.
    /// - Returns: The journal, positioned after its last entry.
    /// - Throws: ``/LootCore/LootError`` if the file system fails.
    package static func create(
        at path: String, access: FileAccess? = nil, on files: any FileSystem, list: UInt32 = 0,
        with entries: [JournalEntry], appending new: [JournalEntry] = []
    ) throws(LootError) -> Journal {
        let salt = UInt64.random(in: 1...UInt64.max)
        let beginning =
            [JournalFormat.header(salt: salt, list: list)] + (try frame(entries, sequence: 1, salt: salt))
        let rest = new.isEmpty ? [] : try frame(new, sequence: 2, salt: salt)
        let firstEnd = beginning.reduce(0) { $0 + $1.count }
        let end = rest.reduce(firstEnd) { $0 + $1.count }
        var replacement = try FileReplacement(
            of: path, access: access, on: files, for: "Can't create a journal.")
        for piece in beginning + rest { try replacement.write(piece.span.bytes) }
        try replacement.commit()
        do throws(SystemError) {
            let (file, status) = try files.openRegular(path, .write)
            var journal = Journal(
                path, files, file, status, salt: salt, list: list, end: end, sequence: new.isEmpty ? 1 : 2)
            if !new.isEmpty { journal.previousEnd = firstEnd }
            return journal
        } catch {
            throw error.lootError("Can't create a journal.")
        }
    }

    /// Opens the journal at the given path. Returns `nil` if there is none. Use ``readOn()`` to read its entries.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - files: The file system.
    ///   - list: The expected number of the list. A journal of another list has a ``problem`` and no entries.
    /// - Returns: The journal, before its first entry.
    /// - Throws: ``/LootCore/LootError`` with code `newer-format` if a newer version of the program has written the
    ///   journal, or an error of the file system.
    package static func open(
        at path: String, on files: any FileSystem, list: UInt32? = nil
    ) throws(LootError) -> Journal? {
        let file: FileDescriptor
        let status: FileStatus
        let isReadOnly: Bool
        let header: [UInt8]
        do throws(SystemError) {
            (file, status, isReadOnly) = try open(path, on: files)
            do throws(SystemError) {
                header = try files.read(file, at: 0, count: JournalFormat.headerSize)
            } catch {
                files.close(file)
                throw error
            }
        } catch {
            if error.code == .notFound { return nil }
            throw error.lootError("Can't read the journal.")
        }
        guard let header = JournalFormat.header(in: header) else {
            var journal = Journal(path, files, file, status, salt: 0, list: 0, end: 0, sequence: 0)
            journal.problem = journal.damage(at: 0)
            return journal
        }
        if header.version > JournalFormat.version {
            files.close(file)
            throw LootError(
                .newerFormat, "Can't read the journal.",
                reason: """
                    It has version \(Int(header.version)), but this program supports version \
                    \(Int(JournalFormat.version)).
                    """,
                advice: "Use a newer version of this program.", place: path)
        }
        var journal = Journal(
            path, files, file, status, salt: header.salt, list: header.list, end: JournalFormat.headerSize,
            sequence: 0)
        journal.isReadOnly = isReadOnly
        if let list, header.list != 0, header.list != list {
            journal.problem = journal.damage("\(path) belongs to another list.")
        }
        return journal
    }

    private static func open(_ path: String, on files: any FileSystem)
        throws(SystemError) -> (FileDescriptor, FileStatus, isReadOnly: Bool)
    {
        do throws(SystemError) {
            let (file, status) = try files.openRegular(path, .write)
            return (file, status, false)
        } catch {
            guard error.code == .denied || error.code == .readOnly else { throw error }
            let (file, status) = try files.openRegular(path)
            return (file, status, true)
        }
    }

    private init(
        _ path: String, _ files: any FileSystem, _ file: FileDescriptor, _ status: FileStatus, salt: UInt64,
        list: UInt32, end: Int, sequence: UInt64
    ) {
        self.path = path
        self.files = files
        handle = OpenFile(file, on: files)
        self.salt = salt
        self.list = list
        self.end = end
        self.sequence = sequence
        node = status.node
        allocated = status.size
        self.status = status
    }

    private var file: FileDescriptor { handle.descriptor }

    /// Whether another process has appended or removed entries since the last read. A journal with a problem has news
    /// if the file has changed.
    package func hasNews() throws(LootError) -> Bool {
        do throws(SystemError) {
            if problem != nil { return try files.status(of: file) != status }
            if try isLastReadGone() { return true }
            return try files.read(file, at: end, count: JournalFormat.headSize).contains { $0 != 0 }
        } catch {
            throw error.lootError("Can't read the journal.")
        }
    }

    /// Returns the last commits read if the process that appended them has since removed them, otherwise
    /// `nil`.
    func retractedCommits() throws(LootError) -> [CommitRecord]? {
        do { return try isLastReadGone() ? lastRead?.commits : nil } catch {
            throw error.lootError("Can't read the journal.")
        }
    }

    private func isLastReadGone() throws(SystemError) -> Bool {
        guard let lastRead else { return false }
        return try files.read(file, at: lastRead.offset, count: JournalFormat.headSize)[...] != lastRead.head
    }

    /// Reads the entries appended since the last read. Without the file's lock, an entry that is being written is
    /// skipped; the next call reads it.
    package mutating func readOn() throws(LootError) -> [JournalEntry] {
        if problem != nil { return [] }
        let bytes: [UInt8]
        do throws(SystemError) {
            status = try files.status(of: file)
            allocated = status.size
            bytes = try files.read(file, at: end, count: max(0, allocated - end))
        } catch {
            throw error.lootError("Can't read the journal.")
        }
        previousEnd = nil
        let scan = JournalFormat.scan(bytes, startingAt: end, after: sequence, salt: salt)
        if let (offset, entry) = scan.last {
            let head = bytes[(offset - end)...].prefix(JournalFormat.headSize)
            lastRead = ReadFrame(
                offset: offset, head: ArraySlice(Array(head)),
                commits: scan.entries[entry...].compactMap(\.record))
        }
        end = scan.end
        sequence = scan.sequence
        isTorn = scan.ending == .torn
        // The entries before the damage are valid.
        if scan.ending == .damaged { problem = damage(at: scan.end) }
        return scan.entries
    }

    /// Reads all entries of this journal. It must have just been opened.
    consuming func entries() throws(LootError) -> [JournalEntry] {
        var journal = self
        return try journal.readOn()
    }

    /// Appends entries and syncs the journal.
    ///
    /// - Throws: ``/LootCore/LootError``. In this case, the journal is unchanged if possible. Otherwise, or if
    ///   syncing failed, ``problem`` is set and nothing more can be appended, because the content on disk is unknown
    ///   until it is read again.
    package mutating func append(_ entries: [JournalEntry]) throws(LootError) {
        if let problem { throw problem.during("Can't write to the journal.") }
        try openForWriting()
        let pieces = try Journal.frame(entries, sequence: sequence + 1, salt: salt)
        let newEnd = pieces.reduce(end) { $0 + $1.count }
        var written = end
        do throws(SystemError) {
            try removeTornFrame()
            for piece in pieces {
                try files.write(piece.span.bytes, to: file, at: written)
                written += piece.count
            }
            if newEnd > allocated { written = try makeRoom(behind: newEnd) }
        } catch {
            throw removePartialEntries(error, isLasting: error.call == .sync)
        }
        do { try files.sync(file) } catch { throw removePartialEntries(error, isLasting: true) }
        allocated = max(allocated, written)
        (previousEnd, lastRead) = (end, nil)
        end = newEnd
        sequence += 1
    }

    /// Preallocates space after the entries, for speed. A full disk isn't an error, because the entries themselves
    /// may still fit.
    ///
    /// - Returns: The end of the allocated space.
    private func makeRoom(behind end: Int) throws(SystemError) -> Int {
        let room = (end / Journal.room + 1) * Journal.room
        let zeros = [UInt8](repeating: 0, count: room - end)
        do throws(SystemError) { try files.write(zeros.span.bytes, to: file, at: end) } catch {
            if error.code == .noSpace { return end }
            throw error
        }
        return room
    }

    /// Opens the file again for writing if it could only be opened for reading before. The permissions may have
    /// changed.
    private mutating func openForWriting() throws(LootError) {
        guard isReadOnly else { return }
        do throws(SystemError) {
            let (file, status) = try files.openRegular(path, .write)
            let open = OpenFile(file, on: files)
            guard status.node == node else { throw SystemError(.notFound, .open, path) }
            (handle, isReadOnly) = (open, false)
        } catch { throw error.lootError("Can't write to the journal.") }
    }

    /// Removes an incomplete frame left by a crash, before the next frame is written in its place.
    private mutating func removeTornFrame() throws(SystemError) {
        if !isTorn { return }
        try files.truncate(file, to: end)
        try files.sync(file)
        allocated = end
        isTorn = false
    }

    /// Removes the entries that were appended last and syncs the journal.
    ///
    /// - Throws: ``/LootCore/LootError``. In this case, ``problem`` is set and nothing more can be appended.
    package mutating func removeLast() throws(LootError) {
        guard let previousEnd else { return }
        do throws(SystemError) {
            try files.truncate(file, to: previousEnd)
            try files.sync(file)
        } catch {
            throw fail(error.lootError("Can't remove a change from the journal."), error)
        }
        (end, allocated, self.previousEnd) = (previousEnd, previousEnd, nil)
        sequence -= 1
    }

    /// Removes partially written entries, so that no process reads them.
    private mutating func removePartialEntries(_ error: SystemError, isLasting: Bool) -> LootError {
        var isLasting = isLasting
        do throws(SystemError) {
            try files.truncate(file, to: end)
            allocated = end
        } catch {
            isLasting = true
        }
        let failure = error.lootError("Can't write to the journal.")
        return isLasting ? fail(failure, error) : failure
    }

    /// Sets ``problem``, so that nothing more is appended.
    private mutating func fail(_ failure: LootError, _ error: SystemError) -> LootError {
        problem = LootError(
            failure.code, failure.failure,
            reason: "\(failure.explanation) The content of the journal is unknown until it is read again.",
            advice: "Check the disk, then open the store again.", place: path, underlying: error.message)
        return failure
    }

    private static func frame(
        _ entries: [JournalEntry], sequence: UInt64, salt: UInt64
    ) throws(LootError) -> [[UInt8]] {
        let frame = JournalFormat.frame(entries, sequence: sequence, salt: salt)
        if frame.reduce(0, { $0 + $1.count }) <= Int(Int32.max) { return frame }
        throw LootError(
            .unsupported, "Can't write to the journal.",
            reason: "Making that many changes at once would require more than 2 GB.",
            advice: "Make them in several steps.")
    }

    /// Marks the journal as damaged because another file shows that entries are missing.
    mutating func failLackingEntries() { problem = damage("Changes are missing from \(path).") }

    private func damage(at offset: Int) -> LootError {
        damage("\(path) doesn't contain the data that was written to it, starting at byte \(offset).")
    }

    private func damage(_ reason: Message) -> LootError {
        LootError(
            .damaged, "Can't read the whole history.", reason: reason, advice: "See what can be recovered.",
            remedy: .recover, place: path)
    }

    /// The unit of preallocation, in bytes.
    private static let room = 1 << 14
}
