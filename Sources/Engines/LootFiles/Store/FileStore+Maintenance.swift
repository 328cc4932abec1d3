import LootCollection
package import LootCore
import LootFormats
import LootMerge
import Platform
import Synchronization

extension FileStore {
    @discardableResult
    package func compact() async throws(LootError) -> (before: Int, after: Int) {
        let before = try fileFolder.size()
        try await sweepFiles()
        let file = try await exclusive { disk throws(LootError) -> (before: Int, after: Int) in
            let before = try disk.size
            if !disk.pending.isEmpty { try disk.fold(try self.live.snapshot().items) }
            try disk.forget(beyond: try self.live.snapshot().items.settings.historyLimit)
            return (before, try disk.size)
        }
        return (before + file.before, try fileFolder.size() + file.after)
    }

    package func check() async throws(LootError) -> CheckReport {
        var report = try checkItems()
        let files = try await checkFiles()
        report.problems += files.problems
        report.verified = report.problems.isEmpty ? report.verified + files.verified : []
        return report
    }

    private func checkItems() throws(LootError) -> CheckReport {
        var report = CheckReport()
        var disk = StoreDisk(path, codec: codec, files: files, options: options)
        let reading = try disk.read()
        if let failure = self.disk.withLock({ $0.failure }) { report.problems.append(failure) }
        if let problem = disk.problem { report.problems.append(problem) }
        for item in reading.items.items {
            do throws(LootError) { try item.validate() } catch { report.problems.append(error) }
        }
        if disk.problem == nil, try !disk.isAsWritten(reading.content) {
            report.problems.append(
                LootError(
                    .damaged, "Can't trust \(path).",
                    reason: """
                        Its content differs from what was written, although no program has changed it since.
                        """,
                    advice: "Check the disk and your backups.", place: path))
        }
        let commits = try disk.checkJournal(&report)
        if report.problems.isEmpty {
            report.verified = disk.verified(count: reading.items.count, commits: commits)
        }
        return report
    }

    package func recover(isTrial: Bool) async throws(LootError) -> RecoveryReport {
        if isTrial {
            var disk = StoreDisk(path, codec: codec, files: files, options: options)
            return try disk.recovery().report
        }
        return try await exclusive(isRepairing: true) { disk throws(LootError) in
            var (report, items) = try disk.recovery()
            if disk.problem == nil {
                report.setAside = try disk.setHistoryAside()
                disk.notices = []
            } else {
                report.setAside = try disk.replace(with: items.items)
                try self.live.reload(items, revision: disk.revision, history: History())
            }
            self.log.forget()
            return report
        }
    }
}

extension StoreDisk {
    /// Whether the file still has the content that this program wrote or read. If the file was replaced in the
    /// meantime, the old one is checked. If it was modified in the meantime, it can't be checked, and the result is
    /// `true`.
    fileprivate func isAsWritten(_ content: FileContent?) throws(LootError) -> Bool {
        guard let file, let content else { return true }
        do throws(SystemError) {
            if try content.isContent(of: file) { return true }
            return try content.isChanged()
        } catch { throw error.lootError("Can't read \(path).") }
    }

    /// Reads all parts of the journal.
    ///
    /// - Returns: The number of commits.
    fileprivate func checkJournal(_ report: inout CheckReport) throws(LootError) -> Int {
        var count = 0
        for path in try journalPaths() {
            guard let (problem, records) = try readJournal(at: path) else { continue }
            if let problem, problem != self.problem { report.problems.append(problem) }
            for record in records {
                do throws(LootError) { _ = try record.commit() } catch { report.problems.append(error) }
            }
            count += records.count
        }
        return count
    }

    /// Reads the part of the journal at the given path. If the part appears damaged, reads it again, because another
    /// process may be writing it.
    private func readJournal(
        at path: String
    ) throws(LootError) -> (problem: LootError?, records: [CommitRecord])? {
        var attempt = 0
        while true {
            let traces: Traces
            do throws(SystemError) { traces = try folder.traces(on: files) } catch {
                throw error.lootError("Can't read the store.")
            }
            guard let (journal, entries) = try traces.journal(at: path, on: files) else { return nil }
            if journal.problem == nil || attempt == 5 {
                return (journal.problem, entries.compactMap(\.record))
            }
            attempt += 1
            Threads.pause(milliseconds: 1)
        }
    }

    private func journalPaths() throws(LootError) -> [String] {
        do { return try folder.journals(on: files).map(folder.journal) } catch {
            throw error.lootError("Can't read the store.")
        }
    }

    /// Describes what was verified for a store without problems.
    fileprivate func verified(count: Int, commits: Int) -> [Message] {
        var sentences: [Message] = []
        if let status {
            sentences.append(
                "\(path) was read completely: \(Int(status.size)) bytes, \(count, one: "item", other: "items")."
            )
            sentences.append("All IDs are unique, and all fields are valid.")
        } else if journal == nil {
            sentences.append("\(path) doesn't exist yet. The first change creates it.")
        } else {
            sentences.append("\(path) was removed. Undo restores its items in one step.")
        }
        if journal == nil { return sentences }
        sentences.append(
            "The history was read completely: \(commits, one: "change", other: "changes"), all checksums correct."
        )
        if outside != nil, status != nil {
            sentences.append(
                "Another program has changed the file. Its contents are used, and the next change records the difference."
            )
        } else if !pending.isEmpty {
            sentences.append(
                "The file lacks \(pending.count, one: "change", other: "changes") that \(folder.path) contains. Compact the store to add them to the file."
            )
        } else if status != nil {
            sentences.append("The file contains all changes.")
        }
        return sentences
    }

    /// Returns the items that a recovery would keep, and a report of what it would lose.
    fileprivate mutating func recovery() throws(LootError) -> (report: RecoveryReport, items: ItemCollection)
    {
        var report = RecoveryReport()
        let reading = try read()
        let items = problem == nil ? reading.items : try salvage(&report)
        report.kept = items.count
        report.lostHistory = try !damagedParts().isEmpty
        return (report, items)
    }

    /// The size of the file and its hidden folder in bytes.
    fileprivate var size: Int {
        get throws(LootError) {
            do throws(SystemError) {
                var size = try files.status(at: path)?.size ?? 0
                for name in try files.names(in: folder.path) {
                    size += try files.status(at: FilePath.join(folder.path, name))?.size ?? 0
                }
                return size
            } catch {
                throw error.lootError("Can't read the store.")
            }
        }
    }

    /// Returns the readable items of the file, plus missing items from its last valid content, with the pending
    /// changes applied if possible.
    fileprivate mutating func salvage(_ report: inout RecoveryReport) throws(LootError) -> ItemCollection {
        var found: [Item] = []
        var settings = ListSettings()
        if let content = try content(of: path) {
            let (file, lost) = codec.salvage(content, from: path)
            report.lost += lost
            shape = file.shape
            settings = file.settings
            found = Array(file.items)
        }
        // The items of the last valid content.
        let last = itemsHeld(at: held, in: loadedEntries)
        let previous = last.map { Array($0.items) } ?? []
        if settings.isEmpty, let last { settings = last.settings }
        report.restored = lacking(in: found, of: previous)
        var items = try ItemCollection(
            completed(found, with: report.restored, as: previous), settings: settings)
        for record in pending {
            do throws(LootError) {
                let changes = try record.commit().changes
                let replay = Merge.replay(changes, count: items.count, settings: items.settings) {
                    items.item($0)
                }
                _ = try items.apply(replay.changes)
            } catch {
                report.lost.append(
                    error.during("Can't apply the change from revision \(record.revision.description)."))
            }
        }
        return items
    }

    /// Returns the items in `previous` that are missing in `found`, the items of a damaged file.
    private func lacking(in found: [Item], of previous: [Item]) -> [Item] {
        let there = Set(found.map(\.id))
        // An item whose ID was damaged is in the file under another ID.
        let nameless = ItemID(high: 0, low: 0)
        let known = Set(previous.map(\.id))
        let renamed = Set(found.lazy.filter { !known.contains($0.id) }.map { $0.identified(by: nameless) })
        return previous.filter {
            !there.contains($0.id) && !renamed.contains($0.identified(by: nameless))
        }
    }

    /// Returns the items of a damaged file, with the missing items inserted at their positions in `previous`.
    private func completed(_ found: [Item], with lacking: [Item], as previous: [Item]) -> [Item] {
        let (there, missing) = (Set(found.map(\.id)), Set(lacking.map(\.id)))
        var following: [ItemID?: [Item]] = [:]
        var last: ItemID?
        for item in previous {
            if there.contains(item.id) {
                last = item.id
            } else if missing.contains(item.id) {
                following[last, default: []].append(item)
            }
        }
        return (following[nil] ?? []) + found.flatMap { [$0] + (following[$0.id] ?? []) }
    }

    /// Keeps a copy of the damaged file and writes the items to a new one.
    ///
    /// - Returns: The paths of the copies.
    fileprivate mutating func replace(with items: ItemCollection.Items) throws(LootError) -> [String] {
        var setAside: [String] = []
        if let bytes = try content(of: path) {
            let name: String
            let access: FileAccess?
            do throws(SystemError) {
                (name, access) = (try freeName(for: path), try files.access(of: path))
            } catch {
                throw error.lootError("Can't move the damaged file aside.")
            }
            var copy = try FileReplacement(
                of: name, access: access, on: files, for: "Can't move the damaged file aside.")
            try copy.write(bytes.span.bytes)
            try copy.commit()
            setAside.append(name)
        }
        problem = nil
        setAside += try setHistoryAside()
        notices = []
        try rewriteAll(items)
        return setAside
    }

    private func content(of path: String) throws(LootError) -> [UInt8]? {
        do throws(SystemError) { return try files.contents(of: path)?.bytes } catch {
            throw error.lootError("Can't read \(path).")
        }
    }
}
