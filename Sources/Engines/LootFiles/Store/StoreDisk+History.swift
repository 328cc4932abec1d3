import LootCore
import LootFormats

extension StoreDisk {
    /// Removes the oldest parts of the journal that contain only commits beyond the limit of the history. The next
    /// commits to undo and redo are always kept.
    mutating func forget(beyond limit: HistoryLimit?) throws(LootError) {
        guard let limit else { return }
        do throws(SystemError) {
            var count = 0
            var beyond: [(part: Int, revisions: Set<Revision>)] = []
            var records: [CommitRecord] = []
            let parts = try folder.journals(on: files)
            // The newest two parts are always kept, so a large one of them doesn't have to be read.
            if parts.count < 3 { return }
            let traces = try folder.traces(on: files)
            for part in parts.reversed() {
                guard let (_, entries) = try? traces.journal(at: folder.journal(part), on: files)
                else { continue }
                let found = entries.compactMap(\.record)
                records = found + records
                let newest = records.last.flatMap { try? $0.summary() }?.date
                let first = newest.flatMap(limit.firstDay) ?? .first
                let isOld = found.last.flatMap { try? $0.summary() }.map { $0.date.day < first } ?? false
                if isOld || count >= limit.count ?? .max {
                    beyond.append((part, Set(found.map(\.revision))))
                } else {
                    count += found.count { (try? $0.summary())?.purpose != .bookkeeping }
                }
            }
            if beyond.isEmpty { return }
            let next = nextSteps(of: records, limit)
            for (part, revisions) in beyond where revisions.isDisjoint(with: next) {
                try files.remove(folder.journal(part))
            }
        } catch {
            throw error.lootError("Can't remove old history.")
        }
    }

    /// Returns the revisions of the next commit to undo and of all commits to redo.
    private func nextSteps(of records: [CommitRecord], _ limit: HistoryLimit) -> Set<Revision> {
        var history = History()
        var last = Revision.initial
        for record in records where record.revision > last {
            last = record.revision
            if let commit = try? record.summary() { history.record(commit, limit: limit) }
        }
        return Set((history.undoable.suffix(1) + history.redoable).map(\.revision))
    }

    // MARK: Damage

    /// Sets all parts of the journal up to the newest damaged one aside and adds a notice. The items are unchanged,
    /// but those parts can't be undone. The caller must hold the lock.
    ///
    /// - Returns: The new paths of the parts.
    @discardableResult
    mutating func setHistoryAside() throws(LootError) -> [String] {
        let parts = try damagedParts()
        var setAside: [String] = []
        do throws(SystemError) {
            for part in parts {
                let place = folder.journal(part)
                let name = try freeName(for: place)
                try files.rename(place, to: name)
                setAside.append(name)
                if part == number { journal = nil }
            }
            if !setAside.isEmpty { try files.syncFolder(folder.path) }
        } catch {
            throw error.lootError("Can't move the damaged history aside.")
        }
        if let last = setAside.last {
            notices.append(
                """
                The history of \(path) was damaged and moved to \(last). All items are intact, but earlier changes \
                can't be undone.
                """)
        }
        return setAside
    }

    /// Returns the numbers of the parts up to the newest damaged one, in ascending order, or an empty array if no
    /// part is damaged.
    func damagedParts() throws(LootError) -> [Int] {
        let parts: [Int]
        let traces: Traces
        do throws(SystemError) {
            traces = try folder.traces(on: files)
            parts = try folder.journals(on: files)
        } catch {
            throw error.lootError("Can't read the store.")
        }
        for (index, part) in parts.enumerated().reversed() {
            guard let (journal, entries) = try traces.journal(at: folder.journal(part), on: files) else {
                continue
            }
            let isWhole = entries.compactMap(\.record).allSatisfy { (try? $0.commit()) != nil }
            if journal.problem != nil || !isWhole { return Array(parts[...index]) }
        }
        return []
    }

    /// Returns an unused path for a copy of the damaged file at the given path.
    func freeName(for path: String) throws(SystemError) -> String {
        var number = 1
        while try files.status(at: "\(path).damaged-\(number)") != nil { number += 1 }
        return "\(path).damaged-\(number)"
    }
}
