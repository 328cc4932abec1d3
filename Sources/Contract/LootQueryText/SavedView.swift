package import LootCore
import TextSearch

/// A named query with the fields to show, for example `insured`: items worth more than 500, most valuable first.
///
/// ```swift
/// let view = SavedView("insured", QueryText(conditions: ["value > 500"], sort: ["value:desc"]), fields: ["name", "value"])
/// try view.check()
/// ```
package struct SavedView: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The query.
    package var text: QueryText
    /// The names of the fields to show, or an empty array for the default ones.
    package var fields: [String]

    /// Creates a view. It doesn't keep the day of the query.
    package init(_ name: String, _ text: QueryText, fields: [String] = []) {
        self.name = name
        self.text = text
        self.text.at = nil
        self.fields = fields
    }

    /// Validates the name and the query, except for sections, which only a host can validate.
    ///
    /// - Throws: ``LootError`` for the first problem.
    package func check() throws(LootError) {
        func refusal(_ reason: Message) -> LootError {
            LootError(
                .malformed, "Can't name a view “\(TextRules.visible(name))”.", reason: reason,
                advice: "Choose a short, single-line name.")
        }
        if name.isEmpty { throw refusal("The name is empty.") }
        if name.count > 60 { throw refusal("The name has more than 60 characters.") }
        if TextRules.firstRefused(in: name, allowingLines: false) != nil {
            throw refusal("The name contains a control character.")
        }
        if name.first == "@" {
            throw refusal("The name can't begin with “@”, which marks the names of views.")
        }
        if name.first == " " || name.last == " " { throw refusal("The name begins or ends with a space.") }
        _ = try text.query(today: Day(year: 2000, month: 1, day: 1) ?? .today)
        for field in fields { _ = try Field.shown(named: field) }
    }

    /// The parameter names of views, except the one for fields.
    package static let names = QueryText.names + ["sections"]

    /// Returns whether the view has a name, ignoring case and accents.
    package func isCalled(_ name: String) -> Bool { Folding.same(self.name, name) }
}

extension QueryText {
    /// Returns this query narrowed by another one. Conditions are combined; the other query's words, order and
    /// sections take precedence.
    package func narrowed(by more: QueryText) -> QueryText {
        var text = self
        if !more.search.isEmpty { (text.search, text.scope) = (more.search, more.scope) }
        text.conditions += more.conditions
        if more.favoritesOnly { text.favoritesOnly = true }
        if more.includesDisposed { text.includesDisposed = true }
        if !more.sort.isEmpty { text.sort = more.sort }
        if more.sections != .unsaid { text.sections = more.sections }
        if more.at != nil { text.at = more.at }
        return text
    }
}

extension [SavedView] {
    /// Returns the view with a name.
    ///
    /// - Throws: ``LootError`` with code `unknown-view` if it doesn't exist.
    package func named(_ name: String) throws(LootError) -> SavedView {
        if let view = first(where: { $0.isCalled(name) }) { return view }
        throw LootError(
            .unknownView, "There is no view “\(TextRules.visible(name))”.",
            reason: isEmpty ? "The list has no views." : "",
            advice: Suggestions.advice(for: name, among: map(\.name)))
    }
}
