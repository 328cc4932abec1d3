package import LootCore

extension Item {
    /// The key of the unknown field that records, by field, the values of the other side of a merge. If one side
    /// removed the item, the name of that side is recorded under `id`.
    static let conflictsKey = "conflicts"

    /// The unresolved conflicts of merges. The item contains our values; the values before the merge are no longer
    /// known.
    package var conflicts: [MergeConflict] {
        pending.compactMap { note in
            let key = Item.field(ofNote: note.key)
            if key == Field.idKey {
                guard case .text(let name) = note.value, let side = MergeConflict.Side(rawValue: name) else {
                    return nil
                }
                return MergeConflict(of: self, removedIn: side)
            }
            let theirs = FieldValue(note.value, for: key)
            let ours = value(for: key) ?? foreign.first { $0.key == key.rawValue }?.value.asText
            return FieldValue.areIdentical(ours, theirs)
                ? nil : MergeConflict(of: self, key, ours: ours, theirs: theirs)
        }
    }

    /// Resolves the given conflict with the value of the given side, and removes its record. If one side removed the
    /// item, the item is kept.
    ///
    /// - Throws: ``LootError`` if the value isn't valid. In this case, the item is unchanged.
    package mutating func settle(_ conflict: MergeConflict, taking side: MergeConflict.Side) throws(LootError)
    {
        if side == .theirs, let key = conflict.field {
            if Item.isForeign(key), let note = pending.first(where: { isNote($0, of: conflict) }) {
                foreign.removeAll { $0.key == key.rawValue }
                if note.value != .null { foreign.append(ForeignField(key.rawValue, note.value)) }
            } else {
                try set(conflict.theirs, for: key)
                if key == "loans" { lend(loans.filter(\.isOpen), others: loans.filter { !$0.isOpen }) }
            }
        }
        forget(conflict)
    }

    /// Resolves the given conflict with a new value, and removes its record.
    ///
    /// - Throws: ``LootError`` if the value isn't valid. In this case, the item is unchanged.
    package mutating func settle(_ conflict: MergeConflict, with value: FieldValue?) throws(LootError) {
        if let key = conflict.field { try set(value, for: key) }
        forget(conflict)
    }

    /// Records the value of the other side of a merge. If there is already an unresolved value for the field,
    /// a number is appended to the key: `name`, `name#2`.
    mutating func note(_ theirs: ForeignValue, under key: FieldKey) {
        let notes = pending.filter { Item.field(ofNote: $0.key) == key }
        if notes.contains(where: { $0.value == theirs }) { return }
        var name = key.rawValue
        var number = 1
        while notes.contains(where: { $0.key == name }) {
            number += 1
            name = "\(key.rawValue)#\(number)"
        }
        pending.append(ForeignField(name, theirs))
    }

    private mutating func forget(_ conflict: MergeConflict) {
        pending = pending.filter { !isNote($0, of: conflict) }
    }

    /// Returns whether the given record belongs to the given conflict.
    private func isNote(_ note: ForeignField, of conflict: MergeConflict) -> Bool {
        let key = conflict.field ?? Field.idKey
        guard Item.field(ofNote: note.key) == key else { return false }
        return key == Field.idKey
            || FieldValue.areIdentical(FieldValue(note.value, for: key), conflict.theirs)
    }

    /// Returns the field of the record with the given key, without the number that may follow.
    private static func field(ofNote name: String) -> FieldKey {
        guard let mark = name.lastIndex(of: "#"), Int(name[name.index(after: mark)...]) != nil else {
            return FieldKey(rawValue: name)
        }
        return FieldKey(rawValue: String(name[..<mark]))
    }

    private var pending: [ForeignField] {
        get {
            guard hasDetails,
                case .object(let notes)? = foreign.first(where: { $0.key == Item.conflictsKey })?.value
            else { return [] }
            return notes
        }
        set {
            var fields = foreign.filter { $0.key != Item.conflictsKey }
            if !newValue.isEmpty { fields.append(ForeignField(Item.conflictsKey, .object(newValue))) }
            foreign = fields
        }
    }

    private static func isForeign(_ key: FieldKey) -> Bool {
        Field.with(key: key) == nil && key.customName == nil
    }
}
