public import LootCore
public import LootFormats

/// How a file is imported.
public struct ImportOptions: Sendable {
    /// The format; nil to tell it by the content.
    public var format: ItemFormat?
    /// The columns of a table whose header does not tell their field; nil leaves a column out.
    public var columns: [String: FieldKey?]
    /// The field by which an entry means an item that is there, case and accents aside, in addition to the id.
    public var updateBy: FieldKey?
    /// The creation date of entries that have none.
    public var dateCreated: Moment
    /// Whether the photos of an archive are only looked at, and not kept yet: for a plan that is only to be shown.
    public var isTrial: Bool

    /// Options; an entry means the item with its id unless a field is named.
    public init(
        format: ItemFormat? = nil, columns: [String: FieldKey?] = [:], updateBy: FieldKey? = nil,
        dateCreated: Moment = .now, isTrial: Bool = false
    ) {
        self.format = format
        self.columns = columns
        self.updateBy = updateBy
        self.dateCreated = dateCreated
        self.isTrial = isTrial
    }
}
