import Foundation
import LootCore
import LootPlugins

/// Reads a file with one name per line.
struct NamesImporter: ItemImporter {
    private var rest: [UInt8] = []
    private var line = 0

    mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        rest += bytes
        guard let end = rest.lastIndex(of: 0x0A) else { return ImportedText() }
        defer { rest.removeSubrange(...end) }
        return text(rest[..<end])
    }

    mutating func finish() async throws(LootError) -> ImportedText {
        defer { rest = [] }
        return rest.isEmpty ? ImportedText() : text(rest[...])
    }

    private mutating func text(_ lines: ArraySlice<UInt8>) -> ImportedText {
        var result = ImportedText()
        for name in lines.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if let name = String(validating: name, as: UTF8.self), !name.isEmpty,
                let json = try? JSONEncoder().encode(["name": name])
            {
                result.bytes += json + [0x0A]
                result.places.append((line: line, column: 0))
            } else {
                result.refusals.append(.init(line: line, reason: "The line has no name."))
            }
            line += 1
        }
        return result
    }
}

/// Writes the names of items, one per line.
struct NamesExporter: ItemExporter {
    func write(
        _ rows: ItemRows, files: (any FileKeeper)?,
        to sink: nonisolated(nonsending) ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) -> [LootError] {
        try await rows.forEachPage { (page) throws(LootError) in
            try await sink(page.items.flatMap { Array($0.name.utf8) + [0x0A] })
        }
        return []
    }
}

extension ImporterPlugin {
    static let names = ImporterPlugin("names", summary: "One name per line.", fileExtensions: ["names"]) {
        _, _ in
        NamesImporter()
    }
}

extension ExporterPlugin {
    static let names = ExporterPlugin("names", summary: "One name per line.", fileExtensions: ["names"]) {
        _ in
        NamesExporter()
    }
}
