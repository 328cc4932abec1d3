import LootCore

/// Writes items as dictionaries of XML property lists.
struct PropertyListItemWriter: Sendable {
    /// The fields in the order in which they are written. `nil` represents the ID.
    private let all: [Field?]
    private let core: [Field?]
    private let depth: Int
    private let isLegacy: Bool

    /// Creates a writer for items that are indented by `depth` tabs.
    ///
    /// Legacy items have the form that the classic app writes: the ID is in `itemKey`, in uppercase, and the keys are
    /// sorted.
    init(depth: Int, isLegacy: Bool) {
        self.depth = depth
        self.isLegacy = isLegacy
        func ordered(_ fields: [Field]) -> [Field?] {
            func name(_ field: Field?) -> String { field?.key.rawValue ?? "itemKey" }
            let order = [nil] + fields.map(Optional.some)
            return isLegacy ? order.sorted { name($0) < name($1) } : order
        }
        all = ordered(Field.all)
        core = ordered(Field.core)
    }

    func append(_ item: Item, to bytes: inout [UInt8]) {
        XMLText.indent(depth, to: &bytes)
        bytes.append(contentsOf: "<dict>\n".utf8)
        for field in item.hasDetails ? all : core {
            if let field { append(field, of: item, to: &bytes) } else { appendID(of: item, to: &bytes) }
        }
        if item.hasDetails {
            for key in item.foreign.isEmpty ? [] : item.fieldsToClear {
                append(key.rawValue, to: &bytes)
                XMLText.append(.null, depth + 1, to: &bytes)
            }
            appendRest(item.details, to: &bytes)
        }
        XMLText.indent(depth, to: &bytes)
        bytes.append(contentsOf: "</dict>\n".utf8)
    }

    private func append(_ key: String, to bytes: inout [UInt8]) {
        XMLText.append(key, in: "key", depth + 1, to: &bytes)
    }

    private func appendID(of item: Item, to bytes: inout [UInt8]) {
        let keys = ItemKeys.shared
        // If `itemKey` contains another value, the ID is in `id`.
        let usesLegacyKey = isLegacy && !item.hasForeignKey(keys.names[keys.legacyID])
        let id = item.id.description
        append(keys.names[usesLegacyKey ? keys.legacyID : ItemKeys.id], to: &bytes)
        XMLText.append(usesLegacyKey ? id.uppercased() : id, in: "string", depth + 1, to: &bytes)
    }

    /// Appends the field unless it has its default value.
    private func append(_ field: Field, of item: Item, to bytes: inout [UInt8]) {
        let isRedundant = !field.traits.contains(.alwaysWritten) && field.isDefault(in: item)
        let key = field.key.rawValue
        switch field.access {
        case .text(let get, _):
            guard let text = get(item) else { return }
            append(key, to: &bytes)
            XMLText.append(text, in: "string", depth + 1, to: &bytes)
        case .integer(let get, _):
            guard let number = get(item), !isRedundant else { return }
            append(key, to: &bytes)
            XMLText.append(number, depth + 1, to: &bytes)
        case .amount(let get, _):
            let amount = get(item)
            if amount == nil, !field.traits.contains(.clearable) { return }
            append(key, to: &bytes)
            if let amount {
                XMLText.append(amount, depth + 1, to: &bytes)
            } else {
                XMLText.append(.null, depth + 1, to: &bytes)
            }
        case .flag(let get, _):
            if isRedundant { return }
            append(key, to: &bytes)
            XMLText.append(get(item), depth + 1, to: &bytes)
        case .moment(let get, _):
            guard let moment = get(item) else { return }
            append(key, to: &bytes)
            XMLText.append(moment, depth + 1, to: &bytes)
        case .day(let get, _):
            guard let day = get(item) else { return }
            append(key, to: &bytes)
            XMLText.append(day.description, in: "string", depth + 1, to: &bytes)
        case .list where field.traits.contains(.files):
            if item.files.isEmpty { return }
            append(key, to: &bytes)
            XMLText.append(FileEntries.value(of: item.files), depth + 1, to: &bytes)
        case .list(let get, _):
            let texts = get(item)
            if texts.isEmpty { return }
            append(key, to: &bytes)
            XMLText.append(texts, depth + 1, to: &bytes)
        }
    }

    private func appendRest(_ details: ItemDetails, to bytes: inout [UInt8]) {
        if !details.custom.isEmpty {
            append("custom", to: &bytes)
            XMLText.container("dict", isEmpty: false, depth + 1, to: &bytes) { bytes in
                for field in CustomFields.sorted(details.custom) {
                    XMLText.append(field.key, in: "key", depth + 2, to: &bytes)
                    XMLText.append(custom: field.value, depth + 2, to: &bytes)
                }
            }
        }
        for field in details.foreign {
            append(field.key, to: &bytes)
            XMLText.append(field.value, depth + 1, to: &bytes)
        }
    }
}
