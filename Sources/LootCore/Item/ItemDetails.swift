/// The fields of an item beyond the core model. To add a field to ``Item``: a property here, an accessor and a row
/// in the table, all in this file.
public struct ItemDetails: Hashable, Sendable {
    /// How many there are.
    public var quantity = 1
    /// Where it is kept.
    public var location: String?
    /// Words to find it by.
    public var tags: [String] = []
    /// Anything else, on as many lines as it takes.
    public var notes: String?
    /// The day it was bought.
    public var purchaseDate: Day?
    /// What was paid for it, in whole units of the currency.
    public var purchasePrice: Int?
    /// Who sold it.
    public var vendor: String?
    /// The last day of its warranty.
    public var warrantyUntil: Day?
    /// The photo of it, which the store keeps beside the items, see ``PhotoStore``.
    public var photo: PhotoID?
    /// The fields of a person's own, by name.
    public var custom: [String: FieldValue] = [:]
    /// What a newer version wrote and this one does not know, kept as it came.
    public var foreign: [ForeignField] = []

    /// Nothing set.
    public static let none = ItemDetails()

    init() {}

    var isEmpty: Bool { self == ItemDetails.none }
}

extension Item {
    /// How many there are.
    public var quantity: Int {
        get { hasDetails ? details.quantity : 1 }
        set { details.quantity = newValue }
    }
    /// Where it is kept.
    public var location: String? {
        get { details.location }
        set { details.location = newValue }
    }
    /// Words to find it by.
    public var tags: [String] {
        get { details.tags }
        _modify { yield &details.tags }
    }
    /// Anything else, on as many lines as it takes.
    public var notes: String? {
        get { details.notes }
        set { details.notes = newValue }
    }
    /// The day it was bought.
    public var purchaseDate: Day? {
        get { details.purchaseDate }
        set { details.purchaseDate = newValue }
    }
    /// What was paid for it, in whole units of the currency.
    public var purchasePrice: Int? {
        get { details.purchasePrice }
        set { details.purchasePrice = newValue }
    }
    /// Who sold it.
    public var vendor: String? {
        get { details.vendor }
        set { details.vendor = newValue }
    }
    /// The last day of its warranty.
    public var warrantyUntil: Day? {
        get { details.warrantyUntil }
        set { details.warrantyUntil = newValue }
    }
    /// The photo of it, which the store keeps beside the items, see ``PhotoStore``.
    public var photo: PhotoID? {
        get { details.photo }
        set { details.photo = newValue }
    }
    /// The fields of a person's own, by name.
    public var custom: [String: FieldValue] {
        get { details.custom }
        _modify { yield &details.custom }
    }
    /// What a newer version wrote and this one does not know, kept as it came.
    public var foreign: [ForeignField] {
        get { details.foreign }
        _modify { yield &details.foreign }
    }
}

extension Field {
    /// The field table: every built-in field of ``Item``, in the order in which files and forms have them.
    public static let all: [Field] = core + rare

    /// The fields of the core model, which every item has: the first ones of ``all``.
    public static let core: [Field] = [
        Field(
            "name", title: "Name", summary: "What it is called.",
            traits: [.required, .alwaysWritten, .searchable],
            .text(get: { $0.name }, set: { $0.name = $1 ?? "" })),
        Field(
            "valueInDollars", name: "value", title: "Value",
            summary: "What one piece is worth, in whole units.",
            traits: [.alwaysWritten, .money], defaultValue: .integer(0),
            .integer(get: { $0.valueInDollars }, set: { $0.valueInDollars = $1 ?? 0 })),
        Field(
            "serialNumber", name: "serial", title: "Serial number",
            summary: "The number that tells it from others.",
            traits: .searchable, .text(get: { $0.serialNumber }, set: { $0.serialNumber = $1 })),
        Field(
            "dateCreated", name: "created", title: "Created", summary: "When it was entered.",
            traits: [.alwaysWritten, .entry],
            .moment(get: { $0.dateCreated }, set: { $0.dateCreated = $1 ?? $0.dateCreated })),
        Field(
            "isFavorite", name: "favorite", aliases: ["favourite", "isFavourite"], title: "Favorite",
            summary: "Whether it is one of the favorites.", traits: [.alwaysWritten, .entry],
            defaultValue: .flag(false),
            .flag(get: { $0.isFavorite }, set: { $0.isFavorite = $1 })),
    ]

    /// The fields that few items have.
    static let rare: [Field] = [
        Field(
            "quantity", title: "Quantity", summary: "How many there are.", range: 0...1_000_000_000,
            defaultValue: .integer(1), .integer(get: { $0.quantity }, set: { $0.quantity = $1 ?? 1 })),
        Field(
            "location", title: "Location", summary: "Where it is kept.", traits: .searchable,
            .text(get: { $0.location }, set: { $0.location = $1 })),
        Field(
            "tags", aliases: ["tag"], title: "Tags", summary: "Words to find it by, separated by commas.",
            traits: .searchable, .list(get: { $0.tags }, set: { $0.tags = $1 })),
        Field(
            "notes", aliases: ["note"], title: "Notes",
            summary: "Anything else, on as many lines as it takes.",
            traits: [.searchable, .multiline], .text(get: { $0.notes }, set: { $0.notes = $1 })),
        Field(
            "purchaseDate", name: "purchased", title: "Purchased", summary: "The day it was bought.",
            traits: .purchase, .day(get: { $0.purchaseDate }, set: { $0.purchaseDate = $1 })),
        Field(
            "purchasePrice", name: "price", title: "Purchase price",
            summary: "What was paid for it, in whole units.",
            traits: [.money, .purchase], .integer(get: { $0.purchasePrice }, set: { $0.purchasePrice = $1 })),
        Field(
            "vendor", title: "Vendor", summary: "Who sold it.", traits: [.searchable, .purchase],
            .text(get: { $0.vendor }, set: { $0.vendor = $1 })),
        Field(
            "warrantyUntil", name: "warranty", title: "Warranty until",
            summary: "The last day of its warranty.",
            traits: .purchase, .day(get: { $0.warrantyUntil }, set: { $0.warrantyUntil = $1 })),
        Field(
            "photo", title: "Photo", summary: "The SHA-256 of its photo, under which that is kept.",
            traits: .photo,
            .text(get: { $0.photo?.description }, set: { $0.photo = $1.flatMap { PhotoID($0) } })),
    ]
}
