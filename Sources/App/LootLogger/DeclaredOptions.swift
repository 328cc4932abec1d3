import CLI
import CommandLineKit
import LootCore
import LootWiring

/// Options for the custom fields that the list or the configuration declares. They are considered only if the command
/// line can't be parsed otherwise, so the meaning of an option never depends on declarations.
enum DeclaredOptions {
    /// Returns the command line with each `--weight 1.8kg` replaced by `--custom weight=1.8kg`, or `nil` if it names no
    /// declared field.
    static func replaced(
        _ words: [String], _ program: LootProgram, _ defaults: LootApplication.Defaults,
        _ sources: ConfigurationSources, _ registry: Registry
    ) async -> [String]? {
        guard words.contains(where: { $0.hasPrefix("--") && $0.count > 2 }) else { return nil }
        var sources = sources
        sources.take(program.program.known(in: words))
        let application = LootApplication(registry: registry, defaults: defaults, sources: sources)
        await application.openExistingList()
        let own = application.ownFields
        try? await application.close()
        if own.isEmpty { return nil }
        var (replaced, rest) = ([String](), words[...])
        while let word = rest.popFirst() {
            if word == "--" {
                replaced += [word] + rest
                break
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard word.hasPrefix("--"), let field = own[String(parts[0].dropFirst(2))] else {
                replaced.append(word)
                continue
            }
            let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() ?? ""
            replaced += ["--custom", "\(field.name)=\(value)"]
        }
        return replaced == words ? nil : replaced
    }
}
