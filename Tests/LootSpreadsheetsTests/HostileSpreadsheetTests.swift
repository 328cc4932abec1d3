import LootCore
import Testing

@testable import LootSpreadsheets

@Suite struct HostileSpreadsheetTests {
    @Test(arguments: ["openpyxl.xlsx", "odfpy.ods"])
    func `a truncated file is an error at every length`(name: String) throws {
        let bytes = try fixture(name)
        for count in stride(from: 0, to: bytes.count, by: 37) {
            #expect(reason(Array(bytes.prefix(count))) != nil, "\(count) bytes")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a damaged file is an error or a table, and never traps`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for name in ["openpyxl.xlsx", "odfpy.ods"] {
            let whole = try fixture(name)
            for _ in 0..<150 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = .random(
                        in: 0...255, using: &random)
                }
                _ = reason(bytes)
            }
        }
    }

    @Test func `a wrong checksum is an error`() throws {
        var bytes = try workbook("<row><c><v>1</v></c></row>")
        let directory = try #require(bytes.firstRange(of: [0x50, 0x4B, 0x01, 0x02] + [20, 3])).lowerBound
        // The directory's entries have the checksum after 16 bytes. All of them are read before the sheet.
        bytes[directory + 46 + 19 + 16] ^= 1
        #expect(reason(bytes)?.hasSuffix("Its checksum is wrong.") == true)
    }

    @Test func `a file that expands suspiciously is an error`() throws {
        let row = "<row>" + String(repeating: " ", count: 70 << 20) + "</row>"
        #expect(reason(try workbook(row)) == SpreadsheetError.bomb.reason.text)
        // A long text that many cells refer to.
        let cells = String(repeating: "<row><c t='s'><v>0</v></c></row>", count: 1_000)
        let long = "<si><t>\(String(repeating: "a", count: 1 << 20))</t></si>"
        #expect(reason(try workbook(cells, strings: long)) == SpreadsheetError.bomb.reason.text)
    }

    @Test func `repeated rows and cells are limited`() throws {
        let table = """
            <table:table table:name='a'><table:table-row table:number-rows-repeated='900000000'>\
            <table:table-cell office:value-type='string' table:number-columns-repeated='900000'>\
            <text:p>x</text:p></table:table-cell></table:table-row></table:table>
            """
        let bytes = try archive([
            ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            ("content.xml", "<office:body>\(table)</office:body>"),
        ])
        #expect(reason(bytes) == "The sheet has more than 16384 columns.")
        let empty = try archive([
            ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
            (
                "content.xml",
                "<table:table table:name='a'>"
                    + String(
                        repeating: "<table:table-row table:number-rows-repeated='1048576'/>", count: 50)
                    + "</table:table>"
            ),
        ])
        #expect(try rows(empty).isEmpty)
    }

    @Test func `other files are rejected with their kind`() throws {
        let old: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        #expect(reason(old + [0, 0]) == "This is a file from an old version of Office, such as .xls.")
        let name = "EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), 0] }
        #expect(reason(old + name) == SpreadsheetError.encrypted.reason.text)
        let word = try archive([("[Content_Types].xml", ""), ("word/document.xml", "")])
        #expect(reason(word) == "This is a Word document, not a spreadsheet.")
        #expect(reason(try archive([("a.txt", "a")])) == "This is a ZIP archive, not a spreadsheet.")
        var locked = try workbook("")
        let directory = try #require(locked.firstRange(of: [0x50, 0x4B, 0x01, 0x02])).lowerBound
        let entry = try #require(locked[directory...].firstRange(of: "_rels/.rels".utf8)).lowerBound - 46
        locked[entry + 8] |= 1
        #expect(reason(locked) == SpreadsheetError.encrypted.reason.text)
    }

    @Test func `XML in another encoding, with a document type or without an end is an error`() throws {
        let sheet = "xl/sheet.xml"
        #expect(
            reason(try workbook("<?xml version='1.0' encoding='ISO-8859-1'?>"))?.contains("ISO-8859-1")
                == true)
        #expect(reason(try workbook("<!DOCTYPE a [<!ENTITY b 'c'>]>"))?.contains("document type") == true)
        #expect(reason(try workbook("<row>"))?.contains(sheet) == true)
        #expect(reason(try workbook("</row></row></row></row>")) != nil)
        #expect(try rows(workbook("<row><c><v>1 &unknown; &#0;</v></c></row>")) == ["#1 &unknown; &#0;"])
    }

    @Test func `an archive can be read without zlib if its files aren't compressed`() throws {
        var zip = ZIPWriter(year: 1970, month: 1, day: 1)
        var bytes = try zip.begin("photo.jpg", isCompressed: false) + zip.append([1, 2, 3]) + zip.append([4])
        bytes += try zip.endFile() + zip.end()
        let archive = try ZIPReader(bytes)
        #expect(try archive.content(of: #require(archive.entry("PHOTO.jpg")), upTo: 10) == [1, 2, 3, 4])
    }

    @Test func `a written workbook is read back exactly`() throws {
        var writer = WorkbookWriter(ZIPWriter(year: 2026, month: 11, day: 26))
        let text = "a & <b> \"c\"\n\td \u{1F} _x41_ é"
        var bytes =
            try writer.begin(sheet: "A & B")
            + writer.append(row: [.text("n"), .empty, .text("m"), .text("o")])
        bytes += try writer.append(row: [.text(text), .number("1.25"), .amount("1299.5"), .day(20_212)])
        bytes += try writer.append(row: [.flag(true)]) + writer.end()
        let sheet = try Spreadsheet(bytes).read()
        #expect(sheet.name == "A & B")
        #expect(
            try rows(bytes) == [
                "n,,m,o", "\"a & <b> \"\"c\"\"", "\td  _x41_ é\",#1.25,#1299.5,2025-05-04", "true,,,",
            ])
    }
}
