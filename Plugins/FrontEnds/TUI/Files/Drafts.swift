import LootActions
import LootCore
import LootFormats
import LootPlugins

/// The unsaved forms of one list, stored in a file of the user when the program ends.
struct Drafts {
    /// The path of the file: `$XDG_STATE_HOME/loot/drafts.json`, by default below `~/.local/state`.
    let path: String
    private let files: any FileAccess
    /// The first digits of a hash of the list's location, which identify the list.
    private let list: String

    /// Opens the drafts of the host's list. Returns `nil` if the environment doesn't specify a folder for them.
    init?(_ host: any ProgramHost, _ files: any FileAccess) {
        let environment = host.environment
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let folder = state ?? environment["HOME"].map({ "\($0)/.local/state" }) else { return nil }
        path = "\(folder)/loot/drafts.json"
        self.files = files
        let place =
            host.storeFile?.path
            ?? host.configuration().filter { $0.path.hasPrefix("store.") }.map { "\($0.path)=\($0.value)" }
            .joined(separator: "\n")
        list = ItemID(standingFor: Array(place.utf8)).short
    }

    /// Returns the draft for an item's form, or for the form of a new item. Returns `nil` if there is none or it
    /// can't be read.
    func draft(of item: ItemID?) -> FormDraft? {
        all().first { $0.list == list && $0.draft.item == item }?.draft
    }

    /// Stores a draft. It replaces an earlier one of the same form.
    func keep(_ draft: FormDraft) throws(LootError) {
        try write(all().filter { !isOf(draft.item, $0) } + [(list, draft)])
    }

    /// Removes the draft of a form if there is one.
    func drop(_ item: ItemID?) throws(LootError) {
        let all = all()
        let others = all.filter { !isOf(item, $0) }
        if others.count < all.count { try write(others) }
    }

    private func isOf(_ item: ItemID?, _ kept: (list: String, draft: FormDraft)) -> Bool {
        kept.list == list && kept.draft.item == item
    }

    // MARK: The file

    /// Returns the drafts of all lists. Returns none if the file doesn't exist or isn't a file of drafts.
    private func all() -> [(list: String, draft: FormDraft)] {
        guard files.exists(path), let reader = try? files.open(path) else { return [] }
        var bytes: [UInt8] = []
        while let piece = try? reader.read(), !piece.isEmpty { bytes += piece }
        guard let document = try? DocumentValue(json: bytes.span) else { return [] }
        return document.elements.compactMap { element in
            guard let list = element["list"]?.text, let date = element["date"]?.text.flatMap({ Moment($0) })
            else { return nil }
            let entries = element["fields"]?.elements.compactMap { FormDraft.Entry($0) } ?? []
            return (list, FormDraft(of: element["item"]?.text.flatMap { ItemID($0) }, date: date, entries))
        }
    }

    private func write(_ drafts: [(list: String, draft: FormDraft)]) throws(LootError) {
        if let end = path.lastIndex(of: "/") { try files.makeFolders(String(path[..<end])) }
        let value = ForeignValue.array(
            drafts.map { list, draft in
                var fields = [
                    ForeignField("list", .text(list)), ForeignField("date", .text(draft.date.description)),
                    ForeignField("fields", .array(draft.entries.map(\.value))),
                ]
                if let item = draft.item { fields.append(ForeignField("item", .text(item.description))) }
                return .object(fields)
            })
        var bytes: [UInt8] = []
        value.appendJSON(to: &bytes)
        let file = try files.create(path, replaces: true)
        try file.write(bytes + [UInt8(ascii: "\n")])
        try file.commit()
    }
}

extension FormDraft.Entry {
    fileprivate init?(_ value: DocumentValue) {
        guard let key = value["field"]?.text,
            let type = value["type"]?.text.flatMap({ FieldType(rawValue: $0) }),
            let original = value["original"]?.text, let text = value["text"]?.text
        else { return nil }
        self.init(FieldKey(rawValue: key), type, from: original, to: text)
    }

    fileprivate var value: ForeignValue {
        .object([
            ForeignField("field", .text(field.rawValue)), ForeignField("type", .text(type.rawValue)),
            ForeignField("original", .text(original)), ForeignField("text", .text(text)),
        ])
    }
}

extension DocumentValue {
    fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }
    fileprivate var elements: [DocumentValue] {
        if case .array(let elements) = content { elements } else { [] }
    }
}
