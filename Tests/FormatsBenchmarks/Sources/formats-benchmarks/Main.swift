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
func report(_ what: String, _ bytes: Int, _ count: Int, ours: Double, foundation: Double) {
    func rate(_ time: Double) -> String { String(format: "%7.0f MB/s", Double(bytes) / time / 1e6) }
    let nanoseconds = String(format: "%6.0f ns/item", ours / Double(count) * 1e9)
    let ratio = String(format: "%5.1fx", foundation / ours)
    let name = what.padding(toLength: 12, withPad: " ", startingAt: 0)
    print("\(name) ours \(rate(ours)) \(nanoseconds)   Foundation \(rate(foundation))   ratio \(ratio)")
}

/// Usage: formats-benchmarks [COUNT] [all]. With `all`, formats that have no peer here are timed too.
@main
enum Benchmarks {
    static func main() throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        var generator = SystemRandomNumberGenerator()
        let moment = Moment("2026-11-20T10:00:00Z") ?? .first
        let items = (0..<count).map { _ in
            var item = Item.random(using: &generator, dateCreated: moment)
            item.name += " of the attic"
            return item
        }
        let plain = items.map(PlainItem.init)
        try json(items, plain)
        try propertyList(items, plain)
    }

    static func json(_ items: [Item], _ plain: [PlainItem]) throws {
        let bytes = JSONFile(shape: .list).encode(items)
        let data = Data(bytes)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let read = try seconds(3) { try expect(JSONFile().items(in: bytes.span).count, items.count) }
        let theirRead = try seconds(1) {
            try expect(decoder.decode([PlainItem].self, from: data).count, items.count)
        }
        report("JSON read", bytes.count, items.count, ours: read, foundation: theirRead)
        let write = seconds(3) { expect(JSONFile(shape: .list).encode(items).count, bytes.count) }
        let theirWrite = try seconds(1) { try expect(encoder.encode(plain).isEmpty ? 0 : 1, 1) }
        report("JSON write", bytes.count, items.count, ours: write, foundation: theirWrite)
    }

    static func propertyList(_ items: [Item], _ plain: [PlainItem]) throws {
        let bytes = PropertyListFile(shape: .list).encode(items)
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        var data = Data()
        let theirWrite = try seconds(1) { data = try encoder.encode(plain) }
        let read = try seconds(3) {
            try expect(PropertyListFile().items(in: bytes.span).count, items.count)
        }
        let theirRead = try seconds(1) {
            try expect(PropertyListDecoder().decode([PlainItem].self, from: data).count, items.count)
        }
        report("plist read", bytes.count, items.count, ours: read, foundation: theirRead)
        let write = seconds(3) {
            expect(PropertyListFile(shape: .list).encode(items).count, bytes.count)
        }
        report("plist write", bytes.count, items.count, ours: write, foundation: theirWrite)
    }
}
