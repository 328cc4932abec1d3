import LootActions
import LootCore
import LootFormats
import WebServer

/// What a browser has sent of a form: what it showed, and what was typed into it.
struct SentForm {
    let values: QueryItems
    /// The form as it was shown, with what was typed.
    let form: DetailForm
    /// What was chosen of the fields that others had changed too; nil where nothing was.
    let choices: [FieldKey: Choice?]

    enum Choice: String {
        case mine
        case theirs
    }

    /// A form that adds an item: it has the id that the item will have, so that it is added once.
    init(adding values: QueryItems, in money: Money, own: OwnFields) {
        let id = values["id"].flatMap { ItemID($0) } ?? ItemID()
        let created = values["created"].flatMap { Moment($0) } ?? .now
        let template = values["template"].flatMap { try? own.template(named: $0) }
        let item = Item(id: id, name: "", value: nil, dateCreated: created)
        var form = DetailForm(item, own: own, beganWith: template)
        // Fields that came with a product and are not declared.
        for (name, _) in values {
            let field = FieldKey(rawValue: name)
            guard form[field] == nil, let name = field.customName else { continue }
            _ = try? form.addCustomField(name, .text)
        }
        self.init(values, form, money)
    }

    /// The form of an item.
    ///
    /// - Throws: `HTTPError` for a form that does not say what it showed.
    init(_ values: QueryItems, of id: ItemID, in money: Money, own: OwnFields) throws {
        guard let base = SentForm.item(Array((values["base"] ?? "").utf8)), base.id == id else {
            throw HTTPError(
                .badRequest,
                "The form does not say which state of the item it showed. Open the item again, and repeat what you typed."
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

    /// The item that a form showed.
    var base: Item { form.item }

    private static func item(_ json: [UInt8]) -> Item? {
        var found: Item?
        let list = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
        _ = try? JSONFile().read(list.span) { (result) throws(FormatError) in
            if case .item(let read) = result { found = read.item }
        }
        return found
    }

    /// What is to be set: what was typed, but for the fields in which the others' value was chosen.
    func patch() throws(LootError) -> Patch {
        var patch = try form.patch()
        for (key, choice) in choices where choice != .mine { patch[key] = nil }
        for edit in try form.custom(in: values) { patch[edit.field] = .some(edit.value) }
        return patch
    }

    /// The new item, or the one that was there, with what was typed.
    func item() throws(LootError) -> Item {
        var item = base
        try patch().apply(to: &item)
        try item.validate()
        return item
    }

    /// What came of the form and of what others did meanwhile.
    struct Outcome {
        /// What goes together: the fields to be set, and on which condition.
        let merge: FormMerge
        /// The fields of which one value has to be chosen.
        let conflicts: [FieldKey]
        /// The fields that are not as they were typed, or were not typed at all: others have changed them.
        let also: [FieldKey]
    }

    /// What is to be set in an item as it is by now.
    func outcome(on current: Item) throws(LootError) -> Outcome {
        let typed = try patch()
        let merge = FormMerge(base: base, typed: typed, now: current)
        // What was left open is still open.
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
    /// The form with what a browser has sent, in the browser's spelling of lines and moments.
    fileprivate func filled(with values: QueryItems) -> DetailForm {
        rows.reduce(into: self) { form, row in
            // A switch that is on sends its value behind the hidden one for off.
            guard let sent = values.values(of: row.id.rawValue).last else { return }
            form.set(row.control.text(ofBrowser: sent), for: row.id)
        }
    }

    /// The new field of the person's own, if one was filled in.
    fileprivate func custom(in values: QueryItems) throws(LootError) -> [Patch.Edit] {
        let custom = values.custom
        guard !custom.name.isEmpty else { return [] }
        let type = FieldType(rawValue: custom.type) ?? .text
        // The form says whether it may have the field, and what it may hold.
        var copy = self
        let field = try copy.addCustomField(custom.name, type)
        copy.set(custom.value, for: field)
        if let problem = copy[field]?.problem { throw problem }
        return try copy.patch().edits.filter { $0.field == field }
    }
}

extension DetailForm.Control {
    /// What a person typed, of what a browser sends.
    fileprivate func text(ofBrowser sent: String) -> String {
        let text = sent.replacing("\r\n", with: "\n")
        guard self == .moment, !text.isEmpty, !text.hasSuffix("Z") else { return text }
        return text + (text.utf8.count == 16 ? ":00Z" : "Z")
    }
}

extension QueryItems {
    /// What was typed for a new field.
    var custom: (name: String, type: String, value: String) {
        (self["custom-name"] ?? "", self["custom-type"] ?? "text", self["custom-value"] ?? "")
    }
}
