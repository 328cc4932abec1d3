package import LootCore

extension RecordWriter {
    /// Writes a commit with everything needed to undo and redo it.
    package mutating func commit(_ commit: Commit) {
        unsigned(commit.revision.rawValue)
        signed(commit.date.secondsSinceEpoch)
        text(commit.title)
        let author: UInt8 = commit.author == nil ? 0 : 4
        switch commit.purpose {
        case .edit: byte(0 + author)
        case .undo(let revision):
            byte(1 + author)
            unsigned(revision.rawValue)
        case .redo(let revision):
            byte(2 + author)
            unsigned(revision.rawValue)
        case .bookkeeping: byte(3 + author)
        }
        if let author = commit.author { text(author) }
        count(commit.changes.count)
        for change in commit.changes {
            self.change(change.change)
            inverse(change)
        }
    }

    private mutating func change(_ change: Change) {
        switch change {
        case .insert(let item, let destination):
            byte(0)
            place(destination)
            self.item(item)
        case .update(let id, let patch):
            byte(1)
            self.id(id)
            self.patch(patch)
        case .move(let id, let destination):
            byte(2)
            self.id(id)
            place(destination)
        case .remove(let id):
            byte(3)
            self.id(id)
        case .set(let key, let value?):
            byte(5)
            text(key.rawValue)
            foreign(value)
        case .set(let key, nil):
            byte(6)
            text(key.rawValue)
        }
    }

    /// Writes a destination. Applied changes always have a position. Other destinations are negative numbers.
    private mutating func place(_ destination: Destination) {
        switch destination {
        case .position(let position): signed(Int64(position))
        case .last: signed(-1)
        case .first: signed(0)
        case .before(let other):
            signed(-2)
            id(other)
        case .after(let other):
            signed(-3)
            id(other)
        }
    }

    /// Writes the inverse of a change. The most frequent case, an insertion undone by removing the same item, takes
    /// one byte.
    private mutating func inverse(_ applied: AppliedChange) {
        if applied.isTakenBackByRemoval { return byte(4) }
        change(applied.inverse)
    }

    mutating func id(_ id: ItemID) {
        fixed(id.high)
        fixed(id.low)
    }

    private mutating func patch(_ patch: Patch) {
        count(patch.edits.count)
        for edit in patch.edits {
            text(edit.field.rawValue)
            value(edit.value)
        }
    }

    mutating func value(_ value: FieldValue?) {
        switch value {
        case nil: byte(0)
        case .text(let value):
            byte(1)
            text(value)
        case .integer(let value):
            byte(2)
            signed(Int64(value))
        case .decimal(let value):
            byte(3)
            fixed(value.bitPattern)
        // Integral amounts are written as integers, as before amounts existed. The type of the field distinguishes
        // them.
        case .amount(let value) where value.isWhole: self.value(.integer(value.whole))
        case .amount(let value):
            byte(9)
            signed(Int64(value.whole))
            signed(Int64(value.tenThousandths))
        case .flag(let value): byte(value ? 5 : 4)
        case .moment(let value):
            byte(6)
            signed(value.secondsSinceEpoch)
        case .day(let value):
            byte(7)
            signed(Int64(value.daysSinceEpoch))
        case .list(let values):
            byte(8)
            count(values.count)
            for value in values { text(value) }
        }
    }

    mutating func foreign(_ fields: [ForeignField]) {
        count(fields.count)
        for field in fields {
            text(field.key)
            foreign(field.value)
        }
    }

    private mutating func foreign(_ value: ForeignValue) {
        switch value {
        case .null: byte(0)
        case .flag(let flag): byte(flag ? 2 : 1)
        case .number(let digits):
            byte(3)
            text(digits)
        case .text(let string):
            byte(4)
            text(string)
        case .moment(let moment):
            byte(5)
            signed(moment.secondsSinceEpoch)
        case .data(let bytes):
            byte(6)
            data(bytes)
        case .array(let values):
            byte(7)
            count(values.count)
            for value in values { foreign(value) }
        case .object(let fields):
            byte(8)
            foreign(fields)
        }
    }
}
