import LootActions
import LootControllers
import LootCore
import LootPlugins
import LootQueryText
import TerminalKit

/// Saved views: choosing, saving and removing them.
extension ItemScreens {
    private static var everything: String { String(localized: "Everything") }

    // MARK: The query of the header

    /// The query according to the controls of the header.
    var said: QueryText {
        let (words, condition) = ItemScreens.parts(of: header.search.text)
        let (scope, sort) = ((header.search.scope ?? 0) - 1, (header.sort.selectedIndex ?? 0) - 1)
        return QueryText(
            search: words, scope: !words.isEmpty && scopes.indices.contains(scope) ? scopes[scope] : [],
            conditions: condition.map { [$0] } ?? [], favoritesOnly: header.favorites.isOn,
            sort: sorts.indices.contains(sort) ? sorts[sort] : [], sections: sections)
    }

    /// Splits text into search words and the filter after “where”.
    private static func parts(of text: String) -> (words: String, condition: String?) {
        if text.hasPrefix("where ") { return ("", String(text.dropFirst("where ".count))) }
        guard let mark = text.firstRange(of: " where ") else { return (text, nil) }
        return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...]))
    }

    /// A hint that the search words look like a filter, or `nil` if they don't.
    var filterHint: String? {
        let (words, condition) = ItemScreens.parts(of: header.search.text)
        guard condition == nil, words.contains(where: "=<>~".contains), (try? Filter(parsing: words)) != nil
        else {
            return nil
        }
        return String(localized: "Filters start with “where”: where \(words)")
    }

    /// Returns the query for the given text. Several conditions are joined into one, because the search field
    /// holds one filter.
    func query(of text: QueryText) throws(LootError) -> Query {
        var text = text
        text.conditions = ItemScreens.joined(text.conditions).map { [$0] } ?? []
        return try text.query(currency: controller.presentation.money.currency) { (name) throws(LootError) in
            if let name { try host.sectioning(name) } else { try host.sectioning() }
        }
    }

    private static func joined(_ conditions: [String]) -> String? {
        conditions.count < 2
            ? conditions.first : conditions.map { "(\($0))" }.joined(separator: " and ")
    }

    /// Sets the controls of the header to a query.
    private func say(_ text: QueryText) {
        let condition = ItemScreens.joined(text.conditions).map { "where \($0)" }
        header.search.text = [text.search.isEmpty ? nil : text.search, condition].compactMap(\.self)
            .joined(separator: " ")
        showScopes()
        scopes = ItemScreens.choices(configuration.scopes, with: text.scope)
        header.search.scope = (scopes.firstIndex(of: text.scope) ?? -1) + 1
        header.favorites.isOn = text.favoritesOnly
        sorts = ItemScreens.choices(configuration.sorts, with: text.sort)
        header.sort.selectedIndex = (sorts.firstIndex(of: text.sort) ?? -1) + 1
        show(sections: text.sections)
        header.setNeedsLayout()
    }

    /// Returns the configured choices, and the choice of a view if it isn't one of them.
    private static func choices(_ usual: [String], with wanted: [String]) -> [[String]] {
        let choices = usual.map { [$0] }
        return wanted.isEmpty || choices.contains(wanted) ? choices : choices + [wanted]
    }

    func show(sections: QueryText.Sections) {
        self.sections = sections
        if case .named(let name) = sections, name != "none" {
            header.sections.title = String(localized: "Sections: \(name)")
        } else {
            header.sections.title = String(localized: "Sections")
        }
    }

    /// Returns the title of a sort order. An order that isn't configured includes the directions.
    func title(ofSort sort: [String]) -> String {
        let isUsual = sort.count == 1 && configuration.sorts.contains(sort[0])
        let titles = sort.map { text in
            let title = ItemScreens.title(ofFields: [ItemScreens.field(ofSort: text)])
            return isUsual ? title : "\(title) \(text.hasSuffix(":desc") ? "↓" : "↑")"
        }
        return Language.current.list(titles, .none)
    }

    /// Returns the name of the field in a sort key.
    static func field(ofSort text: String) -> String { String(text.prefix { $0 != ":" }) }

    static func title(ofFields names: [String]) -> String {
        Language.current.list(
            names.map { name in (try? Field.shown(named: name)).map(ItemPresentation.title(of:)) ?? name },
            .none)
    }

    // MARK: Choosing a view

    /// Reads the views, which may have been changed elsewhere.
    func readViews() {
        views = host.views()
        page.tabs.segments =
            views.isEmpty ? [] : [ItemScreens.everything] + views.map { TextRules.visible($0.name) }
        page.setNeedsLayout()
        markView()
    }

    /// Selects the tab of the view that is shown, or no tab.
    func markView() { page.tabs.selectedIndex = shownView }

    /// The index of the view that is shown, 0 for all items, or `nil` if no view matches the list.
    var shownView: Int? {
        func isShown(_ view: SavedView?) -> Bool {
            guard (view?.fields ?? []) == fieldsShown, let query = try? query(of: view?.text ?? QueryText())
            else { return false }
            return query == wanted
        }
        if chosenView != nil, isShown(views.first { $0.name == chosenView }) {
            return chosenIndex
        }
        return ([nil] + views).firstIndex { isShown($0) }
    }

    /// The index of the view that was chosen last.
    private var chosenIndex: Int { (views.firstIndex { $0.name == chosenView } ?? -1) + 1 }

    /// Shows the next or previous view. All items come after the last view.
    func showView(_ step: Int) {
        readViews()
        guard !views.isEmpty else {
            return tell(String(localized: "There are no views yet. Save this list as one with “keep-view”."))
        }
        let index = ((shownView ?? chosenIndex) + step + views.count + 1) % (views.count + 1)
        show(view: index == 0 ? nil : views[index - 1])
    }

    /// Shows a view, or all items if it is `nil`.
    func show(view: SavedView?) {
        tell("")
        do throws(LootError) {
            let text = view?.text ?? QueryText()
            let query = try query(of: text)
            chosenView = view?.name
            fieldsShown = view?.fields ?? []
            controller.fields = fieldsShown.compactMap { try? Field.shown(named: $0) }
            columnsChanged()
            say(text)
            show(wanted: query)
        } catch {
            markView()
            session.tell(error)
        }
        table.focus()
    }

    // MARK: Saving a view

    /// Asks for the name of a view of the current list. Asks again after an error.
    func askToKeepView(_ name: String = "", refused: LootError? = nil) {
        guard shownView != 0 else {
            return tell(String(localized: "Search, filter, sort or group the list first."))
        }
        let alert = Alert(
            String(localized: "Save this list as a view"),
            message: refused.map { "! \($0.sentence)" } ?? String(localized: "Its name, for example insured"),
            actions: [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Save")) { [weak self] in
                    self?.keepView($0.first ?? "", replaces: false)
                },
            ])
        alert.addTextField(name, placeholder: String(localized: "Name"))
        alert.present(in: session.window)
    }

    private func keepView(_ name: String, replaces: Bool) {
        let view = SavedView(name.trimmed, said, fields: fieldsShown)
        do throws(LootError) { try view.check() } catch { return askToKeepView(name, refused: error) }
        if !replaces, let old = host.views().first(where: { $0.isCalled(view.name) }) {
            return askToReplace(old, name)
        }
        note { [weak self] () async throws(LootError) in
            guard let self else { return }
            do throws(LootError) { try await controller.inventory.save(view, for: host) } catch {
                return askToKeepView(name, refused: error)
            }
            chosenView = view.name
            readViews()
            tell(String(localized: "Saved this list as the view “\(view.name)”."))
        }
    }

    private func askToReplace(_ view: SavedView, _ name: String) {
        session.ask(
            String(localized: "Replace the view “\(view.name)”?"),
            String(localized: "A view with this name already exists."),
            [
                AlertAction(String(localized: "Another name…"), style: .cancel) { [weak self] _ in
                    self?.askToKeepView(name)
                },
                AlertAction(String(localized: "Replace"), style: .destructive) { [weak self] _ in
                    self?.keepView(name, replaces: true)
                },
            ])
    }

    private func askToRemove(_ view: SavedView) {
        session.ask(
            String(localized: "Remove the view “\(view.name)”?"),
            String(localized: "Its items won't be removed."),
            [
                AlertAction(String(localized: "Cancel"), style: .cancel),
                AlertAction(String(localized: "Remove"), style: .destructive) { [weak self] _ in
                    self?.remove(view)
                },
            ])
    }

    private func remove(_ view: SavedView) {
        note { [weak self] () async throws(LootError) in
            guard let self else { return }
            defer { readViews() }
            try await controller.inventory.removeView(view.name, for: host)
            tell(String(localized: "Removed the view “\(view.name)”."))
        }
    }

    // MARK: The palette

    func entries() -> [ScreenCommand: [Palette.Entry]] {
        guard detail == nil else { return [:] }
        readViews()
        let templates = host.ownFields.templates.map { template in
            Palette.Entry(String(localized: "Add from template: \(template.name)")) { [weak self] in
                self?.addNew(from: template)
            }
        }
        if views.isEmpty { return [.add: templates] }
        let everything = Palette.Entry(String(localized: "View: \(ItemScreens.everything)")) { [weak self] in
            self?.show(view: nil)
        }
        let shown = views.map { view in
            Palette.Entry(String(localized: "View: \(view.name)")) { [weak self] in self?.show(view: view) }
        }
        let removals = views.map { view in
            Palette.Entry(String(localized: "Remove the view \(view.name)")) { [weak self] in
                self?.askToRemove(view)
            }
        }
        return [.add: templates, .previousView: [everything] + shown, .keepView: removals]
    }
}
