import Foundation
import LootCore
import LootFormats
import Testing

@testable import LootActions

/// Large and hostile input: four times as much input takes about four times as long. Quadratic work would take
/// sixteen times as long. The test compares the processor time of one thread, which other load hardly affects.
@Suite struct `Four times the input costs about four times as much` {
    private func grows(_ size: Int, _ body: (Int) throws -> Void) rethrows -> Double {
        func cost(_ size: Int) throws -> Double {
            let start = clock_gettime_nsec()
            try body(size)
            return Double(clock_gettime_nsec() - start)
        }
        var (one, four) = (Double.infinity, Double.infinity)
        for _ in 0..<3 {
            one = min(one, try cost(size))
            four = min(four, try cost(4 * size))
            if four / one < 6 { break }
        }
        return four / one
    }

    private func clock_gettime_nsec() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static let limit = 10.0

    @Test func `locating refused entries on one line takes linear time`() {
        let growth = grows(4000) { size in
            let entry = Array("{\"name\":\"Lamp\"},".utf8)
            var source = SourceText()
            for _ in 0..<size { source.append(entry) }
            for index in 0..<size { _ = source.position(ofByte: index * entry.count) }
        }
        #expect(growth < Self.limit)
    }

    @Test(arguments: [ItemFormat.json, .csv, .propertyList])
    func `recovering a file with one id repeated takes linear time`(format: ItemFormat) {
        let growth = grows(1000) { size in
            let text =
                switch format {
                case .json:
                    "["
                        + Array(repeating: "{\"id\":\"\(id(1))\",\"name\":\"a\"}", count: size).joined(
                            separator: ",") + "]"
                case .csv: "id,name\n" + String(repeating: "\(id(1)),a\n", count: size)
                default:
                    "<plist><array>"
                        + String(
                            repeating: "<dict><key>id</key><string>\(id(1))</string></dict>", count: size)
                        + "</array></plist>"
                }
            let salvage = Salvage(Array(text.utf8).span, in: format)
            #expect(salvage.items.count == 1 && salvage.lost.count == size - 1)
        }
        #expect(growth < Self.limit)
    }

    @Test func `reading a table with many custom columns takes linear time`() throws {
        let growth = try grows(2000) { size in
            let columns = (0..<size).map { "c\($0)" }.joined(separator: ",")
            let row = Array(repeating: "x", count: size).joined(separator: ",")
            let items = try CSVFile().items(in: Array("name,\(columns)\nA,\(row)\n".utf8).span)
            #expect(items.first?.custom.count == size)
        }
        #expect(growth < Self.limit)
    }

    @Test func `reading a request with many custom fields takes linear time`() throws {
        let growth = try grows(2000) { size in
            let fields = (0..<size).map { "\"c\($0)\":\($0)" }.joined(separator: ",")
            let bytes = Array("{\"name\":\"A\",\"custom\":{\(fields)}}".utf8)
            let document = try DocumentValue(json: bytes.span)
            let item = try ChangeReader.read(document) { $0.item($1) }
            let patch = try ChangeReader.read(document) { $0.patch($1) }
            var other = Item(name: "B")
            _ = try patch.apply(to: &other)
            #expect(item.custom.count == size && other.custom.count == size)
        }
        #expect(growth < Self.limit)
    }

    @Test func `reading rows after an unclosed quote takes linear time`() {
        let growth = grows(4000) { size in
            let text = "name\n\"a\n" + String(repeating: "b\n", count: size)
            var rows = 0
            _ = try? CSVFile().read(Array(text.utf8).span) { result in
                if case .item = result { rows += 1 }
            }
            #expect(rows == size)
        }
        #expect(growth < Self.limit)
    }

    @Test func `recovering invalid entries takes linear time`() {
        for format in [ItemFormat.json, .jsonLines] {
            let growth = grows(4000) { size in
                let entries = Array(repeating: "{}", count: size)
                let text =
                    format == .json ? "[\(entries.joined(separator: ","))]" : entries.joined(separator: "\n")
                let salvage = Salvage(Array(text.utf8).span, in: format)
                #expect(salvage.lost.count == size)
            }
            #expect(growth < Self.limit)
        }
    }

    @Test func `unknown values have a limit`() {
        let values = Array(repeating: "1", count: 1_000_001).joined(separator: ",")
        let error = #expect(throws: FormatError.self) {
            try JSONFile().items(in: Array("[{\"name\":\"a\",\"x\":[\(values)]}]".utf8).span)
        }
        #expect(
            error?.reason.text == "This contains more than 1000000 values that this version doesn't support.")
    }
}
