import Foundation
import LootQueryText
@testable import LootCore
@testable import LootFiles
@testable import LootFormats
@testable import LootSpreadsheets
@testable import WebServer

/// libFuzzer, which comes with the compiler; it takes its arguments from the command line.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

@main enum Fuzz {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv  // libFuzzer expects C arguments.
        exit(run(&count, &arguments, testOneInput))
    }
}

/// libFuzzer calls this function for each input, by its C name.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // Copy the input, because the fuzzer owns its memory.
    target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// The parser to test, from the environment.
private let target: Target = {
    let name = ProcessInfo.processInfo.environment["LOOT_FUZZ"] ?? ""
    guard let target = Target(rawValue: name) else {
        fatalError("LOOT_FUZZ names one of \(Target.allCases.map(\.rawValue))")
    }
    return target
}()

/// A parser that is tested.
private enum Target: String, CaseIterable {
    case json, jsonl, xml, binary, csv, journal, filter, http, zip, sheet

    func read(_ bytes: [UInt8]) {
        switch self {
        case .json: Target.items(.json, bytes)
        case .jsonl: Target.items(.jsonLines, bytes)
        case .xml: Target.items(.propertyList, bytes)
        case .binary: Target.items(.binaryPropertyList, bytes)
        case .csv: Target.items(.csv, bytes)
        case .journal: Target.journal(bytes)
        case .filter: _ = try? Filter(parsing: String(decoding: bytes, as: UTF8.self))
        case .http: Target.http(bytes)
        case .zip: _ = try? Spreadsheet(bytes).read()
        case .sheet: Target.sheet(bytes)
        }
    }

    /// Parses XML as the sheet of a workbook and of an OpenDocument spreadsheet. Random changes to an archive would only
    /// make its checksums wrong.
    private static func sheet(_ bytes: [UInt8]) {
        let type = Array("application/vnd.oasis.opendocument.spreadsheet".utf8)
        for files in [
            [("mimetype", type), ("content.xml", bytes)],
            [
                ("[Content_Types].xml", []), ("xl/workbook.xml", bytes), ("xl/styles.xml", bytes),
                ("xl/strings.xml", bytes), ("xl/sheet.xml", bytes), ("xl/_rels/workbook.xml.rels", relations),
            ],
        ] {
            var zip = ZIPWriter(year: 2026, month: 1, day: 1)
            var archive: [UInt8] = []
            for (name, content) in files {
                guard let head = try? zip.begin(name, isCompressed: false),
                    let body = try? zip.append(content),
                    let end = try? zip.endFile()
                else { return }
                archive += head + body + end
            }
            guard let end = try? zip.end() else { return }
            _ = try? Spreadsheet(archive + end).read(sheet: "1")
        }
    }

    private static let relations = Array(
        ["worksheet", "styles", "sharedStrings"].map { type in
            "<Relationship Id='\(type)' Type='/\(type)' Target='\(type == "sharedStrings" ? "strings" : type == "styles" ? type : "sheet").xml'/>"
        }.joined().utf8)

    /// Input that can be parsed must be the same after writing and parsing it again. Other input may be recoverable.
    private static func items(_ format: ItemFormat, _ bytes: [UInt8]) {
        var options = ReadOptions(dateCreated: .first) { ItemID(high: 0x8000, low: 1 << 63 | UInt64($0)) }
        options.takesKeyedArchives = true
        guard let items = try? all(format, bytes, options) else {
            _ = Salvage(bytes.span, in: format, options)
            return
        }
        let written = format.encoder().encode(items)
        do {
            let again = try all(format, written, options)
            if format.isLossless, items.map({ without($0) }) != again.map({ without($0) }) {
                fatalError("reads differently once written: \(items) \(again)")
            }
        } catch {
            // A table can't represent every text.
            if format.isLossless { fatalError("can't read what was written: \(error)") }
        }
    }

    /// Removes unknown fields, which can be written differently.
    private static func without(_ item: Item) -> Item {
        var item = item
        item.foreign = []
        return item
    }

    private static func all(_ format: ItemFormat, _ bytes: [UInt8], _ options: ReadOptions)
        throws(FormatError)
        -> [Item]
    {
        var items: [Item] = []
        _ = try format.decoder(options).read(bytes.span) { result throws(FormatError) in
            switch result {
            case .item(let read): items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        return items
    }

    /// A request must be parsed the same at once, byte by byte, and in two chunks.
    private static func http(_ bytes: [UInt8]) {
        let whole = requests(in: bytes, size: max(1, bytes.count))
        for size in [1, max(1, (bytes.count + 1) / 2)] where requests(in: bytes, size: size) != whole {
            fatalError("pieces of \(size) bytes are read as something else than \(whole)")
        }
    }

    private static func requests(in bytes: [UInt8], size: Int) -> [String] {
        var parser = RequestParser(limits: Limits())
        var found: [String] = []
        var body: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { parser.feed($0) }
            while let part = parser.next() {
                switch part {
                case .head(let head): found.append("\(head.method) \(head.text(head.target)) \(head.framing)")
                case .body(let piece): body += piece
                case .end:
                    found.append("\(body)")
                    body = []
                case .failure(let error): return found + ["\(error.status)"]
                }
            }
        }
        return found
    }

    private static func journal(_ bytes: [UInt8]) {
        guard var journal = try? Journal.open(at: "journal", on: OneFile(bytes: bytes)) else { return }
        for entry in (try? journal.readOn()) ?? [] {
            if case .commit(let record) = entry { _ = try? record.commit() }
        }
    }
}
