import LootCollection
public import LootCore
import LootFormats

extension FileStore {
    /// See ``LootCore/MaintainableStore/compact()``.
    @discardableResult
    public func compact() async throws(LootError) -> (before: Int, after: Int) {
        let before = try photoFolder.size()
        try await sweepPhotos()
        let file = try await fold()
        return (before + file.before, try photoFolder.size() + file.after)
    }

    /// Folds the journal back into the file.
    @discardableResult
    func fold() async throws(LootError) -> (before: Int, after: Int) {
        try await exclusive { disk throws(LootError) in
            try self.load(&disk)
            if case .another(let reading) = try disk.readOn() {
                try self.live.reload(reading.items, revision: reading.revision, history: History())
            }
            try disk.checkWritable()
            let before = disk.size
            if disk.pendingSize > 0 { try disk.fold(try self.live.snapshot().items) }
            return (before, disk.size)
        }
    }

    /// See ``LootCore/MaintainableStore/check()``.
    public func check() async throws(LootError) -> CheckReport {
        var report = try await checkItems()
        let photos = try await checkPhotos()
        report.problems += photos.problems
        report.verified = report.problems.isEmpty ? report.verified + photos.verified : []
        return report
    }

    private func checkItems() async throws(LootError) -> CheckReport {
        try await shared { known throws(LootError) in
            var report = CheckReport()
            var disk = StoreDisk(path, codec: codec, files: files, options: options)
            let reading = try disk.read()
            if let failure = known.failure { report.problems.append(failure) }
            if let problem = disk.problem { report.problems.append(problem) }
            for item in reading.items.items {
                do throws(LootError) { try item.validate() } catch { report.problems.append(error) }
            }
            for record in disk.records {
                do throws(LootError) { _ = try record.commit() } catch { report.problems.append(error) }
            }
            if report.problems.isEmpty { report.verified = disk.verified(count: reading.items.count) }
            return report
        }
    }

    /// See ``LootCore/MaintainableStore/recover(isTrial:)``.
    public func recover(isTrial: Bool) async throws(LootError) -> RecoveryReport {
        try await exclusive { disk throws(LootError) in
            try self.load(&disk)
            var report = RecoveryReport()
            let reading = try disk.read()
            if disk.problem == nil {
                report.kept = reading.items.count
                return report
            }
            let items = try disk.salvage(&report)
            report.kept = items.count
            if isTrial { return report }
            report.setAside = try disk.replace(with: items.items)
            try self.live.reload(items, revision: disk.revision, history: History())
            return report
        }
    }
}

extension StoreDisk {
    /// What was verified of a store in which nothing is wrong.
    fileprivate func verified(count: Int) -> [String] {
        let items = count == 1 ? "1 item" : "\(count) items"
        var sentences: [String] = []
        if let status {
            sentences.append("\(path) was read to its end: \(status.size) bytes, \(items)")
            sentences.append("Every id is there once, and every field keeps its rules")
        } else {
            sentences.append("\(path) is not there yet; the first item makes it")
        }
        if let journal {
            let changes = records.count == 1 ? "1 change" : "\(records.count) changes"
            sentences.append(
                "\(journal.path) was read to its end: \(changes), every checksum right, and it belongs to the file"
            )
            sentences.append(
                pendingRecords.isEmpty
                    ? "The file holds every change"
                    : "The file lacks \(pendingRecords.count) of them, which stand in the journal; together they fit"
            )
        }
        return sentences
    }

    /// How many bytes the file and the journal take.
    var size: Int { (status?.size ?? 0) + (journal?.size ?? 0) }

    /// What can be read of the file, and the pending changes as far as they fit.
    fileprivate mutating func salvage(_ report: inout RecoveryReport) throws(LootError) -> ItemCollection {
        var items = ItemCollection()
        if let content = try content(of: path) {
            let (file, lost) = codec.salvage(content, from: path)
            report.lost += lost
            shape = file.shape
            items = try ItemCollection(file.items)
        }
        if let problem = journal?.problem { report.lost.append(problem) }
        for record in pendingRecords {
            do throws(LootError) {
                _ = try items.apply(try record.commit().changes.map(\.change))
            } catch {
                report.lost.append(error.whileTrying("can't make the change of revision \(record.revision)"))
            }
        }
        return items
    }

    /// Keeps the files aside and writes the items to new ones.
    ///
    /// - Returns: the names of the files that were kept aside.
    fileprivate mutating func replace(with items: ItemCollection.Items) throws(LootError) -> [String] {
        var setAside: [String] = []
        for source in [path, Journal.path(for: path)] {
            guard let bytes = try content(of: source) else { continue }
            let name = try freeName(for: FilePath.join(FilePath.folder(of: path), FilePath.name(of: source)))
            var copy = try FileReplacement(
                of: name, like: source, on: files, for: "can't keep the damaged file aside")
            try copy.write(bytes.span.bytes)
            try copy.commit()
            setAside.append(name)
        }
        revision = revision.next
        replaceRecords([])
        problem = nil
        try rewriteAll(items)
        return setAside
    }

    private func content(of path: String) throws(LootError) -> [UInt8]? {
        do throws(SystemError) { return try files.contents(of: path)?.bytes } catch {
            throw error.lootError("can't recover the items")
        }
    }

    private func freeName(for path: String) throws(LootError) -> String {
        var number = 1
        do throws(SystemError) {
            while try files.status(at: "\(path).damaged-\(number)") != nil { number += 1 }
        } catch {
            throw error.lootError("can't keep the damaged file aside")
        }
        return "\(path).damaged-\(number)"
    }
}
