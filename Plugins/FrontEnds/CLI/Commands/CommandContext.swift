import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import Synchronization
import TerminalText

/// What a command has to work with.
final class CommandContext {
    let invocation: Invocation
    let program: LootProgram
    let host: any Host
    let console: any Console
    let files: any FileAccess
    let presentation: ItemPresentation
    let colors: ColorLevel
    let glyphs: Glyphs
    /// What the command needs of the store's file.
    var listNeed = ListNeed.list
    /// Whether to tell what is wrong with the store, beside what the command itself tells.
    var tellsDamage = true
    /// The store with the actions on it, once a command has used it.
    private var used: Inventory?
    /// The file of the store, if it was not there when the command began.
    private var newFile: StoreFile?
    /// Whether what is wrong with the store has been told.
    private var hasToldDamage = false
    /// The title of the last change that the command has made.
    private let done = LastDone()

    init(
        invocation: Invocation, program: LootProgram, host: any Host, console: any Console,
        files: any FileAccess,
        configuration: CLIConfiguration
    ) {
        self.invocation = invocation
        self.program = program
        self.host = host
        self.console = console
        self.files = files
        presentation = ItemPresentation(
            money: Money(symbol: configuration.currency), highValue: configuration.highValue)
        let detected = ColorLevel(environment: host.environment, isTerminal: console.isOutputTerminal)
        switch configuration.color {
        case .auto: colors = detected
        case .always: colors = max(detected, .ansi16)
        case .never: colors = .none
        }
        glyphs = Glyphs(environment: host.environment, isTerminal: console.isOutputTerminal)
    }

    /// The configured store, with the actions on it.
    ///
    /// - Throws: `LootError` with code `no-such-file` for a file that this run names, is not there, and has to be.
    func inventory() async throws(LootError) -> Inventory {
        if let used { return used }
        if let file = host.storeFile, !files.exists(file.path) { newFile = file }
        if listNeed == .list { try requireList() }
        let inventory = Inventory(try await host.store(), author: host.author) { [done] in
            if case .undo = $0.purpose { done.note("Undo: \($0.title)") } else { done.note($0.title) }
        }
        used = inventory
        return inventory
    }

    /// Makes sure that the list is there, unless only a configuration says where it is to be.
    func requireList() throws(LootError) {
        if let newFile, newFile.isNamedForThisRun { throw MissingList(newFile, files).error }
    }

    /// The configured store.
    func store() async throws(LootError) -> any ItemStore { try await inventory().store }

    /// What was given for an option of the command.
    subscript<Value>(option: Option<Value>) -> Value { invocation[option] }

    /// What was given for an argument of the command.
    subscript<Value>(argument: Argument<Value>) -> Value { invocation[argument] }

    /// Writes an error, as the program does for the one that ends it.
    func complain(_ error: LootError) { tell(program.named(error).description) }

    /// Writes a sentence to standard error.
    func say(_ sentence: String) { tell(program.named(sentence)) }

    private func tell(_ sentence: String) { console.writeError("\(program.name): \(sentence.visible())\n") }

    /// Writes a line of the program's own words, some of which may advise another of its commands.
    func advise(_ text: String) { line(program.named(text)) }

    // MARK: What became of the command

    /// Why what the command shows may not be all there is; nil when the store that it used is in order.
    var damage: LootError? {
        guard tellsDamage, let store = used?.store else { return nil }
        // A command that only reads need not know that it may not write.
        return store.damage ?? store.problem.flatMap { $0.code == .readOnly ? nil : $0 }
    }

    /// Tells what the store has done beyond what it was asked for.
    func tellNotices() {
        for notice in used?.store.takeNotices() ?? [] { say(notice) }
    }

    /// Tells what is wrong with the store, unless that was told: before anything that the store answered.
    func tellDamage() {
        guard !hasToldDamage, let damage else { return }
        hasToldDamage = true
        complain(tellingWhatWasDone(damage))
    }

    /// Begins output for a person that shows the store's items: says when these may not be all.
    func beginItems() {
        guard damage != nil else { return }
        line("Partial: only what can still be read is shown.")
    }

    /// Takes note of something that was done without the inventory.
    func note(done title: String) { done.note(title) }

    /// An error that comes after the command has changed something says so.
    func tellingWhatWasDone(_ error: LootError) -> LootError {
        guard let done = done.title else { return error }
        return error.followed(by: "All the same this was done: \(TextRules.visible(done))")
    }

    /// Tells of a list that was not there: that it is now, or how it begins.
    func tellNewList() {
        guard let newFile, listNeed != .past else { return }
        let path = TextRules.visible(path: newFile.path)
        say(
            listNeed == .beginning && done.title != nil
                ? "started a new list at \(path)"
                : "there is no list at \(path) yet; it begins with: loot add NAME")
    }

    /// Tells of a list that this run names and that is not there, to those who begin to use it by other means.
    func tellMissingList() {
        guard let file = host.storeFile, file.isNamedForThisRun, !files.exists(file.path) else { return }
        say("there is no list at \(TextRules.visible(path: file.path)) yet; the first change starts it")
    }

    // MARK: Writing

    /// Writes text; what is wrong with the store comes first.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes; what is wrong with the store comes first.
    func write(_ bytes: [UInt8]) {
        tellDamage()
        console.write(bytes)
    }

    /// Writes a line of text that may hold anything.
    func line(_ text: StyledText) {
        write(text.restricted(to: glyphs).rendered(colors: colors) + "\n")
    }

    /// Writes a line of text that may hold anything.
    func line(_ text: String) { line(StyledText(text)) }

    /// With it, a file that is there is replaced.
    static let force = Option.flag("force", short: "f", "Replace a file that is there")

    /// Begins to write a file that a person named; with `--force` in the place of one that is there.
    func create(_ path: String) throws(LootError) -> any ByteWriter {
        let replaces = self[CommandContext.force]
        if replaces, var damage {
            damage.why = "something is wrong with the store: \(damage.why)"
            throw damage.whileTrying("can't replace \(path)")
        }
        do { return try files.create(path, replaces: replaces) } catch {
            var error = error
            if !replaces, error.next.isEmpty { error.next = "Name another file, or replace it with --force" }
            throw error
        }
    }

    // MARK: Reading what was given

    /// The items that these words name, each once.
    func items(_ words: [String], in inventory: Inventory) async throws(LootError) -> [Item] {
        var items: [Item] = []
        for text in words {
            let item = try await inventory.item(ItemReference(parsing: text))
            if !items.contains(where: { $0.id == item.id }) { items.append(item) }
        }
        return items
    }

    /// What `--search`, `--where`, `--favorites` and `--sort` ask for, in no sections.
    func query() throws(LootError) -> Query { try queryText().query() }

    /// The same in the sections that `--sections` names. Without it the configured ones apply, where `usesConfigured`
    /// says so.
    func queryInSections(usesConfigured: Bool = true) throws(LootError) -> Query {
        var text = queryText()
        if let name = self[QueryOptions.sections] { text.sections = .named(name) }
        return try text.query { (name) throws(LootError) in
            if let name { return try host.sectioning(name) }
            return usesConfigured ? try host.sectioning() : nil
        }
    }

    private func queryText() -> QueryText {
        QueryText(
            search: self[QueryOptions.search] ?? "", condition: self[QueryOptions.condition],
            favoritesOnly: self[QueryOptions.favorites], sort: self[QueryOptions.sort])
    }

    /// Makes sure that a person means it: `--yes` says so, else they are asked.
    ///
    /// - Throws: `refusal` where there is no terminal to ask on; `LootError` with code `declined` when the answer is
    ///   not yes.
    func confirm(_ question: String, done: String, refusal: LootError) throws(LootError) {
        if self[QueryOptions.yes] { return }
        guard console.canAsk else { throw refusal }
        console.writeError(question.visible() + " [y/N] ")
        let answer = console.readLine()?.lowercased() ?? ""
        if answer == "y" || answer == "yes" { return }
        throw LootError(.declined, "nothing was \(done)", because: "the answer was no")
    }
}

/// The title of the last change that a command has made.
private final class LastDone: Sendable {
    private let last = Mutex<String?>(nil)

    var title: String? { last.withLock { $0 } }

    func note(_ title: String) { last.withLock { $0 = title } }
}
