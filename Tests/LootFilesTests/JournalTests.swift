import LootCore
import LootFiles
import LootFilesTesting
import LootFormats
import Testing

private let path = "journal.1"
private let base = JournalEntry.holds(
    FileIdentity(size: 9, digest: .init(high: 8, low: 5), node: 7, modified: 6, changed: 4), .initial)

/// Returns a commit whose size depends on the number, so that frames end at all positions in a sector.
private func entry(_ number: Int) -> JournalEntry {
    let moment = Moment(startOf: .first)
    let id = ItemID(high: UInt64(number), low: 1)
    let name = String(repeating: "Spork ", count: 1 + number * 37 % 211)
    let item = Item(id: id, name: name, valueInDollars: number, dateCreated: moment)
    let revision = Revision(rawValue: UInt64(number))
    let changes = [AppliedChange(.insert(item, at: .position(number)), inverse: .remove(item.id))]
    return .commit(CommitRecord(Commit(revision: revision, date: moment, title: "Add", changes: changes)))
}

private func entries(on files: any FileSystem) throws -> [JournalEntry] {
    guard var journal = try Journal.open(at: path, on: files) else { return [] }
    let entries = try journal.readOn()
    if let problem = journal.problem { throw problem }
    return entries
}

struct `A journal` {
    @Test func `a journal returns the appended entries, also to other readers`() throws {
        let files = ModelFileSystem()
        let all = (1...300).map(entry)
        var journal = try Journal.create(at: path, on: files, with: [base])
        guard var reader = try Journal.open(at: path, on: files) else { return }
        var seen = try reader.readOn()
        for entry in all {
            #expect(try reader.hasNews() == false)
            try journal.append([entry])
            #expect(try reader.hasNews())
            seen += try reader.readOn()
        }
        #expect(seen == [base] + all)
        #expect(try entries(on: files) == [base] + all)
    }

    @Test func `a journal that starts with an entry returns only that entry`() throws {
        let files = ModelFileSystem()
        var journal = try Journal.create(at: path, on: files, with: [base, entry(1)], appending: [entry(2)])
        #expect(try entries(on: files) == [base, entry(1), entry(2)])
        try journal.removeLast()
        #expect(try entries(on: files) == [base, entry(1)])
        try journal.append([entry(3)])
        #expect(try entries(on: files) == [base, entry(1), entry(3)])
    }

    @Test
    func `acknowledged entries survive a power failure at any step, and others are complete or missing`()
        throws
    {
        var random = SeededGenerator(seed: 11)
        let all = (1...12).map(entry)
        for cut in 0..<36 {
            for _ in 0..<60 {
                let files = ModelFileSystem(cutAfter: cut)
                var acknowledged = 0
                do throws(LootError) {
                    var journal = try Journal.create(at: path, on: files, with: [base])
                    acknowledged = 1
                    for entry in all {
                        try journal.append([entry])
                        acknowledged += 1
                    }
                } catch {
                    #expect(error.code == .inputOutput)
                }
                let after = files.restarted(using: &random)
                let found = try entries(on: after)
                #expect(found.count == acknowledged || found.count == acknowledged + 1, "cut \(cut)")
                #expect(found == Array(([base] + all).prefix(found.count)))
                // The next writer appends after it, and no incomplete entry remains in between.
                if var journal = try Journal.open(at: path, on: after) {
                    _ = try journal.readOn()
                    try journal.append([entry(99)])
                    #expect(try entries(on: after).count == found.count + 1)
                }
            }
        }
    }

    @Test func `a large commit is kept completely or not at all after a power failure at any step`() throws {
        var random = SeededGenerator(seed: 12)
        let id = ItemID(high: 2, low: 2)
        let name = String(repeating: "Spork ", count: 12_000)
        let change = AppliedChange(.insert(Item(id: id, name: name), at: 0), inverse: .remove(id))
        let large = CommitRecord(Commit(revision: Revision(rawValue: 2), title: "Add", changes: [change]))
        let all = [[entry(1)], [.commit(large), entry(3)], [entry(4), .commit(large)], [entry(5)]]
        for cut in 0..<40 {
            for _ in 0..<4 {
                let files = ModelFileSystem(cutAfter: cut)
                var acknowledged: [JournalEntry] = []
                var unsure: [JournalEntry] = []
                do throws(LootError) {
                    unsure = [base] + all[0]
                    var journal = try Journal.create(at: path, on: files, with: [base], appending: all[0])
                    acknowledged = unsure
                    for entries in all.dropFirst() {
                        unsure = acknowledged + entries
                        try journal.append(entries)
                        acknowledged = unsure
                    }
                } catch {
                    #expect(error.code == .inputOutput)
                }
                let found = try entries(on: files.restarted(using: &random))
                #expect(found == acknowledged || found == unsure, "cut \(cut)")
            }
        }
    }

    @Test func `a failed append is reverted, once or permanently, at any call`() throws {
        for isLasting in [false, true] {
            for code in [SystemError.Code.inputOutput, .noSpace] {
                for step in 0..<3 {
                    let model = ModelFileSystem()
                    let files = FaultyFileSystem(model)
                    var journal = try Journal.create(at: path, on: files, with: [base])
                    try journal.append([entry(1)])
                    files.set(.init(after: step, isLasting: isLasting, code: code))
                    let isDone = (try? journal.append([entry(2)])) != nil
                    let found = try entries(on: model)
                    let (before, after) = ([base, entry(1)], [base, entry(1), entry(2)])
                    // Reverting can fail, too. Then further appends are rejected.
                    #expect(found == after || !isDone && found == before)
                    if !isDone, found == after { #expect(isLasting && journal.problem != nil) }
                    files.set(nil)
                }
            }
        }
    }

    @Test func `a failed sync prevents further changes until the journal is reopened`() throws {
        let model = ModelFileSystem()
        let files = FaultyFileSystem(model)
        var journal = try Journal.create(at: path, on: files, with: [base])
        files.set(.init(after: 0, call: .sync))
        #expect(throws: LootError.self) { try journal.append([base]) }
        let error = #expect(throws: LootError.self) { try journal.append([base]) }
        #expect(error?.advice.text.contains("open the store again") == true)
        guard var again = try Journal.open(at: path, on: files) else { return }
        _ = try again.readOn()
        try again.append([entry(1)])
        #expect(try entries(on: model).count == 2)
    }

    @Test func `a full disk leaves the journal unchanged, and appending works once there is space`() throws {
        for budget in stride(from: 0, to: 17_000, by: 509) {
            let files = ModelFileSystem()
            var journal = try Journal.create(at: path, on: files, with: [base])
            files.limit(capacity: files.used + budget)
            do throws(LootError) { try journal.append([entry(1)]) } catch {
                #expect(error.code == .noSpace)
                #expect(try entries(on: files) == [base])
            }
            files.limit()
            try journal.append([entry(2)])
            #expect(try entries(on: files).count >= 2)
        }
    }

    @Test func `space is preallocated only if there is enough`() throws {
        let files = ModelFileSystem()
        var journal = try Journal.create(at: path, on: files, with: [base])
        let before = journal.size
        try journal.append([entry(1)])
        let size = journal.size - before
        try journal.removeLast()
        files.limit(capacity: files.used + size)
        try journal.append([entry(1)])
        #expect(try entries(on: files) == [base, entry(1)])
        #expect(throws: LootError.self) { try journal.append([entry(2)]) }
        files.limit()
        try journal.append([entry(3)])
        #expect(try entries(on: files) == [base, entry(1), entry(3)])
    }

    @Test func `every flipped byte is reported, and no entry is lost silently`() throws {
        let files = ModelFileSystem()
        let all = (1...4).map(entry)
        var journal = try Journal.create(at: path, on: files, with: [base])
        for entry in all { try journal.append([entry]) }
        let bytes = try #require(files[path])
        for index in 0..<journal.size {
            for mask: UInt8 in index % 7 == 0 ? [0xFF, 0x01] : [0xFF] {
                var flipped = bytes
                flipped[index] ^= mask
                let damaged = ModelFileSystem()
                damaged[path] = flipped
                let found = Result { try entries(on: damaged) }
                if case .success(let found) = found {
                    // Only the padding between frames isn't checked.
                    #expect(found == [base] + all, "byte \(index)")
                } else if case .failure(let error as LootError) = found {
                    #expect([.damaged, .newerFormat].contains(error.code))
                }
            }
        }
    }

    @Test func `every lost sector is reported`() throws {
        let files = ModelFileSystem()
        var journal = try Journal.create(at: path, on: files, with: [base])
        for number in 1...8 { try journal.append([entry(number)]) }
        let beforeLast = journal.size
        try journal.append([entry(9)])
        let whole = try #require(files[path])
        for start in stride(from: 0, to: beforeLast - 511, by: 512) {
            for lost in [start..<start + 512, start + 8..<start + 40] {
                var damagedBytes = whole
                damagedBytes.replaceSubrange(lost, with: repeatElement(0, count: lost.count))
                if damagedBytes == whole { continue }
                let damaged = ModelFileSystem()
                damaged[path] = damagedBytes
                let error = #expect(throws: LootError.self, "bytes \(lost)") { try entries(on: damaged) }
                #expect(error?.code == .damaged)
            }
        }
        #expect(beforeLast > 2048)
    }

    @Test func `a journal that was read-only isn't written to after it was replaced`() throws {
        let files = ModelFileSystem()
        _ = try Journal.create(at: path, on: files, with: [base])
        try files.setAccess(FileAccess(permissions: 0o400), of: path)
        guard var reader = try Journal.open(at: path, on: files) else { return }
        #expect(try reader.readOn() == [base])
        _ = try Journal.create(
            at: path, access: FileAccess(permissions: 0o600), on: files, with: [base, entry(1), entry(2)])
        #expect(throws: LootError.self) { try reader.append([entry(3)]) }
        #expect(try entries(on: files) == [base, entry(1), entry(2)])
    }

    @Test func `a journal that is cut off ends before the cut`() throws {
        let files = ModelFileSystem()
        let all = (1...4).map(entry)
        var journal = try Journal.create(at: path, on: files, with: [base])
        for entry in all { try journal.append([entry]) }
        let bytes = try #require(files[path])
        var counts: [Int] = []
        for count in 32...journal.size {
            let short = ModelFileSystem()
            short[path] = Array(bytes.prefix(count))
            counts.append(try entries(on: short).count)
        }
        #expect(counts == counts.sorted())
        #expect(counts.last == 5)
    }

    @Test func `a journal of an older generation isn't mistaken for its successor`() throws {
        let files = ModelFileSystem()
        var old = try Journal.create(at: path, on: files, with: [base])
        try old.append([entry(1)])
        let oldBytes = try #require(files[path])
        let oldSize = old.size
        _ = try Journal.create(at: path, on: files, with: [base])
        var bytes = try #require(files[path])
        bytes += oldBytes[bytes.count..<oldSize]
        files[path] = bytes
        #expect(throws: LootError.self) { try entries(on: files) }
        guard var journal = try Journal.open(at: path, on: files) else { return }
        #expect(try journal.readOn() == [base])
    }
}
