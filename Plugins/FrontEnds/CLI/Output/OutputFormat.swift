import CommandLineKit
import LootCore
import LootFormats

/// How a command writes what it lists: for a person, or for a program. Every command that lists takes all of them.
enum OutputFormat: Hashable, Sendable {
    /// Columns, for a person.
    case table
    /// A table in Markdown, for a person too.
    case markdown
    /// A list of objects.
    case json
    /// An object on each line.
    case jsonLines
    /// Cells with commas between them.
    case csv
    /// Cells with tabs between them.
    case tsv
    /// What names each thing, a line each.
    case ids
    /// An XML property list.
    case propertyList
    /// A binary property list.
    case binaryPropertyList
    /// A calendar, of what has a day.
    case calendar
    /// A line each by a template: `{name}\t{value}`.
    case template(String)

    private static let words: [(word: String, value: OutputFormat)] = [
        ("table", .table), ("json", .json), ("jsonl", .jsonLines), ("csv", .csv), ("tsv", .tsv),
        ("md", .markdown), ("ids", .ids), ("plist", .propertyList), ("bplist", .binaryPropertyList),
    ]

    /// `--format`, as every command that lists has it.
    static let option = option(words)

    /// The same for what has days.
    static let optionWithCalendar = option(words + [("ics", .calendar)])

    private static func option(_ words: [(word: String, value: OutputFormat)]) -> Option<OutputFormat> {
        .choice(
            "format", "FORMAT", "How to write it", words, or: "{name} {value}", with: "{", { .template($0) },
            default: .table)
    }

    /// `--no-header`
    static let noHeader = Option.flag("no-header", "Leave out the titles of columns")

    /// The options of every command that lists.
    static var options: [any AnyOption] { [option, noHeader] }

    /// The format of whole items; nil for one that is written row by row.
    var itemFormat: ItemFormat? {
        switch self {
        case .json: .json
        case .jsonLines: .jsonLines
        case .propertyList: .propertyList
        case .binaryPropertyList: .binaryPropertyList
        case .table, .markdown, .csv, .tsv, .ids, .calendar, .template: nil
        }
    }

    /// Whether a person reads it.
    var isForPeople: Bool { self == .table || self == .markdown }

    /// Whether a spreadsheet opens it, which would take some texts for formulas.
    var isForSpreadsheets: Bool { self == .csv || self == .tsv }
}
