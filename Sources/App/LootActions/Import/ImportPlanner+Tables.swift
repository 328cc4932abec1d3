import LootCore
import LootFormats

extension ImportPlanner {
    /// The number of rows that determine the interpretation of columns, until a later row contradicts it.
    private static let surveyedRows = 4_096
    /// Reads a table that wasn't written by this program.
    mutating func readTable(_ bytes: [UInt8]) async throws(LootError) {
        var table = TableReader(readOptions)
        do { try table.begin(bytes.span) } catch { throw error.importing(name) }
        table.declare(options.ownFields)
        if !table.untypedNames.isEmpty {
            try await entries.matcher.finder.load()
            table.expect(entries.matcher.finder.ownTypes(of: table.untypedNames))
        }
        table.survey(bytes.span, rows: ImportPlanner.surveyedRows)
        var problem = try await readRows(&table, bytes)
        if problem != nil || !table.isSettled {
            // A later row contradicts the interpretation. Survey all rows and start over.
            table.survey(bytes.span)
            forgetEntries()
            problem = try await readRows(&table, bytes)
        }
        if let problem { throw problem }
        entries.plan.table = table.reading
    }

    /// Reads the rows. Returns the error that ended the reading, if any.
    private mutating func readRows(_ table: inout TableReader, _ bytes: [UInt8]) async throws(LootError)
        -> LootError?
    {
        var copy = table
        defer { table = copy }
        do throws(LootError) {
            try await read { (each) throws(FormatError) in try copy.read(bytes.span, each: each) }
            return nil
        } catch {
            return error
        }
    }

    private mutating func forgetEntries() {
        let (encoding, importer) = (entries.plan.encoding, entries.plan.importer)
        entries.plan = ImportPlan(entries.plan.format, at: entries.matcher.finder.revision)
        (entries.plan.encoding, entries.plan.importer) = (encoding, importer)
        hasEntry = false
        entries.forgetEntries()
        let bytes = source.bytes
        source = SourceText()
        source.append(bytes)
    }
}
