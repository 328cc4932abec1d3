import LootCore

/// The columns of HomeBox, an inventory for the browser: headers with `HB.` before them.
///
/// HomeBox writes a value into every column; zero dates, zero prices, empty texts and “false” mean that nothing was
/// said. What has no field of its own here becomes a custom field, and so does a price with cents.
struct HomeBoxColumn {
    private enum Kind {
        case plain, labels, price, date, note, flag
    }

    /// The custom field that keeps a price with cents as it was.
    private static let exactPrice = FieldKey.custom("purchase_price")

    /// The field it goes into.
    let field: FieldKey
    private let kind: Kind

    init?(header: String) {
        guard header.hasPrefix("HB.") else { return nil }
        let name = String(header.dropFirst(3))
        switch name {
        case "name", "quantity", "location": (field, kind) = (FieldKey(rawValue: name), .plain)
        case "serial_number": (field, kind) = ("serialNumber", .plain)
        case "labels", "tags": (field, kind) = ("tags", .labels)
        case "description", "notes": (field, kind) = ("notes", .note)
        case "purchase_price": (field, kind) = ("purchasePrice", .price)
        case "purchase_from": (field, kind) = ("vendor", .plain)
        case "purchase_date", "purchase_time": (field, kind) = ("purchaseDate", .date)
        case "warranty_expires": (field, kind) = ("warrantyUntil", .date)
        case "insured", "archived", "lifetime_warranty": (field, kind) = (.custom(name), .flag)
        default:
            let custom = name.hasPrefix("field.") ? String(name.dropFirst("field.".count)) : name
            guard !custom.isEmpty else { return nil }
            (field, kind) = (.custom(custom), .plain)
        }
    }

    /// Puts the cell's text into the item.
    func set(_ text: String, in item: inout Item) throws(LootError) {
        if text.isEmpty { return }
        switch kind {
        case .plain:
            guard let row = Field.with(key: field) else { return try item.set(.text(text), for: field) }
            try item.set(try row.parse(text), for: field)
        case .labels:
            let labels = text.split(whereSeparator: { $0 == ";" || $0 == "," }).map(HomeBoxColumn.trimmed)
            try item.set(.list(labels.filter { !$0.isEmpty }), for: field)
        case .note:
            // Description and notes share a field here: the one that comes second goes below.
            guard case .text(let before) = item.value(for: field) else {
                return try item.set(.text(text), for: field)
            }
            try item.set(.text(before + "\n\n" + text), for: field)
        case .price:
            guard case .decimal(let price) = try FieldType.decimal.parse(text) else { return }
            if price == 0 { return }
            guard let whole = Int(exactly: price.rounded()) else {
                throw LootError(.invalidValue, "can't read “\(text)”", because: "it does not fit 64 bits")
            }
            try item.set(.integer(whole), for: field)
            // Prices here are in whole dollars; cents are kept beside them.
            if price != Double(whole) { try item.set(.decimal(price), for: HomeBoxColumn.exactPrice) }
        case .date:
            // A day, or a day with a time behind it; the first day there is stands for none.
            guard let day = Day(text.prefix(10)) else {
                return try item.set(try FieldType.day.parse(text), for: field)
            }
            if day != .first { try item.set(.day(day), for: field) }
        case .flag:
            if try FieldType.flag.parse(text) == .flag(true) { try item.set(.flag(true), for: field) }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
