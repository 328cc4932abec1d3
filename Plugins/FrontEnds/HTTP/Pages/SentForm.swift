import LootActions
import LootCore
import LootFormats
import LootMerge
import WebServer

/// A submitted form: its initial state and the user's input.
struct SentForm {
    let values: QueryItems
    /// The form with the user's input.
    let form: DetailForm
    /// The choices between conflicting values. A value is `nil` if the user hasn't chosen.
    let choices: [FieldKey: Choice?]

    enum Choice: String {
        case mine
        case theirs
    }

    /// Creates the form of a new item from the submitted values. They contain the item's ID, so that the item is added
    /// only once.
    init(adding values: QueryItems, in money: Money, own: OwnFields) {
        let id = values["id"].flatMap { ItemID($0) } ?? ItemID()
        let created = values["created"].flatMap { Moment($0) } ?? .now
        let template = values["template"].flatMap { try? own.template(named: $0) }
        let item = Item(id: id, name: "", value: nil, dateCreated: created)
        var form = DetailForm(item, own: own, beganWith: template)
        // A product can have fields that aren't declared.
        for (name, _) in values {
            let field = FieldKey(rawValue: name)
            guard form[field] == nil, let name = field.customName else { continue }
            _ = try? form.addCustomField(name, .text)
        }
        self.init(values, form, money)
    }

    /// Creates the form of the existing item with the given ID from the submitted values.
    ///
    /// - Throws: `HTTPError` if the form doesn't contain its initial state.
    init(_ values: QueryItems, of id: ItemID, in money: Money, own: OwnFields) throws {
        guard let base = SentForm.item(Array((values["base"] ?? "").utf8)), base.id == id else {
            throw HTTPError(
                .badRequest,
                String(
                    localized:
                        """
                        The form doesn't contain the state of the item. Open the item again, and \
                        reenter your changes.
                        """
                )
            )
        }
        self.init(values, DetailForm(base, own: own), money)
    }

    private init(_ values: QueryItems, _ shown: DetailForm, _ money: Money) {
        self.values = values
        choices = Dictionary(
            values.values(of: "conflict").compactMap { FieldKey(rawValue: $0) }.map { key in
                (key, values["choice-\(key.rawValue)"].flatMap(Choice.init))
            }, uniquingKeysWith: { $1 })
        var form = shown
        form.money = money
        self.form = form.filled(with: values)
    }

    /// The item in its initial state.
    var base: Item { form.item }

    private static func item(_ json: [UInt8]) -> Item? {
        var found: Item?
        let list = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
        _ = try? JSONFile().read(list.span) { (result) throws(FormatError) in
            if case .item(let read) = result { found = read.item }
        }
        return found
    }

    /// Returns the user's changes, except for fields for which the user chose the other value.
    func patch() throws(LootError) -> Patch {
        var patch = try form.patch()
        for (key, choice) in choices where choice != .mine { patch[key] = nil }
        for edit in try form.custom(in: values) { patch[edit.field] = .some(edit.value) }
        return patch
    }

    /// Returns the item with the changes of ``patch()``.
    ///
    /// - Throws: `LootError` if a value or the changed item is invalid.
    func item() throws(LootError) -> Item {
        var item = base
        try patch().apply(to: &item)
        try item.validate()
        return item
    }

    /// The result of merging the form with changes by other writers.
    struct Outcome {
        /// The changes that can be applied, and their preconditions.
        let merge: FormMerge
        /// The fields with conflicting values.
        let conflicts: [FieldKey]
        /// The fields that other writers have changed and the user hasn't, and the fields whose merged value
        /// differs from the user's input.
        let also: [FieldKey]
    }

    /// Merges the user's changes with the current state of the item.
    func outcome(on current: Item) throws(LootError) -> Outcome {
        let typed = try patch()
        let merge = FormMerge(base: base, typed: typed, now: current)
        // Unresolved conflicts remain unresolved.
        let open = choices.filter { $0.value == nil }.map(\.key)
        let conflicts = open + merge.conflicts.compactMap(\.field).filter { !open.contains($0) }
        let also = Patch(from: base, to: current).edits.map(\.field).filter { field in
            if conflicts.contains(field) { return false }
            return typed[field] == nil || merge.patch[field].map { $0 != typed[field] } ?? false
        }
        return Outcome(merge: merge, conflicts: conflicts, also: also)
    }
}

extension DetailForm {
    /// Returns this form with the given submitted values. They have the browser's format for line breaks and dates.
    fileprivate func filled(with values: QueryItems) -> DetailForm {
        rows.reduce(into: self) { form, row in
            // A checked checkbox submits its value after that of the hidden field for “off”.
            guard let sent = values.values(of: row.id.rawValue).last else { return }
            form.set(row.control.text(ofBrowser: sent), for: row.id)
        }
    }

    /// Returns the new custom field, if one was entered.
    fileprivate func custom(in values: QueryItems) throws(LootError) -> [Patch.Edit] {
        let custom = values.custom
        guard !custom.name.isEmpty else { return [] }
        let type = FieldType(rawValue: custom.type) ?? .text
        // The form validates the field and its value.
        var copy = self
        let field = try copy.addCustomField(custom.name, type)
        copy.set(custom.value, for: field)
        if let problem = copy[field]?.problem { throw problem }
        return try copy.patch().edits.filter { $0.field == field }
    }
}

extension DetailForm.Control {
    /// Converts the given submitted value from the browser's format.
    fileprivate func text(ofBrowser sent: String) -> String {
        let text = sent.replacing("\r\n", with: "\n")
        guard self == .moment, !text.isEmpty, !text.hasSuffix("Z") else { return text }
        return text + (text.utf8.count == 16 ? ":00Z" : "Z")
    }
}

extension QueryItems {
    /// The input for a new custom field.
    var custom: (name: String, type: String, value: String) {
        (self["custom-name"] ?? "", self["custom-type"] ?? "text", self["custom-value"] ?? "")
    }
}
