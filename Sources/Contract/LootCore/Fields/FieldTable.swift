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
            "number", title: "Asset number", summary: "The asset number, as on the label: A-0017.",
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
            "purchaseDate", name: "purchased", title: "Purchased", summary: "The date of purchase.",
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
            summary: "The last day of the warranty, or its length from the date of purchase: 36 months.",
            traits: [.purchase], countsFrom: "purchaseDate",
            .day(get: { $0.warrantyUntil }, set: { $0.warrantyUntil = $1 })),
        Field(
            "replacementValue", name: "replacement", title: "Replacement value",
            summary: "The cost of buying one piece again.",
            traits: .money, .amount(get: { $0.replacementValue }, set: { $0.replacementValue = $1 })),
        Field(
            "depreciation", title: "Depreciation",
            summary: Depreciation.summary,
            traits: .depreciation,
            .text(
                get: { $0.depreciation?.description },
                set: { $0.depreciation = $1.flatMap { Depreciation($0) } })),
        Field(
            "lentTo", name: "lent", title: "Lent to", summary: "The person who borrowed the item.",
            traits: [.searchable, .state], .text(get: { $0.lentTo }, set: { $0.lentTo = $1 })),
        Field(
            "lentUntil", name: "back", title: "Lent until", summary: "The date on which the loan ends.",
            .day(get: { $0.lentUntil }, set: { $0.lentUntil = $1 })),
        Field(
            "loans", title: "Loans",
            summary: "Loans and reservations, separated by commas: lent 2026-11-20 until 2026-12-04 x3: Ann.",
            traits: [.searchable, .loans],
            .list(
                get: { $0.loans.map(\.description) },
                set: { $0.loans = $1.compactMap { LoanEntry($0) } })),
        Field(
            "seen", title: "Seen", summary: "The date on which the item was last counted.",
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
            "disposedOn", title: "Disposed of on",
            summary: "The date on which the item was sold, discarded, lost or given.",
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
            "nextService", name: "service", title: "Next service", summary: "The date of the next service.",
            .day(get: { $0.nextService }, set: { $0.nextService = $1 })),
        Field(
            "serviceEvery", name: "every", title: "Service every",
            summary: "The time between two services, such as 6 months.",
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
            summary: "Receipts, manuals and additional pictures, each with its SHA-256, size, type and name.",
            traits: .files,
            .list(
                get: { $0.files.map(\.description) },
                set: { $0.files = $1.compactMap { FileEntry($0) } })),
    ]
}
