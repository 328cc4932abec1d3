import LootControllers
import LootCore
import WebServer

/// What a request's address asks for: which items, and which of them.
struct QueryParameters {
    /// What can be asked for.
    static let names = ["search", "scope", "favorites", "where", "sort"]

    let query: ItemQuery
    private let items: [(name: String, value: String)]

    /// Reads the parameters of a request that knows `names`, and the sections from the parameter `sections`.
    ///
    /// - Throws: `LootError` for a parameter that can't be read, or that is unknown.
    init(_ request: Request, _ site: Site, knowing names: [String], sections: String)
        throws(LootError)
    {
        items = request.query.items
        for item in items where !names.contains(item.name) {
            throw LootError(
                .malformed, "can't read the parameter “\(TextRules.visible(item.name))”",
                because: "there is no such parameter here",
                next: Suggestions.sentence(for: item.name, among: names))
        }
        let items = items
        func value(_ name: String) -> String? {
            items.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
        }
        var asked = [sections]
        for item in items
        where item.name == sections || item.name == "rule" || QueryParameters.names.contains(item.name) {
            asked.append(item.name)
            asked.append(item.value)
        }
        query = try site.queries.value(of: asked) {
            () throws(LootError) in
            var sectioning: (any Sectioning)?
            if let text = value("rule") {
                if text != RuleSectioning.none { sectioning = try RuleSectioning(text) }
            } else if let text = value(sections) {
                sectioning = try site.host.sectioning(text)
            }
            return try ItemQuery(
                search: value("search"), scope: QueryParameters.list(items, "scope"), where: value("where"),
                favoritesOnly: try items.first(where: { $0.name == "favorites" }).map(\.value).map {
                    (text) throws(LootError) in
                    try QueryParameters.flag("favorites", text)
                } ?? false,
                sort: QueryParameters.list(items, "sort"), sectioning: sectioning)
        }
    }

    /// The value of a parameter; nil if it is missing or empty.
    subscript(name: String) -> String? {
        items.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The value of a parameter that is there, though it may be empty: no number and no yes or no.
    private func given(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// The same parameters, those of some names aside.
    func items(without names: [String]) -> [(name: String, value: String)] {
        items.filter { !names.contains($0.name) }
    }

    /// A whole number that a parameter gives, lowered to the greatest that is allowed.
    func number(_ name: String, atMost greatest: Int) throws(LootError) -> Int? {
        guard let text = given(name) else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw LootError(
                .malformed, "can't read the parameter “\(name)”", because: "it takes a whole number from 0 up"
            )
        }
        return min(Int(text) ?? greatest, greatest)
    }

    /// Yes or no; no if nothing is said.
    func flag(_ name: String) throws(LootError) -> Bool {
        guard let text = given(name) else { return false }
        return try QueryParameters.flag(name, text)
    }

    /// Values that are given one by one or with commas between them.
    private static func list(_ items: [(name: String, value: String)], _ name: String) -> [String] {
        items.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map(String.init) }
    }

    private static func flag(_ name: String, _ text: String) throws(LootError) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default:
            throw LootError(
                .malformed, "can't read the parameter “\(name)”", because: "it takes true or false")
        }
    }
}

/// Where a page goes on: behind the last item that was shown, which is found again when others come or go before it,
/// and at its old row when that item itself is gone.
struct Cursor {
    let row: Int
    let last: ItemID
    /// The epoch in which the row was counted.
    let epoch: String

    init(after last: ItemID, row: Int, epoch: String) {
        self.row = row
        self.last = last
        self.epoch = epoch
    }

    init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let row = Int(parts[1]), (0..<Int.max / 2).contains(row),
            let last = ItemID(parts[2])
        else { return nil }
        self.init(after: last, row: row, epoch: String(parts[0]))
    }

    var text: String { "\(epoch)~\(row)~\(last)" }

    /// The row to go on with.
    ///
    /// - Throws: `LootError` with code `conflict` when the item is gone and the row was counted in another epoch, in
    ///   which it means nothing.
    func start(in query: ItemQuery, of reader: any ItemReader, epoch current: String) async throws(LootError)
        -> Int
    {
        if let position = try await reader.position(of: last, in: query) { return position + 1 }
        guard epoch == current else {
            throw LootError(
                .conflict, "can't go on", because: "the list was read anew, and the last item is gone",
                next: "Begin with the first page")
        }
        return row
    }
}
