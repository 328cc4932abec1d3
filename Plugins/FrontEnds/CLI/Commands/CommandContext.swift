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
    let host: any FrontEndHost
    let console: any Console
    let files: any FileAccess
    let presentation: ItemPresentation
    private let keepsPosition: Bool
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
        invocation: Invocation, program: LootProgram, host: any FrontEndHost, console: any Console,
        files: any FileAccess,
        configuration: CLIConfiguration
    ) {
        self.invocation = invocation
        self.program = program
        self.host = host
        self.console = console
        self.files = files
        keepsPosition = configuration.keepsPosition
        presentation = ItemPresentation(
            money: Money(symbol: configuration.currency), highValue: configuration.highValue,
            ownFields: host.ownFields)
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
        let store = try await host.store()
        let inventory = Inventory(store, author: host.author, keepsPosition: keepsPosition) { [done] in
            if case .undo = $0.purpose { done.note("Undo: \($0.title)") } else { done.note($0.title) }
        }
        used = inventory
        return inventory
    }

    /// Makes sure that the list is there, unless only a configuration says where it is to be.
    func requireList() throws(LootError) {
        if let newFile, newFile.isNamedForThisRun { throw MissingList(newFile, files, program.name).error }
    }

    /// The configured store.
    func store() async throws(LootError) -> any ItemStore { try await inventory().store }

    /// What was given for an option of the command.
    subscript<Value>(option: Option<Value>) -> Value { invocation[option] }

    /// What was given for an argument of the command.
    subscript<Value>(argument: Argument<Value>) -> Value { invocation[argument] }

    /// Writes an error, as the program does for the one that ends it.
    func complain(_ error: LootError) { program.write(error, to: console) }

    /// Writes a sentence to standard error.
    func say(_ sentence: String) { console.writeError("\(program.name): \(sentence.visible())\n") }

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
                : "there is no list at \(path) yet; it begins with: \(program.name) add NAME")
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
        if let list = host.storeFile, files.areSame(path, list.path) {
            throw LootError(
                .cannotCreate, "can't write \(TextRules.visible(path: path))",
                because: "the list is kept in it",
                next: "Name another file", place: path)
        }
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
        try await found(words, in: inventory).items
    }

    /// The items that these words name, each once, and the rows of those that are named by position.
    func found(
        _ words: [String], in inventory: Inventory
    ) async throws(LootError) -> (items: [Item], rows: [ItemID: Int]) {
        var items: [Item] = []
        var rows: [ItemID: Int] = [:]
        for text in words {
            let reference = try ItemReference(parsing: text)
            let item = try await inventory.item(reference)
            if case .position(let row) = reference { rows[item.id] = row }
            if !items.contains(where: { $0.id == item.id }) { items.append(item) }
        }
        return (items, rows)
    }

    /// What `--search`, `--where`, `--favorites`, `--sort` and `--view` ask for, in no sections.
    func query() throws(LootError) -> Query {
        var text = try queryText()
        text.sections = .unsaid
        return try query(text)
    }

    /// What `--where` and `--view` select; nil where neither was given.
    func selection() throws(LootError) -> Query? {
        let view = try view()
        let text = QueryText(conditions: self[QueryOptions.conditions])
        if view == nil, text.conditions.isEmpty { return nil }
        var selected = view?.text.narrowed(by: text) ?? text
        selected.sections = .unsaid
        return try query(selected)
    }

    private func query(_ text: QueryText) throws(LootError) -> Query {
        try text.query(currency: presentation.money.currency)
    }

    /// The same in the sections that `--sections` names. Without it the configured ones apply, where `usesConfigured`
    /// says so.
    func queryInSections(usesConfigured: Bool = true, view: SavedView? = nil) throws(LootError) -> Query {
        let text = try queryTextInSections(view: view)
        return try text.query(currency: presentation.money.currency) { (name) throws(LootError) in
            if let name { return try host.sectioning(name) }
            return usesConfigured ? try host.sectioning() : nil
        }
    }

    /// The same as text.
    func queryTextInSections(view: SavedView? = nil) throws(LootError) -> QueryText {
        var text = try queryText(view)
        if let name = self[QueryOptions.sections] { text.sections = .named(name) }
        return text
    }

    /// The view that `--view` names.
    func view() throws(LootError) -> SavedView? {
        guard let name = self[QueryOptions.view] else { return nil }
        return try host.views().named(name.viewName)
    }

    private func queryText(_ view: SavedView? = nil) throws(LootError) -> QueryText {
        let text = QueryText(
            search: self[QueryOptions.search] ?? "", conditions: self[QueryOptions.conditions],
            favoritesOnly: self[QueryOptions.favorites], sort: self[QueryOptions.sort])
        let named = if let view { view } else { try self.view() }
        return named?.text.narrowed(by: text) ?? text
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
