import Foundation
import LootCore
import LootFormats
import LootFoundation

/// An item for Foundation's coders.
struct PlainItem: Codable {
    var id: UUID
    var name: String
    var valueInDollars: Int
    var serialNumber: String?
    var dateCreated: Date
    var isFavorite: Bool

    init(_ item: Item) {
        id = item.id.uuid
        name = item.name
        valueInDollars = item.valueInDollars
        serialNumber = item.serialNumber
        dateCreated = item.dateCreated.date
        isFavorite = item.isFavorite
    }
}

extension FileBenchmarks {
    /// Reads and writes a file's items with this project's codecs and with Foundation's.
    static func coders(_ path: String, runs: Int) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        if path.hasSuffix(".plist") {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            try compare(
                .propertyList, bytes, runs, encode: { try encoder.encode($0) },
                decode: { try PropertyListDecoder().decode([PlainItem].self, from: $0) })
        } else {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            try compare(
                .json, bytes, runs, encode: { try encoder.encode($0) },
                decode: { try decoder.decode([PlainItem].self, from: $0) })
        }
    }

    private static func compare(
        _ format: ItemFormat, _ bytes: [UInt8], _ runs: Int,
        encode: ([PlainItem]) throws -> Data, decode: (Data) throws -> [PlainItem]
    ) throws {
        let (decoder, encoder) = (format.decoder(), format.encoder())
        let items = try decoder.items(in: bytes.span)
        print("read", try best(runs) { try expect(decoder.items(in: bytes.span).count, items.count) })
        print(
            "write",
            best(runs) {
                var size = 0
                encoder.encode(items) { size += $0.count }
                expect(size, bytes.count)
            })
        let plain = items.map(PlainItem.init)
        let data = try encode(plain)
        print("encode", try best(runs) { try expect(encode(plain).count, data.count) })
        print("decode", try best(runs) { try expect(decode(data).count, plain.count) })
    }

    /// Ends the run if the measured work wasn't done.
    private static func expect(_ found: Int, _ expected: Int) { precondition(found == expected) }

    private static func best(_ runs: Int, _ body: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<runs {
            let start = ContinuousClock.now
            try body()
            let time = ContinuousClock.now - start
            best = min(best, Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
        }
        return best
    }
}
