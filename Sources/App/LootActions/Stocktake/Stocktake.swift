package import LootCore
import LootFormats

/// A stocktake that was started and not yet finished.
///
/// Its state is in the settings of the list: the key `stocktake`, and a key for each scanned item and each unknown code.
/// Each scan is a commit of its own key, so that several people can scan at once, and a confirmed scan survives a
/// crash.
package struct Stocktake: Hashable, Sendable {
    /// The first scan of an item.
    package struct Scan: Hashable, Sendable {
        package let day: Day
        package let person: String?
    }

    /// The place to count, or `nil` for the whole list.
    package let place: String?
    package let day: Day
    /// The person who started it.
    package let person: String?
    /// The scans of items.
    package private(set) var scans: [ItemID: Scan] = [:]
    /// The scanned codes that belong to no item, sorted.
    package private(set) var unknown: [String] = []

    private static let key: SettingKey = "stocktake"
    private static let unknownPrefix = "stocktake.unknown."

    /// Returns whether a setting is part of a stocktake.
    package static func owns(_ key: SettingKey) -> Bool {
        key == Stocktake.key || key.rawValue.hasPrefix("stocktake.")
    }

    /// Reads the stocktake of a list, or `nil` if none was started.
    package init?(in settings: ListSettings) {
        guard let value = settings[Stocktake.key] else { return nil }
        let start = Scan(value)
        (day, person) = (start.day, start.person)
        place = Stocktake.text("place", in: value)
        for key in settings.keys where Stocktake.owns(key) {
            guard let value = settings[key] else { continue }
            if let id = ItemID(key.rawValue.dropFirst("stocktake.".count)) {
                scans[id] = Scan(value)
            } else if key.rawValue.hasPrefix(Stocktake.unknownPrefix), case .text(let code) = value {
                unknown.append(code)
            }
        }
        unknown.sort()
    }

    fileprivate static func text(_ name: String, in value: ForeignValue) -> String? {
        guard case .object(let fields) = value else { return nil }
        if case .text(let text)? = fields.first(where: { $0.key == name })?.value { return text }
        return nil
    }

    /// Returns the filter for the items that should be found.
    package var expected: Filter {
        place.map { .all([.compare("location", .inside, .text($0)), .isKept]) } ?? .isKept
    }

    // MARK: Changes

    /// Returns the change that starts a stocktake.
    static func start(in place: String?, on day: Day, by person: String?) -> Change {
        var value = Scan(day: day, person: person).fields
        if let place { value.append(ForeignField("place", .text(place))) }
        return .set(key, .object(value))
    }

    /// Returns the change that records an item, or `nil` if it was scanned before.
    func scan(_ item: ItemID, on day: Day, by person: String?) -> Change? {
        if scans[item] != nil { return nil }
        return .set(
            SettingKey(rawValue: "stocktake.\(item)"), .object(Scan(day: day, person: person).fields))
    }

    /// Returns the change that records a code that belongs to no item, or `nil` if it was scanned before.
    func scan(unknown code: String) -> Change? {
        if unknown.contains(code) { return nil }
        let name = Array(code.utf8.prefix(80)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
        return .set(SettingKey(rawValue: Stocktake.unknownPrefix + name), .text(code))
    }

    /// Returns the changes that remove the stocktake from the settings.
    static func end(in settings: ListSettings) -> [Change] {
        settings.keys.filter(owns).map { .set($0, nil) }
    }

    /// Returns the condition that this stocktake is still running.
    static func condition(in settings: ListSettings) -> Condition { .setting(key, settings[key]) }
}

extension Stocktake.Scan {
    fileprivate init(_ value: ForeignValue) {
        day = Stocktake.text("day", in: value).flatMap { Day($0) } ?? .first
        person = Stocktake.text("by", in: value)
    }

    fileprivate var fields: [ForeignField] {
        [ForeignField("day", .text("\(day)"))] + (person.map { [ForeignField("by", .text($0))] } ?? [])
    }
}

/// The result of a stocktake.
package struct StocktakeReport: Sendable {
    /// The result for an item.
    package enum Result: String, Hashable, Sendable, CaseIterable {
        /// The item was scanned.
        case seen
        /// The item was scanned, but its place is another one.
        case misplaced
        /// The item should be there, but it wasn't scanned.
        case missing
    }

    package let stocktake: Stocktake
    /// The items by result, in the user's order.
    package private(set) var items: [Result: [Item]] = [:]

    /// Compares the scans with the items of a list.
    package init(_ stocktake: Stocktake, in store: any ItemStore) async throws(LootError) {
        self.stocktake = stocktake
        var found: Set<ItemID> = []
        var results: [Result: [Item]] = [:]
        for item in try await store.items(of: Query(filter: stocktake.expected)) {
            found.insert(item.id)
            results[stocktake.scans[item.id] == nil ? .missing : .seen, default: []].append(item)
        }
        for id in stocktake.scans.keys.sorted() where !found.contains(id) {
            // Items that were removed in the meantime have no result.
            guard let item = try await store.item(id) else { continue }
            results[item.disposal == nil ? .misplaced : .seen, default: []].append(item)
        }
        items = results
    }

    /// Returns the number of items with a result.
    package func count(_ result: Result) -> Int { items[result]?.count ?? 0 }

    /// The counts in a sentence.
    package var summary: Message {
        """
        \(count(.seen)) seen, \(count(.misplaced)) misplaced, \(count(.missing)) missing, \
        \(stocktake.unknown.count) unknown.
        """
    }
}

extension StocktakeReport {
    /// The rows of a table: result, number, name, place and ID. Missing items come first, unknown codes last.
    package var rows: [[String]] {
        let found = [Result.missing, .misplaced, .seen].flatMap { result in
            (items[result] ?? []).map { item in
                [
                    result.rawValue, item.number ?? "", item.shownName, item.location ?? "",
                    item.id.description,
                ]
            }
        }
        return found + stocktake.unknown.map { ["unknown", $0, "", "", ""] }
    }

    /// The report as CSV.
    package var csv: [UInt8] {
        var bytes: [UInt8] = []
        for row in [["Result", "Number", "Name", "Location", "ID"]] + rows {
            CSVFile.append(row.map(FormulaText.guarded), to: &bytes)
        }
        return bytes
    }
}

extension Inventory {
    /// Returns the running stocktake.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if there is none.
    package func stocktake() async throws(LootError) -> Stocktake {
        if let stocktake = Stocktake(in: try await store.settings()) { return stocktake }
        throw .noStocktake(failing: "Can't show the stocktake.")
    }

    /// Returns what the running stocktake has found so far.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if there is none.
    package func stocktakeReport() async throws(LootError) -> StocktakeReport {
        try await StocktakeReport(stocktake(), in: store)
    }
}
