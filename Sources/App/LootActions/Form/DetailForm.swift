package import LootCore

/// The fields of one item as a person edits them, made from the field table: the detail screen of every front end.
///
/// A row holds what the person typed, valid or not, so that nothing typed is ever lost. What the form makes of it is a
/// patch of the fields that really changed.
package struct DetailForm: Hashable, Sendable {
    /// The control that fits a field.
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
        /// A switch.
        case toggle
        /// A day.
        case day
        /// A moment.
        case moment
        /// Tags.
        case tags
        /// One of these texts, or none.
        case choice([String])
        /// A photo.
        case photo
        /// Files.
        case files
    }

    /// One field of the form.
    package struct Row: Hashable, Sendable, Identifiable {
        /// The field.
        package let id: FieldKey
        /// What stands beside it.
        package let title: String
        /// The control that fits it.
        package let control: Control
        /// What its values are measured in, where that is declared.
        package let unit: String?
        /// What the person has typed or chosen, as text.
        package internal(set) var text: String
        /// What is wrong with it, if anything.
        package fileprivate(set) var problem: LootError?
        /// What the person saw before they changed it.
        var original: String
        /// What it has become elsewhere, where the person has changed it too and made something else of it: one of both has
        /// to be chosen. Nil where there is nothing to choose.
        package fileprivate(set) var theirs: String?

        /// Whether the person has changed it.
        package var isChanged: Bool { !text.utf8.elementsEqual(original.utf8) }
    }

    /// The item as it was when the form was opened, or as it has become since.
    package private(set) var item: Item
    /// The fields, in the table's order, the custom ones last.
    package internal(set) var rows: [Row]

    /// Whether the form is that of an item that is to be added, which is asked for all that an item should have.
    let isNew: Bool
    /// The fields of their own that people have declared.
    private let own: OwnFields
    /// What a new item began with.
    package let template: ItemTemplate?
    /// How amounts are written where the form is filled in: a currency that a person types beside one is the item's.
    package var money = Money()

    /// The form of an item. What should be mended about it is shown, and keeps nothing else from being saved.
    package init(_ item: Item) { self.init(item, own: .none) }

    /// The form of an item that a template may have begun. Declared fields that fit the item have a row, also where it holds
    /// none yet.
    package init(_ item: Item, own: OwnFields, beganWith template: ItemTemplate? = nil) {
        self.init(item, isNew: false, own: own, template: template, edits: template?.values.edits ?? [])
        for problem in item.problems {
            guard let index = rows.firstIndex(where: { $0.id == problem.field }) else { continue }
            rows[index].problem = problem
        }
    }

    /// The form of a new item, with what a template gives it typed in, and then what else is known of it.
    package init(own: OwnFields = .none, template: ItemTemplate? = nil, values: Patch = Patch()) {
        let edits = (template?.values.edits ?? []) + values.edits
        self.init(Item(name: "", value: nil), isNew: true, own: own, template: template, edits: edits)
        for edit in edits { set(edit.value?.description ?? "", for: edit.field) }
    }

    private init(
        _ item: Item, isNew: Bool, own: OwnFields, template: ItemTemplate?, edits: [Patch.Edit]
    ) {
        self.item = item
        self.isNew = isNew
        self.own = own
        self.template = template
        rows = Field.all.map { DetailForm.row($0.key, DetailForm.control(of: $0), item) }
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

    /// What the person typed or chose in a field; nil for a field that the form does not have.
    package subscript(field: FieldKey) -> Row? { rows.first { $0.id == field } }

    /// Takes what the person typed or chose. What can't be read is kept, and shown with its problem.
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

    /// Takes a day or a moment, however it is spelled: `+14d` is kept as the day that it means.
    ///
    /// - Throws: ``/LootCore/LootError`` for what can't be read; the form is as it was then.
    package mutating func take(date text: String, for field: FieldKey) throws(LootError) {
        var taken = self
        taken.set(text, for: field)
        guard let row = taken[field] else { return }
        if let problem = row.problem { throw problem }
        if let value = try taken.value(of: row) { taken.set(value.description, for: field) }
        self = taken
    }

    /// Takes note of why a field was refused, to be shown beside it. Returns the field; nil where the form has none that
    /// the error is about.
    package mutating func refuse(_ error: LootError) -> FieldKey? {
        guard let index = rows.firstIndex(where: { $0.id == error.field }) else { return nil }
        rows[index].problem = error
        return rows[index].id
    }

    /// Adds a row for a new custom field. One of the name of a declared field is that field, whatever the type.
    ///
    /// - Returns: the field.
    /// - Throws: ``/LootCore/LootError`` when no custom field may have that name, or the form has one already.
    @discardableResult
    package mutating func addCustomField(_ name: String, _ type: FieldType) throws(LootError) -> FieldKey {
        let declared = own[name]
        let key = declared?.key ?? .custom(name)
        try CustomField.check(name, .text(""))
        guard CustomField.types.contains(type), self[key] == nil else {
            throw LootError(
                .invalidValue, "can't add the field “\(TextRules.visible(name))”",
                because: "it is there already",
                field: key)
        }
        rows.append(
            declared.map { DetailForm.row($0, item) } ?? DetailForm.row(custom: name, type, item))
        return key
    }

    /// Whether anything was changed.
    package var isChanged: Bool { rows.contains(where: \.isChanged) }

    /// What was changed, a line for each field: `Name: Ladder → Step ladder`.
    package var changes: [String] {
        rows.filter(\.isChanged).map { row in
            let new = row.reading(row.text)
            return row.original.isEmpty
                ? "\(row.title): \(new)" : "\(row.title): \(row.reading(row.original)) → \(new)"
        }
    }

    /// What the person changed.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read.
    package func patch() throws(LootError) -> Patch {
        var edits: [Patch.Edit] = []
        for row in rows where row.isChanged {
            edits.append(Patch.Edit(row.id, try value(of: row)))
        }
        if let currency = try namedCurrency() { edits.append(Patch.Edit("currency", .text(currency.code))) }
        return Patch(edits)
    }

    /// The currency that stands beside an amount that was typed; nil where there is none, or the item has it already.
    private func namedCurrency() throws(LootError) -> Currency? {
        let amounts = rows.filter { $0.control == .amount }
        let typed = amounts.filter(\.isChanged)
        let given = self["currency"].flatMap { $0.isChanged ? Currency($0.text) : nil }
        guard let named = try money.currency(in: typed.map(\.text), given: given) else { return nil }
        let current = item.currency ?? money.currency
        // What was not typed anew would become an amount of another currency.
        if given == nil, named != current,
            let other = amounts.first(where: { !$0.isChanged && !$0.text.isEmpty })
        {
            let sign = current?.code ?? money.symbol
            throw LootError(
                .invalidValue, "can't set the currency",
                because: "the \(other.title.lowercased()) would be in \(named) then, and is in \(sign)",
                next: "Set the currency itself, or type both amounts anew", field: typed.first?.id)
        }
        return named == item.currency || self["currency"]?.isChanged == true ? nil : named
    }

    /// The item with what the person changed.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read, or that may not be entered.
    package func edited() throws(LootError) -> Item {
        var edited = item
        try patch().apply(to: &edited)
        if isNew { try edited.checkEntries() }
        return edited
    }

    /// Takes over what has become of the item elsewhere: fields that the person has not changed show the new values, and
    /// tags go together one by one. Where both sides made something else of a field, it keeps what was typed, and
    /// ``conflicts`` has it.
    package mutating func follow(_ newer: Item) {
        // An amount that was typed for one currency is none of another.
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

    /// The text of a field that both sides changed, nil inside where what was typed may stay; nil outside where a person
    /// has to choose.
    private func merged(_ row: Row, _ theirs: FieldValue?) -> String?? {
        let ours: FieldValue?
        let base: FieldValue?
        do {
            ours = try value(of: row)
            base = try value(of: row.before)
        } catch { return nil }
        guard let merged = Merge.value(base: base, ours: ours, theirs: theirs) else { return nil }
        if let merged, let ours, merged.isIdentical(to: ours) { return .some(nil) }
        return .some(merged?.description ?? "")
    }

    // MARK: Conflicts

    /// The fields of which the person and another side made different things.
    package var conflicts: [Row] { rows.filter { $0.theirs != nil } }

    /// Ends the conflict of a field: with what was made of it elsewhere, or with what the person typed.
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
                throw field.refusal("it may not be empty")
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

    /// The day from which a length of time counts in a field, as the form has it.
    private func start(of field: Field) -> Day? {
        guard let row = field.countsFrom.flatMap({ self[$0] }),
            case .day(let day)? = try? Field.with(key: row.id)?.parse(row.text)
        else { return nil }
        return day
    }

    private static func row(
        _ key: FieldKey, _ control: Control, unit: String? = nil, _ item: Item
    ) -> Row {
        let text = item.value(for: key)?.description ?? ""
        return Row(
            id: key, title: ItemPresentation.title(of: key), control: control, unit: unit, text: text,
            problem: nil, original: text, theirs: nil)
    }

    private static func row(custom name: String, _ type: FieldType, _ item: Item) -> Row {
        row(.custom(name), control(of: type), item)
    }

    private static func row(_ field: OwnField, _ item: Item) -> Row {
        let control =
            field.choices.isEmpty ? control(of: field.type) : .choice(field.choices.map(\.description))
        return row(field.key, control, unit: field.unit, item)
    }

    private static func control(of field: Field) -> Control {
        if field.traits.contains(.photo) { return .photo }
        if field.traits.contains(.files) { return .files }
        if field.traits.contains(.multiline) { return .lines }
        if field.traits.contains(.money) { return .amount }
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
    /// A text of this field as a person reads it, on one line, cut where it is long.
    fileprivate func reading(_ text: String) -> String {
        if text.isEmpty { return "(empty)" }
        if control == .toggle { return text == "true" ? "yes" : "no" }
        let line = text.replacing("\n", with: " ")
        return line.count > 50 ? "\(line.prefix(49))…" : line
    }

    /// The row as the person saw it before they changed it.
    fileprivate var before: DetailForm.Row {
        var row = self
        row.text = original
        return row
    }
}
