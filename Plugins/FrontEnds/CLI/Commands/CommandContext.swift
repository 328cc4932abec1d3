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
    let host: any ProgramHost
    let console: any Console
    let files: any FileAccess
    var presentation: ItemPresentation
    let configuration: CLIConfiguration
    let colors: ColorLevel
    let glyphs: Glyphs
    /// What the command needs of the store's file.
    var listNeed = ListNeed.list
    /// Whether to tell what is wrong with the store, beside what the command itself tells.
    var tellsDamage = true
    /// Columns of the terminal; nil in a pipe or a file, where nothing is cut or wrapped. `COLUMNS` says how many to use.
    let width: Int?
    /// Whether sentences about what was done are left out.
    let isQuiet: Bool
    /// What is done for show, and not for good; nil where a command does what it says.
    private(set) var trial: TrialStore?
    /// Why there is nothing to do, where a command finds that out.
    var whyNothing: String?
    /// The store with the actions on it, once a command has used it.
    private(set) var used: Inventory?
    /// The file of the store, if it was not there when the command began.
    private var newFile: StoreFile?
    /// Whether a list was there before that file went away.
    private var isListLost = false
    /// Whether what is wrong with the store has been told.
    var hasToldDamage = false
    /// The title of the last change that the command has made.
    private let done = LastDone()

    init(
        invocation: Invocation, program: LootProgram, host: any ProgramHost, console: any Console,
        files: any FileAccess,
        configuration: CLIConfiguration
    ) {
        self.invocation = invocation
        self.program = program
        self.host = host
        self.console = console
        self.files = files
        self.configuration = configuration
        var presentation = ItemPresentation(
            money: Money(symbol: configuration.currency), highValue: configuration.highValue,
            ownFields: host.ownFields)
        presentation.isLocal = console.isLocal
        self.presentation = presentation
        isQuiet = invocation[GlobalOptions.quiet]
        width = console.width.map { width in
            host.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? width
        }
        let detected = ColorLevel(environment: host.environment, isTerminal: console.isOutputTerminal)
        switch invocation[GlobalOptions.color] ?? configuration.color {
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
        if let file = host.storeFile, !files.exists(file.path) {
            (newFile, isListLost) = (file, MissingList.wasThere(file, files))
            if !isListLost { welcome() }
        }
        if listNeed == .list { try requireList() }
        let store = try await host.store()
        if isTrial { trial = TrialStore(wrapped: store) }
        let inventory = Inventory(
            trial ?? store, author: host.author, keepsPosition: configuration.keepsPosition
        ) { [done, isTrial] in
            if isTrial { return }
            if case .undo = $0.purpose { done.note("Undo: \($0.title)") } else { done.note($0.title) }
        }
        used = inventory
        return inventory
    }

    /// Whether the command changes nothing as it was given: then a dry run of it is the command itself.
    var onlyShows = false

    /// Whether the command only shows what it would do.
    var isTrial: Bool { !onlyShows && invocation.lists(ChangeOptions.trial) && self[ChangeOptions.trial] }

    /// The program's name, with the store that the command line names: `loot --store attic.json`.
    private var programOnStore: String {
        let address = self[GlobalOptions.store].map { " --store \(TextRules.visible(address: $0))" }
        return program.name + (address ?? "")
    }

    /// Makes sure that the list is there, unless only a configuration says where it is to be.
    func requireList() throws(LootError) {
        if let newFile, newFile.isNamedForThisRun { throw MissingList(newFile, files, programOnStore).error }
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
    func say(_ sentence: String) {
        if isQuiet { return }
        console.writeError("\(program.name): \(sentence.visible())\n")
    }

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
        if listNeed == .beginning, done.title != nil {
            if !isListLost { return say("started a new list at \(path)") }
            return say(
                "The list at \(path) was missing, so a new one was started. To bring the old items back, undo this change "
                    + "and then the loss of the file: \(programOnStore) undo, twice.")
        }
        let how =
            listNeed == .beginning
            ? "the first change starts it" : "it begins with: \(programOnStore) add NAME"
        say("there is no list at \(path) yet; \(how)")
    }

    /// Tells of a list that this run names and that is not there, to those who begin to use it by other means.
    func tellMissingList() {
        guard let file = host.storeFile, file.isNamedForThisRun, !files.exists(file.path) else { return }
        say("there is no list at \(TextRules.visible(path: file.path)) yet; the first change starts it")
    }
}

/// The title of the last change that a command has made.
private final class LastDone: Sendable {
    private let last = Mutex<String?>(nil)

    var title: String? { last.withLock { $0 } }

    func note(_ title: String) { last.withLock { $0 = title } }
}
