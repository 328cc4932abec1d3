import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

/// What the list page shows, as its address says.
struct ListQuery {
    static let pageSize = 100

    /// Which items; sections that are not said are those of the configuration.
    var text = QueryText()
    var offset = 0
    /// An item whose row is to be on the page, wherever it stands by now; it goes before the offset.
    var around: ItemID?
    /// The controls of the rows: `nil` to read them.
    var mode: Mode?
    /// Fields that the rows show besides the usual ones, as a view may want them.
    var fields: [FieldKey] = []

    /// A state of the list in which its rows have other controls.
    enum Mode: String {
        /// Rows are removed and reordered one by one.
        case edit
        /// Rows are selected, and changed together.
        case select
    }

    /// What stands for the configured sections where one has to be chosen.
    static let configured = "configured"
    /// What stands for no sections.
    static let none = "none"

    init() {}

    /// What a request asks for. What can't be read as a number is left out.
    ///
    /// - Throws: `LootError` for a yes or no that can't be read.
    init(_ request: Request, _ host: any ProgramHost) throws(LootError) {
        let parameters = request.query
        text = try QueryText(parameters.items, rule: nil)
        if parameters["sections"]?.isEmpty ?? false { text.sections = .named(ListQuery.none) }
        // Where none are configured, no sections at all are what is configured.
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
            fields.append(try Field.named(String(name)))
        }
    }

    /// What a view asks for, as this page has it.
    init(_ view: SavedView) {
        text = view.text
        fields = view.fields.compactMap { try? Field.named($0) }
    }

    /// The list as a view of that name.
    func view(named name: String) -> SavedView { SavedView(name, text, fields: fields.map(\.shortName)) }

    /// A short form of the sections.
    var sections: String { if case .named(let name) = text.sections { name } else { ListQuery.configured } }

    /// The query.
    ///
    /// - Throws: `LootError` for a condition, sort or sectioning that can't be read.
    func query(_ site: Site) throws(LootError) -> Query {
        try text.query(today: site.today(), currency: site.presentation.money.currency) {
            (name) throws(LootError) in
            guard let name else { return try site.host.sectioning() }
            return name == ListQuery.none ? nil : try site.host.sectioning(name)
        }
    }

    /// The conditions as one.
    var condition: String {
        let conditions = text.conditions
        return conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " and ")
    }

    /// What the address says, but for the row where the page begins.
    var parameters: [(name: String, value: String)] {
        text.parameters()
            + (fields.isEmpty ? [] : [("fields", fields.map(\.shortName).joined(separator: ","))])
            + (mode.map { [($0.rawValue, "true")] } ?? [])
    }

    /// The address of the list.
    var address: String {
        let place =
            (offset > 0 ? [("offset", String(offset))] : [])
            + (around.map { [("around", $0.description)] } ?? [])
        return "/" + PercentEncoding.query(parameters + place)
    }

    /// The same list but for a change.
    func with(_ change: (inout ListQuery) -> Void) -> ListQuery {
        var copy = self
        change(&copy)
        return copy
    }
}
