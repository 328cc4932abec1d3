import LootCore
import LootFormats

/// The parameters of the API.
enum Take {
    static let id = RequestPart<ItemID>.path("id", .id, "The item's id.", missing: "item")
    static let file = RequestPart<FileID>.path(
        "file", .file, "The SHA-256 of the file, as an item has it.", missing: "file")
    static let itemFile = RequestPart<String>.path(
        "file", .text, "The number of the file, from 1 on, its name or its SHA-256.", missing: "file")
    static let fileName = RequestPart<String>.query(
        "name", .text, default: "", "The name of the file, such as receipt.pdf; it is no path.")
    static let barcode = RequestPart<Barcode>.path(
        "barcode", .barcode, "The number below the bars.", missing: "product")
    static let view = RequestPart<String>.path("view", .text, "The name of a view.", missing: "view")
    static let heldSnapshot = RequestPart<String>.path(
        "snapshot", .text, "The id of a snapshot.", missing: "snapshot")

    static let snapshot = RequestPart<String?>.query(
        "snapshot", .text, "The snapshot to read; the list as it is now without it.", failing: [410])
    static let limit = RequestPart<Int>.query(
        "limit", .number(upTo: API.greatestPage), default: 50, "How many; at most \(API.greatestPage).")
    static let offset = RequestPart<Int>.query(
        "offset", .number(), default: 0, "The first row, where there is no cursor.")
    static let cursor = RequestPart<PageCursor?>.query(
        "cursor", .cursor, "Where to go on, as the page before has it in next.", ignoresEmpty: true)
    static let outline = flag(
        "outline", "Whether the answer's sections come with the page, of the same state.")
    static let near = flag(
        "near", "Where a search finds nothing, tell what is one typing mistake away, as near.")
    static let changes = flag("changes", "Tell all that was changed, and what takes it back.")
    static let revision = RequestPart<Revision?>.query(
        "revision", .revision, "The change to take back; not given, the newest.")
    static let thumbnail = RequestPart<Thumbnail>.query(
        "thumbnail", .thumbnail, default: .no,
        "If it is there, its thumbnail is meant. With the value only, the file never stands in for it.")

    static let within = RequestPart<CalendarSpan>.query(
        "within", .span, default: CalendarSpan(30, .day), "How far ahead to look; what is late comes along.")
    static let calendarWithin = RequestPart<CalendarSpan?>.query(
        "within", .span, "How far ahead to look; without it, as far as anything is known.")

    static let dryRun = flag("dryRun", "Only say what would be done.")
    static let skipInvalid = flag("skipInvalid", "Leave out entries that can't be imported.")
    static let updateBy = RequestPart<FieldKey?>.query(
        "updateBy", .field, "The field by which an entry means an item that is there, beside the id.",
        ignoresEmpty: true)
    static let format = RequestPart<String?>.query(
        "format", .text, "The name of the file's format; an import tells it by the content.",
        ignoresEmpty: true)
    static let columns = RequestPart<[String]>.each(
        "map",
        "Where a column of a table goes whose header does not tell it, as Wert=value; Wert= leaves it out. Once for "
            + "each such column.")
    static let currency = RequestPart<Currency?>.query(
        "currency", .currency, "The currency of amounts beside which none is written, as EUR.",
        ignoresEmpty: true)
    static let exportFormat = RequestPart<String>.query(
        "format", .text, default: "json",
        "The name of the file's format, such as json, jsonl, csv, plist; tar is an archive with the files.")

    static let preconditions = RequestPart<Preconditions>(
        about: RequestPartDescription(
            parameters: match.about.parameters + noneMatch.about.parameters, failures: [412]),
        read: { try Preconditions(ifMatch: match.read($0, $1), ifNoneMatch: noneMatch.read($0, $1)) },
        write: { value, request in
            match.write(value.ifMatch, &request)
            noneMatch.write(value.ifNoneMatch, &request)
        })
    private static let match = RequestPart<String?>.header(
        "If-Match", "The entity tag that the item must still have.")
    private static let noneMatch = RequestPart<String?>.header(
        "If-None-Match",
        "An entity tag that the item must not have; a star for none, which no item that is there meets.")
    static let lastEventID = RequestPart<String?>.header("Last-Event-ID", "The last event that was seen.")

    private static func flag(_ name: String, _ summary: String) -> RequestPart<Bool> {
        .query(name, .flag, default: false, summary)
    }
}

/// The preconditions of a change, as entity tags.
package struct Preconditions: Hashable, Sendable {
    /// The tags of which the item must have one, as in `If-Match`.
    package var ifMatch: String?
    /// The tags of which the item must have none, as in `If-None-Match`.
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
