import LootActions
import LootCore

/// Items as editable text: a line for each field, below a line with the item's ID.
struct ItemText {
    /// An error in a line. The first line is 1.
    struct Fault {
        let line: Int
        let error: LootError
    }

    /// The result of parsing the text.
    struct Outcome {
        var edits: [ItemID: ItemEdit] = [:]
        /// The previous values of the edited fields.
        var conditions: [Condition] = []
        /// The line of each field.
        var lines: [ItemID: [FieldKey: Int]] = [:]
        var faults: [Fault] = []
    }

    private static let help: Message = """
        # Change the values, save, and close the editor. A single undo reverts all changes.
        # An empty value clears the field. Removing a line leaves its field unchanged.
        # Continuation lines of a text begin with two spaces. To change nothing, close without saving.

        """

    let items: [Item]
    private let own: OwnFields
    private let ids: ShortIDs

    init(_ items: [Item], own: OwnFields) {
        self.items = items
        self.own = own
        ids = ShortIDs(items.map(\.id))
    }

    // MARK: Writing

    /// The items as text.
    var text: String {
        var text = ItemText.help.text
        for item in items {
            text += "\n[\(ids[item.id])]\n"
            for key in keys(of: item) { text += ItemText.line(Field.name(of: key), value(key, in: item)) }
        }
        return text
    }

    /// Returns the fields that can be edited as text, including the item's custom fields.
    private func keys(of item: Item) -> [FieldKey] {
        Field.all.filter(\.isTyped).map(\.key)
            + (item.hasDetails ? item.custom.keys.sorted().map(FieldKey.custom) : [])
    }

    private func value(_ key: FieldKey, in item: Item) -> String { item.value(for: key)?.description ?? "" }

    private static func line(_ name: String, _ value: String) -> String {
        let rows = value.split(separator: "\n", omittingEmptySubsequences: false)
        let first = rows.first.map { $0.isEmpty ? "" : " \($0)" } ?? ""
        return "\(name):\(first)\n" + rows.dropFirst().map { "  \($0)\n" }.joined()
    }

    // MARK: Reading

    /// Parses edited text, without error messages.
    func read(_ text: String) -> Outcome {
        var outcome = Outcome()
        var item: Item?
        for entry in ItemText.entries(text) {
            do throws(LootError) {
                if let id = entry.id {
                    item = try self.item(id)
                } else {
                    try read(entry, of: item, &outcome)
                }
            } catch {
                outcome.faults.append(Fault(line: entry.line, error: error))
                if entry.id != nil { item = nil }
            }
        }
        return outcome
    }

    /// A field, or a line with an item's ID.
    private struct Entry {
        let line: Int
        var id: String?
        var name = ""
        var value = ""
    }

    private static func entries(_ text: String) -> [Entry] {
        var entries: [Entry] = []
        var blanks = 0
        for (index, row) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let row = row.hasSuffix("\r") ? row.dropLast() : row
            if row.allSatisfy({ $0 == " " || $0 == "\t" }), !row.hasPrefix("  ") {
                blanks += 1
            } else if row.hasPrefix("  "), let last = entries.indices.last, entries[last].id == nil {
                entries[last].value += String(repeating: "\n", count: blanks + 1) + row.dropFirst(2)
                blanks = 0
            } else if row.hasPrefix("#") {
                blanks = 0
            } else if row.hasPrefix("["), let end = row.lastIndex(of: "]") {
                entries.append(
                    Entry(line: index + 1, id: String(row[row.index(after: row.startIndex)..<end])))
                blanks = 0
            } else {
                let colon = row.firstIndex(of: ":") ?? row.endIndex
                var value = row[colon...].dropFirst()
                if value.hasPrefix(" ") { value = value.dropFirst() }
                // Without a colon, treat the whole line as the name of an unknown field.
                entries.append(Entry(line: index + 1, name: String(row[..<colon]), value: String(value)))
                blanks = 0
            }
        }
        return entries
    }

    private func item(_ text: String) throws(LootError) -> Item {
        let word = text.lowercased().filter { $0 != " " }
        let found = items.filter { ids[$0.id] == word || $0.id.description == word }
        if let item = found.first { return item }
        throw LootError(
            .noSuchItem, "Can't find the item [\(TextRules.visible(text))].",
            reason: "No item with this ID is being edited.", advice: "Don't change the lines with IDs.")
    }

    private func read(_ entry: Entry, of item: Item?, _ outcome: inout Outcome) throws(LootError) {
        // Skip fields of an unknown item, which was already reported.
        guard let item else { return }
        // The item can have a custom field that is similar to a declared one.
        let shown = FieldKey(rawValue: entry.name)
        let isHeld = shown.customName.map { item.hasDetails && item.custom[$0] != nil } ?? false
        let key = isHeld ? shown : try Field.named(entry.name)
        outcome.lines[item.id, default: [:]][key] = entry.line
        let old = value(key, in: item)
        if entry.value == old { return }
        var edit = outcome.edits[item.id] ?? ItemEdit()
        if let field = Field.with(key: key) {
            guard field.isTyped else {
                throw field.refusal("It can't be edited as text.", advice: "Leave the line unchanged.")
            }
            try edit.set(field, to: entry.value, isAbsolute: true)
        } else if let name = key.customName {
            let type = item.hasDetails ? item.custom[name]?.type : nil
            let (key, value) = try FieldOptions.custom(name, type: type, entry.value, own)
            edit.set(key, to: value)
        } else {
            throw LootError(
                .invalidValue, "Can't set “ID”.", reason: "The ID of an item can't be changed.",
                advice: "Leave the line unchanged.")
        }
        outcome.edits[item.id] = edit
        outcome.conditions.append(.fields(item.id, Patch([.init(key, item.value(for: key))])))
    }

    /// Returns the text with an error message above each invalid line, and the number of the first invalid line,
    /// starting at 1.
    static func marked(_ text: String, _ faults: [Fault], _ describe: (LootError) -> String) -> (String, Int)
    {
        var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for fault in faults.sorted(by: { $0.line > $1.line }) where rows.indices.contains(fault.line - 1) {
            rows.insert("\(ItemText.mark) \(describe(fault.error))", at: fault.line - 1)
        }
        let first = rows.firstIndex { $0.hasPrefix(ItemText.mark) } ?? 0
        return (rows.joined(separator: "\n"), first + 2)
    }

    /// The prefix of lines with error messages.
    private static let mark = "#!"

    /// Returns the text without error messages.
    static func unmarked(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(mark) }
            .joined(separator: "\n")
    }
}

extension Field {
    /// Whether the field can be edited as text.
    var isTyped: Bool { traits.isDisjoint(with: [.photo, .files]) }
}
