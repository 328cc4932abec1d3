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
        public fileprivate(set) var text: String
        /// What is wrong with it, if anything.
        public fileprivate(set) var problem: LootError?
        /// What it was when the form was opened, or when the item last changed underneath.
        fileprivate var original: String

        /// Whether the person has changed it.
        public var isChanged: Bool { !text.utf8.elementsEqual(original.utf8) }
    }

    /// The item as it was when the form was opened, or as it has become since.
    public private(set) var item: Item
    /// The fields, in the table's order, the custom ones last.
    public private(set) var rows: [Row]

    /// The form of an item.
    public init(_ item: Item) {
        self.item = item
        rows = Field.all.map { DetailForm.row($0.key, DetailForm.control(of: $0), item) }
        for name in item.custom.keys.sorted() { rows.append(DetailForm.row(custom: name, item)) }
    }

    /// What the person typed or chose in a field; nil for a field that the form does not have.
    public subscript(field: FieldKey) -> Row? { rows.first { $0.id == field } }

    /// Takes what the person typed or chose. What can't be read is kept, and shown with its problem.
    public mutating func set(_ text: String, for field: FieldKey) {
        guard let index = rows.firstIndex(where: { $0.id == field }) else { return }
        rows[index].text = text
        do {
            _ = try value(of: rows[index])
            rows[index].problem = nil
        } catch { rows[index].problem = error }
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
                original: ""))
    }

    /// Whether anything was changed.
    public var isChanged: Bool { rows.contains(where: \.isChanged) }

    /// What the person changed.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read.
    public func patch() throws(LootError) -> Patch {
        var patch = Patch()
        for row in rows where row.isChanged { patch[row.id] = .some(try value(of: row)) }
        return patch
    }

    /// The item with what the person changed.
    ///
    /// - Throws: ``/LootCore/LootError`` for the first field that can't be read, or that an item may not hold.
    public func edited() throws(LootError) -> Item {
        var edited = item
        try patch().apply(to: &edited)
        try edited.validate()
        return edited
    }

    /// Takes over what somebody else made of the item meanwhile: fields that the person has not touched show the new
    /// values, the others keep what was typed.
    public mutating func follow(_ newer: Item) {
        item = newer
        let current = DetailForm(newer)
        for fresh in current.rows {
            if let index = rows.firstIndex(where: { $0.id == fresh.id }) {
                if !rows[index].isChanged { rows[index].text = fresh.text }
                rows[index].original = fresh.original
            } else {
                rows.append(fresh)
            }
        }
        rows.removeAll { row in row.id.customName != nil && current[row.id] == nil && !row.isChanged }
    }

    private func value(of row: Row) throws(LootError) -> FieldValue? {
        if let field = Field.with(key: row.id) {
            let value = try field.parse(row.text)
            if value == nil, field.defaultValue == nil, field.traits.contains(.alwaysWritten) {
                throw field.refusal("it may not be empty")
            }
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
            original: text)
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

    private static func type(of control: Control) -> FieldType {
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
