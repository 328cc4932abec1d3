/// The fields of an item that aren't part of the core model. A field is a property, an accessor and a row of the table.
package struct ItemDetails: Hashable, Sendable {
    /// The asset number, which is on the label.
    var number: String?
    /// The number of pieces.
    package var quantity = 1
    /// The number of pieces that should be in stock, or `nil` if that doesn't matter.
    package var minimum: Int?
    /// The path of the place where the item is stored.
    package var location: String?
    /// The tags.
    package var tags: [String] = []
    /// Notes, which may have several lines.
    var notes: String?
    /// The day of the purchase.
    package var purchaseDate: Day?
    /// The price paid for one piece.
    var purchasePrice: Amount?
    /// The currency of the amounts, or `nil` for the default currency of the front end.
    var currency: Currency?
    /// The vendor.
    var vendor: String?
    /// The last day of the warranty.
    var warrantyUntil: Day?
    /// The borrower, if the item is lent.
    var lentTo: String?
    /// The day on which the borrower should return the item.
    var lentUntil: Day?
    /// The reservations, the current loans and the past ones.
    var loans: [LoanEntry] = []
    /// The day on which the item was last counted.
    var seen: Day?
    /// The person who counted the item.
    var seenBy: String?
    /// The way in which the person parted with the item, or `nil` for an item that is still there.
    var disposal: Disposal?
    /// The day of the disposal.
    var disposedOn: Day?
    /// The amount received for all pieces.
    var proceeds: Amount?
    /// The buyer, or the person who got the item as a gift.
    var recipient: String?
    /// A note about the disposal.
    var disposalNote: String?
    /// The day of the next service.
    var nextService: Day?
    /// The period between services.
    var serviceEvery: CalendarSpan?
    /// The maintenance log, earliest entry first.
    var careLog: [CareEntry] = []
    /// The ID of the photo, whose content is in the store's ``FileKeeper``.
    var photo: FileID?
    /// Receipts, manuals and other files in the person's order.
    var files: [FileEntry] = []
    /// The custom fields by name.
    package var custom: [String: FieldValue] = [:]
    /// Unknown fields, preserved as they were read.
    package var foreign: [ForeignField] = []

    /// Empty details.
    package static let none = ItemDetails()

    var isEmpty: Bool { self == ItemDetails.none }
}

extension Item {
    /// The asset number, which is on the label.
    public var number: String? {
        get { rare?.details.number }
        set { details.number = newValue }
    }
    /// The number of pieces.
    public var quantity: Int {
        get { rare?.details.quantity ?? 1 }
        set { details.quantity = newValue }
    }
    /// The number of pieces that should be in stock, or `nil` if that doesn't matter.
    public var minimum: Int? {
        get { rare?.details.minimum }
        set { details.minimum = newValue }
    }
    /// The path of the place where the item is stored.
    public var location: String? {
        get { rare?.details.location }
        set { details.location = newValue }
    }
    /// The tags.
    public var tags: [String] {
        get { rare?.details.tags ?? [] }
        _modify { yield &details.tags }
    }
    /// Notes, which may have several lines.
    public var notes: String? {
        get { rare?.details.notes }
        set { details.notes = newValue }
    }
    /// The day of the purchase.
    public var purchaseDate: Day? {
        get { rare?.details.purchaseDate }
        set { details.purchaseDate = newValue }
    }
    /// The price paid for one piece.
    public var purchasePrice: Amount? {
        get { rare?.details.purchasePrice }
        set { details.purchasePrice = newValue }
    }
    /// The currency of the amounts, or `nil` for the default currency of the front end.
    public var currency: Currency? {
        get { rare?.details.currency }
        set { details.currency = newValue }
    }
    /// The vendor.
    public var vendor: String? {
        get { rare?.details.vendor }
        set { details.vendor = newValue }
    }
    /// The last day of the warranty.
    public var warrantyUntil: Day? {
        get { rare?.details.warrantyUntil }
        set { details.warrantyUntil = newValue }
    }
    /// The borrower, if the item is lent.
    public var lentTo: String? {
        get { rare?.details.lentTo }
        set { details.lentTo = newValue }
    }
    /// The day on which the borrower should return the item.
    public var lentUntil: Day? {
        get { rare?.details.lentUntil }
        set { details.lentUntil = newValue }
    }
    /// The reservations, the current loans and the past ones.
    package var loans: [LoanEntry] {
        get { rare?.details.loans ?? [] }
        _modify { yield &details.loans }
    }
    /// The day on which the item was last counted.
    public var seen: Day? {
        get { rare?.details.seen }
        set { details.seen = newValue }
    }
    /// The person who counted the item.
    public var seenBy: String? {
        get { rare?.details.seenBy }
        set { details.seenBy = newValue }
    }
    /// The way in which the person parted with the item, or `nil` for an item that is still there.
    public var disposal: Disposal? {
        get { rare?.details.disposal }
        set { details.disposal = newValue }
    }
    /// The day of the disposal.
    public var disposedOn: Day? {
        get { rare?.details.disposedOn }
        set { details.disposedOn = newValue }
    }
    /// The amount received for all pieces.
    public var proceeds: Amount? {
        get { rare?.details.proceeds }
        set { details.proceeds = newValue }
    }
    /// The buyer, or the person who got the item as a gift.
    public var recipient: String? {
        get { rare?.details.recipient }
        set { details.recipient = newValue }
    }
    /// A note about the disposal.
    public var disposalNote: String? {
        get { rare?.details.disposalNote }
        set { details.disposalNote = newValue }
    }
    /// The day of the next service.
    public var nextService: Day? {
        get { rare?.details.nextService }
        set { details.nextService = newValue }
    }
    /// The period between services.
    package var serviceEvery: CalendarSpan? {
        get { rare?.details.serviceEvery }
        set { details.serviceEvery = newValue }
    }
    /// The maintenance log, earliest entry first.
    package var careLog: [CareEntry] {
        get { rare?.details.careLog ?? [] }
        set { details.careLog = CareEntry.sorted(newValue) }
    }
    /// The ID of the photo, whose content is in the store's ``FileKeeper``.
    public var photo: FileID? {
        get { rare?.details.photo }
        set { details.photo = newValue }
    }
    /// Receipts, manuals and other files in the person's order. ``allFiles`` also includes the photo.
    public var files: [FileEntry] {
        get { rare?.details.files ?? [] }
        _modify { yield &details.files }
    }
    /// The custom fields by name.
    public var custom: [String: FieldValue] {
        get { rare?.details.custom ?? [:] }
        _modify { yield &details.custom }
    }
    /// Unknown fields, preserved as they were read.
    public var foreign: [ForeignField] {
        get { rare?.details.foreign ?? [] }
        _modify { yield &details.foreign }
    }
}

extension Field {
    /// The field table: the built-in fields of ``Item`` in the order of files and forms.
    public static let all: [Field] = core + rare

    /// The fields of the core model, which all items have. They come first in ``all``.
    package static let core: [Field] = [
        Field(
            "name", title: "Name", summary: "The name of the item.",
            traits: [.required, .alwaysWritten, .searchable],
            .text(get: { $0.name }, set: { $0.name = $1 ?? "" })),
        Field(
            "valueInDollars", name: "value", title: "Value",
            summary: "The value of one piece. Leave it empty if you don't know it.",
            traits: [.alwaysWritten, .money, .clearable], defaultValue: .amount(0),
            .amount(get: { $0.value }, set: { $0.value = $1 })),
        Field(
            "serialNumber", name: "serial", title: "Serial number",
            summary: "The serial number.",
            traits: .searchable, .text(get: { $0.serialNumber }, set: { $0.serialNumber = $1 })),
        Field(
            "dateCreated", name: "created", title: "Created",
            summary: "The time at which the item was created.",
            traits: [.alwaysWritten, .entry],
            .moment(get: { $0.dateCreated }, set: { $0.dateCreated = $1 ?? $0.dateCreated })),
        Field(
            "isFavorite", name: "favorite", aliases: ["favourite", "isFavourite"], title: "Favorite",
            summary: "Whether the item is a favorite.", traits: [.alwaysWritten, .entry],
            defaultValue: .flag(false),
            .flag(get: { $0.isFavorite }, set: { $0.isFavorite = $1 })),
    ]

    /// The less common fields.
    static let rare: [Field] = [
        Field(
            "number", title: "Asset number", summary: "The asset number, which is on the label: A-0017.",
            traits: .searchable, .text(get: { $0.number }, set: { $0.number = $1 })),
        Field(
            "quantity", title: "Quantity", summary: "The number of pieces.", range: 0...1_000_000_000,
            defaultValue: .integer(1), .integer(get: { $0.quantity }, set: { $0.quantity = $1 ?? 1 })),
        Field(
            "minimum", title: "Minimum", summary: "The number of pieces that should be in stock.",
            range: 0...1_000_000_000, .integer(get: { $0.minimum }, set: { $0.minimum = $1 })),
        Field(
            "location", title: "Location", summary: "The place, outermost part first: House / Attic.",
            traits: [.searchable, .place],
            .text(get: { $0.location }, set: { $0.location = $1 })),
        Field(
            "tags", aliases: ["tag"], title: "Tags", summary: "Keywords, separated by commas.",
            traits: .searchable, .list(get: { $0.tags }, set: { $0.tags = $1 })),
        Field(
            "notes", aliases: ["note"], title: "Notes",
            summary: "Any other information. It can have several lines.",
            traits: [.searchable, .multiline], .text(get: { $0.notes }, set: { $0.notes = $1 })),
        Field(
            "purchaseDate", name: "purchased", title: "Purchased", summary: "The day of the purchase.",
            traits: [.purchase], .day(get: { $0.purchaseDate }, set: { $0.purchaseDate = $1 })),
        Field(
            "purchasePrice", name: "price", title: "Purchase price",
            summary: "The price paid for one piece.",
            traits: [.money, .purchase], .amount(get: { $0.purchasePrice }, set: { $0.purchasePrice = $1 })),
        Field(
            "currency", title: "Currency", summary: "The currency of the amounts, as three letters: EUR.",
            traits: .currency,
            .text(get: { $0.currency?.code }, set: { $0.currency = $1.flatMap { Currency($0) } })),
        Field(
            "vendor", title: "Vendor", summary: "The shop or person that sold the item.",
            traits: [.searchable, .purchase],
            .text(get: { $0.vendor }, set: { $0.vendor = $1 })),
        Field(
            "warrantyUntil", name: "warranty", title: "Warranty until",
            summary: "The last day of the warranty, or its length from the day of purchase: 36 months.",
            traits: [.purchase], countsFrom: "purchaseDate",
            .day(get: { $0.warrantyUntil }, set: { $0.warrantyUntil = $1 })),
        Field(
            "lentTo", name: "lent", title: "Lent to", summary: "The person who borrowed the item.",
            traits: [.searchable, .state], .text(get: { $0.lentTo }, set: { $0.lentTo = $1 })),
        Field(
            "lentUntil", name: "back", title: "Lent until", summary: "The day on which the loan ends.",
            .day(get: { $0.lentUntil }, set: { $0.lentUntil = $1 })),
        Field(
            "loans", title: "Loans",
            summary: "Loans and reservations, separated by commas: lent 2026-11-20 until 2026-12-04 x3: Ann.",
            traits: [.searchable, .loans],
            .list(
                get: { $0.loans.map(\.description) },
                set: { $0.loans = $1.compactMap { LoanEntry($0) } })),
        Field(
            "seen", title: "Seen", summary: "The day on which the item was last counted.",
            .day(get: { $0.seen }, set: { $0.seen = $1 })),
        Field(
            "seenBy", title: "Seen by", summary: "The person who counted the item.",
            .text(get: { $0.seenBy }, set: { $0.seenBy = $1 })),
        Field(
            "disposal", aliases: ["disposed"], title: "Disposal",
            summary: "How the item was disposed of: sold, discarded, lost or given.", traits: .state,
            choices: Disposal.allCases.map(\.rawValue),
            .text(
                get: { $0.disposal?.rawValue },
                set: { $0.disposal = $1.flatMap { Disposal(rawValue: $0) } })),
        Field(
            "disposedOn", title: "Disposed on",
            summary: "The day on which the item was sold, discarded, lost or given.",
            .day(get: { $0.disposedOn }, set: { $0.disposedOn = $1 })),
        Field(
            "proceeds", title: "Proceeds", summary: "The amount received for all pieces.",
            traits: .money, .amount(get: { $0.proceeds }, set: { $0.proceeds = $1 })),
        Field(
            "recipient", title: "Recipient", summary: "The person who bought or received the item.",
            traits: .searchable, .text(get: { $0.recipient }, set: { $0.recipient = $1 })),
        Field(
            "disposalNote", title: "Disposal note", summary: "A note about the sale, the loss or the gift.",
            traits: .searchable, .text(get: { $0.disposalNote }, set: { $0.disposalNote = $1 })),
        Field(
            "nextService", name: "service", title: "Next service", summary: "The day of the next service.",
            .day(get: { $0.nextService }, set: { $0.nextService = $1 })),
        Field(
            "serviceEvery", name: "every", title: "Service every",
            summary: "The time between two services: 6 months.",
            traits: [.period],
            .text(
                get: { $0.serviceEvery?.description },
                set: { $0.serviceEvery = $1.flatMap { CalendarSpan($0) } })),
        Field(
            "careLog", name: "care", title: "Maintenance log",
            summary: "The maintenance log, with entries separated by commas: 2026-11-20 EUR 40: New belt.",
            traits: [.searchable, .care],
            .list(
                get: { $0.careLog.map(\.description) },
                set: { $0.careLog = $1.compactMap { CareEntry($0) } })),
        Field(
            "photo", title: "Photo", summary: "The SHA-256 of the photo.",
            traits: .photo,
            .text(get: { $0.photo?.description }, set: { $0.photo = $1.flatMap { FileID($0) } })),
        Field(
            "files", aliases: ["file"], title: "Files",
            summary: "Receipts, manuals and additional pictures, each with SHA-256, size, type and name.",
            traits: .files,
            .list(
                get: { $0.files.map(\.description) },
                set: { $0.files = $1.compactMap { FileEntry($0) } })),
    ]
}
