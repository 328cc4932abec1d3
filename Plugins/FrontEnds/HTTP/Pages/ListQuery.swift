import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import WebServer

/// The contents of the list page, according to its address.
struct ListQuery {
    static let pageSize = 100

    /// The query. If it doesn't specify sections, the configured ones apply.
    var text = QueryText()
    var offset = 0
    /// An item whose row must be on the page. It takes precedence over the offset.
    var around: ItemID?
    /// The mode of the rows, or `nil` for reading.
    var mode: Mode?
    /// Additional fields in the rows, for example of a view.
    var fields: [FieldKey] = []

    /// A mode in which the rows have other controls.
    enum Mode: String {
        /// Removing and reordering single rows.
        case edit
        /// Selecting rows and changing them together.
        case select
    }

    /// The form value for the configured sections.
    static let configured = "configured"
    /// The form value for no sections.
    static let none = "none"

    init() {}

    /// Reads the query in the address of the given request. Invalid numbers are ignored.
    ///
    /// - Throws: `LootError` if a Boolean or the configured sectioning is invalid.
    init(_ request: Request, _ host: any ProgramHost) throws(LootError) {
        let parameters = request.query
        text = try QueryText(parameters.items, rule: nil)
        if parameters["sections"]?.isEmpty ?? false { text.sections = .named(ListQuery.none) }
        // If no sections are configured, “none” is the same as “configured”.
        let hasUsual = try host.sectioning() != nil
        if sections == ListQuery.configured || sections == ListQuery.none && !hasUsual {
            text.sections = .unsaid
        }
        if sections == "value", let bounds = parameters["bounds"], !bounds.isEmpty {
            let numbers = bounds.split { $0 == "," || $0 == " " || $0 == ";" }
            text.sections = .named("value:\(numbers.joined(separator: ","))")
        }
        offset = parameters["offset"].flatMap { Int($0) }.map { min(max(0, $0), Int.max / 2) } ?? 0
        around = parameters["around"].flatMap { ItemID($0) }
        mode = [.edit, .select].first { (mode: Mode) in parameters[mode.rawValue] == "true" }
        for name in (parameters["fields"] ?? "").split(separator: ",").prefix(20) {
            fields.append(try Field.shown(named: String(name)))
        }
    }

    /// Creates the query of the given view.
    init(_ view: SavedView) {
        text = view.text
        fields = view.fields.compactMap { try? Field.shown(named: $0) }
    }

    /// Returns the query as a view with the given name.
    func view(named name: String) -> SavedView { SavedView(name, text, fields: fields.map(\.shortName)) }

    /// The short form of the sectioning.
    var sections: String { if case .named(let name) = text.sections { name } else { ListQuery.configured } }

    /// Returns the parsed query.
    ///
    /// - Throws: `LootError` if a condition, a sort key or the sectioning is invalid.
    func query(_ site: Site) async throws(LootError) -> Query {
        try await site.inventory.query(
            of: text, today: site.today(), currency: site.presentation.money.currency
        ) { (name) throws(LootError) in
            guard let name else { return try site.host.sectioning() }
            return name == ListQuery.none ? nil : try site.host.sectioning(name)
        }
    }

    /// The fields in the rows, including the book values of another day.
    var shownFields: [FieldKey] {
        text.at == nil || fields.contains(Field.bookValueKey) ? fields : fields + [Field.bookValueKey]
    }

    /// All conditions combined into one.
    var condition: String {
        let conditions = text.conditions
        return conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " and ")
    }

    /// The parameters of the address, without the position of the page.
    var parameters: [(name: String, value: String)] {
        text.parameters()
            + (fields.isEmpty ? [] : [("fields", fields.map(\.shortName).joined(separator: ","))])
            + (mode.map { [($0.rawValue, "true")] } ?? [])
    }

    var address: String {
        let place =
            (offset > 0 ? [("offset", String(offset))] : [])
            + (around.map { [("around", $0.description)] } ?? [])
        return "/" + PercentEncoding.query(parameters + place)
    }

    /// Returns a copy to which the given change was applied.
    func with(_ change: (inout ListQuery) -> Void) -> ListQuery {
        var copy = self
        change(&copy)
        return copy
    }
}
