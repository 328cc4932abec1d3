import TextSearch

/// A custom field that is declared in the configuration with a type, a unit and the allowed values.
///
/// ```swift
/// let size = try OwnField("size", .decimal, unit: "cm")
/// try size.parse("30 cm")          // .decimal(30)
/// ```
///
/// In items, declared fields are normal custom fields; stores ignore declarations. Declarations apply to input:
/// command lines, forms, requests and imports.
package struct OwnField: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The type of the values.
    package let type: FieldType
    /// The unit after values, for example `cm`, or `nil` for none.
    package let unit: String?
    /// The allowed values in display order, or an empty array to allow all values.
    package let choices: [FieldValue]

    /// Creates a field declaration.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the declaration isn't valid.
    package init(
        _ name: String, _ type: FieldType = .text, unit: String? = nil, choices: [FieldValue] = []
    ) throws(LootError) {
        (self.name, self.type, self.unit, self.choices) = (name, type, unit, choices)
        func refusal(_ reason: Message) -> LootError {
            LootError(
                .invalidValue, "Can't define the field “\(TextRules.visible(name))”.", reason: reason,
                field: .custom(name))
        }
        try CustomField.check(name, .text(""))
        if Field.meant(by: name) != nil || Field.computed(named: name) != nil
            || name.lowercased() == Field.idKey.rawValue
        {
            throw refusal("Every item has a field with this name.")
        }
        if name.contains("=") || name.contains(":") || name.contains(",") {
            throw refusal("The name can't contain “=”, “:” or a comma.")
        }
        guard CustomField.types.contains(type) else {
            throw refusal("A custom field can't have the type “\(type.rawValue)”.")
        }
        if let unit {
            guard type == .integer || type == .decimal else { throw refusal("Only numbers have a unit.") }
            guard !unit.isEmpty, unit.count <= 20, unit.first != " ", unit.last != " ",
                TextRules.firstRefused(in: unit, allowingLines: false) == nil
            else { throw refusal("The unit must be short text.") }
        }
        for (index, choice) in choices.enumerated() {
            guard choice.type == type else {
                throw refusal(
                    "The choice “\(TextRules.visible(choice.description))” doesn't have the type “\(type.rawValue)”."
                )
            }
            try CustomField.check(name, choice)
            if choices[..<index].contains(where: { OwnField.isSame($0, choice) }) {
                throw refusal("The choice “\(TextRules.visible(choice.description))” occurs twice.")
            }
        }
    }

    /// The key of the field in items.
    package var key: FieldKey { .custom(name) }

    /// Parses a value with or without the unit. Returns `nil` for empty text.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the text isn't valid for the field.
    package func parse(_ text: String) throws(LootError) -> FieldValue? {
        if text.isEmpty { return nil }
        var text = text
        if let unit, text.hasSuffix(unit), text.count > unit.count {
            text = String(text.dropLast(unit.count).reversed().drop { $0 == " " }.reversed())
        }
        let value: FieldValue
        do { value = try type.parse(text) } catch {
            throw refusal(error.explanation, advice: choices.isEmpty ? error.advice : offer)
        }
        return try checked(value)
    }

    /// Converts a value to the type of the field: parses text, converts whole numbers, and uses the declared spelling
    /// of a choice.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if the value isn't valid for the field.
    package func checked(_ value: FieldValue) throws(LootError) -> FieldValue {
        var value = value
        switch (value, type) {
        case (.integer(let number), .decimal): value = .decimal(Double(number))
        case (.decimal(let number), .integer): value = Int(exactly: number).map { .integer($0) } ?? value
        case (.text(let text), _) where type != .text: if let read = try parse(text) { return read }
        default: break
        }
        guard value.type == type else {
            throw refusal(
                "“\(TextRules.visible(value.description))” doesn't have the type “\(type.rawValue)”.")
        }
        try CustomField.check(name, value)
        if choices.isEmpty { return value }
        if let choice = choices.first(where: { OwnField.isSame($0, value) }) { return choice }
        throw refusal("“\(TextRules.visible(value.description))” isn't one of the choices.", advice: offer)
    }

    private static func isSame(_ left: FieldValue, _ right: FieldValue) -> Bool {
        if case (.text(let left), .text(let right)) = (left, right) { return Folding.same(left, right) }
        return left == right
    }

    private var offer: Message { Suggestions.choice(of: choices.map { Message(verbatim: $0.description) }) }

    private func refusal(_ reason: Message, advice: Message = "") -> LootError {
        LootError(
            .invalidValue, "Can't set “\(TextRules.visible(name))”.", reason: reason, advice: advice,
            field: key)
    }
}

/// A template for new items of a kind, with additional fields and initial values.
///
/// ```swift
/// let book = ItemTemplate("book", fields: ["author", "isbn"], values: Patch([.init("tags", .list(["books"]))]))
/// ```
package struct ItemTemplate: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The names of the declared fields for items of this kind.
    package let fields: [String]
    /// The initial values.
    package let values: Patch
    /// The depreciation of items with the tags of the template.
    package let depreciation: Depreciation?

    /// Creates a template. A depreciation among the values isn't written into new items.
    package init(_ name: String, fields: [String] = [], values: Patch = Patch()) {
        (self.name, self.fields) = (name, fields)
        depreciation =
            if case .text(let rule)?? = values["depreciation"] { Depreciation(rule) } else { nil }
        self.values = depreciation == nil ? values : Patch(values.edits.filter { $0.field != "depreciation" })
    }

    /// The tags of the template, which later identify its items.
    package var tags: [String] { if case .list(let tags)?? = values["tags"] { tags } else { [] } }

    /// Returns whether an item has all tags of the template. Returns `false` for a template without tags.
    func fits(_ item: Item) -> Bool {
        if tags.isEmpty || !item.hasDetails { return false }
        return tags.allSatisfy { tag in item.tags.contains { Folding.same($0, tag) } }
    }
}

/// The declared custom fields of a list and its templates.
package struct OwnFields: Hashable, Sendable {
    /// The fields in display order.
    package let fields: [OwnField]
    /// The templates for new items.
    package let templates: [ItemTemplate]

    /// No declarations.
    package static let none = OwnFields()

    /// Returns the declarations of the current task's list, by which filters, sort orders and columns name custom fields.
    package static func declared() -> OwnFields { DeclaredFields.current?.read() ?? .none }

    private init() { (fields, templates) = ([], []) }

    /// Creates a set of declarations.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if a name isn't unique, or if a template refers to an
    ///   undeclared field or contains an invalid value.
    package init(_ fields: [OwnField], templates: [ItemTemplate] = []) throws(LootError) {
        self.fields = fields
        for (index, field) in fields.enumerated() {
            if let other = fields[..<index].first(where: { Folding.same($0.name, field.name) }) {
                throw LootError(
                    .invalidValue, "Can't define the field “\(TextRules.visible(field.name))”.",
                    reason: "The field “\(TextRules.visible(other.name))” has the same name.",
                    field: field.key)
            }
        }
        var sound: [ItemTemplate] = []
        for template in templates {
            let named = TextRules.visible(template.name)
            func refusal(_ reason: Message, advice: Message = "") -> LootError {
                LootError(
                    .invalidValue, "Can't use the template “\(named)”.", reason: reason, advice: advice)
            }
            if template.name.isEmpty || template.name.contains(where: \.isNewline) {
                throw refusal("A template needs a single-line name.")
            }
            if sound.contains(where: { Folding.same($0.name, template.name) }) {
                throw refusal("Two templates have this name.")
            }
            for name in template.fields where !fields.contains(where: { Folding.same($0.name, name) }) {
                throw refusal(
                    "It contains the field “\(TextRules.visible(name))”, which isn't defined.",
                    advice: fields.isEmpty
                        ? "Define it under “fields”."
                        : Suggestions.advice(for: name, among: fields.map(\.name)))
            }
            var values = Patch()
            var item = Item(name: "", value: nil)
            for edit in template.values.edits {
                var edit = edit
                if let traits = Field.with(key: edit.field)?.traits,
                    !traits.isDisjoint(with: [.photo, .files])
                {
                    throw refusal("A template can't contain files.")
                }
                if let name = edit.field.customName, let value = edit.value,
                    let field = fields.first(where: { Folding.same($0.name, name) })
                {
                    do { edit = Patch.Edit(field.key, try field.checked(value)) } catch {
                        throw LootError(
                            .invalidValue,
                            "Can't use the value of “\(TextRules.visible(name))” in the template “\(named)”.",
                            reason: error.explanation, advice: error.advice)
                    }
                }
                if values[edit.field] != nil {
                    throw refusal("It contains two values for “\(TextRules.visible(edit.field.rawValue))”.")
                }
                values[edit.field] = .some(edit.value)
            }
            do {
                try values.checkEntries()
                try values.apply(to: &item)
            } catch { throw refusal(error.explanation, advice: error.advice) }
            if let depreciation = template.depreciation {
                if template.tags.isEmpty {
                    throw refusal(
                        "It contains a depreciation rule, but no tags.",
                        advice: "Add the tags of the items for which it applies.")
                }
                values["depreciation"] = .text(depreciation.description)
            }
            sound.append(ItemTemplate(template.name, fields: template.fields, values: values))
        }
        self.templates = sound
    }

    /// Whether nothing is declared.
    package var isEmpty: Bool { fields.isEmpty && templates.isEmpty }

    /// Returns the declared field with a name, ignoring case and accents, or `nil` if it isn't declared.
    package subscript(name: String) -> OwnField? {
        fields.isEmpty ? nil : fields.first { Folding.same($0.name, name) }
    }

    /// Returns the template with a name.
    ///
    /// - Throws: ``LootError`` with code `usage` if it doesn't exist.
    package func template(named name: String) throws(LootError) -> ItemTemplate {
        if let template = templates.first(where: { Folding.same($0.name, name) }) { return template }
        throw LootError(
            .usage, "There is no template “\(TextRules.visible(name))”.",
            advice: templates.isEmpty
                ? "Define it under “templates” in the configuration."
                : Suggestions.advice(for: name, among: templates.map(\.name)))
    }

    /// Returns the declared fields for an item: those that belong to no template, and those of the template from
    /// which it was created and of templates that match its tags.
    package func fields(of item: Item, beganWith template: ItemTemplate? = nil) -> [OwnField] {
        if fields.isEmpty { return [] }
        let fitting = templates.filter { $0.name == template?.name || $0.fits(item) }
        return fields.filter { field in
            func names(_ template: ItemTemplate) -> Bool {
                template.fields.contains { Folding.same($0, field.name) }
            }
            return !templates.contains(where: names) || fitting.contains(where: names)
        }
    }

    /// Returns the depreciation of the first template with one that an item fits, or `nil` if there is none.
    package func depreciation(of item: Item) -> Depreciation? {
        templates.first { $0.depreciation != nil && $0.fits(item) }?.depreciation
    }

    /// Returns a patch with declared names and converted values for declared fields. If the item already has a field
    /// with a different spelling, that spelling is kept.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if a value isn't valid for a declared field.
    package func checked(_ patch: Patch, for item: Item? = nil) throws(LootError) -> Patch {
        if fields.isEmpty { return patch }
        var edits = patch.edits
        for (index, edit) in edits.enumerated() {
            guard let name = edit.field.customName, let field = self[name] else { continue }
            if let value = edit.value { edits[index].value = try field.checked(value) }
            let isHeld = item.map { $0.hasDetails && $0.custom[name] != nil } ?? false
            if !isHeld, !edits.contains(where: { $0.field == field.key }) { edits[index].field = field.key }
        }
        return Patch(edits)
    }

    /// Returns an item with declared names and converted values for declared fields.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` if a value isn't valid for a declared field.
    package func checked(_ item: Item) throws(LootError) -> Item {
        if fields.isEmpty || !item.hasDetails || item.custom.isEmpty { return item }
        var item = item
        for (name, value) in item.custom {
            guard let field = self[name] else { continue }
            do {
                let value = try field.checked(value)
                let spelling = item.custom[field.name] == nil ? field.name : name
                item.custom[name] = nil
                item.custom[spelling] = value
            } catch {
                var error = error
                error.item = item.id
                throw error
            }
        }
        return item
    }
}

/// Reads the declarations of a list, which may change while a task runs.
package final class DeclaredFields: Sendable {
    /// The reader for the current task, or `nil` without a list.
    @TaskLocal package static var current: DeclaredFields?

    package let read: @Sendable () -> OwnFields

    package init(_ read: @escaping @Sendable () -> OwnFields) { self.read = read }
}
