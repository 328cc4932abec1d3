import CLI
import CommandLineKit
import LootCore
import LootWiring

/// Words of a person's own that stand for the beginning of a command line, as a configuration keeps them. They are looked
/// for only where no command has the name, so that what a command means never depends on a configuration.
enum Aliases {
    /// A command line whose alias was replaced by what it stands for; nil where it begins with none.
    ///
    /// - Throws: `LootError` with code `configuration` for an alias that can't be read.
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
                .configuration, "can't use the alias “\(TextRules.visible(name))”",
                because: "a quote in it is not closed: \(TextRules.visible(alias.line))",
                next: "Correct it with: \(program.name) config edit", place: "aliases.\(name)")
        }
        return (name, words[..<index] + line + words[(index + 1)...])
    }
}
