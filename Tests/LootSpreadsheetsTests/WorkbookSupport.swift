import Foundation
import LootCore
import Testing

@testable import LootSpreadsheets

/// Returns a file of the tests.
func fixture(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
    return [UInt8](try Data(contentsOf: url))
}

/// Returns an archive with files.
func archive(_ files: [(name: String, text: String)]) throws -> [UInt8] {
    var zip = ZIPWriter(year: 2026, month: 11, day: 26)
    var bytes: [UInt8] = []
    for file in files {
        bytes += try zip.begin(file.name)
        bytes += try zip.append(Array(file.text.utf8))
        bytes += try zip.endFile()
    }
    return try bytes + zip.end()
}

/// Returns a workbook with a sheet, whose cells are given as XML.
func workbook(_ rows: String, styles: String = "", strings: String = "", properties: String = "") throws
    -> [UInt8]
{
    let base = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return try archive([
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            "<Relationships><Relationship Id='a' Type='\(base)/officeDocument' Target='/xl/book.xml'/></Relationships>"
        ),
        (
            "xl/book.xml",
            "<x:workbook>\(properties)<x:sheets><x:sheet name='One' r:id='r1'/></x:sheets></x:workbook>"
        ),
        (
            "xl/_rels/book.xml.rels",
            """
            <Relationships><Relationship Id='r1' Type='\(base)/worksheet' Target='./sheets/../sheet.xml'/>
            <Relationship Id='r2' Type='\(base)/styles' Target='styles.xml'/>
            <Relationship Id='r3' Type='\(base)/sharedStrings' Target='strings.xml'/></Relationships>
            """
        ),
        ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"), ("xl/strings.xml", "<sst>\(strings)</sst>"),
        ("xl/sheet.xml", "<x:worksheet><x:sheetData>\(rows)</x:sheetData></x:worksheet>"),
    ])
}

/// Returns the rows of a sheet, with `#` before numbers and `!` before cells without a value.
func rows(_ bytes: [UInt8], sheet: String? = nil) throws -> [String] {
    let table = try Spreadsheet(bytes).read(sheet: sheet).table
    let text = table.bytes.map { $0 == 1 ? UInt8(ascii: "#") : $0 == 2 ? UInt8(ascii: "!") : $0 }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// Returns the reason why a file can't be read, or `nil` if it can.
func reason(_ bytes: [UInt8], sheet: String? = nil) -> String? {
    do throws(SpreadsheetError) {
        _ = try Spreadsheet(bytes).read(sheet: sheet)
        return nil
    } catch { return error.reason.text }
}
