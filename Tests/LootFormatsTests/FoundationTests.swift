import Foundation
import LootCore
import LootFormats
import LootFoundation
import Testing

/// The teaching app's item for Foundation's coders.
private struct AppItem: Codable, Equatable {
    var name: String
    var valueInDollars: Int
    var serialNumber: String?
    var dateCreated: Date
    var isFavorite: Bool
    var itemKey: String

    init(_ item: Item) {
        name = item.name
        valueInDollars = item.valueInDollars
        serialNumber = item.serialNumber
        dateCreated = item.dateCreated.date
        isFavorite = item.isFavorite
        itemKey = item.id.uuid.uuidString
    }
}

@Suite struct `Comparison with Foundation's coders` {
    private static func items(_ seed: UInt64) -> [Item] {
        var generator = SeededGenerator(seed: seed)
        // For earlier dates, Foundation uses the Julian calendar instead of ISO 8601.
        let first = Moment("1600-01-01T00:00:00Z") ?? .first
        return (0..<300).map { _ in Item.plain(&generator, since: first) }
    }

    @Test(arguments: [11, 12] as [UInt64], [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `Foundation's property lists are read correctly`(
        seed: UInt64, format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let items = Self.items(seed)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let bytes = [UInt8](try encoder.encode(items.map(AppItem.init)))
        var back: [Item] = []
        let shape = try PropertyListFile().read(bytes.span) { result throws(FormatError) in
            switch result {
            case .item(let read): back.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        #expect(areIdentical(back, items), "seed \(seed)")
        #expect(shape == DocumentShape(.list, isBinary: format == .binary))
    }

    @Test(arguments: [13, 14] as [UInt64], [false, true])
    func `Foundation reads our property lists`(seed: UInt64, isBinary: Bool) throws {
        let items = Self.items(seed)
        let shape = DocumentShape(.list, isBinary: isBinary)
        let data = Data(ItemFormat.propertyList.encoder(shape: shape).encode(items))
        let back = try PropertyListDecoder().decode([AppItem].self, from: data)
        #expect(back == items.map(AppItem.init), "seed \(seed)")
    }

    @Test(arguments: [15, 16] as [UInt64], [JSONEncoder.OutputFormatting(), [.prettyPrinted, .sortedKeys]])
    func `Foundation's JSON is read correctly, and Foundation reads ours`(
        seed: UInt64, formatting: JSONEncoder.OutputFormatting
    ) throws {
        let items = Self.items(seed)
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.dateEncodingStrategy = .iso8601
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let theirs = [UInt8](try encoder.encode(items.map(AppItem.init)))
        #expect(areIdentical(try read(.json, theirs), items), "seed \(seed)")

        let named = items.map { item in
            var item = item
            item.foreign = [ForeignField("itemKey", .text(item.id.uuid.uuidString))]
            return item
        }
        let ours = Data(JSONFile(shape: .list).encode(named))
        #expect(try decoder.decode([AppItem].self, from: ours) == items.map(AppItem.init), "seed \(seed)")
    }

    @Test func `Foundation and our parser reject the same JSON syntax`() {
        let texts = [
            "1", "-0", "01", "1.", ".5", "1e5", "1E+5", "1e", "+1", "NaN", "tru", "\"\\u0041\"",
            "\"\\uD800\"",
            "\"\\uDC00\"", "\"\\uD83D\\uDE00\"", "\"\\q\"", "\"\t\"", "[", "{\"a\":}", "{a:1}", "\"a",
            "[1]]",
            "'a'", "{\"a\" 1}", "[1 2]", "null", "nul", "\"\u{7f}\"", "{}", "{,}", "--1", "1.5e-7",
        ]
        for text in texts {
            let theirs = (try? JSONSerialization.jsonObject(with: Data("[\(text)]".utf8))) != nil
            let ours = jsonError("[\(text)]", strict: true) == nil
            #expect(ours == theirs, "\(text)")
        }
    }
}
