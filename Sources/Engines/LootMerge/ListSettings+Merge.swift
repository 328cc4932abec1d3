package import LootCore

extension ListSettings {
    /// The key under which the values of the other side of a merge are recorded until a person decides.
    private static let conflictsKey = SettingKey(rawValue: Item.conflictsKey)

    /// Merges the settings of two lists with a common base: key by key, and entry by entry if both values are objects.
    ///
    /// If both sides changed a setting or an entry to different values, the result contains our value and records
    /// theirs (``conflicts``).
    package static func merge(
        base: ListSettings, ours: ListSettings, theirs: ListSettings
    ) -> (settings: ListSettings, conflicts: [MergeConflict]) {
        let merge = ForeignMerge(base.fields, ours.fields, theirs.fields)
        var (merged, conflicts) = (ListSettings(merge.fields), [MergeConflict]())
        for edit in merge.edits {
            guard let ours = entries(of: edit.ours), let theirs = entries(of: edit.theirs) else {
                conflicts.append(merged.note(edit, at: edit.field.rawValue))
                continue
            }
            let merge = ForeignMerge(entries(of: edit.base) ?? [], ours, theirs)
            merged[SettingKey(rawValue: edit.field.rawValue)] =
                merge.fields.isEmpty ? nil : .object(merge.fields)
            for entry in merge.edits {
                conflicts.append(merged.note(entry, at: "\(edit.field.rawValue).\(entry.field.rawValue)"))
            }
        }
        return (merged, conflicts)
    }

    /// Returns the entries of an object, an empty array for a missing value, or `nil` for a value of another type.
    private static func entries(of value: ForeignValue?) -> [ForeignField]? {
        switch value {
        case nil: []
        case .object(let fields)?: fields
        default: nil
        }
    }

    /// The value of a setting such as `currency`, or of an entry such as `views.insured`.
    package subscript(path path: String) -> ForeignValue? {
        get {
            guard let (key, entry) = entry(at: path) else { return self[SettingKey(rawValue: path)] }
            guard case .object(let entries)? = self[key] else { return nil }
            return entries.first { $0.key == entry }?.value
        }
        set {
            guard let (key, entry) = entry(at: path) else {
                self[SettingKey(rawValue: path)] = newValue
                return
            }
            var entries: [ForeignField] = if case .object(let fields)? = self[key] { fields } else { [] }
            let index = entries.firstIndex { $0.key == entry }
            switch (newValue, index) {
            case (let value?, let index?): entries[index] = ForeignField(entry, value)
            case (let value?, nil): entries.append(ForeignField(entry, value))
            case (nil, let index?): entries.remove(at: index)
            case (nil, nil): break
            }
            self[key] = entries.isEmpty ? nil : .object(entries)
        }
    }

    private func entry(at path: String) -> (key: SettingKey, entry: String)? {
        guard self[SettingKey(rawValue: path)] == nil, let period = path.firstIndex(of: ".") else {
            return nil
        }
        return (SettingKey(rawValue: String(path[..<period])), String(path[path.index(after: period)...]))
    }
}

extension SettingKey {
    /// Whether the setting is the record of unresolved conflicts.
    package var isConflicts: Bool { rawValue == Item.conflictsKey }
}

// MARK: Conflicts

extension ListSettings {
    /// The unresolved conflicts of merges. The settings contain our values.
    package var conflicts: [MergeConflict] {
        pending.compactMap { note in
            let (ours, theirs) = (self[path: note.key], note.value == .null ? nil : note.value)
            if ours.isIdentical(to: theirs) { return nil }
            return MergeConflict(ofSetting: note.key, base: nil, ours: ours, theirs: theirs)
        }
    }

    /// Resolves the conflict about the setting or entry at the given path with the value of the given side, and removes
    /// its record. Has no effect if there is no such conflict.
    package mutating func settle(_ path: String, taking side: MergeConflict.Side) {
        guard let note = pending.first(where: { $0.key == path }) else { return }
        if side == .theirs { self[path: path] = note.value == .null ? nil : note.value }
        pending = pending.filter { $0.key != path }
    }

    private mutating func note(_ edit: Edits<ForeignValue>, at path: String) -> MergeConflict {
        pending = pending.filter { $0.key != path } + [ForeignField(path, edit.theirs ?? .null)]
        return MergeConflict(ofSetting: path, base: edit.base, ours: edit.ours, theirs: edit.theirs)
    }

    private var pending: [ForeignField] {
        get { if case .object(let notes)? = self[Self.conflictsKey] { notes } else { [] } }
        set { self[Self.conflictsKey] = newValue.isEmpty ? nil : .object(newValue) }
    }
}
