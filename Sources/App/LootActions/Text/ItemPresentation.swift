public import LootCore
import Platform

/// How items read for a person, the same in every front end.
public struct ItemPresentation: Hashable, Sendable {
    /// How a value is meant to strike the eye. No front end tells it by color alone.
    package enum Emphasis: Hashable, Sendable {
        /// Worth little: green.
        case low
        /// Worth much: red.
        case high
    }

    /// How amounts are written.
    package var money: Money
    /// From this value on, an item is worth much.
    var highValue: Amount

    /// The fields of their own that people have declared, whose values have units.
    package var ownFields: OwnFields

    /// Whether moments are told by the local clock, and not in UTC.
    package var isLocal = false

    /// A way to read items, with a symbol before amounts without a currency of their own: `€`, or a currency's three
    /// letters.
    public init(symbol: String = "$") { self.init(money: Money(symbol: symbol)) }

    /// A way to read items with fields that people have declared.
    package init(money: Money, highValue: Amount = 50, ownFields: OwnFields = .none) {
        self.money = money
        self.highValue = highValue
        self.ownFields = ownFields
    }

    /// A total: `$4,587`, `$40 + €12.50 and 3 unknown`.
    public func text(of total: MoneyTotal) -> String { money.text(total) }

    /// The value as it stands at the right edge of a row; a dash where it is not known.
    package func value(of item: Item) -> String {
        money.text(item.value, item.hasDetails ? item.currency : nil)
    }

    /// How the value is meant to strike the eye; nil where it is not known.
    package func emphasis(of item: Item) -> Emphasis? { item.value.map { $0 < highValue ? .low : .high } }

    /// What stands behind the name of a favorite.
    package static let favoriteMark = "(Favorite)"

    /// How many files an item has, as a list shows it: `(2 files)`; nil for none, and for a photo alone.
    package static func filesMark(of item: Item) -> String? {
        guard item.hasDetails, !item.files.isEmpty else { return nil }
        let count = item.allFiles.count
        return count == 1 ? "(1 file)" : "(\(count) files)"
    }

    /// What stands behind the name of an item about which something should be mended: `(no name)`, `(value below 0)`,
    /// `(conflict)`; nil where nothing should.
    package static func problemMark(of item: Item) -> String? {
        var words = item.problems.compactMap { problem -> String? in
            guard let field = problem.field.flatMap({ Field.with(key: $0) }) else { return nil }
            let title = field.title.text.lowercased()
            return switch field.type {
            case .integer, .amount: "\(title) below \(field.range.lowerBound)"
            default: "no \(title)"
            }
        }
        if item.hasDetails, !item.conflicts.isEmpty { words.append("conflict") }
        return words.isEmpty ? nil : "(\(words.joined(separator: ", ")))"
    }

    /// What an empty list says.
    package static let noItems = "No items!"

    /// What an empty list says while something is wrong with its store.
    package static let unknownItems = "The items can't be shown."

    /// What a list says in which nothing was found.
    package static let noMatches = "No matching items"

    /// What stands below a section: `3 items, $120`.
    package func footer(of section: ItemSection) -> String {
        "\(ItemPresentation.count(section.count)), \(money.text(section.total))"
    }

    /// `1 item`, `3 items`.
    package static func count(_ items: Int) -> String { items == 1 ? "1 item" : "\(items) items" }

    /// What is said of a place that came together with one of the same path.
    package static func joined(_ place: PlacePath, _ items: Int) -> String {
        "There was a place “\(TextRules.visible(path: place.description))” already: \(count(items)) "
            + "\(items == 1 ? "is" : "are") in it now."
    }

    /// What is said of what lies in boxes that move: `3 items in it went along.`
    package static func carried(_ items: Int, in boxes: Int, isTrial: Bool = false) -> String {
        "\(count(items)) in \(boxes == 1 ? "it" : "them") \(isTrial ? "would go" : "went") along."
    }

    /// What is said of a place whose item goes: `3 items stay in “House / Box”, a place without its item`.
    package static func left(_ items: Int, in place: PlacePath) -> String {
        "\(count(items)) \(items == 1 ? "stays" : "stay") in “\(TextRules.visible(path: place.description))”, "
            + "a place without its item"
    }

    /// What an export says: `Exported 3 items to x.tar, without 1 file.`
    package static func exported(_ items: Int, to file: String, without missing: Int) -> String {
        let rest = missing == 0 ? "" : ", without \(missing == 1 ? "1 file" : "\(missing) files")"
        return "Exported \(count(items)) to \(file)\(rest)."
    }

    /// A field's value as a person reads it: amounts with their symbol, flags as yes and no, moments without their
    /// `T`. Empty when it is not set.
    public func text(of key: FieldKey, in item: Item) -> String {
        guard let value = item.value(for: key) else { return "" }
        if key == "careLog" { return careLines(of: item).joined(separator: "\n") }
        if case .amount(let amount) = value, item.hasDetails { return money.text(amount, item.currency) }
        return text(of: value, in: key)
    }

    /// Fields of an item as they stand in its row, besides those that every row shows: `Location: Attic`. One that is not
    /// set is left out.
    package func facts(_ fields: [FieldKey], of item: Item) -> [String] {
        fields.compactMap { key in
            if ItemPresentation.rowFields.contains(key) { return nil }
            // Where an item is lent, its row says so in words.
            if item.isLent, key == "lentTo" || key == "lentUntil" { return nil }
            let text = text(of: key, in: item).replacing("\n", with: key == "careLog" ? "; " : "\n")
            return text.isEmpty ? nil : "\(ItemPresentation.title(of: key)): \(text)"
        }
    }

    private static let rowFields: Set<FieldKey> = [
        "name", "valueInDollars", "serialNumber", "isFavorite", "photo",
    ]

    /// A value as a person reads it in a field.
    package func text(of value: FieldValue, in key: FieldKey) -> String {
        switch value {
        case .amount(let amount): return money.text(amount)
        case .flag(let flag): return flag ? "yes" : "no"
        case .moment(let moment): return text(of: moment)
        case .list(let entries) where Field.with(key: key)?.traits.contains(.files) == true:
            return entries.map { FileEntry($0)?.name ?? $0 }.joined(separator: ", ")
        case .integer: return withUnit(value.description, key)
        case .decimal(let number):
            // As people write it: 30, and not 30.0.
            let whole = (-1e12...1e12).contains(number) ? Int(exactly: number) : nil
            return withUnit(whole.map(String.init) ?? value.description, key)
        case .text, .day, .list: return value.description
        }
    }

    /// `2026-11-20 10:00:00 UTC`, or by the local clock `2026-11-20 11:00:00 +0100`.
    private func text(of moment: Moment) -> String {
        let ahead = isLocal ? ThisProcess.secondsFromUTC(at: moment.secondsSinceEpoch) : 0
        guard ahead != 0,
            let there = Moment(secondsSinceEpoch: moment.secondsSinceEpoch + Int64(ahead))
        else { return moment.description.replacing("T", with: " ").replacing("Z", with: " UTC") }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(ahead) / 60
        let zone = "\(ahead < 0 ? "-" : "+")\(digits(minutes / 60))\(digits(minutes % 60))"
        return there.description.replacing("T", with: " ").replacing("Z", with: " \(zone)")
    }

    private func withUnit(_ number: String, _ key: FieldKey) -> String {
        guard let unit = key.customName.flatMap({ ownFields[$0]?.unit }) else { return number }
        return "\(number) \(unit)"
    }

    /// What commits did to an item, a line for each field: `Value: $10 → $25`, `Moved from 3 to 1`. The commits are those of
    /// one item, the oldest first; `item` is what they have led to, nil where it is gone.
    package func history(
        _ commits: [Commit], of item: Item?
    ) -> [(commit: Commit, lines: [String])] {
        // Amounts are in the currency that the item had by then.
        var currency = item?.currency
        var told: [(commit: Commit, lines: [String])] = []
        for commit in commits.reversed() {
            if let (old, new) = ItemPresentation.replacement(in: commit) {
                told.append((commit, lines(from: old, to: new)))
                currency = old.currency
                continue
            }
            var all: [String] = []
            for change in commit.changes.reversed() {
                var old = currency
                if case .update(_, let before) = change.inverse, let edit = before["currency"] {
                    old = if case .text(let code)? = edit { Currency(code) } else { nil }
                }
                all = lines(of: change, old, currency) + all
                currency = old
            }
            told.append((commit, all))
        }
        return told.reversed()
    }

    /// What a change did to an item, a line for each field.
    package func lines(of change: AppliedChange, _ old: Currency?, _ new: Currency?) -> [String] {
        switch (change.change, change.inverse) {
        case (.insert, _): return ["Added"]
        case (.remove, _): return ["Removed"]
        case (.move(_, .position(let target)), .move(_, .position(let source))):
            return ["Moved from \(source + 1) to \(target + 1)"]
        case (.move, _): return ["Moved"]
        case (.set(let key, let value), let inverse):
            let before: ForeignValue? = if case .set(_, let value) = inverse { value } else { nil }
            return ["\(key.rawValue): \(SettingText.line(before)) → \(SettingText.line(value))"]
        case (.update(_, let patch), let inverse):
            guard case .update(_, let before) = inverse else { return ["Edited"] }
            return patch.edits.map { edit in line(edit.field, before[edit.field] ?? nil, old, edit.value, new)
            }
        }
    }

    /// `Value: $10 → $25`
    private func line(
        _ field: FieldKey, _ before: FieldValue?, _ old: Currency?, _ after: FieldValue?, _ new: Currency?
    ) -> String {
        if Field.with(key: field)?.traits.contains(.photo) == true {
            // The name of a photo is a digest of its bytes, which tells a person nothing.
            let other = after == nil ? "not set" : before == nil ? "a photo" : "another photo"
            return "\(ItemPresentation.title(of: field)): \(before == nil ? "not set" : "a photo") → \(other)"
        }
        if field == "careLog" {
            // Of a long log its end would not be seen.
            let (old, new) = (ItemPresentation.entries(of: before), ItemPresentation.entries(of: after))
            let edits =
                new.filter { !old.contains($0) }.map { "+ \($0)" }
                + old.filter { !new.contains($0) }.map { "– \($0)" }
            return "\(ItemPresentation.title(of: field)): \(edits.joined(separator: ", "))"
        }
        let one = before.map { shortText(of: $0, in: field, old) }
        let other = after.map { shortText(of: $0, in: field, new) }
        return "\(ItemPresentation.title(of: field)): \(one ?? "not set") → \(other ?? "not set")"
    }

    /// The item as it was and as it is, where a commit puts another state of it into its place: merges do that, since no
    /// change of a field notes a conflict.
    private static func replacement(in commit: Commit) -> (old: Item, new: Item)? {
        var old: Item?
        for change in commit.changes {
            switch (change.change, change.inverse) {
            case (.remove, .insert(let item, _)): old = item
            case (.insert(let item, _), _): if let old { return (old, item) }
            default: break
            }
        }
        return nil
    }

    private func lines(from old: Item, to new: Item) -> [String] {
        var lines = Patch(from: old, to: new).edits.map { edit in
            line(edit.field, old.value(for: edit.field), old.currency, edit.value, new.currency)
        }
        let (before, after) = (old.conflicts, new.conflicts)
        for (word, conflicts) in [
            ("noted", after.filter { !before.contains($0) }),
            ("settled", before.filter { !after.contains($0) }),
        ] {
            lines += conflicts.map { conflict in
                "Conflict \(word): \(conflict.field.map { ItemPresentation.title(of: $0) } ?? "removed on one side")"
            }
        }
        if !lines.isEmpty { return lines }
        return [old.foreign == new.foreign ? "Edited" : "Keys that no field has: changed"]
    }

    private static func entries(of value: FieldValue?) -> [String] {
        if case .list(let entries)? = value { entries } else { [] }
    }

    /// A value in quotes, for a sentence.
    func quoted(_ value: FieldValue?, in key: FieldKey) -> String {
        value.map { "“\(TextRules.visible(shortText(of: $0, in: key)))”" } ?? "not set"
    }

    /// A field's value on one line, cut where it is long. The name of a photo tells a person nothing.
    package func shortText(of key: FieldKey, in item: Item) -> String {
        if Field.with(key: key)?.traits.contains(.photo) == true { return "a photo" }
        if key == "careLog" { return careLines(of: item).joined(separator: "; ") }
        return item.value(for: key).map { shortText(of: $0, in: key, item.currency) } ?? ""
    }

    /// A value on one line, cut where it is long.
    private func shortText(of value: FieldValue, in key: FieldKey, _ currency: Currency? = nil) -> String {
        let text =
            if case .amount(let amount) = value { money.text(amount, currency) } else {
                text(of: value, in: key)
            }
        let line = text.replacing("\n", with: " ")
        return line.count > 80 ? "\(line.prefix(79))…" : line
    }

    /// When a commit was made, as a person reads it.
    package func date(of commit: Commit) -> String { text(of: .moment(commit.date), in: "dateCreated") }

    /// A field's title as a person reads it, also for custom fields.
    package static func title(of key: FieldKey) -> String {
        if key == Field.idKey { return "Id" }
        return Field.with(key: key)?.title.text ?? key.customName ?? key.rawValue
    }
}
