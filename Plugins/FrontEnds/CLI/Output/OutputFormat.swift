import CommandLineKit
import LootCore
import LootFormats

/// The output format of lists. Commands that list something support all formats except calendars, which only lists of
/// dates support.
enum OutputFormat: Hashable, Sendable {
    /// A table for people.
    case table
    /// A Markdown table for people.
    case markdown
    /// A JSON array of objects.
    case json
    /// A JSON object per line.
    case jsonLines
    /// Comma-separated values.
    case csv
    /// Tab-separated values.
    case tsv
    /// The identifier of each element, one per line.
    case ids
    /// An XML property list.
    case propertyList
    /// A binary property list.
    case binaryPropertyList
    /// A calendar of dated elements.
    case calendar
    /// A line per element, formatted with a template: `{name}\t{value}`.
    case template(String)

    private static let words: [(word: String, value: OutputFormat)] = [
        ("table", .table), ("json", .json), ("jsonl", .jsonLines), ("csv", .csv), ("tsv", .tsv),
        ("md", .markdown), ("ids", .ids), ("plist", .propertyList), ("bplist", .binaryPropertyList),
    ]

    /// The `--format` option of commands that list something.
    static let option = option(words)

    /// The `--format` option of commands that list dates.
    static let optionWithCalendar = option(words + [("ics", .calendar)])

    private static func option(_ words: [(word: String, value: OutputFormat)]) -> Option<OutputFormat> {
        .choice(
            "format", "FORMAT", "The output format", words, or: "{name} {value}", with: "{",
            { .template($0) },
            default: .table)
    }

    /// The `--no-header` option.
    static let noHeader = Option.flag("no-header", "Leave out the column titles")

    /// The options of commands that list something.
    static var options: [any AnyOption] { [option, noHeader] }

    /// The format of complete items, or `nil` for a row-based format.
    var itemFormat: ItemFormat? {
        switch self {
        case .json: .json
        case .jsonLines: .jsonLines
        case .propertyList: .propertyList
        case .binaryPropertyList: .binaryPropertyList
        case .table, .markdown, .csv, .tsv, .ids, .calendar, .template: nil
        }
    }

    /// Whether the format is for people.
    var isForPeople: Bool { self == .table || self == .markdown }

    /// Whether the format is for spreadsheets, which may interpret text as formulas.
    var isForSpreadsheets: Bool { self == .csv || self == .tsv }
}
