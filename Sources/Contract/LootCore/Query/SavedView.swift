/// A query under a name, and the fields that its list shows: `insured`, what is worth more than 500, the dearest first.
///
/// ```swift
/// let view = SavedView("insured", QueryText(conditions: ["value > 500"], sort: ["value:desc"]), fields: ["name", "value"])
/// try view.check()
/// ```
package struct SavedView: Hashable, Sendable {
    /// What people call it.
    package var name: String
    /// What it asks for.
    package var text: QueryText
    /// The names of the fields that its list shows; empty for the usual ones.
    package var fields: [String]

    /// A view.
    package init(_ name: String, _ text: QueryText, fields: [String] = []) {
        self.name = name
        self.text = text
        self.fields = fields
    }

    /// Looks whether the name can be one, and everything that it asks for be read. How its sections are said a host knows.
    ///
    /// - Throws: ``LootError`` for what is wrong with it.
    package func check() throws(LootError) {
        func refusal(_ why: String) -> LootError {
            LootError(
                .malformed, "can't call a view \(TextRules.quoted(name))", because: why,
                next: "Choose a short name on one line")
        }
        if name.isEmpty { throw refusal("a view has a name") }
        if name.count > 60 { throw refusal("a name has at most 60 characters") }
        if TextRules.firstRefused(in: name, allowingLines: false) != nil {
            throw refusal("it holds a control character")
        }
        if name.first == "@" { throw refusal("@ is written before the name where it is used") }
        if name.first == " " || name.last == " " { throw refusal("it begins or ends with a space") }
        _ = try text.query(today: Day(year: 2000, month: 1, day: 1) ?? .today)
        for field in fields { _ = try Field.named(field) }
    }

    /// The names under which views are said, without that of the fields.
    package static let names = QueryText.names + ["sections"]

    /// Whether this is what people call the view, whatever the case and the accents.
    package func isCalled(_ name: String) -> Bool { Folding.same(self.name, name) }
}

extension QueryText {
    /// The same, and besides what `more` says: its conditions hold as well, its words, order and sections in the place of
    /// these.
    package func narrowed(by more: QueryText) -> QueryText {
        var text = self
        if !more.search.isEmpty { (text.search, text.scope) = (more.search, more.scope) }
        text.conditions += more.conditions
        if more.favoritesOnly { text.favoritesOnly = true }
        if !more.sort.isEmpty { text.sort = more.sort }
        if more.sections != .unsaid { text.sections = more.sections }
        return text
    }
}

extension [SavedView] {
    /// The view with a name.
    ///
    /// - Throws: ``LootError`` with code `unknownView`.
    package func named(_ name: String) throws(LootError) -> SavedView {
        if let view = first(where: { $0.isCalled(name) }) { return view }
        throw LootError(
            .unknownView, "can't find the view \(TextRules.quoted(name))",
            because: isEmpty ? "the configuration keeps none" : "the configuration keeps none of that name",
            next: isEmpty ? "" : Suggestions.sentence(for: name, among: map(\.name)))
    }
}
