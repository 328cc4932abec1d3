package import LootCore
import LootFormats
import LootLaws
package import LootPlugins
import Platform
import Synchronization

extension ProgramBridge: PluginPrograms {
    /// Returns the trusted programs, and the untrusted ones in the search path, sorted by name.
    package func list() throws(LootError) -> [PluginProgram] {
        var programs = try TrustFile(search).programs().map { program in
            let trust: PluginProgram.Trust
            if let mark = FileMark(program.path) {
                trust =
                    mark == program.mark || FileMark.digest(of: program.path) == program.digest
                    ? .trusted : .changed
            } else {
                trust = .missing
            }
            return PluginProgram(
                name: program.name, path: program.path, trust: trust, version: program.greeting.version,
                offers: program.greeting.offers.map(\.descriptor))
        }
        for (name, path) in search.plugins() where !programs.contains(where: { $0.name == name }) {
            programs.append(PluginProgram(name: name, path: path, trust: .unknown))
        }
        return programs.sorted { $0.name < $1.name }
    }

    /// Asks a program for its offers and trusts the current contents of its file.
    package func trust(_ program: String) async throws(LootError) -> PluginProgram {
        let (name, path) = try found(program)
        try requireOwn(path, name)
        let trusted = try await asked(name, path)
        for offer in trusted.greeting.offers {
            let descriptor = offer.descriptor
            if taken.contains(where: { $0.kind == descriptor.kind && $0.name == descriptor.name }) {
                throw LootError(
                    .configuration, "Can't trust the plugin “\(name)”.",
                    reason: """
                        Another plugin of kind “\(descriptor.kind.rawValue)” is already named \
                        “\(descriptor.name)”.
                        """,
                    advice: "Change the name in the plugin.")
            }
        }
        let file = TrustFile(search)
        var programs = try file.programs()
        programs.removeAll { $0.name == name }
        programs.append(trusted)
        try file.keep(programs)
        return PluginProgram(
            name: name, path: path, trust: .trusted, version: trusted.greeting.version,
            offers: trusted.greeting.offers.map(\.descriptor))
    }

    /// Removes a program from the trusted programs.
    package func forget(_ name: String) throws(LootError) {
        let file = TrustFile(search)
        let programs = try file.programs()
        let rest = programs.filter { $0.name != name }
        if rest.count == programs.count {
            throw LootError(
                .usage, "Can't stop trusting the plugin “\(TextRules.shown(name))”.",
                reason: "It isn't trusted.",
                advice: Suggestions.advice(for: name, among: programs.map(\.name)))
        }
        try file.keep(rest)
    }

    /// Runs the conformance tests for all plugins that a program offers.
    package func test(
        _ trial: PluginTrial, tell: @escaping @Sendable (String) -> Void
    ) async throws(LootError) -> Bool {
        let (name, path) = try runnable(trial.program)
        var context = context
        let folder = try TrialFolder()
        defer { folder.remove() }
        var recorder: Recorder?
        if let file = trial.record {
            let new = try Recorder(file, of: folder)
            recorder = new
            context.record = { new.connection() }
        }
        defer { recorder?.close() }
        let program = try await asked(name, path, context)
        var run = try ProgramTrial(program, trial, context, folder: folder, tell: tell)
        try run.checkSettings()
        await run.run()
        let summary = run.summary
        if let only = trial.only, summary == LawSummary() {
            throw LootError(
                .usage, "Can't test the plugin “\(name)”.",
                reason: "No law has a name that contains “\(TextRules.shown(only))”.",
                advice: "Test the plugin against all laws to see their names.")
        }
        tell(summary.description)
        return summary.failed == 0
    }

    /// Sends recorded requests to a program and compares its answers.
    package func replay(
        _ record: String, to program: String, tell: @escaping @Sendable (String) -> Void
    ) async throws(LootError) -> Bool {
        let (name, path) = try runnable(program)
        let folder = try TrialFolder()
        defer { folder.remove() }
        let (replay, context) = (try Replay(record, in: folder), context)
        return try await Threads.waiting {
            Result { () throws(LootError) in try replay.run(path, name, context, tell) }
        }.get()
    }

    /// The names of the external commands in `PATH`.
    package var commands: [String] { search.commands().keys.sorted() }

    /// Returns the completions that an external command prints for the words.
    package func completions(
        of command: String, _ words: [String], in environment: [String: String]
    ) -> [String] {
        guard let path = search.command(command) else { return [] }
        return CommandProgram(path, environment).completions(words)
    }

    /// Returns the path of an external command, or `nil` if there is none.
    package func command(_ name: String) -> String? {
        name.contains("/") || name.hasPrefix("-") ? nil : search.command(name)
    }

    // MARK: Finding

    /// Returns the program with a name if it is in the search path but not trusted.
    package func untrusted(_ name: String) -> PluginProgram? {
        guard let path = search.plugin(name), let trusted = try? TrustFile(search).programs(),
            !trusted.contains(where: { $0.name == name })
        else { return nil }
        return PluginProgram(name: name, path: path, trust: .unknown)
    }

    /// Returns the name and path of a program that may be started: one that is trusted, or one given by its path.
    private func runnable(_ program: String) throws(LootError) -> (name: String, path: String) {
        if program.contains("/") { return try found(program) }
        guard let trusted = try TrustFile(search).programs().first(where: { $0.name == program }) else {
            let (name, path) = try found(program)
            throw LootError(
                .configuration, "Can't start the plugin “\(name)”.", reason: "It isn't trusted.",
                advice: "Use its path, \(TextRules.shown(path)), or trust it.", remedy: .trustPlugin(name))
        }
        try trusted.requireSame()
        return (trusted.name, trusted.path)
    }

    /// Returns the name and the absolute path of a program, given by its path or its name. For a name, trusted
    /// programs come before the search path.
    private func found(_ program: String) throws(LootError) -> (name: String, path: String) {
        if program.contains("/") {
            guard let path = Files.realPath(of: program), (try? Files.status(at: path))?.kind == .regular
            else {
                throw LootError(
                    .noSuchFile, "Can't find the plugin.",
                    reason: "There is no file at \(TextRules.visible(path: program)).",
                    place: TextRules.visible(path: program))
            }
            guard Programs.isExecutable(path) else {
                throw LootError(
                    .usage, "Can't start the plugin.", reason: "Its file isn't executable.",
                    advice: "Run “chmod +x \(TextRules.visible(path: program))”.",
                    place: TextRules.visible(path: path))
            }
            var name = String(path.split(separator: "/").last ?? "")
            if name.hasPrefix(ProgramSearch.prefix) { name.removeFirst(ProgramSearch.prefix.count) }
            if let dot = name.firstIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
            return (TextRules.shown(name), path)
        }
        if let trusted = try TrustFile(search).programs().first(where: { $0.name == program }),
            FileMark(trusted.path) != nil
        {
            return (trusted.name, trusted.path)
        }
        if let path = search.plugin(program) { return (program, Files.realPath(of: path) ?? path) }
        let known = Array(search.plugins().keys)
        let file = ProgramSearch.prefix + TextRules.visible(program)
        let folder = search.pluginFolder.map { TextRules.visible(path: $0) }
        throw LootError(
            .noSuchFile, "Can't find the plugin “\(TextRules.visible(program))”.",
            reason: folder.map { "\(file) isn't in \($0) or in PATH." }
                ?? "\(file) isn't in PATH.",
            advice: known.isEmpty
                ? "Move it there, or specify its path."
                : Suggestions.advice(for: program, among: known.sorted()))
    }

    /// Throws if all users can modify the file or replace it in its folder.
    private func requireOwn(_ path: String, _ name: String) throws(LootError) {
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        let isOpen = [path, String(folder)].contains { place in
            // In a folder with the sticky bit, such as `/tmp`, users can't replace each other's files.
            (try? Files.status(at: place)).map { $0.permissions & 0o002 != 0 && $0.permissions & 0o1000 == 0 }
                ?? true
        }
        if isOpen {
            throw LootError(
                .configuration, "Can't trust the plugin “\(name)”.",
                reason: "Any user can modify its file or replace it in its folder.",
                advice: "Run “chmod o-w \(TextRules.visible(path: path))”.",
                place: TextRules.visible(path: path))
        }
    }

    /// Asks a program for its offers.
    private func asked(
        _ name: String, _ path: String, _ context: BridgeContext? = nil
    ) async throws(LootError) -> TrustedProgram {
        func unreadable() -> LootError {
            LootError(
                .inputOutput, "Can't read the plugin “\(name)”.",
                reason: "Its file can't be read, or has just changed.", advice: "Try again.",
                place: TextRules.visible(path: path))
        }
        guard let mark = FileMark(path), let digest = FileMark.digest(of: path) else { throw unreadable() }
        let context = context ?? self.context
        let connection = try context.start(path, name: name)
        let answer: Reply
        do throws(LootError) {
            answer = try await connection.reply(to: "hello", Greeting.question, within: context.limits.hello)
        } catch {
            connection.kill()
            throw error
        }
        await connection.close()
        guard FileMark(path) == mark else { throw unreadable() }
        let text = String(decoding: answer.bytes[answer.result], as: UTF8.self)
        guard let document = answer.document() else {
            throw connection.breach("Its response to “hello” isn't JSON.")
        }
        return TrustedProgram(
            name: name, path: path, digest: digest, mark: mark,
            greeting: try Greeting(document, text: text, of: name))
    }
}
