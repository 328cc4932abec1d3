import LootCore
import Testing

@testable import LootSpreadsheets

@Suite struct SheetTests {
    private static let header = "Item,Value,Bought,Serial #,Room,Discount,Insured,Seen,Weight"

    @Test(arguments: ["openpyxl.xlsx", "libreoffice.ods"])
    func `a sheet keeps text, numbers, dates, percentages and currencies`(name: String) throws {
        let flag = name.hasSuffix("ods") ? "#1" : "true"
        let no = name.hasSuffix("ods") ? "#0" : "false"
        #expect(
            try rows(fixture(name), sheet: "house & home") == [
                Self.header, "Lamp,#1299.5 EUR,2025-05-04,007,Attic,#19%,\(flag),2025-05-04T10:30:00,#1.2990",
                // Amounts from Excel have the decimals that the sheet displays; amounts from LibreOffice have
                // all decimals. Before March 1900, LibreOffice counts days from a different date.
                "\"Mug, “blue”",
                name.hasSuffix("ods")
                    ? "big\",#1.2990 EUR,1900-01-31,#4006381333931,Kitchen,#50%,\(no),,#0.3"
                    : "big\",#1.3 EUR,1900-02-01,#4006381333931,Kitchen,#50%,\(no),,#0.3",
                "=1+1 as text,#19.99 EUR,1900-03-01,,'Attic,,,,",
            ])
    }

    @Test func `an OpenDocument sheet keeps paragraphs, spaces and repetitions`() throws {
        #expect(
            try rows(fixture("odfpy.ods")) == [
                Self.header,
                "Desk  lamp,#1299.5 EUR,2025-05-04,007,Attic,#19%,true,2025-05-04T10:30:00,#1.2990",
                "\"Mug", "big\",#2,,,Kitchen,,10:30,,", "Plate,,,,,,,,", "Plate,,,,,,,,",
            ])
        #expect(try rows(fixture("libreoffice.xlsx"), sheet: "House").count == 6)
    }

    @Test func `the first visible sheet is read unless another one is named`() throws {
        let book = try fixture("openpyxl.xlsx")
        #expect(try Spreadsheet(book).read().name == "House & Home")
        #expect(try Spreadsheet(book).read(sheet: "2").name == "Problems")
        #expect(try rows(book, sheet: "HIDDEN") == ["Item", "Secret"])
        #expect(reason(book, sheet: "Attic") == "The file has no sheet “Attic”.")
        #expect(reason(book, sheet: "3") != nil)
    }

    @Test func `cells without a value contain the reason`() throws {
        #expect(
            try rows(fixture("openpyxl.xlsx"), sheet: "Problems") == [
                "Item,Value,Notes", "Formula,!=,", "Error,!#REF!,x", "Not available,,",
            ])
        let formulas = try workbook(
            "<row><c t='str'><f>A1</f><v></v></c><c><f>A1</f></c><c t='str'><f>A1</f><v>a</v></c></row>")
        #expect(try rows(formulas) == [",!=,a"])
    }

    @Test func `a workbook can count days from 1904`() throws {
        #expect(try rows(fixture("1904.xlsx")) == ["Item,Bought", "Lamp,2025-05-04"])
    }

    @Test(arguments: [
        ("dd/mm/yyyy", "45781", "2025-05-04"), ("mmm", "45781", "2025-05-04"),
        ("d.m.yy h:mm AM/PM", "45781.4375", "2025-05-04T10:30:00"), ("hh:mm", "0.4375", "10:30"),
        ("[h]:mm:ss", "1.5", "36:00"), ("d", "59", "1900-02-28"), ("d", "61", "1900-03-01"),
        ("d", "60", "#60"),
        ("d", "-1", "#-1"), ("d", "1E+300", "#1e+300"), ("0.00%", "0.195", "#19.5%"),
        ("[Red]#,##0.00\\ \"€\"", "12.5", "#12.5 EUR"), ("$#,##0", "12", "#12 USD"),
        ("[$$-C09]#,##0.00", "1", "#1 AUD"), ("[$CHF] 0.00", "1.005", "#1.01 CHF"), ("0 \"pcs\"", "3", "#3"),
        ("General", "1.299", "#1.2990"), ("General", "0.30000000000000004", "#0.3"), ("@", "7", "#7"),
        ("0.00E+00", "1.5E-5", "#0.000015"), ("0.0", "-19.989999999999998", "#-19.99"),
    ])
    func `the format determines the type of a number`(format: String, number: String, expected: String) throws
    {
        let code = format.replacing("\"", with: "&quot;")
        let styles =
            "<numFmts><numFmt numFmtId='170' formatCode=\"\(code)\"/></numFmts><cellXfs><xf numFmtId='170'/></cellXfs>"
        #expect(try rows(workbook("<row><c s='0'><v>\(number)</v></c></row>", styles: styles)) == [expected])
    }

    @Test func `shared texts join their parts without phonetic hints`() throws {
        let strings = """
            <si><r><t>Re</t></r><r><rPr><b/></rPr><t xml:space="preserve">d </t></r><rPh><t>no</t></rPh></si>
            <si><t>a &amp;&#x41;<![CDATA[<b>]]>_x000D_
            _x005F_x41_</t></si>
            """
        let sheet =
            "<x:row r='3'><x:c r='B3' t='s'><x:v>0</x:v></x:c><x:c r='D3' t='s'><x:v>1</x:v></x:c></x:row>"
        let book = try workbook(sheet, strings: strings)
        #expect(try rows(book) == [",Red ,,\"a &A<b>", "_x41_\""])
        #expect(try Spreadsheet(book).read().table.rows == [2, 2])
        #expect(
            reason(try workbook("<row><c t='s'><v>5</v></c></row>"))
                == "A cell refers to a string that is missing.")
    }

    @Test func `cells of types other than number are read`() throws {
        let cells = """
            <row><c t='b'><v>1</v></c><c t='d'><v>2025-05-04</v></c><c t='inlineStr'><is><t>a, "b"</t></is></c>\
            <c t='e'><v>#DIV/0!</v></c></row>
            """
        #expect(try rows(workbook(cells)) == ["true,2025-05-04,\"a, \"\"b\"\"\",!#DIV/0!"])
    }
}
