package import LootCore

extension ProgramHost {
    /// Returns the importer with a name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that suggests similar names.
    package func importer(_ name: String) throws(LootError) -> FileImporter {
        let all = try importers()
        if let found = all.first(where: { $0.name == name.lowercased() }) { return found }
        throw noFormat(name, all.map(\.name))
    }

    /// Returns the importer for a file's extension, or `nil` if there is none.
    package func importer(forFile name: String) throws(LootError) -> FileImporter? {
        try importers().first { Self.hasEnding(name, $0.plugin.fileExtensions) }
    }

    /// Returns the exporter with a name.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `usage` that suggests similar names.
    package func exporter(_ name: String) throws(LootError) -> FileExporter {
        let all = try exporters()
        if let found = all.first(where: { $0.name == name.lowercased() }) { return found }
        throw noFormat(name, all.map(\.name))
    }

    /// Returns the exporter for a file's extension, or `nil` if there is none.
    package func exporter(forFile name: String) throws(LootError) -> FileExporter? {
        try exporters().first { Self.hasEnding(name, $0.plugin.fileExtensions) }
    }

    private static func hasEnding(_ name: String, _ endings: [String]) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    private func noFormat(_ name: String, _ known: [String]) -> LootError {
        var error = LootError(
            .usage, "There is no format “\(TextRules.visible(name))”.",
            advice: Suggestions.advice(for: name, among: known))
        if let found = try? programs?.list().first(where: { $0.name == name && $0.trust == .unknown }) {
            (error.advice, error.remedy) = (found.trustAdvice, .trustPlugin(found.name))
        }
        return error
    }
}
