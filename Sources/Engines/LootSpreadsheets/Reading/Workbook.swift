import LootCore

/// Reads an Excel workbook (ECMA-376).
struct Workbook {
    private let archive: ZIPReader

    /// A reference from one file of the archive to another.
    private struct Relationship {
        let id: String
        /// The last part of the type, such as `worksheet`.
        let type: String
        let path: String
    }

    init(_ archive: ZIPReader) { self.archive = archive }

    func read(_ choice: String?) throws(SpreadsheetError) -> Sheet {
        let main = try relationships(of: "").first { $0.type == "officeDocument" }?.path ?? "xl/workbook.xml"
        if main.hasSuffix(".bin") {
            throw SpreadsheetError(
                .malformed, "This is a binary workbook (.xlsb).", advice: "Save it as .xlsx and import that.")
        }
        let related = try relationships(of: main)
        var sheets: [(entry: SheetEntry, path: String)] = []
        var uses1904 = false
        var reader = try self.reader(main)
        while case let token = try reader.next(), token != .done {
            guard token == .start else { continue }
            if reader.isNamed("workbookPr") {
                uses1904 = reader.attribute("date1904", is: "1") || reader.attribute("date1904", is: "true")
            } else if reader.isNamed("sheet"), let name = reader.attribute("name"),
                let id = reader.attribute("r:id") ?? reader.attribute("id"),
                let path = related.first(where: { $0.id == id && $0.type == "worksheet" })?.path
            {
                let isHidden = reader.attribute("state").map { $0 != "visible" } ?? false
                sheets.append((SheetEntry(name: name, isHidden: isHidden), path))
            }
        }
        let entries = sheets.map(\.entry)
        let index = try SheetEntry.index(of: choice, in: entries)
        let styles = try related.first { $0.type == "styles" }.map { (file) throws(SpreadsheetError) in
            try self.styles(file.path)
        }
        let strings = try related.first { $0.type == "sharedStrings" }.map {
            (file) throws(SpreadsheetError) in
            try SharedStrings(self.reader(file.path), fileSize: archive.bytes.count)
        }
        var worksheet = WorksheetReader(
            try self.reader(sheets[index].path), styles: styles ?? [], strings: strings ?? SharedStrings(),
            uses1904: uses1904, fileSize: archive.bytes.count)
        return Sheet(try worksheet.read(), at: index, of: entries)
    }

    private func reader(_ path: String) throws(SpreadsheetError) -> XMLReader {
        guard let entry = archive.entry(path) else { throw .missing(path) }
        return try XMLReader(entry, in: archive)
    }

    /// Returns the files that a file refers to. The root of the archive has an empty name.
    private func relationships(of path: String) throws(SpreadsheetError) -> [Relationship] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let entry = archive.entry("\(folder)_rels/\(file).rels") else { return [] }
        var reader = try XMLReader(entry, in: archive)
        var found: [Relationship] = []
        while case let token = try reader.next(), token != .done {
            guard token == .start, reader.isNamed("Relationship"), let id = reader.attribute("Id"),
                let type = reader.attribute("Type")?.split(separator: "/").last,
                let target = reader.attribute("Target")
            else { continue }
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : Workbook.path(folder + target)
            found.append(Relationship(id: id, type: String(type), path: path))
        }
        return found
    }

    /// Returns a path without `.` and `..`.
    private static func path(_ text: String) -> String {
        var parts: [Substring] = []
        for part in text.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// Returns the styles that cells refer to by their index.
    private func styles(_ path: String) throws(SpreadsheetError) -> [CellStyle] {
        var codes: [Int: CellStyle] = [:]
        var styles: [CellStyle] = []
        var isInCells = false
        var reader = try self.reader(path)
        while case let token = try reader.next(), token != .done {
            if reader.isNamed("cellXfs") { isInCells = token == .start }
            guard token == .start else { continue }
            if reader.isNamed("numFmt"), let id = reader.number("numFmtId") {
                codes[id] = CellStyle(code: reader.attribute("formatCode") ?? "")
            } else if isInCells, reader.isNamed("xf") {
                let id = reader.number("numFmtId") ?? 0
                styles.append(codes[id] ?? CellStyle(predefined: id))
            }
        }
        return styles
    }
}
