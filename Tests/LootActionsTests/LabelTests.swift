import LootActions
import LootCore
import QRCode
import Testing

@Suite struct LabelPaperTests {
    /// The upper left corner of the last label, and the space to its right and below it.
    @Test(arguments: [
        ("L7160", 21, 7.21), ("L7163", 14, 4.63), ("L7651", 65, 4.75), ("5160", 30, 4.7625),
        ("5163", 10, 3.96875),
    ])
    func `the labels of known papers are centered`(name: String, count: Int, left: Double) throws {
        let paper = try LabelPaper(named: name.lowercased())
        #expect(paper.name == name && paper.count == count)
        let sheet = try LabelSheet.sheets(for: [Item(name: "Lamp")], on: paper)[0]
        let x = try #require(sheet.svg.firstMatch(of: /<svg x="([0-9.]+)"/)?.output.1)
        #expect(abs(try #require(Double(x)) - left) < 0.01)
    }

    @Test(arguments: [
        ("70x37", 3, 8, 210.0), ("63.5x38.1", 3, 7, 210), ("66x25@letter", 3, 11, 215.9), ("62mm", 1, 1, 62),
        ("210x297", 1, 1, 210), ("12x12", 17, 24, 210),
    ])
    func `a label size or a roll width can be used as the paper`(
        name: String, columns: Int, rows: Int, width: Double
    ) throws {
        let paper = try LabelPaper(named: name)
        #expect(paper.columns == columns && paper.rows == rows && paper.width == width)
    }

    @Test(arguments: [
        "", "L7159", "x", "70x", "70x37x2", "11x37", "211x37", "nanx37", "1e2x37", "-70x37", "mm", "0mm",
        "300mm", "7.7.7x30",
        "70x37@a4", "\u{1B}[2J",
    ])
    func `the error for an unknown paper lists some papers`(name: String) {
        let error = #expect(throws: LootError.self) { try LabelPaper(named: name) }
        #expect(error?.code == .usage && error?.advice.text.contains("L7160, L7163") == true)
        #expect(error?.description.contains("\u{1B}") == false)
    }
}

@Suite struct LabelSheetTests {
    private func items(_ count: Int) -> [Item] {
        (0..<count).map { number in
            var item = Item(
                id: ItemID(high: UInt64(number + 1) << 32 | 0x4000, low: 0x8000_0000_0000_0000),
                name: "Lamp \(number)")
            item.location = "Attic, shelf \(number)"
            return item
        }
    }

    @Test func `the label of a box lists its contents, as many as fit`() throws {
        let box = Item(name: "Box 3")
        let inside = ["Bear", "Pin"].map { Item(name: $0) } + (0..<300).map { Item(name: "Thing \($0)") }
        let paper = try LabelPaper(named: "L7160")
        let few = try LabelSheet.sheets(for: [box], on: paper, contents: [box.id: Array(inside.prefix(2))])[0]
            .svg
        #expect(few.contains(">Bear, Pin</text>"))
        let many = try LabelSheet.sheets(for: [box], on: paper, contents: [box.id: inside])[0].svg
        #expect(
            many.contains("Bear, Pin") && many.contains("…</text>")
                && many.contains(">\(box.id.short)</text>"))
        #expect(!(try LabelSheet.sheets(for: [box], on: paper)[0].svg.contains("Bear")))
    }

    @Test func `a label's QR code contains the item's address or its ID`() throws {
        let item = items(1)[0]
        for url in ["https://loot.example", "https://loot.example/", "https://loot.example//"] {
            #expect(try ItemLabel(item, publicURL: url).content == "https://loot.example/i/00000001")
        }
        let label = try ItemLabel(item, publicURL: "HTTP://192.168.1.5:8080/loot")
        #expect(label.content == "HTTP://192.168.1.5:8080/loot/i/00000001")
        #expect(try label.symbol == QRSymbol(label.content))
        #expect(try ItemLabel(item).content == "00000001-0000-4000-8000-000000000000")
    }

    @Test(arguments: [
        "", "loot.example", "ftp://loot.example", "https://a b", "https://a?b", "https://a/#b",
        "https://ä.example",
    ])
    func `an address that a phone can't open is an error`(url: String) {
        let error = #expect(throws: LootError.self) { try ItemLabel(Item(name: "Lamp"), publicURL: url) }
        #expect(error?.code == .usage && error?.advice.text.contains("https://") == true)
    }

    @Test func `the error for an address that is too long contains the limit`() {
        let url = "https://loot.example/" + String(repeating: "a", count: 2_400)
        let error = #expect(throws: LootError.self) { try ItemLabel(Item(name: "Lamp"), publicURL: url) }
        #expect(error?.description.contains("at most 2331 bytes") == true)
    }

    @Test func `labels continue in order from the first free one`() throws {
        let paper = try LabelPaper(named: "5163")
        let sheets = try LabelSheet.sheets(for: items(12), on: paper, skipping: 7)
        #expect(sheets.map(\.labels.count) == [10, 9])
        #expect(
            sheets.flatMap(\.labels).map { $0?.name } == Array(repeating: nil, count: 7)
                + items(12).map(\.name))
        #expect(try LabelSheet.sheets(for: [], on: paper, skipping: 7).isEmpty)
        let error = #expect(throws: LootError.self) {
            try LabelSheet.sheets(for: items(1), on: paper, skipping: 10)
        }
        #expect(error?.description.contains("A sheet of 5163 has 10") == true)
    }

    @Test func `other programs can read each QR code at its position on a sheet`() throws {
        let paper = try LabelPaper(named: "L7160")
        let sheet = try LabelSheet.sheets(
            for: items(4), on: paper, skipping: 2, publicURL: "https://loot.example")[0]
        let paths = sheet.svg.matches(of: /<path d="([^"]+)"/).map { String($0.output.1) }
        #expect(try paths == (1...4).map { try QRSymbol("https://loot.example/i/0000000\($0)").svgPath })
        let corners = sheet.svg.matches(of: /\n<svg x="([0-9.]+)" y="([0-9.]+)" width="63.5"/).map {
            "\($0.output.1) \($0.output.2)"
        }
        #expect(corners == ["139.29 15.15", "7.21 53.25", "73.25 53.25", "139.29 53.25"])
    }

    @Test func `a document has one page per sheet, in the size of the paper`() throws {
        let sheets = try LabelSheet.sheets(for: items(25), on: LabelPaper(named: "L7160"))
        let page = LabelSheet.document(sheets)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains("@page { size: 210mm 297mm; margin: 0; }"))
        #expect(page.ranges(of: "<svg class=\"sheet\"").count == 2)
        #expect(
            LabelSheet.document(try LabelSheet.sheets(for: items(1), on: LabelPaper(named: "5160"))).contains(
                "size: 215.9mm 279.4mm"))
    }

    @Test func `text is escaped, visible, and truncated at the end of a label`() throws {
        var item = Item(
            name: "<script>alert(1)</script> & \u{1B}[2J " + String(repeating: "long ", count: 100))
        item.location = String(repeating: "w", count: 300)
        for name in LabelPaper.all.map(\.name) + ["12x12", "200x12", "12x200", "62mm"] {
            let paper = try LabelPaper(named: name)
            let svg = try LabelSheet.sheets(for: [item], on: paper)[0].svg
            #expect(!svg.contains("<script") && !svg.contains("\u{1B}"), "\(name)")
            let lines = svg.matches(of: /<text x="[0-9.]+" y="([0-9.]+)"[^>]*>([^<]*)</)
            for line in lines {
                #expect(try #require(Double(line.output.1)) <= paper.labelHeight, "\(name): \(line.output.0)")
            }
            #expect(lines.last.map { String($0.output.2) } == item.id.short, "\(name)")
        }
    }

    @Test func `words aren't split if they fit`() throws {
        let item = Item(name: "Coffee machine with a grinder")
        let svg = try LabelSheet.sheets(for: [item], on: LabelPaper(named: "L7160"))[0].svg
        let lines = svg.matches(of: /bold">([^<]*)</).map { String($0.output.1) }
        #expect(lines.joined(separator: " ") == item.name && lines.count > 1)
    }
}
