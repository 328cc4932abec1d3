package import LootCore
import LootFormats

/// Writes due dates as JSON.
package enum DueListing {
    private static let writer = JSONItemWriter()

    /// Returns a JSON object with the requested days, the number of due dates, and the first of them in `due`.
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

    /// Returns a JSON object with `kind`, `date`, `days` (negative if the date has passed) and `item`.
    package static func json(of date: DueDate, on today: Day) -> [UInt8] {
        var bytes = Array("{\"kind\":\"\(date.kind.rawValue)\",\"date\":\"\(date.day)\",".utf8)
        bytes += Array("\"days\":\(date.days(from: today)),\"item\":".utf8)
        writer.append(date.item, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
