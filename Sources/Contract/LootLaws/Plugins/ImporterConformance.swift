import LootCore
public import LootPlugins

/// Checks an importer against the laws of ``/LootPlugins/ItemImporter``.
///
/// ```swift
/// let bank = ImporterConformance("bank", sample: Array("Lamp;40\n".utf8), text: #"{"name":"Lamp","valueInDollars":40}"#) {
///     BankImporter($0)
/// }
/// ```
public struct ImporterConformance: PluginConformance {
    private let name: String
    private let sample: [UInt8]?
    private let text: String?
    private let seed: UInt64
    private let make: @Sendable (ImportTarget) async throws -> any ItemImporter

    /// Creates the laws for an importer.
    ///
    /// `sample` is a file that the importer can read, and `text` is what it returns for the file, without the final
    /// line break. Without a sample, the laws about a file's content are skipped. `make` creates an importer for one
    /// file.
    public init(
        _ name: String, sample: [UInt8]?, text: String? = nil, seed: UInt64 = 1,
        make: @escaping @Sendable (ImportTarget) async throws -> any ItemImporter
    ) {
        (self.name, self.sample, self.text, self.seed, self.make) = (name, sample, text, seed, make)
    }

    /// The name of the importer in reports.
    public var subject: String { "The importer “\(name)”" }

    /// All laws, as the arguments of a parameterized test.
    public static let cases: [PluginLaw<ImporterConformance>] = [
        PluginLaw("the sample is read as expected") { trial in
            let sample = try trial.requireSample()
            let result = try await trial.read(sample, piece: .max)
            guard let text = trial.text else { return }
            let found = String(decoding: result.bytes, as: UTF8.self).trimmed
            try require(found == text.trimmed, "it returns \(found), not \(text)")
        },
        PluginLaw("the sizes of the pieces of a file make no difference") { trial in
            let sample = try trial.requireSample()
            let whole = try await trial.read(sample, piece: .max)
            for piece in [1, 7] {
                let result = try await trial.read(sample, piece: piece)
                try require(
                    result.bytes == whole.bytes && result.refusals == whole.refusals
                        && result.places.elementsEqual(whole.places, by: ==),
                    "in pieces of \(piece) bytes, the result is different")
            }
        },
        PluginLaw("each line of the text has a line of the file") { trial in
            let sample = try trial.requireSample()
            let result = try await trial.read(sample, piece: .max)
            let count = result.bytes.split(separator: 0x0A).count
            try require(
                result.places.isEmpty || result.places.count == count,
                "\(count) lines have \(result.places.count) places")
            let lines = sample.count { $0 == 0x0A } + 1
            let named = result.places.map(\.line) + result.refusals.map(\.line)
            try require(
                named.allSatisfy { (0..<lines).contains($0) }, "a place isn't in the file of \(lines) lines")
        },
        PluginLaw("an empty file, a truncated file and random bytes are read or rejected") { trial in
            var generator = SeededGenerator(seed: trial.seed)
            let garbage = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let sample = trial.sample ?? Array("a;b\n1;2\n\"\n".utf8)
            let files = [[], Array(sample.dropLast(sample.count / 3)), garbage, sample + garbage]
            for file in files {
                do { _ = try await trial.read(file, piece: 512) } catch let error as LootError {
                    try require(error.code != .unavailable, error.description)
                }
            }
        },
        PluginLaw("a preview changes nothing in the store") { trial in
            let sample = try trial.requireSample()
            let items = ItemFixtures.items(3, seed: trial.seed)
            let store = FixedStore(items)
            _ = try await trial.read(sample, piece: .max, into: store)
            try await store.mustHold(items, "after a preview")
            let files = try await store.fileKeeper?.ids() ?? []
            try require(files.isEmpty, "a preview stores \(files.count) files")
        },
    ]

    private func requireSample() throws -> [UInt8] {
        guard let sample else { throw SkippedLaw(reason: "There is no sample of a file.") }
        return sample
    }

    /// Imports a file in pieces, as a preview.
    private func read(
        _ file: [UInt8], piece: Int, into store: any ItemStore = FixedStore()
    ) async throws -> ImportedText {
        var importer = try await make(ImportTarget(name: "file", store: store, isTrial: true))
        var result = ImportedText()
        func add(_ part: ImportedText) {
            result.bytes += part.bytes
            result.places += part.places
            result.refusals += part.refusals
        }
        var rest = file[...]
        while !rest.isEmpty {
            add(try await importer.feed(Array(rest.prefix(piece))))
            rest = rest.dropFirst(piece)
        }
        add(try await importer.finish())
        return result
    }
}
