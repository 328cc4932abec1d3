package import LootCore

/// Manages plugins that are separate programs, written in any language.
package protocol PluginPrograms: Sendable {
    /// Returns the trusted programs and the untrusted ones that were found, by name.
    func list() throws(LootError) -> [PluginProgram]

    /// Asks a program to describe itself and trusts its current file.
    ///
    /// - Parameter program: The program's name, or a path that contains `/`.
    /// - Returns: The program with the plugins it provides.
    /// - Throws: ``/LootCore/LootError`` if the program doesn't exist or doesn't respond correctly.
    func trust(_ program: String) async throws(LootError) -> PluginProgram

    /// Revokes the trust in a program.
    ///
    /// - Throws: ``/LootCore/LootError`` if the program isn't trusted.
    func forget(_ name: String) throws(LootError)

    /// Runs the conformance tests on the plugins of a program. Reports the progress line by line.
    ///
    /// - Returns: Whether no test failed.
    func test(_ trial: PluginTrial, tell: @escaping @Sendable (String) -> Void) async throws(LootError)
        -> Bool

    /// Writes a working plugin into the current folder.
    ///
    /// - Returns: The names of the new files, beginning with the plugin.
    /// - Throws: ``/LootCore/LootError`` if there is no template for the kind and language, or if a file exists.
    func writeTemplate(_ kind: String, in language: String, name: String) throws(LootError) -> [String]

    /// Repeats a recorded session with a program. Reports responses that differ.
    ///
    /// - Returns: Whether all responses are equal.
    func replay(
        _ record: String, to program: String, tell: @escaping @Sendable (String) -> Void
    ) async throws(LootError) -> Bool

    /// The names of commands in `PATH`: `NAME` for each `loot-NAME`.
    var commands: [String] { get }

    /// Returns the completions of a command line. They are the lines that `loot-NAME --loot-complete WORD...` prints
    /// in an environment.
    func completions(of command: String, _ words: [String], in environment: [String: String]) -> [String]
}

/// A plugin that is a separate program.
package struct PluginProgram: Hashable, Sendable {
    /// Whether the program is trusted. Only trusted programs are run.
    package enum Trust: Hashable, Sendable {
        /// The program is trusted and unchanged.
        case trusted
        /// The program was never trusted.
        case unknown
        /// The program has changed since it was trusted.
        case changed
        /// The trusted program no longer exists.
        case missing
    }

    /// The name.
    package let name: String
    /// The path.
    package let path: String
    /// The trust in the program. Only trusted programs are run.
    package let trust: Trust
    /// The reported version.
    package let version: String
    /// The plugins it provides. Empty if it isn't trusted.
    package let offers: [PluginDescriptor]

    /// Creates a program.
    package init(
        name: String, path: String, trust: Trust, version: String = "", offers: [PluginDescriptor] = []
    ) {
        (self.name, self.path, self.trust) = (name, path, trust)
        (self.version, self.offers) = (version, offers)
    }

    /// The advice to trust the program if its name was used in a command. Its remedy is `trustPlugin`.
    package var trustAdvice: Message {
        "The plugin with this name (\(TextRules.visible(path: path))) isn't trusted. Trust it first."
    }
}

/// The parameters for testing a program.
package struct PluginTrial: Sendable {
    /// The program's name, or a path that contains `/`.
    package var program: String
    /// The settings for opening its stores. `{}` in a string is replaced with a new name for each law.
    package var settings: [String: String]
    /// The seed of the random steps.
    package var seed: UInt64
    /// The number of random steps.
    package var steps: Int
    /// The file for recording the session, or `nil`.
    package var record: String?
    /// Runs only the tests whose names contain this text, or all if `nil`.
    package var only: String?
    /// A file that the importers under test can read, or `nil`.
    package var sample: String?

    /// Creates the parameters for testing a program.
    package init(
        _ program: String, settings: [String: String] = [:], seed: UInt64 = 1, steps: Int = 200,
        record: String? = nil, only: String? = nil, sample: String? = nil
    ) {
        (self.program, self.settings, self.seed, self.steps) = (program, settings, seed, steps)
        (self.record, self.only, self.sample) = (record, only, sample)
    }
}
