package import LootCore
import LootMerge

/// The editable fields of an item, built from the field table. The model of every front end's detail screen.
///
/// A row contains the text that the person typed, valid or not, so that no input is lost. Only fields that really
/// changed become part of the patch.
package struct DetailForm: Hashable, Sendable {
    /// A control for editing a field.
    package enum Control: Hashable, Sendable {
        /// One line of text.
        case text
        /// Several lines of text.
        case lines
        /// A whole number, with a stepper.
        case number(ClosedRange<Int>)
        /// An amount of money.
        case amount
        /// A number with a fraction.
        case decimal
        case toggle
        case day
        case moment
        case tags
        /// One of these strings, or none.
        case choice([String])
        case photo
        case files
    }

    /// One field of the form.
    package struct Row: Hashable, Sendable, Identifiable {
        package let id: FieldKey
        /// The title.
        package let title: String
        /// The control for editing the field.
        package let control: Control
        /// The unit of the values, if one is declared.
        package let unit: String?
        /// The text that the person typed or chose.
        package internal(set) var text: String
        /// The error of the current text, if any.
        package fileprivate(set) var problem: LootError?
        /// The text before the person changed it.
        var original: String
        /// The value from another writer, if it conflicts with the person's change. The person has to choose one of
        /// them. `nil` if there is no conflict.
        package fileprivate(set) var theirs: String?

        /// Whether the person changed the field.
        package var isChanged: Bool { !text.utf8.elementsEqual(original.utf8) }
    }

    /// The item as last read: when the form was opened or followed a newer version.
    package private(set) var item: Item
    /// The rows in the order of the field table, followed by custom fields.
    package internal(set) var rows: [Row]

    /// Whether the form creates an item. New items are validated more strictly.
    package var isNew: Bool
    /// The declared custom fields.
    private let own: OwnFields
    /// The template of a new item.
    package let template: ItemTemplate?
    /// The format of amounts. If the person types a currency with an amount, it becomes the item's currency.
    package var money = Money()

    /// Creates a form for an existing item. Problems of the item are shown but don't prevent saving other fields.
    package init(_ item: Item) { self.init(item, own: .none) }

    /// Creates a form for an existing item, possibly created from a template. Declared fields that apply to the item
    /// get a row even if they are empty.
    package init(_ item: Item, own: OwnFields, beganWith template: ItemTemplate? = nil) {
        self.init(item, isNew: false, own: own, template: template, edits: template?.values.edits ?? [])
        for problem in item.problems {
            guard let index = rows.firstIndex(where: { $0.id == problem.field }) else { continue }
            rows[index].problem = problem
        }
    }

    /// Creates a form for a new item with the values of a template and then other known values.
    package init(own: OwnFields = .none, template: ItemTemplate? = nil, values: Patch = Patch()) {
        let edits = (template?.values.edits ?? []) + values.edits
        self.init(Item(name: "", value: nil), isNew: true, own: own, template: template, edits: edits)
        for edit in edits { set(DetailForm.text(edit.value, in: edit.field), for: edit.field) }
    }

    private init(
        _ item: Item, isNew: Bool, own: OwnFields, template: ItemTemplate?, edits: [Patch.Edit]
    ) {
        self.item = item
        self.isNew = isNew
        self.own = own
        self.template = template
        // Actions fill the loans and the fields of a disposal; they only clutter the form of an item that is still
        // there.
        let hidden: Set<FieldKey> =
            Filter.disposalFields.contains { item.value(for: $0) != nil }
            ? ["loans"] : Filter.disposalFields.union(["loans"])
        rows = Field.all.filter { !hidden.contains($0.key) }
            .map { DetailForm.row($0.key, DetailForm.control(of: $0), item) }
        let asked = own.fields(of: item, beganWith: template)
        rows += asked.map { DetailForm.row($0, item) }
        for name in item.custom.keys.sorted() where !asked.contains(where: { $0.name == name }) {
            let declared = own[name].flatMap { $0.name == name ? $0 : nil }
            rows.append(
                declared.map { DetailForm.row($0, item) }
                    ?? DetailForm.row(custom: name, item.custom[name]?.type ?? .text, item))
        }
        for edit in edits where self[edit.field] == nil {
            guard let name = edit.field.customName else { continue }
            rows.append(DetailForm.row(custom: name, edit.value?.type ?? .text, item))
        }
    }

    /// Returns the row of a field, or `nil` if the form doesn't have the field.
    package subscript(field: FieldKey) -> Row? { rows.first { $0.id == field } }

    /// Sets the text of a field. Invalid text is kept, and the row gets a problem.
    package mutating func set(_ text: String, for field: FieldKey) {
        guard let index = rows.firstIndex(where: { $0.id == field }) else { return }
        rows[index].text = text
        if let theirs = rows[index].theirs, theirs.utf8.elementsEqual(text.utf8) {
            (rows[index].original, rows[index].theirs) = (theirs, nil)
        }
        do {
            _ = try value(of: rows[index])
            rows[index].problem = nil
        } catch { rows[index].problem = error }
    }

    /// Sets a day or a moment in any supported notation. Stores the resulting date, for example for `+14d`.
    ///
    /// - Throws: ``/LootCore/LootError`` if the text is invalid. In this case, the form is unchanged.
    package mutating func take(date text: String, for field: FieldKey) throws(LootError) {
        var taken = self
        taken.set(text, for: field)
        guard let row = taken[field] else { return }
        if let problem = row.problem { throw problem }
        if let value = try taken.value(of: row) { taken.set(value.description, for: field) }
        self = taken
    }

    /// Shows an error next to the field that it's about. Returns the field, or `nil` if the form doesn't have it.
    package mutating func refuse(_ error: LootError) -> FieldKey? {
        guard let index = rows.firstIndex(where: { $0.id == error.field }) else { return nil }
        rows[index].problem = error
        return rows[index].id
    }

    /// Adds a row for a new custom field. If a declared field has this name, adds that one and ignores the type.
    ///
    /// - Returns: The key of the field.
    /// - Throws: ``/LootCore/LootError`` if the name is invalid or the form already has the field.
    @discardableResult
    package mutating func addCustomField(_ name: String, _ type: FieldType) throws(LootError) -> FieldKey {
        let declared = own[name]
        let key = declared?.key ?? .custom(name)
        try CustomField.check(name, .text(""))
        guard CustomField.types.contains(type), self[key] == nil else {
            throw LootError(
                .invalidValue, "Can't add the field “\(TextRules.visible(name))”.",
                reason: "The item already has this field.", field: key)
        }
        rows.append(
            declared.map { DetailForm.row($0, item) } ?? DetailForm.row(custom: name, type, item))
        return key
    }

    /// Whether anything was changed.
    package var isChanged: Bool { rows.contains(where: \.isChanged) }

    /// Descriptions of the changes, one line per field: `Name: Ladder → Step ladder`.
    package var changes: [String] {
        rows.filter(\.isChanged).map { row in
            let new = row.reading(row.text)
            return Language.current.titled(
                row.title, row.original.isEmpty ? new : "\(row.reading(row.original)) → \(new)")
        }
    }

    /// Returns the person's changes.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first invalid field.
    package func patch() throws(LootError) -> Patch {
        var edits: [Patch.Edit] = []
        for row in rows where row.isChanged {
            edits.append(Patch.Edit(row.id, try value(of: row)))
        }
        if let currency = try namedCurrency() { edits.append(Patch.Edit("currency", .text(currency.code))) }
        return Patch(edits)
    }

    /// Returns the currency that the person typed with an amount, or `nil` if there is none or the item already has
    /// it.
    private func namedCurrency() throws(LootError) -> Currency? {
        let amounts = rows.filter { $0.control == .amount }
        let typed = amounts.filter(\.isChanged)
        let given = self["currency"].flatMap { $0.isChanged ? Currency($0.text) : nil }
        guard let named = try money.currency(in: typed.map(\.text), given: given) else { return nil }
        let current = item.currency ?? money.currency
        // The other amount would silently change its currency.
        if given == nil, named != current,
            let other = amounts.first(where: { !$0.isChanged && !$0.text.isEmpty })
        {
            let sign = current?.code ?? money.symbol
            throw LootError(
                .invalidValue, "Can't set the currency to \(named.code).",
                reason: "“\(other.title)” is in \(sign).",
                advice: "Set the currency itself, or enter both amounts.", field: typed.first?.id)
        }
        return named == item.currency || self["currency"]?.isChanged == true ? nil : named
    }

    /// Returns the item with the person's changes.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first invalid field.
    package func edited() throws(LootError) -> Item {
        var edited = item
        try patch().apply(to: &edited)
        if isNew { try edited.checkEntries() }
        return edited
    }

    /// Merges a newer version of the item into the form. Fields that the person hasn't changed show the new values,
    /// and tags are merged one by one. If both sides changed a field to different values, the form keeps the person's
    /// text and adds the field to ``conflicts``.
    package mutating func follow(_ newer: Item) {
        // A typed amount isn't valid in another currency.
        let isRelabeled = newer.currency != item.currency && self["currency"]?.isChanged != true
        item = newer
        let edits = template?.values.edits ?? []
        let current = DetailForm(newer, isNew: false, own: own, template: template, edits: edits)
        for fresh in current.rows where self[fresh.id] == nil { rows.append(fresh) }
        for index in rows.indices {
            let text = current[rows[index].id]?.text ?? ""
            follow(index, text, newer.value(for: rows[index].id))
            if isRelabeled, rows[index].control == .amount, rows[index].isChanged {
                rows[index].theirs = text
            }
            if !rows[index].isChanged { rows[index].problem = current[rows[index].id]?.problem }
        }
        rows.removeAll { row in row.id.customName != nil && current[row.id] == nil && !row.isChanged }
    }

    private mutating func follow(_ index: Int, _ text: String, _ value: FieldValue?) {
        let row = rows[index]
        guard row.isChanged else {
            rows[index].problem = nil
            (rows[index].text, rows[index].original, rows[index].theirs) = (text, text, nil)
            return
        }
        if text.utf8.elementsEqual(row.original.utf8) {
            rows[index].theirs = nil
        } else if let merged = merged(row, value) {
            if let new = merged { rows[index].text = new }
            (rows[index].original, rows[index].theirs) = (text, nil)
        } else {
            rows[index].theirs = text
        }
    }

    /// Returns the merged text of a field that both sides changed. The inner `nil` means that the typed text can
    /// stay, the outer `nil` that a person has to choose.
    private func merged(_ row: Row, _ theirs: FieldValue?) -> String?? {
        let ours: FieldValue?
        let base: FieldValue?
        do {
            ours = try value(of: row)
            base = try value(of: row.before)
        } catch { return nil }
        guard let merged = Merge.value(base: base, ours: ours, theirs: theirs) else { return nil }
        if let merged, let ours, merged.isIdentical(to: ours) { return .some(nil) }
        return .some(DetailForm.text(merged, in: row.id))
    }

    // MARK: Conflicts

    /// The fields that the person and another writer changed to different values.
    package var conflicts: [Row] { rows.filter { $0.theirs != nil } }

    /// Resolves the conflict of a field with the other writer's value or the person's text.
    package mutating func settle(_ field: FieldKey, takingTheirs: Bool) {
        guard let index = rows.firstIndex(where: { $0.id == field }), let theirs = rows[index].theirs else {
            return
        }
        rows[index].theirs = nil
        rows[index].original = theirs
        if takingTheirs { set(theirs, for: field) }
    }

    private func value(of row: Row) throws(LootError) -> FieldValue? {
        if let field = Field.with(key: row.id) {
            let value = try field.parse(row.text, from: start(of: field))
            if value == nil, field.takesNoNil {
                throw field.refusal("It can't be empty.")
            }
            if let value { try field.checkEntry(value) }
            return value
        }
        let name = row.id.customName ?? row.title
        if let declared = own[name], declared.name == name { return try declared.parse(row.text) }
        if row.text.isEmpty { return nil }
        let value = try DetailForm.type(of: row.control).parse(row.text)
        try CustomField.check(name, value, of: item.id)
        return value
    }

    /// Returns the day from which a period in a field counts, as entered in the form.
    private func start(of field: Field) -> Day? {
        guard let row = field.countsFrom.flatMap({ self[$0] }),
            case .day(let day)? = try? Field.with(key: row.id)?.parse(row.text)
        else { return nil }
        return day
    }

    private static func row(
        _ key: FieldKey, _ control: Control, unit: String? = nil, _ item: Item
    ) -> Row {
        let text = text(item.value(for: key), in: key)
        return Row(
            id: key, title: ItemPresentation.title(of: key), control: control, unit: unit, text: text,
            problem: nil, original: text, theirs: nil)
    }

    /// Returns a value as text that the person can edit. Numbers, periods and depreciation rules are in the person's
    /// language.
    package static func text(_ value: FieldValue?, in key: FieldKey) -> String {
        guard let value else { return "" }
        let traits = Field.with(key: key)?.traits ?? []
        let words: (any MessageValue)? =
            switch value {
            case .amount, .decimal: DecimalNumber(value.description)
            case .text(let text) where traits.contains(.period): CalendarSpan(text)
            case .text(let text) where traits.contains(.depreciation): Depreciation(text)
            default: nil
            }
        return words?.text(in: .current) ?? value.description
    }

    private static func row(custom name: String, _ type: FieldType, _ item: Item) -> Row {
        row(.custom(name), control(of: type), item)
    }

    private static func row(_ field: OwnField, _ item: Item) -> Row {
        let control =
            field.choices.isEmpty
            ? control(of: field.type) : .choice(field.choices.map { text($0, in: field.key) })
        return row(field.key, control, unit: field.unit, item)
    }

    private static func control(of field: Field) -> Control {
        if field.traits.contains(.photo) { return .photo }
        if field.traits.contains(.files) { return .files }
        if field.traits.contains(.multiline) { return .lines }
        if field.traits.contains(.money) { return .amount }
        if !field.choices.isEmpty { return .choice(field.choices) }
        return field.type == .integer ? .number(field.range) : control(of: field.type)
    }

    private static func control(of type: FieldType) -> Control {
        switch type {
        case .text: .text
        case .integer: .number(Int.min...Int.max)
        case .decimal: .decimal
        case .amount: .amount
        case .flag: .toggle
        case .moment: .moment
        case .day: .day
        case .list: .tags
        }
    }

    static func type(of control: Control) -> FieldType {
        switch control {
        case .text, .lines, .photo, .choice: .text
        case .number: .integer
        case .amount: .amount
        case .decimal: .decimal
        case .toggle: .flag
        case .moment: .moment
        case .day: .day
        case .tags, .files: .list
        }
    }
}

extension DetailForm.Row {
    /// Returns text for display on one line, truncated if it is long.
    fileprivate func reading(_ text: String) -> String {
        if text.isEmpty { return ItemPresentation.notSet }
        if control == .toggle { return text == "true" ? String(localized: "yes") : String(localized: "no") }
        if control == .day, let day = Day(text) { return day.text(in: .current) }
        let line = text.replacing("\n", with: " ")
        return line.count > 50 ? "\(line.prefix(49))…" : line
    }

    /// The row before the person changed it.
    fileprivate var before: DetailForm.Row {
        var row = self
        row.text = original
        return row
    }
}
