package import LootCore

/// Writes items as JSON objects on one line, with the keys in the order of the field table.
package struct JSONItemWriter: Sendable {
    /// Creates a writer.
    package init() {}

    /// Appends the item's object. `member` is another member of the form `,"name":value`, added at the end.
    package func append(_ item: Item, with member: [UInt8] = [], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "{\"id\":\"".utf8)
        item.id.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        for field in item.hasDetails ? FieldWriter.all : FieldWriter.core { field.append(item, to: &bytes) }
        if item.hasDetails {
            if !item.foreign.isEmpty { appendNulls(item, to: &bytes) }
            appendRest(item.details, to: &bytes)
        }
        bytes.append(contentsOf: member)
        bytes.append(UInt8(ascii: "}"))
    }

    private func appendNulls(_ item: Item, to bytes: inout [UInt8]) {
        for key in item.fieldsToClear { bytes.append(contentsOf: ",\"\(key.rawValue)\":null".utf8) }
    }

    private func appendRest(_ details: ItemDetails, to bytes: inout [UInt8]) {
        if !details.custom.isEmpty {
            bytes.append(contentsOf: ",\"custom\":".utf8)
            for (index, field) in CustomFields.sorted(details.custom).enumerated() {
                bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
                JSONText.append(field.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                JSONText.append(custom: field.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        for field in details.foreign {
            bytes.append(UInt8(ascii: ","))
            JSONText.append(field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(field.value, to: &bytes)
        }
    }
}

/// Writes a field of an item as a member of an object. It is a class so that reading one from an array copies a single
/// reference.
private final class FieldWriter: Sendable {
    private let field: Field
    private let isAlwaysWritten: Bool
    /// The key in the form `,"name":`.
    private let key: [UInt8]

    static let all = Field.all.map { FieldWriter($0) }
    static let core = Field.core.map { FieldWriter($0) }

    private init(_ field: Field) {
        self.field = field
        isAlwaysWritten = field.traits.contains(.alwaysWritten)
        var key = [UInt8(ascii: ",")]
        JSONText.append(field.key.rawValue, to: &key)
        key.append(UInt8(ascii: ":"))
        self.key = key
    }

    /// Appends the field unless it has its default value.
    func append(_ item: Item, to bytes: inout [UInt8]) {
        switch field.access {
        case .text(let get, _):
            guard let text = get(item) else { return }
            bytes.append(contentsOf: key)
            JSONText.append(text, to: &bytes)
        case .integer(let get, _):
            guard let number = get(item), isAlwaysWritten || !field.isDefault(in: item) else { return }
            bytes.append(contentsOf: key)
            bytes.append(contentsOf: number.description.utf8)
        case .amount(let get, _):
            let amount = get(item)
            if amount == nil, !field.traits.contains(.clearable) { return }
            bytes.append(contentsOf: key)
            bytes.append(contentsOf: (amount?.description ?? "null").utf8)
        case .flag(let get, _):
            guard isAlwaysWritten || !field.isDefault(in: item) else { return }
            bytes.append(contentsOf: key)
            bytes.append(contentsOf: (get(item) ? "true" : "false").utf8)
        case .moment(let get, _):
            guard let moment = get(item) else { return }
            appendQuoted(&bytes) { CalendarText.append(moment, to: &$0) }
        case .day(let get, _):
            guard let day = get(item) else { return }
            appendQuoted(&bytes) { CalendarText.append(day, to: &$0) }
        case .list where field.traits.contains(.files):
            if item.files.isEmpty { return }
            bytes.append(contentsOf: key)
            JSONText.append(FileEntries.value(of: item.files), to: &bytes)
        case .list(let get, _):
            let texts = get(item)
            if texts.isEmpty { return }
            bytes.append(contentsOf: key)
            JSONText.append(texts, to: &bytes)
        }
    }

    private func appendQuoted(_ bytes: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
        bytes.append(contentsOf: key)
        bytes.append(UInt8(ascii: "\""))
        value(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
