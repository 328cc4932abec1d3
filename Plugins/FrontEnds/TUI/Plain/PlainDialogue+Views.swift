import LootActions
import LootCore
import LootPlugins
import LootQueryText

extension PlainDialogue {
    /// Changes the query and lists its items from the first one. If the new query is invalid, nothing changes.
    func show(_ change: (inout QueryText) -> Void) async throws(LootError) {
        var text = said
        change(&text)
        try await ask(for: text)
        try await sayItems(from: 0)
    }

    /// Lists the items of a view. `none` lists all items; without a name, the names of the views are listed, too.
    func sayView(_ name: String) async throws(LootError) {
        let views = host.views()
        let isNone = name.lowercased() == "none" && !views.contains { $0.isCalled(name) }
        let view = try name.isEmpty || isNone ? nil : views.named(name)
        try await ask(for: view?.text ?? QueryText())
        fields = view?.fields.compactMap { try? Field.shown(named: $0) } ?? []
        if name.isEmpty {
            let names = Language.current.list(views.map(\.name), .none)
            say(
                views.isEmpty
                    ? String(localized: "There are no views.") : String(localized: "Views: \(names)."))
        }
        try await sayItems(from: 0)
    }

    /// Saves the current query as a view.
    func keepView(_ name: String) async throws(LootError) {
        guard said != QueryText() else {
            throw LootError(
                .usage, "Can't save the list as a view.", reason: "It shows all items in manual order.",
                advice: "Search, filter, sort or group the items first.")
        }
        let view = SavedView(name.trimmed, said, fields: fields.map(\.rawValue))
        try view.check()
        if let old = host.views().first(where: { $0.isCalled(view.name) }) {
            guard agrees("A view named \(old.name) already exists. Replace it?") else {
                return say(String(localized: "No view was saved."))
            }
        }
        try await inventory.save(view, for: host)
        say(String(localized: "Saved this list as the view \(view.name)."))
    }

    /// Removes a view. Its items remain.
    func removeView(_ name: String) async throws(LootError) {
        let view = try host.views().named(name.trimmed)
        if asksBeforeRemoving,
            !agrees("Remove the view \(view.name)? Its items won't be removed.")
        {
            return say(String(localized: "No view was removed."))
        }
        try await inventory.removeView(view.name, for: host)
        say(String(localized: "Removed the view \(view.name)."))
    }
}
