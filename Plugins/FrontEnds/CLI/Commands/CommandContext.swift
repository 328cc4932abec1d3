import CommandLineKit
import LootControllers
import LootCore
import TerminalText

/// What a command has to work with.
final class CommandContext {
    let parsed: ParsedCommand
    let program: LootProgram
    let host: any Host
    let console: any Console
    let files: any FileAccess
    let presentation: ItemPresentation
    let colors: ColorLevel
    let glyphs: Glyphs
    /// The store, once a command has used it.
    private var used: (any ItemStore)?

    init(
        parsed: ParsedCommand, program: LootProgram, host: any Host, console: any Console,
        files: any FileAccess,
        configuration: CLIConfiguration
    ) {
        self.parsed = parsed
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
    func inventory() async throws(LootError) -> Inventory { Inventory(try await store()) }

    /// The configured store, whose damage is told when the command is done.
    func store() async throws(LootError) -> any ItemStore {
        let store = try await host.store()
        used = store
        return store
    }

    /// Why what the command has shown may not be all there is; nil when the store that it used is in order.
    var damage: LootError? { used?.problem }

    /// Writes an error, as the program does for the one that ends it.
    func complain(_ error: LootError) { console.writeError("loot: \(error.description.visible())\n") }

    /// Writes a line of text that may hold anything.
    func line(_ text: StyledText) {
        console.write(text.restricted(to: glyphs).rendered(colors: colors) + "\n")
    }

    /// Writes a line of text that may hold anything.
    func line(_ text: String) { line(StyledText(text)) }

    /// Begins to write a file that a person named; with `--force` in the place of one that is there.
    func create(_ path: String) throws(LootError) -> any ByteWriter {
        let replaces = parsed.flag("force") ?? false
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

    // MARK: Reading options

    /// A whole number that an option gives; nil when it is not there.
    func number(_ option: String, in range: ClosedRange<Int> = 0...Int.max) throws(LootError) -> Int? {
        guard let text = parsed.value(of: option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw LootError(
                .usage, "can't read --\(option) “\(TextRules.visible(text))”",
                because: "it takes a whole number from \(range.lowerBound)"
                    + (range.upperBound == .max ? " up" : " to \(range.upperBound)"))
        }
        return number
    }

    /// A position that a person counts from 1, as the core counts from 0.
    func position(_ option: String) throws(LootError) -> Int? {
        try number(option, in: 1...Int.max).map { $0 - 1 }
    }

    /// The items that the arguments name, each once.
    func items(_ inventory: Inventory, argument: String = "ITEM") async throws(LootError) -> [Item] {
        var items: [Item] = []
        for text in parsed.arguments[argument] ?? [] {
            let item = try await inventory.item(ItemReference(parsing: text))
            if !items.contains(where: { $0.id == item.id }) { items.append(item) }
        }
        return items
    }

    /// What `--search`, `--where`, `--favorites`, `--sort` and `--sections` ask for. Without `--sections` the
    /// configured sections apply where `usesConfiguredSections` says so.
    func query(usesConfiguredSections: Bool = false) throws(LootError) -> Query {
        var query = try Query(
            search: parsed.value(of: "search"), where: parsed.value(of: "where"),
            favoritesOnly: parsed.flag("favorites") ?? false, sort: parsed.values(of: "sort"))
        if let sections = parsed.value(of: "sections") {
            query.sectioning = try host.sectioning(sections)
        } else if usesConfiguredSections {
            query.sectioning = try host.sectioning()
        }
        return query
    }

    /// Asks a person whether to go on; `--yes` answers for them. Where nobody can be asked, throws `refusal` if there
    /// is one, and goes on if there is none.
    ///
    /// - Throws: `refusal`.
    func confirm(_ question: String, refusal: LootError?) throws(LootError) -> Bool {
        if parsed.flag("yes") ?? false { return true }
        guard console.canAsk else {
            if let refusal { throw refusal }
            return true
        }
        console.writeError(question.visible() + " [y/N] ")
        let answer = console.readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
}
