import LootCore
import LootFormats

/// An entry of a file that a person should check: a row of totals, or a likely duplicate.
package struct ImportFlag: Hashable, Sendable {
    /// The reason why a person should check the entry.
    enum Kind: Hashable {
        /// The row contains the totals of the table.
        case total
        /// The entry has the serial number of an item or an earlier entry with the given name.
        case sameSerial(String)
        /// The entry has the name, value and place of an item.
        case sameItem
        /// The entry has the name, value and place of the entry on an earlier line.
        case sameEntry(line: Int)

        /// Whether the entry is certainly a duplicate.
        var isCertain: Bool { if case .sameSerial = self { true } else { false } }
    }

    /// The line of the entry. Lines begin with 0.
    let line: Int
    /// The name in the entry.
    let name: String
    /// The reason.
    let kind: Kind
    /// Whether the entry is skipped.
    let isSkipped: Bool
}

extension ImportPlan {
    /// The maximum number of flags that are kept.
    private static let mostFlags = 1_000

    /// Records an entry that a person should check.
    mutating func note(_ flag: ImportFlag) {
        if flag.isSkipped { skipped += 1 }
        flagged += 1
        if flags.count < ImportPlan.mostFlags { flags.append(flag) }
    }

    /// Sentences about the entries that a person should check, in the order of the file. There can be fewer than
    /// ``flagged``.
    package var warnings: [String] {
        flags.map { flag in
            let (number, name) = (flag.line + 1, flag.name)
            let entry =
                name.isEmpty
                ? sheet == nil ? String(localized: "Line \(number)") : String(localized: "Row \(number)")
                : sheet == nil
                    ? String(localized: "Line \(number), \(TextRules.quoted(name)),")
                    : String(localized: "Row \(number), \(TextRules.quoted(name)),")
            let sentence: Message =
                switch (flag.kind, flag.isSkipped) {
                case (.total, true): "\(entry) contains the totals of the table and is skipped."
                case (.total, false): "\(entry) may contain totals."
                case (.sameSerial(let name), true):
                    "\(entry) has the same serial number as \(TextRules.quoted(name)) and is skipped."
                case (.sameSerial(let name), false):
                    "\(entry) has the same serial number as \(TextRules.quoted(name))."
                case (.sameItem, true):
                    "\(entry) has the same name, value and place as an item in the list and is skipped."
                case (.sameItem, false): "\(entry) has the same name, value and place as an item of the list."
                case (.sameEntry(let line), true):
                    sheet == nil
                        ? "\(entry) has the same name, value and place as line \(line + 1) and is skipped."
                        : "\(entry) has the same name, value and place as row \(line + 1) and is skipped."
                case (.sameEntry(let line), false):
                    sheet == nil
                        ? "\(entry) has the same name, value and place as line \(line + 1)."
                        : "\(entry) has the same name, value and place as row \(line + 1)."
                }
            return sentence.text
        }
    }

    /// Sentences about a rejected entry, one text for each error: `Row 5, column “Value”: “abc” isn't an amount.`
    package func sentences(about refusal: Refusal) -> [String] {
        refusal.error.all.map { error in
            let reason = error.column == nil ? error.reason : error.explanation
            let sentences = [reason.text, error.advice.text].filter { !$0.isEmpty }
            let (number, text) = (error.position.line + 1, sentences.joined(separator: " "))
            let sentence: Message =
                switch error.column.map({ TextRules.quoted($0) }) {
                case let column?:
                    sheet == nil
                        ? "Line \(number), column \(column): \(text)"
                        : "Row \(number), column \(column): \(text)"
                case nil: sheet == nil ? "Line \(number): \(text)" : "Row \(number): \(text)"
                }
            return sentence.text
        }
    }
}
