import LootCore
import LootFormats

/// The parameters of the API.
enum Parameters {
    static let id = RequestPart<ItemID>.path(
        "id", .id, "The ID of the item.", missing: { "Can't find the item “\($0)”." })
    static let file = RequestPart<FileID>.path(
        "file", .file, "The SHA-256 hash of the file.", missing: { "Can't find the file “\($0)”." })
    static let itemFile = RequestPart<String>.path(
        "file", .text, "The number of the file, starting at 1, its name, or its SHA-256 hash.",
        missing: { "Can't find the file “\($0)”." })
    static let fileName = RequestPart<String>.query(
        "name", .text, default: "", "The name of the file without a path, such as receipt.pdf.")
    static let barcode = RequestPart<Barcode>.path(
        "barcode", .barcode, "The digits of the barcode.", missing: { "Can't find the product “\($0)”." })
    static let view = RequestPart<String>.path(
        "view", .text, "The name of the view.", missing: { "Can't find the view “\($0)”." })
    static let heldSnapshot = RequestPart<String>.path(
        "snapshot", .text, "The ID of the snapshot.", missing: { "Can't find the snapshot “\($0)”." })

    static let snapshot = RequestPart<String?>.query(
        "snapshot", .text, "The snapshot to read. By default, the current list is read.", failing: [410])
    static let limit = RequestPart<Int>.query(
        "limit", .number(upTo: API.maximumPage), default: 50,
        "The maximum number of results, up to \(API.maximumPage).")
    static let offset = RequestPart<Int>.query(
        "offset", .number(), default: 0, "The first row, if there is no cursor.")
    static let cursor = RequestPart<PageCursor?>.query(
        "cursor", .cursor, "The start of the page: the value of next in the previous page.",
        ignoresEmpty: true)
    static let outline = flag(
        "outline", "Whether the page includes the sections of the whole result, in the same state.")
    static let near = flag(
        "near", "Whether a search without results suggests a similar one (near), which differs by one typo.")
    static let changes = flag("changes", "Whether to include the changes and their inverses.")
    static let revision = RequestPart<Revision?>.query(
        "revision", .revision, "The revision of the change to undo. By default, the last one.")
    static let thumbnail = RequestPart<Thumbnail>.query(
        "thumbnail", .thumbnail, default: .no,
        "If present, refers to the thumbnail. If there is none, the file is returned, unless the value is only."
    )

    static let within = RequestPart<CalendarSpan>.query(
        "within", .span, default: CalendarSpan(30, .day),
        "The time span to include. Overdue dates are always included.")
    static let calendarWithin = RequestPart<CalendarSpan?>.query(
        "within", .span, "The time span to include. By default, all dates are included.")

    static let chart = RequestPart<String?>.query(
        "chart", .text,
        "The chart to include: the value by place or by tag, the purchases of each month, or the purchases and "
            + "disposals of each year (place, tag, month or year).", ignoresEmpty: true)

    static let dryRun = flag("dryRun", "Whether to describe the changes without making them.")
    static let skipInvalid = flag("skipInvalid", "Whether to skip entries that can't be imported.")
    static let updateBy = RequestPart<FieldKey?>.query(
        "updateBy", .field, "The field that matches entries with existing items, in addition to the ID.",
        ignoresEmpty: true)
    static let format = RequestPart<String?>.query(
        "format", .text, "The name of the file's format. By default, the content determines it.",
        ignoresEmpty: true)
    static let columns = RequestPart<[String]>.each(
        "map",
        "The field for a column of a table, if its header doesn't determine it: Wert=value. Wert= skips the column. "
            + "Can be repeated.")
    static let currency = RequestPart<Currency?>.query(
        "currency", .currency, "The currency of amounts without one, such as EUR.",
        ignoresEmpty: true)
    static let sheet = RequestPart<String?>.query(
        "sheet", .text,
        "The sheet of a spreadsheet, by its name or number; without it, the first visible one.",
        ignoresEmpty: true)
    static let duplicates = RequestPart<String?>.query(
        "duplicates", .text,
        "The treatment of likely duplicates: skip, update or add. By default, entries with equal serial numbers are "
            + "skipped.", ignoresEmpty: true)
    static let decimal = RequestPart<String?>.query(
        "decimal", .text,
        "The decimal separator of a table: point or comma. Without it, the cells of a column decide.",
        ignoresEmpty: true)
    static let exportFormat = RequestPart<String>.query(
        "format", .text, default: "json",
        "The name of the file's format, such as json, jsonl, csv or plist. tar is an archive that includes the files."
    )

    static let preconditions = RequestPart<Preconditions>(
        about: RequestPartDescription(
            parameters: match.about.parameters + noneMatch.about.parameters, failures: [412]),
        read: { try Preconditions(ifMatch: match.read($0, $1), ifNoneMatch: noneMatch.read($0, $1)) },
        write: { value, request in
            match.write(value.ifMatch, &request)
            noneMatch.write(value.ifNoneMatch, &request)
        })
    private static let match = RequestPart<String?>.header(
        "If-Match", "The entity tag that the item must have.")
    private static let noneMatch = RequestPart<String?>.header(
        "If-None-Match",
        "The entity tag that the item must not have. A star (*) matches every existing item.")
    static let lastEventID = RequestPart<String?>.header(
        "Last-Event-ID", "The ID of the last event that the client received.")

    private static func flag(_ name: String, _ summary: String) -> RequestPart<Bool> {
        .query(name, .flag, default: false, summary)
    }
}

/// The preconditions of a change, as entity tags.
package struct Preconditions: Hashable, Sendable {
    /// The `If-Match` header: the item must have one of these tags.
    package var ifMatch: String?
    /// The header `If-None-Match`: the item must have none of these tags.
    package var ifNoneMatch: String?

    /// Creates preconditions.
    package init(ifMatch: String? = nil, ifNoneMatch: String? = nil) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
    }
}

/// The choice between a file and its thumbnail.
package enum Thumbnail: String, Hashable, Sendable {
    /// The file itself.
    case no
    /// The thumbnail, or the file if there is none.
    case preferred = ""
    /// Only the thumbnail.
    case only
}
