import Foundation
import LootCore
import Testing

@testable import LootActions

/// A picture that was decoded from printer data: the rows of pixels, `true` where the printer prints.
private typealias Picture = [[Bool]]

private enum Reader {
    static let path = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Returns the content of the QR codes in a picture.
    static func codes(in picture: Picture) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "label-\(UUID()).pbm")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = picture.map { $0.map { $0 ? "1" : "0" }.joined() }.joined(separator: "\n")
        try Data("P1\n\(picture[0].count) \(picture.count)\n\(rows)\n".utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable", file.path()]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the graphic fields of ZPL labels, with white margins.
    static func pictures(zpl: String) throws -> [Picture] {
        try zpl.split(separator: "^").filter { $0.hasPrefix("GFA,") }.map { field in
            let parts = field.trimmingCharacters(in: .newlines).split(separator: ",")
            let (total, length) = (try #require(Int(parts[1])), try #require(Int(parts[3])))
            #expect(parts[1] == parts[2] && parts[4].count == total * 2 && total % length == 0)
            let digits = parts[4].flatMap { digit -> [Bool] in
                let value = digit.hexDigitValue ?? 0
                return [8, 4, 2, 1].map { value & $0 != 0 }
            }
            return stride(from: 0, to: digits.count, by: length * 8).map {
                Array(digits[$0..<$0 + length * 8])
            }
        }
    }

    /// Executes the commands of a Brother QL printer, and returns the printed labels as they are on the tape.
    static func pictures(brother bytes: [UInt8]) throws -> [Picture] {
        var pictures: [Picture] = []
        var (rows, announced): (Picture, Int?) = ([], nil)
        #expect(bytes.prefix(200).allSatisfy { $0 == 0 })
        var rest = bytes.dropFirst(200)
        func take(_ count: Int) -> [UInt8] {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        while let command = take(1).first {
            switch command {
            case 0x1B:
                let second = take(1)[0]
                if second == 0x40 { continue }
                #expect(second == 0x69)
                switch take(1)[0] {
                case UInt8(ascii: "z"):
                    let info = take(10)
                    #expect(info[1] == 0x0A && info[3] == 0 && (info[8] == 0) == pictures.isEmpty)
                    announced = Int(info[4]) | Int(info[5]) << 8
                case UInt8(ascii: "d"): _ = take(2)
                default: _ = take(1)
                }
            case UInt8(ascii: "M"): #expect(take(1) == [0])
            case UInt8(ascii: "g"):
                #expect(take(2) == [0, 90])
                // The first pin is at the right of the tape.
                rows.append(
                    take(90).flatMap { byte in (0..<8).map { byte & 0x80 >> UInt8($0) != 0 } }.reversed())
            case 0x0C, 0x1A:
                #expect(rows.count == announced && (command == 0x1A) == rest.isEmpty)
                pictures.append(rows)
                rows = []
            default: Issue.record("The printer doesn't know the command \(command).")
            }
        }
        #expect(rows.isEmpty)
        return pictures
    }
}

@Suite struct `Printing on label printers` {
    private static let url = "https://loot.example"

    private func label(_ name: String = "Lamp", place: String? = "House / Attic") throws -> ItemLabel {
        var item = Item(name: name)
        item.location = place
        return try ItemLabel(item, publicURL: Self.url)
    }

    @Test(
        .enabled(if: Reader.path != nil, "zbarimg isn't installed: apt install zbar-tools"),
        arguments: [
            ("50x25", 203), ("100x50", 203), ("50x25", 300), ("62mm", 300), ("38x38", 203),
        ])
    func `the graphic field of a ZPL label contains the QR code`(paper: String, dpi: Int) throws {
        let labels = [try label(), try label("Vase")]
        let data = try LabelPrinter.zpl.data(
            for: labels, on: try LabelPaper(named: paper), resolution: dpi)
        let text = String(decoding: data, as: UTF8.self)
        let pictures = try Reader.pictures(zpl: text)
        let codes = try pictures.map { try Reader.codes(in: $0) }
        #expect(codes == labels.map { [$0.content] })
        #expect(
            text.components(separatedBy: "^XA").count == 3 && text.components(separatedBy: "^XZ").count == 3)
        #expect(text.contains("^FDLamp^FS") && text.contains("^FDHouse / Attic^FS"))
    }

    @Test func `text of a ZPL label can't contain commands`() throws {
        let data = try LabelPrinter.zpl.data(
            for: [try label("A^XZ~JR_b ü")], on: try LabelPaper(named: "100x50"))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("^FH_^FDA_5EXZ_7EJR_5Fb ü^FS") && text.contains("^CI28"))
        #expect(!text.contains("~"))
    }

    @Test(
        .enabled(if: Reader.path != nil, "zbarimg isn't installed: apt install zbar-tools"),
        arguments: [
            (29, 306, 6), (38, 413, 12), (50, 554, 12), (54, 590, 0), (62, 696, 12),
        ])
    func `the raster data of a Brother label contains the QR code`(width: Int, dots: Int, pins: Int) throws {
        let labels = [try label(), try label("Vase"), try label("Ünï")]
        let data = try LabelPrinter.brotherQL.data(
            for: labels, on: try LabelPaper(named: "\(width)mm"))
        let pictures = try Reader.pictures(brother: data)
        let codes = try pictures.map { try Reader.codes(in: $0) }
        #expect(codes == labels.map { [$0.content] })
        for row in pictures.joined() {
            // Nothing is printed next to the tape. The list of pins begins at the left.
            #expect(!row.prefix(720 - pins - dots).contains(true) && !row.suffix(pins).contains(true))
        }
    }

    @Test func `a Brother label has the text next to the code`() throws {
        func right(_ name: String) throws -> Picture {
            let data = try LabelPrinter.brotherQL.data(
                for: [try label(name, place: nil)], on: try LabelPaper(named: "62mm"))
            return try #require(try Reader.pictures(brother: data).first).prefix(200).map {
                Array($0[330...])
            }
        }
        let (lamp, empty, box) = (try right("Lamp"), try right(" "), try right("熊"))
        #expect(lamp.joined().count { $0 } > 200)
        #expect(lamp != empty)
        #expect(try right("Vase") != lamp)
        // Accents that the font doesn't have are omitted, and other characters are boxes of the same width.
        #expect(try right("Łaka") == right("Laka"))
        for (accented, plain) in [("ü", "u"), ("Ü", "U"), ("é", "e"), ("Ż", "Z"), ("ą", "a"), ("ß", "s")] {
            #expect(try right(accented) != right(plain), "\(accented)")
        }
        let letters = (0x21...0x7E).compactMap { Unicode.Scalar($0).map { String($0) } }
        #expect(try Set(letters.map(right)).count == letters.count)
        #expect(try right("毛") == box)
        #expect(box != empty)
    }

    @Test func `a label that is too small or a paper that the printer can't use is rejected`() throws {
        let long = try ItemLabel(
            Item(name: "Lamp"), publicURL: "https://loot.example/\(String(repeating: "x", count: 400))")
        let small = try LabelPaper(named: "12x12")
        #expect(throws: LootError.self) { try LabelPrinter.zpl.data(for: [long], on: small) }
        #expect(throws: LootError.self) {
            try LabelPrinter.brotherQL.data(for: [try label()], on: try LabelPaper(named: "L7160"))
        }
    }
}
