import Foundation
import LootCore
import LootFoundation
import LootFormats

/// Measurements that `Tests/Benchmarks/peers` runs in separate processes. Each prints its results as lines with a name
/// and a number.
///
/// | Arguments | Measurement |
/// |---|---|
/// | `make COUNT FOLDER` | writes `items.json` and `items.plist` with a number of items |
/// | `open FILE RUNS` | seconds to open a store and answer a query |
/// | `memory FILE` | bytes per item that an open store needs in memory |
/// | `coders FILE RUNS` | seconds to read and to write the items, with this project's codecs and Foundation's |
/// | `adds FILE COUNT CALLERS` | seconds for a number of durable additions of one item each |
@main
enum FileBenchmarks {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else { fatalError("usage: make | open | memory | coders | adds …") }
        let path = arguments[1]
        func number(_ index: Int) -> Int { arguments.count > index ? Int(arguments[index]) ?? 1 : 1 }
        switch arguments[0] {
        case "make": try make(number(1), in: arguments[2])
        case "open": try await open(path, runs: number(2))
        case "memory": try await memory(path)
        case "coders": try coders(path, runs: number(2))
        default: try await adds(path, count: number(2), callers: number(3))
        }
    }

    /// Writes typical items. Most names are longer than the fifteen bytes of an inline string.
    static func make(_ count: Int, in folder: String) throws {
        var generator = SeededGenerator(seed: 2026)
        let items = (0..<count).map { number in
            var item = Item.random(using: &generator)
            let seconds = 1_500_000_000 + Int.random(in: 0..<250_000_000, using: &generator)
            item.dateCreated = Moment(Date(timeIntervalSince1970: Double(seconds)))
            item.name += number % 8 == 0 ? " \(number % 100)" : " number \(number)"
            item.isFavorite = number % 10 == 0
            return item
        }
        let json = ItemFormat.json.encoder().encode(items)
        try Data(json).write(to: URL(fileURLWithPath: folder + "/items.json"))
        let plist = ItemFormat.propertyList.encoder().encode(items)
        try Data(plist).write(to: URL(fileURLWithPath: folder + "/items.plist"))
        print("bytes \(json.count / max(1, count))")
    }

    /// Returns the median time of several runs in seconds.
    static func median(of runs: Int, _ body: () async throws -> Void) async rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<runs {
            let start = ContinuousClock.now
            try await body()
            let time = ContinuousClock.now - start
            times.append(Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
        }
        return times.sorted()[times.count / 2]
    }
}
