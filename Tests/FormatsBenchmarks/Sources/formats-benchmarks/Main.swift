import Foundation
import LootCore
import LootFormats

/// The item as Foundation's coders would be given it.
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

/// Numbers that look random enough and cost nothing.
struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F
        return state ^ state >> 32
    }
}

/// The best of some runs, in seconds.
func seconds(_ runs: Int, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
        let start = ContinuousClock.now
        try body()
        let time = ContinuousClock.now - start
        best = min(best, Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
    }
    return best
}

/// Ends the run if the work that was timed was not done.
func expect(_ found: Int, _ expected: Int) { precondition(found == expected) }

/// One line of the table.
func report(_ what: String, _ size: Int, _ count: Int, ours: Double, foundation: Double?) {
    func rate(_ time: Double) -> String { String(format: "%5.0f MB/s", Double(size) / time / 1e6) }
    let name = what.padding(toLength: 12, withPad: " ", startingAt: 0)
    let nanoseconds = String(format: "%5.0f ns an item", ours / Double(count) * 1e9)
    var line = "\(name) \(rate(ours)) \(nanoseconds)"
    if let foundation {
        line += String(
            format: "   Foundation %.2f s, ours %.3f s: %.1f times as fast", foundation, ours,
            foundation / ours)
    }
    print(line)
}

/// `formats-benchmarks [COUNT] [alone] [read|write]`: reads and writes so many items in JSON and as a property list,
/// in one run with Foundation's coders on the same items, or `alone` for a look with a profiler.
@main
enum Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let count = arguments.first.flatMap { Int($0) } ?? 1_000_000
        let isAlone = arguments.contains("alone")
        var generator = Numbers()
        let moment = Moment("2026-11-20T10:00:00Z") ?? .first
        let items = (0..<count).map { _ in Item.random(using: &generator, dateCreated: moment) }
        let plain = isAlone ? [] : items.map(PlainItem.init)
        try json(items, plain)
        try propertyList(items, plain)
    }

    static func json(_ items: [Item], _ plain: [PlainItem]) throws {
        let bytes = JSONFile().encode(items)
        print("\(items.count) items, \(bytes.count / items.count) bytes of JSON each")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        try compare(
            "JSON", JSONFile(), items, bytes, plain, encode: { try encoder.encode($0) },
            decode: { try decoder.decode([PlainItem].self, from: $0) })
    }

    static func propertyList(_ items: [Item], _ plain: [PlainItem]) throws {
        let bytes = PropertyListFile().encode(items)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        try compare(
            "plist", PropertyListFile(), items, bytes, plain, encode: { try encoder.encode($0) },
            decode: { try PropertyListDecoder().decode([PlainItem].self, from: $0) })
    }

    static func compare<Format: ItemDecoder & ItemEncoder>(
        _ name: String, _ format: Format, _ items: [Item], _ bytes: [UInt8], _ plain: [PlainItem],
        encode: ([PlainItem]) throws -> Data, decode: (Data) throws -> [PlainItem]
    ) throws {
        let isReading = !CommandLine.arguments.contains("write")
        let isWriting = !CommandLine.arguments.contains("read")
        let read = try seconds(isReading ? 5 : 0) {
            try expect(format.items(in: bytes.span).count, items.count)
        }
        let write = seconds(isWriting ? 5 : 0) {
            var size = 0
            format.encode(items) { size += $0.count }
            expect(size, bytes.count)
        }
        var data = Data()
        var (theirRead, theirWrite): (Double?, Double?)
        if !plain.isEmpty {
            theirWrite = try seconds(1) { data = try encode(plain) }
            theirRead = try seconds(1) { try expect(decode(data).count, items.count) }
        }
        report("\(name) read", bytes.count, items.count, ours: read, foundation: theirRead)
        report("\(name) write", bytes.count, items.count, ours: write, foundation: theirWrite)
    }
}
