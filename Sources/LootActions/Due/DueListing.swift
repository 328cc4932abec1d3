import LootCore
import LootFormats

/// What is due, written for programs.
package enum DueListing {
    /// A JSON array of objects, each with `kind`, `date`, `days`, which are less than 0 when it is late, and the `item`.
    package static func json(of due: DueList) -> [UInt8] {
        var bytes = Array("[".utf8)
        append(due, to: &bytes)
        return bytes + Array("]\n".utf8)
    }

    /// A JSON object with the days that were asked for, how many there are, and the first of them in `due`.
    package static func document(of due: DueList) -> [UInt8] {
        var bytes = Array("{\"today\":\"\(due.today)\",\"until\":\"\(due.last)\",".utf8)
        bytes += Array("\"total\":\(due.count),\"late\":\(due.late),\"due\":[".utf8)
        append(due, to: &bytes)
        return bytes + Array("]}\n".utf8)
    }

    private static func append(_ due: DueList, to bytes: inout [UInt8]) {
        let writer = JSONItemWriter()
        for (index, date) in due.dates.enumerated() {
            let days = date.days(from: due.today)
            bytes += Array(index == 0 ? "\n".utf8 : ",\n".utf8)
            bytes += Array("{\"kind\":\"\(date.kind.rawValue)\",\"date\":\"\(date.day)\",".utf8)
            bytes += Array("\"days\":\(days),\"item\":".utf8)
            writer.append(date.item, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        if !due.dates.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    }

    /// A table with a header.
    package static func csv(of due: DueList) -> [UInt8] {
        var bytes: [UInt8] = []
        CSVFile.append(["kind", "date", "days", "id", "name", "lentTo"], to: &bytes)
        for date in due.dates {
            let item = date.item
            CSVFile.append(
                [
                    date.kind.rawValue, date.day.description, String(date.days(from: due.today)),
                    item.id.description, FormulaText.guarded(item.shownName),
                    date.kind == .loan ? FormulaText.guarded(item.lentTo ?? "") : "",
                ], to: &bytes)
        }
        return bytes
    }
}
