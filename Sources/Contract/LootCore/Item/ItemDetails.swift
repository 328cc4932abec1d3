/// The fields of an item that aren't part of the core model. A field is a property, an accessor and a row of
/// the table ``Field/all``.
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
    /// The cost of buying one piece again.
    var replacementValue: Amount?
    /// The rule by which the item loses value, or `nil` for that of its template or of the list.
    var depreciation: Depreciation?
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
    /// The cost of buying one piece again.
    public var replacementValue: Amount? {
        get { rare?.details.replacementValue }
        set { details.replacementValue = newValue }
    }
    /// The rule by which the item loses value, or `nil` for that of its template or of the list.
    package var depreciation: Depreciation? {
        get { rare?.details.depreciation }
        set { details.depreciation = newValue }
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
