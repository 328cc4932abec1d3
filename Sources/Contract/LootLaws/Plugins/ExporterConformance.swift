public import LootCore
public import LootPlugins

/// Checks an exporter against the laws of ``/LootPlugins/ItemExporter``.
///
/// ```swift
/// let notes = ExporterConformance("notes", fields: ["name", "notes"], reading: { try notes(in: $0) }) { NotesExporter() }
/// ```
public struct ExporterConformance: PluginConformance {
    private let name: String
    private let fields: [FieldKey]
    private let reading: (@Sendable ([UInt8]) throws -> [Item])?
    private let seed: UInt64
    private let make: @Sendable () async throws -> any ItemExporter

    /// Creates the laws for the exporter that `make` creates.
    ///
    /// `reading` reads items back from an exported file, and `fields` are the fields that the format supports. Without
    /// `reading`, the law that all items and supported fields survive is skipped.
    public init(
        _ name: String, fields: [FieldKey] = Field.all.map(\.key), seed: UInt64 = 1,
        reading: (@Sendable ([UInt8]) throws -> [Item])? = nil,
        make: @escaping @Sendable () async throws -> any ItemExporter
    ) {
        (self.name, self.fields, self.seed, self.reading, self.make) = (name, fields, seed, reading, make)
    }

    /// The name of the exporter in reports.
    public var subject: String { "The exporter “\(name)”" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<ExporterConformance>] = [
        PluginLaw("no item, one item and many items are written") { trial in
            for count in [0, 1, 700] {
                _ = try await trial.export(ItemFixtures.items(count, seed: trial.seed))
            }
        },
        PluginLaw("every item and every supported field survives") { trial in
            guard let reading = trial.reading else {
                throw SkippedLaw(reason: "Exported files can't be read back.")
            }
            for count in [0, 1, 200] {
                let items = ItemFixtures.items(count, seed: trial.seed)
                let found = try reading(try await trial.export(items))
                try require(found.count == items.count, "of \(items.count) items \(found.count) are exported")
                for (found, item) in zip(found, items) {
                    for field in trial.fields where found.value(for: field) != item.value(for: field) {
                        throw BrokenLaw(
                            "“\(item.shownName)” has another \(field.rawValue): "
                                + "\(found.value(for: field)?.description ?? "none")")
                    }
                }
            }
        },
        PluginLaw("an exporter stops when its sink does, and passes its errors on") { trial in
            let items = ItemFixtures.items(700, seed: trial.seed)
            var calls = 0
            _ = try await trial.export(items) { _ in
                calls += 1
                return false
            }
            try require(calls <= 1, "the sink ends the export, and is called \(calls) times")
            let full = LootError(.noSpace, "Can't write the file.", reason: "The disk is full.")
            do {
                _ = try await trial.export(items) { (_) throws(LootError) in throw full }
            } catch {
                return try require((error as? LootError)?.code == .noSpace, "it throws “\(error)”")
            }
            throw BrokenLaw("an error of the sink is ignored")
        },
    ]

    private func export(
        _ items: [Item], to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws -> [LootError] {
        let exporter = try await make()
        let rows = try await FixedStore(items).rows(of: .all)
        return try await rows.closing { () throws(LootError) in
            try await exporter.write(rows, files: nil, to: sink)
        }
    }

    private func export(_ items: [Item]) async throws -> [UInt8] {
        var file: [UInt8] = []
        _ = try await export(items) { piece in
            file += piece
            return true
        }
        return file
    }
}
