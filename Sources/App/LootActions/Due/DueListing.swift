package import LootCore
import LootFormats

/// What is due, written for programs.
package enum DueListing {
    private static let writer = JSONItemWriter()

    /// A JSON object with the days that were asked for, how many there are, and the first of them in `due`.
    package static func document(of due: DueList) -> [UInt8] {
        var bytes = Array("{\"today\":\"\(due.today)\",\"until\":\"\(due.last)\",".utf8)
        bytes += Array("\"total\":\(due.count),\"late\":\(due.late),\"due\":[".utf8)
        append(due, to: &bytes)
        return bytes + Array("]}\n".utf8)
    }

    private static func append(_ due: DueList, to bytes: inout [UInt8]) {
        for (index, date) in due.dates.enumerated() {
            bytes += Array(index == 0 ? "\n".utf8 : ",\n".utf8)
            bytes += json(of: date, on: due.today)
        }
        if !due.dates.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    }

    /// A JSON object with `kind`, `date`, `days`, which are less than 0 when it is late, and the `item`.
    package static func json(of date: DueDate, on today: Day) -> [UInt8] {
        var bytes = Array("{\"kind\":\"\(date.kind.rawValue)\",\"date\":\"\(date.day)\",".utf8)
        bytes += Array("\"days\":\(date.days(from: today)),\"item\":".utf8)
        writer.append(date.item, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
