import Localization
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import TerminalText

/// The items as a line-based dialogue, for screen readers, pipes, and terminals that can't move the cursor.
///
/// The output consists of words, one fact per line, and never moves. Commands refer to items by the numbers of the
/// last list.
final class PlainDialogue {
    let inventory: Inventory
    /// The presentation of items, with the current settings of the list.
    var presentation: ItemPresentation { configuration.presentation.of(host) }
    let lines: any LineStreams
    let configuration: TUIConfiguration
    let host: any ProgramHost
    private let actions: [Action]
    let files: NamedFiles
    /// The query as text.
    private(set) var said = QueryText()
    /// The query, or a similar one if it found nothing.
    private(set) var query = Query.kept
    /// Additional fields to print for each item, from the current view.
    var fields: [FieldKey] = []
    /// The problem of the store that was reported last.
    private var toldProblem: LootError?
    /// The first row that `next` prints.
    private var following = 0
    private static let pageSize = 20

    init(_ frontEnd: TUIFrontEnd, store: any ItemStore, lines: any LineStreams) async throws(LootError) {
        inventory = Inventory(
            store, for: .owner, author: frontEnd.host.author,
            keepsPosition: frontEnd.configuration.keepsPosition)
        configuration = frontEnd.configuration
        host = frontEnd.host
        // A command applies to a single item.
        actions = host.actions.filter { $0.minimumItems <= 1 }
        files = NamedFiles(
            access: frontEnd.files, inventory: inventory, home: frontEnd.host.environment["HOME"],
            host: frontEnd.host)
        self.lines = lines
        try await ask(for: said)
    }

    /// Reads and runs commands until `quit` or the end of the input.
    func run() async throws(LootError) -> ExitStatus {
        say(String(localized: "Your items, line by line. Type help for the commands, or quit to exit."))
        if !inventory.store.capabilities.contains(.writable), inventory.store.problem == nil {
            say(String(localized: "This store is read-only."))
        }
        sayProblem()
        try await sayItems(from: 0)
        while let line = ask("> ") {
            do {
                if try await !answer(line) { return .success }
            } catch {
                say(String(localized: "Error: \(error.sentence)"))
                // The input ended within a form.
                if error.code == .cancelled { return error.exitStatus }
            }
            sayProblem()
        }
        say("")
        return .success
    }

    // MARK: Input and output

    func say(_ text: String) { lines.write(text.visible() + "\n") }

    func ask(_ prompt: String) -> String? {
        lines.write(prompt.visible())
        return lines.readLine()
    }

    /// Reports a problem of the store if it has changed.
    private func sayProblem() {
        let problem = inventory.store.problem
        guard problem != toldProblem else { return }
        toldProblem = problem
        say(
            problem.map { String(localized: "Problem: \($0.sentence)") }
                ?? String(localized: "The problem was resolved."))
    }

    /// Asks a yes-or-no question.
    func agrees(_ question: Message) -> Bool {
        let letters = Language.current.lettersOfAnswers
        let prompt = String(localized: "\(question) \(letters.yes) or \(letters.no): ")
        return Language.current.isYes(ask(prompt) ?? "")
    }

    // MARK: Commands

    /// Runs the command in a line. Returns whether to continue.
    private func answer(_ line: String) async throws(LootError) -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first else { return true }
        let rest = words.count > 1 ? words[1] : ""
        guard let word = word(name.lowercased()) else {
            say(String(localized: "There is no command “\(name)”. Type help for a list of commands."))
            return true
        }
        if let action = actions.named(word) {
            try await run(action, rest)
            return true
        }
        guard let command = PlainCommand(rawValue: word) else { return true }
        switch command {
        case .quit: return false
        case .help:
            for command in PlainCommand.allCases {
                let arguments = command.arguments.isEmpty ? "" : " \(command.arguments)"
                say(String(localized: "\(command.rawValue)\(arguments): \(command.summary)."))
            }
            for action in actions {
                let arguments = [action.isForList ? "" : String(localized: "NUMBER"), action.argumentHelp]
                    .filter {
                        !$0.isEmpty
                    }.map { " \($0)" }.joined()
                say(String(localized: "\(action.id)\(arguments): \(action.summary)."))
            }
        case .list: try await sayItems(from: 0)
        case .next: try await sayItems(from: following)
        default: try await act(command, rest)
        }
        return true
    }

    /// Returns the command or action with the typed name, or one whose name begins with it. If a command and an
    /// action do, the shorter name is used, or the command if both are equally long.
    private func word(_ typed: String) -> String? {
        let (commands, actions) = (PlainCommand.allCases.map(\.rawValue), actions.map(\.id))
        if (commands + actions).contains(typed) { return typed }
        let command = commands.first { $0.hasPrefix(typed) }
        let action = actions.filter { $0.hasPrefix(typed) }.min { $0.count < $1.count }
        return [command, action].compactMap(\.self).min { $0.count < $1.count }
    }

    /// Runs an action on the item with a number. The rest of the line contains the arguments.
    private func run(_ action: Action, _ rest: String) async throws(LootError) {
        let ids = action.isForList ? [] : [try await item(rest).id]
        let words = rest.split(separator: " ", maxSplits: 1)
        let typed = action.isForList ? rest : words.dropFirst().first.map(String.init) ?? ""
        let request = ActionRequest(
            action, on: .items(ids), arguments: action.arguments(in: typed),
            symbol: presentation.money.symbol)
        say(try await ActionRunner(inventory).prepareAndCommit(request).message.text)
    }

    private func act(_ command: PlainCommand, _ rest: String) async throws(LootError) {
        switch command {
        case .show: try await sayAll(of: try await item(rest))
        case .add: try await add(rest)
        case .barcode: try await addByBarcode(rest)
        case .addRandom:
            let item = Item.random()
            try await inventory.add([item])
            say(String(localized: "Added \(item.shownName)."))
        case .edit: try await edit(try await item(rest))
        case .remove: try await remove(try await item(rest))
        case .favorites: try await show { $0.favoritesOnly.toggle() }
        case .move: try await move(rest)
        case .search: try await show { ($0.search, $0.scope) = (rest, []) }
        case .filter: try await show { $0.conditions = rest.isEmpty ? [] : [rest] }
        case .sections: try await show { $0.sections = .named(rest.isEmpty ? "none" : rest) }
        case .sort: try await show { $0.sort = rest.isEmpty ? [] : [rest] }
        case .view: try await sayView(rest)
        case .keepView: try await keepView(rest)
        case .removeView: try await removeView(rest)
        case .photo: try await givePhoto(rest)
        case .removePhoto:
            let item = try await item(rest)
            let commit = try await inventory.removePhoto(of: item.id)
            say(
                commit == nil
                    ? String(localized: "\(item.shownName) has no photo.")
                    : String(localized: "Removed the photo of \(item.shownName)."))
        case .importFile: try await importFile(rest)
        case .exportFile: try await exportFile(rest)
        case .due: try await sayDue(within: host.listSettings.dueWithin ?? configuration.dueWithin)
        case .settings: try await settings(rest)
        case .undo: say(String(localized: "Undone: \(try await inventory.undo().title)."))
        case .redo: say(String(localized: "Redone: \(try await inventory.redo().title)."))
        case .list, .next, .help, .quit: break
        }
    }

    // MARK: Items

    /// Returns the item with a number of the last list.
    func item(_ text: String) async throws(LootError) -> Item {
        guard let number = Int(text.split(separator: " ").first ?? ""), number > 0,
            let item = try await inventory.store.page(of: query, rows: number - 1..<number).items.first
        else {
            throw LootError(
                .noSuchItem, "Can't find the item.",
                reason: text.trimmed.isEmpty
                    ? "No number was given." : "“\(TextRules.visible(text))” isn't the number of an item.",
                advice: "Type “list” to see the items and their numbers.")
        }
        return item
    }

    /// Sets the query from the given text.
    func ask(for text: QueryText) async throws(LootError) {
        query = try await inventory.query(of: text, currency: presentation.money.currency) {
            (name) throws(LootError) in
            if let name { try host.sectioning(name) } else { try host.sectioning() }
        }
        said = text
    }

    /// Whether to ask before removing something.
    var asksBeforeRemoving: Bool { configuration.confirm }

    func sayItems(from start: Int) async throws(LootError) {
        let answer = try await inventory.store.answer(to: query, rows: start..<start + Self.pageSize)
        let (outline, page) = (answer.outline, answer.page)
        guard outline.count > 0 else {
            if inventory.store.damage != nil { return say(ItemPresentation.unknownItems) }
            if let near = try await inventory.store.near(query) {
                say(near.sentence)
                query = near.query
                return try await sayItems(from: 0)
            }
            if let disposed = try await inventory.disposedMatches(of: query) { say(disposed) }
            return say(
                query.selectsAll
                    ? ItemPresentation.noItems : String(localized: "\(ItemPresentation.noMatches)."))
        }
        if start == 0 { say(String(localized: "\(ItemPresentation.count(outline.count)).")) }
        guard start < outline.count else { return say(String(localized: "There are no more items.")) }
        for (offset, item) in page.items.enumerated() {
            let row = start + offset
            if query.sectioning != nil, let section = outline.sections.first(where: { $0.start == row }) {
                say(String(localized: "Section \(section.title): \(presentation.footer(of: section))."))
            }
            say("\(row + 1). \(sentence(item))")
        }
        following = start + page.items.count
        if start == 0, let disposed = try await inventory.disposedMatches(of: query) { say(disposed) }
        if following < outline.count {
            say(String(localized: "Type next for \(outline.count - following, one: "more", other: "more")."))
        }
    }

    /// Returns a line for an item, such as `Lamp, $40, serial number L-1, favorite`.
    private func sentence(_ item: Item) -> String {
        var parts = [item.shownName, presentation.quantityAndValue(of: item)]
        if let serial = item.serialNumber { parts.append(String(localized: "serial number \(serial)")) }
        if item.isFavorite { parts.append(String(localized: "favorite")) }
        parts += ItemPresentation.badges(of: item, on: .today).map(\.text)
        if let mark = ItemPresentation.problemMark(of: item) { parts.append(mark) }
        parts += presentation.facts(fields, of: item)
        return Language.current.list(parts, .none)
    }

    private func sayAll(of item: Item) async throws(LootError) {
        for row in DetailForm(item, own: presentation.ownFields).rows where !row.text.isEmpty {
            say(Language.current.titled(row.title, presentation.text(of: row.id, in: item, on: .today)))
        }
        let commits = try await inventory.history(of: item.id, limit: HistoryView.limit)
        for sentence in presentation.sentences(of: commits, item).reversed() {
            say(String(localized: "History: \(sentence)"))
        }
    }

    // MARK: Changes

    private func remove(_ item: Item) async throws(LootError) {
        if asksBeforeRemoving {
            guard agrees("Remove \(item.shownName)?") else {
                return say(String(localized: "Nothing was removed."))
            }
        }
        try await inventory.remove([item.id])
        say(String(localized: "Removed \(item.shownName). Type undo to bring it back."))
    }

    private func move(_ rest: String) async throws(LootError) {
        let numbers = rest.split(separator: " ").map { Int($0) }
        guard query.isInUserOrder, numbers.count == 2, let to = numbers[1], to > 0 else {
            throw LootError(
                .usage, "Can't move the item.",
                reason:
                    "To move an item, enter two numbers, and show the list in manual order without sections.",
                advice: "Type, for example, “move 3 1”.")
        }
        let item = try await item(rest)
        let target = try await self.item(String(to))
        let source = try await inventory.store.position(of: item.id, in: query) ?? 0
        let (position, _) = try await inventory.move(
            item.id, to: to - 1 > source ? .after(target.id) : .before(target.id))
        say(String(localized: "\(item.shownName) is now number \(position + 1)."))
    }
}
