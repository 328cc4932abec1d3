import LootCore

/// Writes an Excel workbook with one sheet, piece by piece.
///
/// ```swift
/// var workbook = WorkbookWriter(zip)
/// var bytes = try workbook.begin(sheet: "Items") + workbook.append(row: [.text("Lamp"), .number("40")])
/// bytes += try workbook.end()
/// ```
package struct WorkbookWriter {
    /// A cell.
    package enum Cell {
        case empty
        case text(String)
        /// A number with a decimal point, of up to 15 digits.
        case number(String)
        /// An amount of money with up to 15 digits.
        case amount(String)
        /// A day, as the number of days since 1970.
        case day(Int)
        case flag(Bool)
    }

    /// The maximum number of rows of a sheet, with the header.
    package static let mostRows = 1_048_576
    /// The maximum size of a string in UTF-16 code units.
    package static let longestText = 32_767

    private var zip: ZIPWriter
    private var pending: [UInt8] = []
    private var row = 0

    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"

    /// Creates a writer.
    package init(_ zip: ZIPWriter) { self.zip = zip }

    /// Returns the beginning of the file.
    package mutating func begin(sheet name: String) throws(SpreadsheetError) -> [UInt8] {
        let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        var bytes = try add(
            "[Content_Types].xml",
            """
            <Types xmlns="\(Self.package)/content-types">\
            <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
            <Override PartName="/xl/workbook.xml" ContentType="\(kind).sheet.main+xml"/>\
            <Override PartName="/xl/styles.xml" ContentType="\(kind).styles+xml"/>\
            <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(kind).worksheet+xml"/></Types>
            """)
        bytes += try add(
            "_rels/.rels",
            """
            <Relationships xmlns="\(Self.package)/relationships"><Relationship Id="rId1" \
            Type="\(Self.relations)/officeDocument" Target="xl/workbook.xml"/></Relationships>
            """)
        bytes += try add(
            "xl/workbook.xml",
            """
            <workbook xmlns="\(Self.main)" xmlns:r="\(Self.relations)"><sheets>\
            <sheet name="\(Self.escaped(name))" sheetId="1" r:id="rId1"/></sheets></workbook>
            """)
        bytes += try add(
            "xl/_rels/workbook.xml.rels",
            """
            <Relationships xmlns="\(Self.package)/relationships">\
            <Relationship Id="rId1" Type="\(Self.relations)/worksheet" Target="worksheets/sheet1.xml"/>\
            <Relationship Id="rId2" Type="\(Self.relations)/styles" Target="styles.xml"/></Relationships>
            """)
        // The cell styles: 0 is the default, 1 is for amounts, 2 for days, and 3 for headers.
        bytes += try add(
            "xl/styles.xml",
            """
            <styleSheet xmlns="\(Self.main)"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00##"/>\
            <numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
            <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
            <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
            <fills count="2"><fill><patternFill patternType="none"/></fill>\
            <fill><patternFill patternType="gray125"/></fill></fills>\
            <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
            <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
            <cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
            <xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
            <xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
            <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
            <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
            """)
        bytes += try zip.begin("xl/worksheets/sheet1.xml")
        pending += Array(
            """
            \(Self.head)<worksheet xmlns="\(Self.main)"><sheetViews><sheetView workbookViewId="0">\
            <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
            <sheetData>
            """.utf8)
        return bytes
    }

    /// Returns the bytes for another row, which are often empty because rows are compressed together. The first row
    /// is the header.
    package mutating func append(row cells: [Cell]) throws(SpreadsheetError) -> [UInt8] {
        row += 1
        guard row <= Self.mostRows else {
            throw SpreadsheetError(
                .unsupported, "A sheet can have at most 1,048,576 rows.",
                advice: "Write fewer items, or use CSV.")
        }
        put("<row r=\"\(row)\">")
        for (column, cell) in cells.enumerated() {
            if case .empty = cell { continue }
            put("<c r=\"\(Self.letters(column))\(row)\"")
            switch cell {
            case .empty: break
            case .text(let text):
                if row == 1 { put(" s=\"3\"") }
                put(" t=\"inlineStr\"><is><t xml:space=\"preserve\">\(Self.escaped(text))</t></is></c>")
            case .number(let digits): put("><v>\(digits)</v></c>")
            case .amount(let digits): put(" s=\"1\"><v>\(digits)</v></c>")
            case .day(let day):
                // Excel numbers the days before March 1900 differently, and can't represent days before 1900.
                if day > -25_509 {
                    put(" s=\"2\"><v>\(day + 25_569)</v></c>")
                } else {
                    put("/>")
                }
            case .flag(let flag): put(" t=\"b\"><v>\(flag ? 1 : 0)</v></c>")
            }
        }
        put("</row>")
        guard pending.count >= 1 << 16 else { return [] }
        defer { pending.removeAll(keepingCapacity: true) }
        return try zip.append(pending)
    }

    /// Returns the end of the file.
    package mutating func end() throws(SpreadsheetError) -> [UInt8] {
        put("</sheetData></worksheet>")
        return try zip.append(pending) + zip.endFile() + zip.end()
    }

    /// Whether Excel can represent a day.
    package static func canWrite(day: Int) -> Bool { day > -25_509 }

    private mutating func put(_ text: String) { pending += text.utf8 }

    private mutating func add(_ name: String, _ text: String) throws(SpreadsheetError) -> [UInt8] {
        try zip.begin(name) + zip.append(Array((Self.head + text).utf8)) + zip.endFile()
    }

    /// Returns the name of a column: A to Z, AA and so on.
    private static func letters(_ column: Int) -> String {
        var (name, rest) = ("", column)
        while rest >= 0 {
            name = String(UnicodeScalar(UInt8(65 + rest % 26))) + name
            rest = rest / 26 - 1
        }
        return name
    }

    /// Escapes text for XML. Characters that XML lacks, and text that resembles their escapes, become `_x001F_`.
    private static func escaped(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F && !"<>&\"_".utf8.contains(byte)
        }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        func append(_ text: String) { result.append(contentsOf: text.unicodeScalars) }
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "&": append("&amp;")
            case "\"": append("&quot;")
            case "_"
            where index + 6 < scalars.count && scalars[index + 1] == "x" && scalars[index + 6] == "_":
                append("_x005F_")
            case "\t", "\n": result.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                append("_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
