package import LootCore
import LootFormats

/// Writes selected fields of items as a JSON array or as JSON lines. Fields are in the requested order, under their
/// names in filters and options. Custom fields are grouped where the first of them was requested. Empty fields are
/// omitted. Without selected fields, items are whole, with their book value.
struct PartialItems: ItemEncoder {
    private let keys: [FieldKey]?
    private let presentation: ItemPresentation
    /// Whether to write a JSON array instead of JSON lines.
    var isList = true
    private var isFirst = true

    /// Creates an encoder for a JSON array.
    init(_ fields: [FieldKey]?, _ presentation: ItemPresentation) {
        keys = fields
        self.presentation = presentation
    }

    mutating func begin(_ bytes: inout [UInt8]) {
        isFirst = true
        if isList { bytes.append(UInt8(ascii: "[")) }
    }

    mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        if isList { bytes += Array((isFirst ? "\n" : ",\n").utf8) }
        isFirst = false
        appendObject(of: item, to: &bytes)
        if !isList { bytes.append(UInt8(ascii: "\n")) }
    }

    mutating func end(_ bytes: inout [UInt8]) {
        if isList { bytes += Array((isFirst ? "]\n" : "\n]\n").utf8) }
    }

    /// Appends only the object of an item.
    func appendObject(of item: Item, to bytes: inout [UInt8]) {
        guard let keys else {
            let value = presentation.bookValue(of: item).map { ",\"bookValue\":\($0)" }
            return JSONItemWriter().append(item, with: Array((value ?? "").utf8), to: &bytes)
        }
        var fields: [ForeignField] = []
        var custom: [ForeignField] = []
        var placeOfCustom = 0
        var seen: Set<FieldKey> = []
        for key in keys where seen.insert(key).inserted {
            guard let value = presentation.value(of: key, in: item) else { continue }
            if let name = key.customName {
                if custom.isEmpty { placeOfCustom = fields.count }
                custom.append(.init(name, value.foreign))
            } else {
                let isFiles = Field.with(key: key)?.traits.contains(.files) == true
                fields.append(
                    .init(
                        Field.name(of: key), isFiles ? FileEntries.value(of: item.files) : value.foreign))
            }
        }
        if !custom.isEmpty { fields.insert(.init("custom", .object(custom)), at: placeOfCustom) }
        ForeignValue.object(fields).appendJSON(to: &bytes)
    }
}

extension FieldValue {
    /// The value as it appears in an item's JSON.
    package var foreign: ForeignValue {
        switch self {
        case .integer(let number): .number(String(number))
        case .decimal(let number): .number("\(number)")
        case .amount(let amount): .number(amount.description)
        case .flag(let flag): .flag(flag)
        case .list(let entries): .array(entries.map { .text($0) })
        case .text, .moment, .day: .text(description)
        }
    }
}
