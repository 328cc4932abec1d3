public import LootCore

/// A listing
public struct ItemListing {
    public static let formats = ["json"]
    public init(_ store: any ItemStore, _ query: Query, rows: Range<Int>, fields: [FieldKey]?) {}
    public func write(as format: String, _ sink: ([UInt8]) -> Bool) async throws(LootError) {}
    public static func bytes(of items: [Item], as format: String, unwrapsOne: Bool) throws(LootError)
        -> [UInt8]
    { [] }
    public static func json(of sections: [Section]) -> [UInt8] { [] }
    public static func json(of statistics: Statistics, sections: [Section]?) -> [UInt8] { [] }
}
