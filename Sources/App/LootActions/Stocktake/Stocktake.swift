package import LootCore
import LootFormats

/// A stocktake that was started and not yet finished.
///
/// Its state is in the settings of the list: the key `stocktake`, and a key for each scanned item and each unknown code.
/// Each scan is a commit that sets one of these keys, so that several people can scan at the same time and a confirmed
/// scan survives a crash.
package struct Stocktake: Hashable, Sendable {
    /// The first scan of an item, or the last one with a number of pieces.
    package struct Scan: Hashable, Sendable {
        package let day: Day
        package let person: String?
        /// The number of pieces that were counted, or `nil` if they weren't.
        package var count: Int?
        /// The number of pieces that were counted too many or, if negative, too few. Unlike the count, it remains right
        /// if pieces are lent, returned or used before the stocktake ends.
        package var difference: Int?
    }

    /// The place to count, or `nil` for the whole list.
    package let place: String?
    package let day: Day
    /// The person who started it.
    package let person: String?
    private let settings: ListSettings

    private static let key: SettingKey = "stocktake"
    private static let unknownPrefix = "stocktake.unknown."
    /// The maximum length of a code that belongs to no item, in bytes of UTF-8.
    private static let longestCode = 1_000

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
        self.settings = settings
    }

    /// Returns the scan of an item, or `nil` if it wasn't scanned.
    package func scan(of item: ItemID) -> Scan? { settings[Stocktake.key(of: item)].map { Scan($0) } }

    /// The scanned items, sorted by ID.
    package var scannedItems: [ItemID] {
        settings.keys.compactMap(Stocktake.item)
    }

    /// The scanned codes that belong to no item, sorted.
    package var unknown: [String] {
        let codes = settings.keys.lazy.filter { $0.rawValue.hasPrefix(Stocktake.unknownPrefix) }
        return codes.compactMap { Stocktake.unknownCode($0, settings[$0]) }.sorted()
    }

    private static func key(of item: ItemID) -> SettingKey { SettingKey(rawValue: "stocktake.\(item)") }

    private static func item(of key: SettingKey) -> ItemID? {
        owns(key) ? ItemID(key.rawValue.dropFirst("stocktake.".count)) : nil
    }

    private static func unknownCode(_ key: SettingKey, _ value: ForeignValue?) -> String? {
        if key.rawValue.hasPrefix(unknownPrefix), case .text(let code)? = value { code } else { nil }
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

    /// Returns whether a scanned item is where the list says. Items that were disposed of have no place, and the labels
    /// of the place itself and of those around it can be scanned there.
    package func finds(_ item: Item) -> Bool {
        if item.disposal != nil || expected.matches(item) { return true }
        guard let place, let own = item.ownPlace else { return false }
        return own.contains(PlacePath(place))
    }

    /// Returns the result of a scan of an item in a sentence.
    package func sentence(for item: Item, _ scan: Scan?) -> Message {
        if let disposal = item.disposal {
            return
                "“\(item.shownName)” is here, but it is recorded as “\(ItemPresentation.title(of: disposal))”."
        }
        if finds(item), let count = scan?.count, let difference = scan?.difference, difference != 0 {
            return
                "“\(item.shownName)” was found: \(count, one: "piece", other: "pieces") instead of \(count - difference)."
        }
        return finds(item)
            ? "“\(item.shownName)” was found."
            : "“\(item.shownName)” belongs to another place: \(item.location ?? "–")."
    }

    /// Returns the result of scanning a code that belongs to no item in a sentence.
    package static func sentence(forUnknown code: String) -> Message {
        "No item has the code “\(TextRules.visible(code))”."
    }

    // MARK: Changes

    /// Returns the changes that start a stocktake. They remove scans that remain if the start of an earlier
    /// stocktake was undone.
    static func start(
        in place: String?, on day: Day, by person: String?, settings: ListSettings
    ) -> [Change] {
        var value = Scan(day: day, person: person).fields
        if let place { value.append(ForeignField("place", .text(place))) }
        return end(in: settings) + [.set(key, .object(value))]
    }

    /// Returns the change that records an item.
    static func scan(_ item: ItemID, _ scan: Scan) -> Change { .set(key(of: item), .object(scan.fields)) }

    /// Returns the change that records a code that belongs to no item.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the code is too long.
    static func scan(unknown code: String) throws(LootError) -> Change {
        guard code.utf8.count <= longestCode else {
            throw LootError(
                .invalidValue, "Can't scan.", reason: "The code is too long, and no item has it.",
                field: "code")
        }
        // Keys are short and consist of ASCII characters, but codes needn't.
        let name = FileID(of: Array(code.utf8)).description
        return .set(SettingKey(rawValue: unknownPrefix + name), .text(code))
    }

    /// Returns the change after which a stocktake of a moved place continues in the new place, or `nil` if no
    /// stocktake is affected.
    static func change(after move: PlaceMove, in settings: ListSettings) -> Change? {
        guard let place = Stocktake(in: settings)?.place, case .object(var fields)? = settings[key],
            let moved = move.path(of: PlacePath(place)), moved != PlacePath(place)
        else { return nil }
        fields.removeAll { $0.key == "place" }
        fields.append(ForeignField("place", .text(moved.description)))
        return .set(key, .object(fields))
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
        if case .object(let fields) = value,
            case .number(let digits)? = fields.first(where: { $0.key == "count" })?.value
        {
            count = Int(digits).flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
        }
        if case .object(let fields) = value,
            case .number(let digits)? = fields.first(where: { $0.key == "difference" })?.value
        {
            difference = Int(digits).flatMap { abs($0) <= 1_000_000_000 ? $0 : nil }
        }
    }

    /// Records the number of counted pieces. Lent pieces can't be counted.
    mutating func record(_ count: Int, of item: Item) {
        (self.count, difference) = (count, count + item.lentPieces - item.quantity)
    }

    fileprivate var fields: [ForeignField] {
        var fields = [ForeignField("day", .text("\(day)"))]
        if let person { fields.append(ForeignField("by", .text(person))) }
        if let count { fields.append(ForeignField("count", .number("\(count)"))) }
        if let difference { fields.append(ForeignField("difference", .number("\(difference)"))) }
        return fields
    }

    /// Returns the quantity of an item according to the number of counted pieces, or `nil` if they weren't counted.
    func quantity(of item: Item) -> Int? { difference.map { max(0, item.quantity + $0) } }
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
        /// The item wasn't scanned, and all its pieces are lent.
        case lent

        /// The title of a list of items with this result.
        package var title: Message {
            switch self {
            case .seen: "Seen"
            case .misplaced: "Misplaced"
            case .missing: "Missing"
            case .lent: "Lent"
            }
        }
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
            let isAway = item.lentPieces > 0 && item.lentPieces == item.quantity
            let result: Result = stocktake.scan(of: item.id) != nil ? .seen : isAway ? .lent : .missing
            results[result, default: []].append(item)
        }
        for id in stocktake.scannedItems where !found.contains(id) {
            // Items that were removed in the meantime have no result.
            guard let item = try await store.item(id) else { continue }
            results[stocktake.finds(item) ? .seen : .misplaced, default: []].append(item)
        }
        items = results
    }

    /// Returns the items whose quantity differs from the number of counted pieces. Misplaced items are included only if
    /// they are moved, because other pieces may be in their place. Disposed items are never included.
    package func miscounted(moving isMoving: Bool) -> [Item] {
        let counted = (items[.seen] ?? []) + (isMoving ? items[.misplaced] ?? [] : [])
        return counted.filter { item in
            item.disposal == nil
                && stocktake.scan(of: item.id)?.quantity(of: item).map { $0 != item.quantity } ?? false
        }
    }

    /// Returns the number of items with a result.
    package func count(_ result: Result) -> Int { items[result]?.count ?? 0 }

    /// The counts in a sentence.
    package var summary: Message {
        let summary: Message = """
            \(count(.seen)) seen, \(count(.misplaced)) misplaced, \(count(.missing)) missing, \
            \(count(.lent)) lent, \(stocktake.unknown.count) unknown.
            """
        let others = miscounted(moving: true).count
        if others == 0 { return summary }
        return "\(summary) \(others, one: "item has", other: "items have") a different number of pieces."
    }
}

extension StocktakeReport {
    /// The rows of a table: result, number, name, place, ID, quantity and counted pieces. Missing items come first,
    /// unknown codes last.
    package var rows: [[String]] {
        let found = [Result.missing, .lent, .misplaced, .seen].flatMap { result in
            (items[result] ?? []).map { item -> [String] in
                let counted = stocktake.scan(of: item.id)?.count.map(String.init)
                return [
                    result.rawValue, item.number ?? "", item.shownName, item.location ?? "",
                    item.id.description, "\(item.quantity)", counted ?? "",
                ]
            }
        }
        return found + stocktake.unknown.map { ["unknown", $0, "", "", "", "", ""] }
    }

    /// The report as CSV.
    package var csv: [UInt8] {
        var bytes: [UInt8] = []
        for row in [["Result", "Asset number", "Name", "Location", "ID", "Quantity", "Counted"]] + rows {
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
