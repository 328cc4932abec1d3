package import LootCore

extension RecordReader {
    /// Reads a commit that ``RecordWriter/commit(_:)`` wrote.
    package mutating func commit() throws(Malformed) -> Commit {
        let head = try commitHead()
        var changes: [AppliedChange] = []
        let count = try count()
        for _ in 0..<count {
            guard let change = try change(inverseOf: nil) else { throw Malformed() }
            guard let inverse = try self.change(inverseOf: change) else { throw Malformed() }
            changes.append(AppliedChange(change, inverse: inverse))
        }
        return Commit(
            revision: head.revision, date: head.date, title: head.title, author: head.author,
            purpose: head.purpose, changes: changes)
    }

    /// Reads the part before the changes of a commit.
    package mutating func commitHead() throws(Malformed) -> Commit {
        let revision = Revision(rawValue: try unsigned())
        guard let date = Moment(secondsSinceEpoch: try signed()) else { throw Malformed() }
        let title = try text()
        let purpose: ItemTransaction.Purpose
        let kind = try byte()
        switch kind & 3 {
        case 0: purpose = .edit
        case 1: purpose = .undo(Revision(rawValue: try unsigned()))
        case 2: purpose = .redo(Revision(rawValue: try unsigned()))
        default: purpose = .bookkeeping
        }
        let author: String?
        switch kind & ~3 {
        case 0: author = nil
        case 4: author = try text()
        default: throw Malformed()
        }
        return Commit(
            revision: revision, date: date, title: title, author: author, purpose: purpose, changes: [])
    }

    private mutating func change(inverseOf change: Change?) throws(Malformed) -> Change? {
        switch try byte() {
        case 0:
            let place = try place()
            return .insert(try item(), at: place)
        case 1: return .update(try id(), try patch())
        case 2: return .move(try id(), to: try place())
        case 3: return .remove(try id())
        case 4: return change?.item.map { .remove($0) }
        case 5: return .set(SettingKey(rawValue: try text()), try foreign(depth: 0))
        case 6: return .set(SettingKey(rawValue: try text()), nil)
        default: throw Malformed()
        }
    }

    private mutating func place() throws(Malformed) -> Destination {
        switch try signed() {
        case -1: .last
        case -2: .before(try id())
        case -3: .after(try id())
        case let position where position >= 0: .position(Int(position))
        default: throw Malformed()
        }
    }

    mutating func id() throws(Malformed) -> ItemID { ItemID(high: try fixed(), low: try fixed()) }

    private mutating func patch() throws(Malformed) -> Patch {
        var edits: [Patch.Edit] = []
        let count = try count()
        for _ in 0..<count { edits.append(Patch.Edit(FieldKey(rawValue: try text()), try value())) }
        return Patch(edits)
    }

    mutating func value() throws(Malformed) -> FieldValue? {
        switch try byte() {
        case 0: return nil
        case 1: return .text(try text())
        case 2: return .integer(Int(try signed()))
        case 3: return .decimal(Double(bitPattern: try fixed()))
        case 4: return .flag(false)
        case 5: return .flag(true)
        case 6:
            guard let moment = Moment(secondsSinceEpoch: try signed()) else { throw Malformed() }
            return .moment(moment)
        case 7:
            guard let day = Day(daysSinceEpoch: Int(try signed())) else { throw Malformed() }
            return .day(day)
        case 8:
            var values: [String] = []
            let count = try count()
            for _ in 0..<count { values.append(try text()) }
            return .list(values)
        case 9:
            let whole = Int(try signed())
            guard let amount = Amount(whole: whole, tenThousandths: Int(try signed())) else {
                throw Malformed()
            }
            return .amount(amount)
        default: throw Malformed()
        }
    }

    mutating func foreignFields(depth: Int) throws(Malformed) -> [ForeignField] {
        var fields: [ForeignField] = []
        let count = try count()
        for _ in 0..<count { fields.append(ForeignField(try text(), try foreign(depth: depth))) }
        return fields
    }

    private mutating func foreign(depth: Int) throws(Malformed) -> ForeignValue {
        if depth > 1000 { throw Malformed() }
        switch try byte() {
        case 0: return .null
        case 1: return .flag(false)
        case 2: return .flag(true)
        case 3: return .number(try text())
        case 4: return .text(try text())
        case 5:
            guard let moment = Moment(secondsSinceEpoch: try signed()) else { throw Malformed() }
            return .moment(moment)
        case 6: return .data(try data())
        case 7:
            var values: [ForeignValue] = []
            let count = try count()
            for _ in 0..<count { values.append(try foreign(depth: depth + 1)) }
            return .array(values)
        case 8: return .object(try foreignFields(depth: depth + 1))
        default: throw Malformed()
        }
    }
}
