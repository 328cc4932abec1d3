extension Item {
    /// Checks the rules that all stores enforce. An empty name and negative values are valid, but are
    /// listed in `problems`.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` for the first invalid field.
    public func validate() throws(LootError) {
        // In the core model, only strings can be invalid. This is the fast path for most items.
        let isPlain =
            TextRules.firstRefused(in: name, allowingLines: false) == nil
            && serialNumber.flatMap { TextRules.firstRefused(in: $0, allowingLines: false) } == nil
        if isPlain, !hasDetails { return }
        for field in Field.core { try check(field) }
        for field in Field.rare { try check(field) }
        for (name, value) in details.custom { try CustomField.check(name, value, of: id) }
    }

    /// Problems that a person should correct, such as an empty name and negative numbers. Such items occur in
    /// files from other programs and are otherwise valid; front ends mark them.
    package var problems: [LootError] {
        if !name.isEmpty, valueInDollars >= 0, value ?? 0 >= 0, !hasDetails { return [] }
        return Field.mendable.compactMap { field in
            var problem = field.value(of: self).flatMap(field.problem)
            problem?.item = id
            return problem
        }
    }

    /// Checks a new item that a person entered.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` for the first field that is invalid or has a problem. A
    ///   missing name is allowed.
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

    /// The name for display, or `New item` if the name is empty.
    public var shownName: String { name.isEmpty ? String(localized: "New item") : name }

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
    /// Checks the values that a person entered. Fields that aren't in the patch aren't checked.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` for the first field that is invalid or has a problem.
    package func checkEntries() throws(LootError) {
        for edit in edits {
            guard let value = edit.value, let field = Field.with(key: edit.field) else { continue }
            try field.checkEntry(value)
        }
    }
}
