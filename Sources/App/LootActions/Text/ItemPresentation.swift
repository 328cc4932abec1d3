public import LootCore
import LootMerge
import Platform

/// The text for items and their fields, the same in all front ends.
public struct ItemPresentation: Hashable, Sendable {
    /// The visual emphasis of a value. Front ends never express it by color only.
    package enum Emphasis: Hashable, Sendable {
        /// A low value, shown in green.
        case low
        /// A high value, shown in red.
        case high
    }

    /// The format of amounts.
    package var money: Money
    /// The value from which an item's value counts as high.
    var highValue: Amount

    /// The declared custom fields, which define units.
    package var ownFields: OwnFields

    /// The depreciation of the list, which applies if an item and its templates have none.
    package var depreciation: Depreciation?

    /// The day of book values, or `nil` for the current day.
    package var day: Day?

    /// The title of the list, or `nil` if it has none.
    package var title: String?

    /// Whether moments are shown in local time instead of UTC.
    package var isLocal = false

    /// Creates a presentation with a symbol for amounts without a currency: `€`, or a currency code.
    public init(symbol: String = "$") { self.init(money: Money(symbol: symbol)) }

    /// Creates a presentation with declared custom fields.
    package init(money: Money, highValue: Amount = 50, ownFields: OwnFields = .none) {
        self.money = money
        self.highValue = highValue
        self.ownFields = ownFields
    }

    /// Returns the text of a total: `$4,587`, `$40 + €12.50 and 3 unknown`.
    public func text(of total: MoneyTotal) -> String { money.text(total) }

    /// Returns the value with the quantity, for the right edge of a row: `12 × €12.90`.
    package func quantityAndValue(of item: Item) -> String {
        item.hasDetails && item.quantity != 1 ? "\(item.quantity) × \(value(of: item))" : value(of: item)
    }

    /// Returns the value of a piece, or a dash if it is unknown.
    package func value(of item: Item) -> String {
        money.text(item.value, item.hasDetails ? item.currency : nil)
    }

    /// Returns the emphasis of the value, or `nil` if it is unknown.
    package func emphasis(of item: Item) -> Emphasis? { item.value.map { $0 < highValue ? .low : .high } }

    /// The text after the name of a favorite.
    package static var favoriteMark: String { String(localized: "(Favorite)") }

    /// Returns the number of files of an item for lists: `(2 files)`, or `nil` if there are none or only a photo.
    package static func filesMark(of item: Item) -> String? {
        guard item.hasDetails, !item.files.isEmpty else { return nil }
        let count = item.allFiles.count
        return String(localized: "(\(count, one: "file", other: "files"))")
    }

    /// Returns the text after the name of an item with problems: `(no name)`, `(value below 0)`, `(conflict)`, or
    /// `nil` if there are none.
    package static func problemMark(of item: Item) -> String? {
        var words = item.problems.compactMap { problem -> String? in
            guard let field = problem.field.flatMap({ Field.with(key: $0) }) else { return nil }
            let noun = FieldNoun(field.key)
            return switch field.type {
            case .integer, .amount: String(localized: "\(noun) below \(field.range.lowerBound)")
            default: String(localized: "no \(noun)")
            }
        }
        if item.hasDetails, !item.conflicts.isEmpty { words.append(String(localized: "conflict")) }
        return words.isEmpty ? nil : "(\(Language.current.list(words, .none)))"
    }

    /// The message for an empty list.
    package static var noItems: String { String(localized: "No items!") }

    /// The message for an empty list if its store has a problem.
    package static var unknownItems: String { String(localized: "The items can't be shown.") }

    /// The message for a search without results.
    package static var noMatches: String { String(localized: "No matching items") }

    /// Returns the footer of a section: `3 items, $120`.
    package func footer(of section: ItemSection) -> String {
        "\(ItemPresentation.count(section.count)), \(money.text(section.total))"
    }

    /// Returns a number of items as text: `1 item`, `3 items`.
    package static func count(_ items: Int) -> String {
        String(localized: "\(items, one: "item", other: "items")")
    }

    /// Returns the message about an export: `Exported 3 items to x.tar, without 1 file.`
    package static func exported(_ items: Int, to file: String, without missing: Int) -> String {
        if missing == 0 {
            return String(localized: "Exported \(items, one: "item", other: "items") to \(file).")
        }
        let files: Message = "\(missing, one: "file", other: "files")"
        return String(
            localized: "Exported \(items, one: "item", other: "items") to \(file), without \(files).")
    }

    /// Returns the text of a field's value, or an empty string if it is empty. Amounts have a symbol, flags are “yes”
    /// and “no”, and moments have no `T`.
    public func text(of key: FieldKey, in item: Item) -> String {
        guard let value = value(of: key, in: item) else { return "" }
        if key == "careLog" { return careLines(of: item).joined(separator: "\n") }
        if case .amount(let amount) = value, item.hasDetails { return money.text(amount, item.currency) }
        return text(of: value, in: key)
    }

    /// Returns additional fields for an item's row: `Location: Attic`. Empty fields and those that every row shows
    /// are omitted.
    package func facts(_ fields: [FieldKey], of item: Item) -> [String] {
        fields.compactMap { key in
            if ItemPresentation.rowFields.contains(key) { return nil }
            // The row of a lent item already has a badge.
            if item.isLent, key == "lentTo" || key == "lentUntil" { return nil }
            let text = text(of: key, in: item).replacing("\n", with: key == "careLog" ? "; " : "\n")
            return text.isEmpty ? nil : "\(ItemPresentation.title(of: key)): \(text)"
        }
    }

    private static let rowFields: Set<FieldKey> = [
        "name", "valueInDollars", "serialNumber", "isFavorite", "photo",
    ]

    /// Returns the text of a value in a field.
    package func text(of value: FieldValue, in key: FieldKey) -> String {
        switch value {
        case .amount(let amount): return money.text(amount)
        case .flag(let flag): return flag ? String(localized: "yes") : String(localized: "no")
        case .moment(let moment): return text(of: moment)
        case .list(let entries) where Field.with(key: key)?.traits.contains(.files) == true:
            return Language.current.list(entries.map { FileEntry($0)?.name ?? $0 }, .none)
        case .list(let entries) where key == "loans":
            return entries.map { LoanEntry($0).map(ItemPresentation.text) ?? $0 }.joined(separator: "; ")
        case .integer: return withUnit(value.description, key)
        case .decimal(let number):
            // Show whole numbers without a fraction: 30, not 30.0.
            let whole = (-1e12...1e12).contains(number) ? Int(exactly: number) : nil
            let digits = DecimalNumber(whole.map(String.init) ?? value.description)
            return withUnit(digits.text(in: .current), key)
        case .day(let day): return day.text(in: .current)
        case .text(let text):
            let traits = Field.with(key: key)?.traits ?? []
            if traits.contains(.period), let period = CalendarSpan(text) { return period.text(in: .current) }
            if traits.contains(.depreciation), let rule = Depreciation(text) {
                return rule.text(in: .current)
            }
            return text
        case .list: return value.description
        }
    }

    /// Returns the text of a moment: `2026-11-20 10:00:00 UTC`, or in local time `2026-11-20 11:00:00 +0100`.
    private func text(of moment: Moment) -> String {
        let ahead = isLocal ? ThisProcess.secondsFromUTC(at: moment.secondsSinceEpoch) : 0
        guard ahead != 0,
            let there = Moment(secondsSinceEpoch: moment.secondsSinceEpoch + Int64(ahead))
        else { return ItemPresentation.text(of: moment, zone: "UTC") }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(ahead) / 60
        let zone = "\(ahead < 0 ? "-" : "+")\(digits(minutes / 60))\(digits(minutes % 60))"
        return ItemPresentation.text(of: there, zone: zone)
    }

    private static func text(of moment: Moment, zone: String) -> String {
        let time = moment.description.drop { $0 != "T" }.dropFirst().dropLast()
        return "\(moment.day.text(in: .current)) \(time) \(zone)"
    }

    private func withUnit(_ number: String, _ key: FieldKey) -> String {
        guard let unit = key.customName.flatMap({ ownFields[$0]?.unit }) else { return number }
        return "\(number) \(unit)"
    }

    /// Returns descriptions of commits with one line per changed field: `Value: $10 → $25`, `Moved from 3 to 1`.
    /// `commits` are those of one item, oldest first; `item` is its current state, or `nil` if it was removed.
    package func history(
        _ commits: [Commit], of item: Item?
    ) -> [(commit: Commit, lines: [String])] {
        // Show amounts in the currency that the item had at that time.
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

    /// Returns the description of a change to an item, one line per field.
    package func lines(of change: AppliedChange, _ old: Currency?, _ new: Currency?) -> [String] {
        switch (change.change, change.inverse) {
        case (.insert, _): return [String(localized: "Added")]
        case (.remove, _): return [String(localized: "Removed")]
        case (.move(_, .position(let target)), .move(_, .position(let source))):
            return [String(localized: "Moved from \(source + 1) to \(target + 1)")]
        case (.move, _): return [String(localized: "Moved")]
        case (.set(let key, _), _) where key.isInternal: return []
        case (.set(let key, let value), let inverse):
            let before: ForeignValue? = if case .set(_, let value) = inverse { value } else { nil }
            return KnownSetting.lines(of: key, from: before, to: value)
        case (.update(_, let patch), let inverse):
            guard case .update(_, let before) = inverse else { return [String(localized: "Edited")] }
            return patch.edits.map { edit in line(edit.field, before[edit.field] ?? nil, old, edit.value, new)
            }
        }
    }

    /// Returns a line for the change of a field: `Value: $10 → $25`.
    private func line(
        _ field: FieldKey, _ before: FieldValue?, _ old: Currency?, _ after: FieldValue?, _ new: Currency?
    ) -> String {
        if Field.with(key: field)?.traits.contains(.photo) == true {
            // A photo's ID is a digest, which means nothing to a person.
            let photo = String(localized: "a photo")
            let other =
                after == nil
                ? ItemPresentation.notSet : before == nil ? photo : String(localized: "another photo")
            return Language.current.titled(
                ItemPresentation.title(of: field),
                "\(before == nil ? ItemPresentation.notSet : photo) → \(other)")
        }
        if field == "careLog" {
            // The end of a long log would be truncated. Show only the differences.
            let (first, second) = (ItemPresentation.entries(of: before), ItemPresentation.entries(of: after))
            func text(_ entry: String, _ currency: Currency?) -> String {
                CareEntry(entry).map { careLine($0, currency) } ?? entry
            }
            let edits =
                second.filter { !first.contains($0) }.map { "+ \(text($0, new))" }
                + first.filter { !second.contains($0) }.map { "– \(text($0, old))" }
            return Language.current.titled(
                ItemPresentation.title(of: field), Language.current.list(edits, .none))
        }
        let one = before.map { shortText(of: $0, in: field, old) }
        let other = after.map { shortText(of: $0, in: field, new) }
        return Language.current.titled(
            ItemPresentation.title(of: field),
            "\(one ?? ItemPresentation.notSet) → \(other ?? ItemPresentation.notSet)"
        )
    }

    /// Returns the old and new state of an item if a commit replaces it. Merges do that, because a field update can't
    /// record a conflict.
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
        func subject(_ conflict: MergeConflict) -> String {
            conflict.field.map { ItemPresentation.title(of: $0) } ?? String(localized: "removed on one side")
        }
        lines += after.filter { !before.contains($0) }.map {
            String(localized: "New conflict: \(subject($0))")
        }
        lines += before.filter { !after.contains($0) }.map {
            String(localized: "Resolved conflict: \(subject($0))")
        }
        if !lines.isEmpty { return lines }
        return [
            old.foreign == new.foreign
                ? String(localized: "Edited") : String(localized: "Unknown keys changed")
        ]
    }

    private static func entries(of value: FieldValue?) -> [String] {
        if case .list(let entries)? = value { entries } else { [] }
    }

    /// Returns a quoted value for use in a sentence.
    func quoted(_ value: FieldValue?, in key: FieldKey) -> String {
        value.map { TextRules.quoted(shortText(of: $0, in: key)) } ?? ItemPresentation.notSet
    }

    /// The text for the missing value of a field in a comparison.
    package static var notSet: String { String(localized: "not set") }

    /// Returns a field's value on one line, truncated if it is long. Photos are described because their IDs mean
    /// nothing to a person.
    package func shortText(of key: FieldKey, in item: Item) -> String {
        if Field.with(key: key)?.traits.contains(.photo) == true { return String(localized: "a photo") }
        if key == "careLog" { return careLines(of: item).joined(separator: "; ") }
        return item.value(for: key).map { shortText(of: $0, in: key, item.currency) } ?? ""
    }

    /// Returns a value on one line, truncated if it is long.
    private func shortText(of value: FieldValue, in key: FieldKey, _ currency: Currency? = nil) -> String {
        let text =
            if case .amount(let amount) = value { money.text(amount, currency) } else {
                text(of: value, in: key)
            }
        let line = text.replacing("\n", with: " ")
        return line.count > 80 ? "\(line.prefix(79))…" : line
    }

    /// Returns the date of a commit.
    package func date(of commit: Commit) -> String { text(of: .moment(commit.date), in: "dateCreated") }

    /// Returns the title of a field, including custom fields.
    package static func title(of key: FieldKey) -> String {
        if key == Field.idKey { return "ID" }
        let title = Field.with(key: key)?.title ?? Field.computed.first { $0.key == key }?.title
        return title?.text ?? key.customName ?? key.rawValue
    }
}
