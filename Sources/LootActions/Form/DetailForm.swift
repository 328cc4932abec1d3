public import LootCore

/// The fields of one item as a person edits them, made from the field table: the detail screen of every front end.
///
/// A row holds what the person typed, valid or not, so that nothing typed is ever lost. What the form makes of it is a
/// patch of the fields that really changed.
public struct DetailForm: Hashable, Sendable {
    /// The control that fits a field.
    public enum Control: Hashable, Sendable {
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
        /// A photo.
        case photo
    }

    /// One field of the form.
    public struct Row: Hashable, Sendable, Identifiable {
        /// The field.
        public let id: FieldKey
        /// What stands beside it.
        public let title: String
        /// The control that fits it.
        public let control: Control
        /// What the person has typed or chosen, as text.
        public internal(set) var text: String
        /// What is wrong with it, if anything.
        public fileprivate(set) var problem: LootError?
        /// What the person saw before they changed it.
        var original: String
        /// What it has become elsewhere, where the person has changed it too and made something else of it: one of both has
        /// to be chosen. Nil where there is nothing to choose.
        public fileprivate(set) var theirs: String?

        /// Whether the person has changed it.
        public var isChanged: Bool { !text.utf8.elementsEqual(original.utf8) }
    }

    /// The item as it was when the form was opened, or as it has become since.
    public private(set) var item: Item
    /// The fields, in the table's order, the custom ones last.
    public internal(set) var rows: [Row]

    /// Whether the form is that of an item that is to be added, which is asked for all that an item should have.
    let isNew: Bool

    /// The form of an item. What should be mended about it is shown, and keeps nothing else from being saved.
    public init(_ item: Item) {
        self.init(item, isNew: false)
        for problem in item.problems {
            guard let index = rows.firstIndex(where: { $0.id == problem.field }) else { continue }
            rows[index].problem = problem
        }
    }

    /// The form of a new item.
    public init() { self.init(Item(), isNew: true) }

    private init(_ item: Item, isNew: Bool) {
        self.item = item
        self.isNew = isNew
        rows = Field.all.map { DetailForm.row($0.key, DetailForm.control(of: $0), item) }
        for name in item.custom.keys.sorted() { rows.append(DetailForm.row(custom: name, item)) }
    }

    /// What the person typed or chose in a field; nil for a field that the form does not have.
    public subscript(field: FieldKey) -> Row? { rows.first { $0.id == field } }

    /// Takes what the person typed or chose. What can't be read is kept, and shown with its problem.
    public mutating func set(_ text: String, for field: FieldKey) {
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

    /// Takes note of why a field was refused, to be shown beside it. Returns the field; nil where the form has none that
    /// the error is about.
    public mutating func refuse(_ error: LootError) -> FieldKey? {
        guard let index = rows.firstIndex(where: { $0.id == error.field }) else { return nil }
        rows[index].problem = error
        return rows[index].id
    }

    /// Adds a row for a new custom field.
    ///
    /// - Throws: ``/LootCore/LootError`` when no custom field may have that name, or the form has one already.
    public mutating func addCustomField(_ name: String, _ type: FieldType) throws(LootError) {
        let key = FieldKey.custom(name)
        try CustomField.check(name, .text(""))
        guard CustomField.types.contains(type), self[key] == nil else {
            throw LootError(
                .invalidValue, "can't add the field “\(TextRules.visible(name))”",
                because: "it is there already",
                field: key)
        }
        rows.append(
            Row(
                id: key, title: name, control: DetailForm.control(of: type), text: "", problem: nil,
                original: "", theirs: nil))
    }

    /// Whether anything was changed.
    public var isChanged: Bool { rows.contains(where: \.isChanged) }

    /// What was changed, a line for each field: `Name: Ladder → Step ladder`.
    public var changes: [String] {
        rows.filter(\.isChanged).map { row in
            let new = row.reading(row.text)
            return row.original.isEmpty
                ? "\(row.title): \(new)" : "\(row.title): \(row.reading(row.original)) → \(new)"
        }
    }

    /// What the person changed.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read.
    public func patch() throws(LootError) -> Patch {
        var edits: [Patch.Edit] = []
        for row in rows where row.isChanged { edits.append(Patch.Edit(row.id, try value(of: row))) }
        return Patch(edits)
    }

    /// The item with what the person changed.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read, or that may not be entered.
    public func edited() throws(LootError) -> Item {
        var edited = item
        try patch().apply(to: &edited)
        if isNew { try edited.checkEntries() }
        return edited
    }

    /// Takes over what has become of the item elsewhere: fields that the person has not changed show the new values, and
    /// tags go together one by one. Where both sides made something else of a field, it keeps what was typed, and
    /// ``conflicts`` has it.
    public mutating func follow(_ newer: Item) {
        item = newer
        let current = DetailForm(newer)
        for fresh in current.rows where self[fresh.id] == nil { rows.append(fresh) }
        for index in rows.indices {
            follow(index, current[rows[index].id]?.text ?? "", newer.value(for: rows[index].id))
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
    public var conflicts: [Row] { rows.filter { $0.theirs != nil } }

    /// Ends the conflict of a field: with what was made of it elsewhere, or with what the person typed.
    public mutating func settle(_ field: FieldKey, takingTheirs: Bool) {
        guard let index = rows.firstIndex(where: { $0.id == field }), let theirs = rows[index].theirs else {
            return
        }
        rows[index].theirs = nil
        rows[index].original = theirs
        if takingTheirs { set(theirs, for: field) }
    }

    private func value(of row: Row) throws(LootError) -> FieldValue? {
        if let field = Field.with(key: row.id) {
            let value = try field.parse(row.text)
            if value == nil, field.defaultValue == nil, field.traits.contains(.alwaysWritten) {
                throw field.refusal("it may not be empty")
            }
            if let value { try field.checkEntry(value) }
            return value
        }
        if row.text.isEmpty { return nil }
        let value = try DetailForm.type(of: row.control).parse(row.text)
        try CustomField.check(row.title, value, of: item.id)
        return value
    }

    private static func row(_ key: FieldKey, _ control: Control, _ item: Item) -> Row {
        let text = item.value(for: key)?.description ?? ""
        return Row(
            id: key, title: ItemPresentation.title(of: key), control: control, text: text, problem: nil,
            original: text, theirs: nil)
    }

    private static func row(custom name: String, _ item: Item) -> Row {
        row(.custom(name), control(of: item.custom[name]?.type ?? .text), item)
    }

    private static func control(of field: Field) -> Control {
        if field.traits.contains(.photo) { return .photo }
        if field.traits.contains(.multiline) { return .lines }
        if field.traits.contains(.money) { return .amount }
        return field.type == .integer ? .number(field.range) : control(of: field.type)
    }

    private static func control(of type: FieldType) -> Control {
        switch type {
        case .text: .text
        case .integer: .number(Int.min...Int.max)
        case .decimal: .decimal
        case .flag: .toggle
        case .moment: .moment
        case .day: .day
        case .list: .tags
        }
    }

    static func type(of control: Control) -> FieldType {
        switch control {
        case .text, .lines, .photo: .text
        case .number, .amount: .integer
        case .decimal: .decimal
        case .toggle: .flag
        case .moment: .moment
        case .day: .day
        case .tags: .list
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
