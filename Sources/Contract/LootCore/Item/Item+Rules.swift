extension Item {
    /// Whether a store may take this item. An item without a name, or with a value below zero, is taken: see
    /// `problems`.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` for the first field that breaks its rule.
    public func validate() throws(LootError) {
        // Of the core model only texts can hold what they may not; nearly all items end here.
        let isPlain =
            TextRules.firstRefused(in: name, allowingLines: false) == nil
            && serialNumber.flatMap { TextRules.firstRefused(in: $0, allowingLines: false) } == nil
        if isPlain, !hasDetails { return }
        for field in Field.core { try check(field) }
        for field in Field.rare { try check(field) }
        for (name, value) in details.custom { try CustomField.check(name, value, of: id) }
    }

    /// What a person should mend: a name that is empty, numbers below zero. Such items stand in files of other programs
    /// and keep nothing from working; front ends mark them.
    package var problems: [LootError] {
        if !name.isEmpty, valueInDollars >= 0, value ?? 0 >= 0, !hasDetails { return [] }
        return Field.mendable.compactMap { field in
            var problem = field.value(of: self).flatMap(field.problem)
            problem?.item = id
            return problem
        }
    }

    /// Whether a person may enter this item as a new one.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` for the first field that breaks its rule, or has a problem other
    ///   than that it has no name yet.
    package func checkEntries() throws(LootError) {
        try validate()
        if valueInDollars >= 0, value ?? 0 >= 0, !hasDetails { return }
        for field in Field.all {
            guard let value = field.value(of: self) else { continue }
            do { try field.checkEntry(value) } catch {
                var error = error
                error.item = id
                throw error
            }
        }
    }

    /// What the item is called on screens and in sentences: its name, or `New item` as long as it has none.
    public var shownName: String { name.isEmpty ? "New item" : name }

    private func check(_ field: Field) throws(LootError) {
        guard let value = field.value(of: self) else { return }
        do { try field.check(value) } catch {
            var error = error
            error.item = id
            throw error
        }
    }
}

extension Patch {
    /// Whether a person may enter what the patch sets. The fields that it leaves alone may hold anything.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` for the first field that breaks its rule or has a problem.
    package func checkEntries() throws(LootError) {
        for edit in edits {
            guard let value = edit.value, let field = Field.with(key: edit.field) else { continue }
            try field.checkEntry(value)
        }
    }
}
