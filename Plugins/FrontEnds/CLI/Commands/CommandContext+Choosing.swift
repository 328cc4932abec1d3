import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

extension CommandContext {
    /// The items that these words name, each once; for a `-` those that standard input names, one on each line.
    func items(_ words: [String], in inventory: Inventory) async throws(LootError) -> [Item] {
        try await found(words, in: inventory).items
    }

    /// The same, and the rows of those that are named by position.
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

    /// The lines of standard input that hold anything.
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

    /// The items that a command shows: those that are named, or those that `--where` and `--view` select.
    func shownItems(_ verb: String, in inventory: Inventory) async throws(LootError) -> [Item] {
        let words = self[ItemArguments.anyNumber]
        let query = try selection()
        if (query == nil) == words.isEmpty { throw ItemArguments.refusal(to: verb, hasBoth: query != nil) }
        guard let query else { return try await items(words, in: inventory) }
        var items: [Item] = []
        try await inventory.forEachItem(of: query) { items.append($0) }
        if items.isEmpty, damage == nil { line(ItemPresentation.noMatches) }
        return items
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
    /// says so, and without `--sort` the configured order, where `sortsAsConfigured` does.
    func queryInSections(
        usesConfigured: Bool = true, sortsAsConfigured: Bool = false, view: SavedView? = nil
    ) throws(LootError) -> Query {
        var text = try queryTextInSections(view: view)
        if sortsAsConfigured, text.sort.isEmpty { text.sort = configuration.sort }
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

    /// Makes sure that a person means it: `--yes` says so, else they are asked. What is only shown needs no yes.
    ///
    /// - Throws: `refusal` where there is no terminal to ask on; `LootError` with code `declined` when the answer is
    ///   not yes.
    func confirm(_ question: String, done: String, refusal: LootError) throws(LootError) {
        if isTrial || self[ChangeOptions.yes] { return }
        guard console.canAsk else { throw refusal }
        console.writeError(question.visible() + " [y/N] ")
        let answer = console.readLine()?.lowercased() ?? ""
        if answer == "y" || answer == "yes" { return }
        throw LootError(.declined, "nothing was \(done)", because: "the answer was no")
    }
}
