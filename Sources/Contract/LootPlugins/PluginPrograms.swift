package import LootCore

/// Plugins that are programs of their own, in any language: found, trusted, begun and tested.
package protocol PluginPrograms: Sendable {
    /// Those that are trusted, and those that are found and are not, by name.
    func list() throws(LootError) -> [PluginProgram]

    /// Asks a program what it is, and trusts the file as it is now.
    ///
    /// - Parameter program: The program's name, or a path with a `/`.
    /// - Returns: the program, with what it offers.
    /// - Throws: ``/LootCore/LootError`` where there is no such program, or it does not answer as it must.
    func trust(_ program: String) async throws(LootError) -> PluginProgram

    /// Trusts a program no longer.
    ///
    /// - Throws: ``/LootCore/LootError`` where it was not trusted.
    func forget(_ name: String) throws(LootError)

    /// Puts the laws to what a program offers, and tells how that goes, line by line.
    ///
    /// - Returns: whether all of them hold.
    func test(_ trial: PluginTrial, tell: @escaping @Sendable (String) -> Void) async throws(LootError)
        -> Bool

    /// Writes a plugin that works into the current folder.
    ///
    /// - Returns: the names of the new files. The plugin comes first.
    /// - Throws: ``/LootCore/LootError`` if there is no template for the kind and language, or if the file exists.
    func writeTemplate(_ kind: String, in language: String, name: String) throws(LootError) -> [String]

    /// Says again what was said to a program, and tells where it answers something else.
    ///
    /// - Returns: whether all answers are as they were.
    func replay(
        _ record: String, to program: String, tell: @escaping @Sendable (String) -> Void
    ) async throws(LootError) -> Bool

    /// The commands on the path, `loot-NAME` each, by their names.
    var commands: [String] { get }

    /// What may follow the words of a command, as `loot-NAME --loot-complete WORD...` prints it in an environment, a word
    /// on each line.
    func completions(of command: String, _ words: [String], in environment: [String: String]) -> [String]
}

/// A plugin that is a program of its own.
package struct PluginProgram: Hashable, Sendable {
    /// Whether it is run.
    package enum Trust: Hashable, Sendable {
        /// The file is the one that was trusted.
        case trusted
        /// It was never trusted.
        case unknown
        /// The file is another one than when it was trusted.
        case changed
        /// The file that was trusted is gone.
        case missing
    }

    /// Its name.
    package let name: String
    /// Where it is.
    package let path: String
    /// Whether it is run.
    package let trust: Trust
    /// The version that it gave.
    package let version: String
    /// What it offers; empty where it is not trusted.
    package let offers: [PluginDescriptor]

    /// A program.
    package init(
        name: String, path: String, trust: Trust, version: String = "", offers: [PluginDescriptor] = []
    ) {
        (self.name, self.path, self.trust) = (name, path, trust)
        (self.version, self.offers) = (version, offers)
    }

    /// What to say of one that is not trusted where something is asked for by its name.
    package var invitation: (next: String, remedy: LootError.Remedy) {
        (
            "There is a plugin of this name that is not trusted, \(TextRules.visible(path: path)): trust it",
            .trustPlugin(name)
        )
    }
}

/// How a program is put to the test.
package struct PluginTrial: Sendable {
    /// Its name, or a path with a `/`.
    package var program: String
    /// The settings that its stores are opened with. `{}` in a text stands for a new place each time.
    package var settings: [String: String]
    /// What the random steps begin with.
    package var seed: UInt64
    /// How many random steps there are.
    package var steps: Int
    /// The file that gets everything that was said, nil for none.
    package var record: String?
    /// What the names of the laws contain that are put to it; nil for every law.
    package var only: String?

    /// A trial of a program.
    package init(
        _ program: String, settings: [String: String] = [:], seed: UInt64 = 1, steps: Int = 200,
        record: String? = nil, only: String? = nil
    ) {
        (self.program, self.settings, self.seed, self.steps) = (program, settings, seed, steps)
        (self.record, self.only) = (record, only)
    }
}
