public import LootCore

/// How items read for a person, the same in every front end.
public struct ItemPresentation: Hashable, Sendable {
    /// How a value is meant to strike the eye. No front end tells it by color alone.
    public enum Emphasis: Hashable, Sendable {
        /// Worth little: green.
        case low
        /// Worth much: red.
        case high
    }

    /// How amounts are written.
    public var money: Money
    /// From this value on, an item is worth much.
    public var highValue: Int

    /// A way to read items.
    public init(money: Money = Money(), highValue: Int = 50) {
        self.money = money
        self.highValue = highValue
    }

    /// The value as it stands at the right edge of a row.
    public func value(of item: Item) -> String { money.text(item.valueInDollars) }

    /// How the value is meant to strike the eye.
    public func emphasis(of item: Item) -> Emphasis { item.valueInDollars < highValue ? .low : .high }

    /// What stands behind the name of a favorite.
    public static let favoriteMark = "(Favorite)"

    /// What stands behind the name of an item about which something should be mended: `(no name)`, `(value below 0)`,
    /// `(conflict)`; nil where nothing should.
    public static func problemMark(of item: Item) -> String? {
        var words = item.problems.compactMap { problem -> String? in
            guard let field = problem.field.flatMap({ Field.with(key: $0) }) else { return nil }
            let title = field.title.lowercased()
            return field.type == .integer ? "\(title) below \(field.range.lowerBound)" : "no \(title)"
        }
        if item.hasDetails, !item.conflicts.isEmpty { words.append("conflict") }
        return words.isEmpty ? nil : "(\(words.joined(separator: ", ")))"
    }

    /// What an empty list says.
    public static let noItems = "No items!"

    /// What an empty list says while something is wrong with its store.
    public static let unknownItems = "The items can't be shown."

    /// What a list says in which nothing was found.
    public static let noMatches = "No matching items"

    /// What stands below a section: `3 items, $120`.
    public func footer(of section: Section) -> String {
        "\(ItemPresentation.count(section.count)), \(money.text(section.totalValue))"
    }

    /// `1 item`, `3 items`.
    public static func count(_ items: Int) -> String { items == 1 ? "1 item" : "\(items) items" }

    /// A field's value as a person reads it: amounts with their symbol, flags as yes and no, moments without their
    /// `T`. Empty when it is not set.
    public func text(of key: FieldKey, in item: Item) -> String {
        item.value(for: key).map { text(of: $0, in: key) } ?? ""
    }

    /// A value as a person reads it in a field.
    public func text(of value: FieldValue, in key: FieldKey) -> String {
        switch value {
        case .integer(let number):
            let isMoney = Field.with(key: key)?.traits.contains(.money) ?? false
            return isMoney ? money.text(number) : String(number)
        case .flag(let flag): return flag ? "yes" : "no"
        case .moment(let moment):
            return moment.description.replacing("T", with: " ").replacing("Z", with: " UTC")
        case .text, .decimal, .day, .list: return value.description
        }
    }

    /// What a change did to its item, a line for each field: `Value: $10 → $25`, `Moved from 3 to 1`.
    public func lines(of change: AppliedChange) -> [String] {
        switch (change.change, change.inverse) {
        case (.insert, _): return ["Added"]
        case (.remove, _): return ["Removed"]
        case (.move(_, .position(let target)), .move(_, .position(let source))):
            return ["Moved from \(source + 1) to \(target + 1)"]
        case (.move, _): return ["Moved"]
        case (.update(_, let patch), let inverse):
            guard case .update(_, let before) = inverse else { return ["Edited"] }
            return patch.edits.map { edit in
                let old = (before[edit.field] ?? nil).map { shortText(of: $0, in: edit.field) }
                let new = edit.value.map { shortText(of: $0, in: edit.field) }
                let title = ItemPresentation.title(of: edit.field)
                return "\(title): \(old ?? "not set") → \(new ?? "not set")"
            }
        }
    }

    /// A value in quotes, for a sentence.
    func quoted(_ value: FieldValue?, in key: FieldKey) -> String {
        value.map { "“\(TextRules.visible(shortText(of: $0, in: key)))”" } ?? "not set"
    }

    /// A value on one line, cut where it is long.
    private func shortText(of value: FieldValue, in key: FieldKey) -> String {
        let line = text(of: value, in: key).replacing("\n", with: " ")
        return line.count > 80 ? "\(line.prefix(79))…" : line
    }

    /// When a commit was made, as a person reads it.
    public func date(of commit: Commit) -> String { text(of: .moment(commit.date), in: "dateCreated") }

    /// A field's title as a person reads it, also for custom fields.
    public static func title(of key: FieldKey) -> String {
        if key == Field.idKey { return "Id" }
        return Field.with(key: key)?.title ?? key.customName ?? key.rawValue
    }
}
