import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import TerminalText

extension CommandContext {
    /// Returns the items that the arguments name, without duplicates. If an argument is `-`, the lines of standard input
    /// are read in its place.
    func items(_ words: [String], in inventory: Inventory) async throws(LootError) -> [Item] {
        try await found(words, in: inventory).items
    }

    /// Returns the items that the arguments name, without duplicates, and the rows of the ones given by position.
    func found(
        _ words: [String], in inventory: Inventory
    ) async throws(LootError) -> (items: [Item], rows: [ItemID: Int]) {
        var items: [Item] = []
        var rows: [ItemID: Int] = [:]
        var seen: Set<ItemID> = []
        for word in words {
            for text in word == "-" ? try inputLines() : [word] {
                let reference = try ItemReference(parsing: text)
                let item = try await inventory.item(reference)
                if case .position(let row) = reference { rows[item.id] = row }
                if seen.insert(item.id).inserted { items.append(item) }
            }
        }
        return (items, rows)
    }

    /// Returns the nonempty lines of standard input.
    private func inputLines() throws(LootError) -> [String] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try console.read()
            if chunk.isEmpty { break }
            bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Returns the items to show: those given as arguments, or those that `--where` and `--view` select.
    func shownItems(in inventory: Inventory) async throws(LootError) -> [Item] {
        let words = self[ItemArguments.anyNumber]
        let query = try await selection()
        if (query == nil) == words.isEmpty { throw ItemArguments.refusal(hasBoth: query != nil) }
        guard let query else { return try await items(words, in: inventory) }
        var items: [Item] = []
        try await inventory.forEachItem(of: query) { items.append($0) }
        if items.isEmpty, damage == nil { line(ItemPresentation.noMatches) }
        return items
    }

    /// Returns the query of `--search`, `--where`, `--favorites`, `--sort` and `--view`, without sections.
    func query(includesDisposed: Bool = false) async throws(LootError) -> Query {
        var text = try await queryText()
        if includesDisposed { text.includesDisposed = true }
        text.sections = .unsaid
        return try await query(text)
    }

    /// Returns the query of `--where` and `--view`, or `nil` if neither was given.
    func selection() async throws(LootError) -> Query? {
        let view = try await view()
        let text = QueryText(
            conditions: self[QueryOptions.conditions], includesDisposed: self[QueryOptions.disposed],
            at: at)
        if view == nil, text.conditions.isEmpty { return nil }
        var selected = view?.text.narrowed(by: text) ?? text
        selected.sections = .unsaid
        return try await query(selected)
    }

    private func query(_ text: QueryText) async throws(LootError) -> Query {
        // Open the list first, because it determines the currency.
        let inventory = try await inventory()
        return try await inventory.query(of: text, currency: presentation.money.currency)
    }

    /// Returns the query with the sections of `--sections`. Without this option, uses the configured ones if
    /// `usesConfigured` is set. Without `--sort`, uses the configured order if `sortsAsConfigured` is set.
    func queryInSections(
        usesConfigured: Bool = true, sortsAsConfigured: Bool = false, view: SavedView? = nil
    ) async throws(LootError) -> Query {
        var text = try await queryTextInSections(view: view)
        let inventory = try await inventory()
        if sortsAsConfigured, text.sort.isEmpty { text.sort = configuration.sort }
        return try await inventory.query(of: text, currency: presentation.money.currency) {
            (name) throws(LootError) in
            if let name { return try host.sectioning(name) }
            return usesConfigured ? try host.sectioning() : nil
        }
    }

    /// Returns the text of the query with the sections of `--sections`.
    func queryTextInSections(view: SavedView? = nil) async throws(LootError) -> QueryText {
        var text = try await queryText(view)
        if let name = self[QueryOptions.sections] { text.sections = .named(name) }
        return text
    }

    /// Returns the view that `--view` names, or `nil` without this option.
    func view() async throws(LootError) -> SavedView? {
        guard let name = self[QueryOptions.view] else { return nil }
        _ = try await inventory()
        return try host.views().named(name.viewName)
    }

    private func queryText(_ view: SavedView? = nil) async throws(LootError) -> QueryText {
        let text = QueryText(
            search: self[QueryOptions.search] ?? "", conditions: self[QueryOptions.conditions],
            favoritesOnly: self[QueryOptions.favorites], includesDisposed: self[QueryOptions.disposed],
            sort: self[QueryOptions.sort], at: at)
        let named = if let view { view } else { try await self.view() }
        return named?.text.narrowed(by: text) ?? text
    }

    /// Asks for confirmation, unless `--yes` was given or this is a dry run.
    ///
    /// - Throws: `refusal` if there is no terminal to ask on, or `LootError` with code `declined` if the answer isn't
    ///   yes.
    func confirm(_ question: String, refusal: LootError) throws(LootError) {
        if isTrial || self[ChangeOptions.yes] { return }
        guard console.canAsk else { throw refusal }
        if isAffirmed(question) { return }
        throw LootError(.declined, "Canceled.", reason: "Nothing was changed.")
    }

    /// Asks a question on the terminal and returns whether the answer is yes.
    func isAffirmed(_ question: String) -> Bool {
        let letters = Language.current.lettersOfAnswers
        console.writeError("\(question.visible()) [\(letters.yes)/\(letters.no.uppercased())] ")
        return Language.current.isYes(console.readLine() ?? "")
    }
}
