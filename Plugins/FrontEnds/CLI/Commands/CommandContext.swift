import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import Synchronization
import TerminalText

/// The environment of a command: its options, the application, and the console.
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
    /// The command's requirement for the store's file.
    var listNeed = ListNeed.list
    /// Whether to report errors of the store in addition to the command's output.
    var tellsDamage = true
    /// The width of the terminal in columns, or `nil` for a pipe or file, where nothing is truncated or wrapped.
    /// `COLUMNS` overrides it.
    let width: Int?
    /// Whether to omit messages about completed changes.
    let isQuiet: Bool
    /// The store wrapper of a dry run, or `nil` if changes are applied.
    private(set) var trial: TrialStore?
    /// The reason there is nothing to do, if the command has determined one.
    var whyNothing: String?
    /// The inventory, after first use.
    private(set) var used: Inventory?
    /// The file of the store, if it didn't exist when the command began.
    private var newFile: StoreFile?
    /// Whether the missing file previously existed.
    private var isListLost = false
    /// Whether the store's error has been reported.
    var hasToldDamage = false
    /// The title of the command's last change.
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
            money: Money(symbol: configuration.currency), highValue: configuration.highValue
        )
        .of(host)
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

    /// Returns the inventory of the configured store.
    ///
    /// - Throws: `LootError` with code `no-such-file` if the command requires an existing file, and the one specified
    ///   for this run doesn't exist.
    func inventory() async throws(LootError) -> Inventory {
        if let used { return used }
        if let file = host.storeFile, !files.exists(file.path) {
            (newFile, isListLost) = (file, MissingList.wasThere(file, files))
            if !isListLost { chosenCurrency = welcome() ?? localCurrency }
        }
        if listNeed == .list { try requireList() }
        let store = try await host.store()
        if isTrial { trial = TrialStore(wrapped: store) }
        let inventory = Inventory(
            trial ?? store, for: .owner, author: host.author, keepsPosition: configuration.keepsPosition
        ) { [done, isTrial] in
            if isTrial { return }
            if case .undo = $0.purpose {
                done.note(String(localized: "Undo: \($0.title)"))
            } else {
                done.note($0.title)
            }
        }
        used = inventory
        presentation = presentation.of(host)
        presentation.day = try QueryText(at: at).day()
        try await setChosenCurrency(in: inventory)
        return inventory
    }

    /// The day of `--at`, as it was typed, or `nil` without this option.
    var at: String? { lists(QueryOptions.at) ? self[QueryOptions.at] : nil }

    /// Creates the list for another front end if it doesn't exist yet. If the front end greets new users, they choose
    /// the currency. Otherwise, the currency is that of their locale.
    func beginList(greets: Bool) async throws(LootError) {
        guard let file = host.storeFile, !files.exists(file.path), !MissingList.wasThere(file, files) else {
            return
        }
        listNeed = .beginning
        chosenCurrency = (greets ? welcome() : nil) ?? localCurrency
        if chosenCurrency == nil { return }
        // Ignore a store that can't be opened, because the front end may be able to display the error.
        guard let store = try? await host.store() else { return }
        try await setChosenCurrency(in: Inventory(store, for: .owner, author: host.author))
    }

    /// Opens the list if it exists, so that the custom fields that it declares are known when options are parsed.
    func readDeclarations() async {
        if let file = host.storeFile, !files.exists(file.path) { return }
        _ = try? await host.store()
        presentation = presentation.of(host)
    }

    /// Whether the command, with its current options, changes nothing or implements dry runs itself, so that it
    /// doesn't need a trial wrapper.
    var onlyShows = false

    /// The currency of a new list.
    private(set) var chosenCurrency: Currency?

    /// Whether the command itself stores the currency of a new list, together with its own change.
    var storesCurrency = false

    /// Stores the currency of a new list in the list.
    private func setChosenCurrency(in inventory: Inventory) async throws(LootError) {
        guard let currency = chosenCurrency, inventory.store.takesSettings,
            try await inventory.settings().isEmpty
        else { return }
        if !isTrial, !storesCurrency {
            try await inventory.changeSettings(for: host) { $0["currency"] = .text(currency.code) }
        }
        presentation.money = Money(symbol: currency.code)
    }

    /// Whether this is a dry run that uses a trial wrapper.
    var isTrial: Bool { !onlyShows && invocation.lists(ChangeOptions.trial) && self[ChangeOptions.trial] }

    /// The program's name with the `--store` or `--list` option, if given: `loot --store attic.json`.
    private var programOnStore: String {
        let address = self[GlobalOptions.store].map { " --store \(TextRules.visible(address: $0))" }
        let list = self[GlobalOptions.list].map { " --list \(TextRules.visible($0))" }
        return program.name + (address ?? list ?? "")
    }

    /// Throws an error if the list doesn't exist, unless its path is from a configuration file.
    func requireList() throws(LootError) {
        if let newFile, newFile.isNamedForThisRun { throw MissingList(newFile, files, programOnStore).error }
    }

    /// Returns the configured store.
    func store() async throws(LootError) -> any ItemStore { try await inventory().store }

    /// The value of an option.
    subscript<Value>(option: Option<Value>) -> Value { invocation[option] }

    /// The value of an argument.
    subscript<Value>(argument: Argument<Value>) -> Value { invocation[argument] }

    /// Writes an error in the same format as the program's final error.
    func complain(_ error: LootError) { program.write(error, to: console) }

    /// Writes a sentence to standard error.
    func say(_ sentence: String) {
        if isQuiet { return }
        console.writeError("\(program.name): \(sentence.visible())\n")
    }

    // MARK: Reporting

    /// The store's error that may make the output incomplete, or `nil` if the store is intact.
    var damage: LootError? {
        guard tellsDamage, let store = used?.store else { return nil }
        // Ignore read-only stores, which don't affect reading.
        return store.damage ?? store.problem.flatMap { $0.code == .readOnly ? nil : $0 }
    }

    /// Writes the store's notices about additional activity.
    func tellNotices() {
        for notice in used?.store.takeNotices() ?? [] { say(notice.text) }
    }

    /// Writes the store's error, unless it was already reported. Call this before any other output from the store.
    func tellDamage() {
        guard !hasToldDamage, let damage else { return }
        hasToldDamage = true
        complain(tellingWhatWasDone(damage))
    }

    /// Begins human-readable output of items, and warns if it may be incomplete.
    func beginItems() {
        guard damage != nil else { return }
        line(String(localized: "The list is incomplete. It shows only what can still be read."))
    }

    /// Records a change that was made without the inventory.
    func note(done title: String) { done.note(title) }

    /// Returns the error, followed by a note about the change that the command has already made.
    func tellingWhatWasDone(_ error: LootError) -> LootError {
        guard let done = done.title else { return error }
        return error.followed(by: "The change \(TextRules.quoted(done)) was completed.")
    }

    /// Reports that the list didn't exist: either that it was created, or how to create it.
    func tellNewList() {
        guard let newFile, listNeed != .past else { return }
        let path = TextRules.visible(path: newFile.path)
        if listNeed == .beginning || chosenCurrency != nil, done.title != nil {
            if !isListLost { return say(String(localized: "Started a new list at \(path).")) }
            return say(
                String(
                    localized: """
                        The list at \(path) was missing, so a new one was started. To restore the old items, run \
                        “\(programOnStore) undo” twice.
                        """))
        }
        say(
            listNeed == .beginning
                ? String(localized: "The list \(path) doesn't exist yet. The first change creates it.")
                : String(
                    localized:
                        "The list \(path) doesn't exist yet. Create it with “\(programOnStore) add NAME”."))
    }

    /// Reports that the list specified for this run doesn't exist, for front ends that create it with the first
    /// change.
    func tellMissingList() {
        guard let file = host.storeFile, file.isNamedForThisRun, !files.exists(file.path) else { return }
        say(
            String(
                localized:
                    "The list \(TextRules.visible(path: file.path)) doesn't exist yet. The first change creates it."
            ))
    }
}

/// The title of a command's last change.
private final class LastDone: Sendable {
    private let last = Mutex<String?>(nil)

    var title: String? { last.withLock { $0 } }

    func note(_ title: String) { last.withLock { $0 = title } }
}
