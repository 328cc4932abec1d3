import LootCore
import LootFormats
import LootPlugins

extension ImportPlanner {
    /// Chooses the importer by the beginning of the file.
    mutating func unpackBeginning() async throws(LootError) {
        let bytes = beginning ?? []
        beginning = nil
        let target = ImportTarget(name: name, store: store, isTrial: options.isTrial, sheet: options.sheet)
        let head = Array(bytes.prefix(512))
        if let chosen = options.importers.first(where: { $0.plugin.recognizes(head) }) ?? options.importer {
            importer = try await chosen.make(target)
            textFormat = try chosen.plugin.textFormat.map { (name) throws(LootError) in
                try ItemFormat.named(name).asRead
            }
            entries.plan.importer = chosen.plugin.descriptor
        } else if ArchiveImporter.recognizes(head) {
            importer = ArchiveImporter(target)
        } else if SpreadsheetImporter.recognizes(head) {
            (importer, textFormat) = (SpreadsheetImporter(target), .csv)
        }
        if importer == nil || importer is TextImporter, let kind = BinaryKind(of: head) {
            throw kind.refusal(name)
        }
        if let sheet = options.sheet, !(importer is SpreadsheetImporter) {
            throw LootError(
                .usage, "Can't import \(name).",
                reason: """
                    The sheet \(TextRules.quoted(sheet)) was specified, but the file isn't a spreadsheet.
                    """,
                advice: "Don't specify a sheet.")
        }
        try await unpack(bytes)
    }

    /// Passes bytes through the importer, if there is one.
    mutating func unpack(_ chunk: [UInt8]) async throws(LootError) {
        guard importer != nil else { return try await take(chunk) }
        if let text = try await importer?.feed(chunk) { try await take(text) }
    }

    /// Reads the output of an importer.
    mutating func take(_ text: ImportedText) async throws(LootError) {
        positions.append(text.places)
        for refusal in text.refusals {
            entries.plan.refusals.append(
                ImportPlan.Refusal(
                    error: FormatError(
                        .malformed, refusal.reason, advice: refusal.advice,
                        at: SourcePosition(line: refusal.line, column: refusal.column, byte: 0)),
                    bytes: Array(refusal.text.utf8)))
        }
        if !text.bytes.isEmpty { try await take(text.bytes) }
    }
}
