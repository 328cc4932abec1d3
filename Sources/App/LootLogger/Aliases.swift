import CLI
import CommandLineKit
import LootCore
import LootWiring

/// Aliases from the configuration, which abbreviate the beginning of a command line. They are considered only if no
/// command has the name, so the meaning of a command never depends on the configuration.
enum Aliases {
    /// Expands the alias at the beginning of a command line, or returns `nil` if the line doesn't begin with
    /// one.
    ///
    /// - Throws: `LootError` with code `configuration` if the alias can't be parsed.
    static func expanded(
        _ words: [String], _ program: LootProgram, _ defaults: LootApplication.Defaults,
        _ sources: ConfigurationSources, _ registry: Registry
    ) throws(LootError) -> (name: String, words: [String])? {
        guard let index = program.program.firstArgument(of: words), !program.hasCommand(words[index]) else {
            return nil
        }
        let (name, known) = (words[index], program.program.known(in: words))
        var sources = sources
        sources.configurationFile = known[GlobalOptions.configuration]
        let application = LootApplication(registry: registry, defaults: defaults, sources: sources)
        guard let alias = application.aliases.first(where: { $0.name == name }) else { return nil }
        guard let line = CommandWords.split(alias.line) else {
            throw LootError(
                .configuration, "Can't use the alias “\(TextRules.visible(name))”.",
                reason: "A quotation mark in “\(TextRules.visible(alias.line))” isn't closed.",
                advice: "Correct the alias: \(program.name) config edit", place: "aliases.\(name)")
        }
        return (name, words[..<index] + line + words[(index + 1)...])
    }
}
