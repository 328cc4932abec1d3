import LootCore

/// Writes items as dictionaries of XML property lists.
struct PropertyListItemWriter {
    private let access: [Field.Access]
    private let isAlwaysWritten: [Bool]
    /// All of the fields' key lines with their tabs, one after the other, and where each begins and ends.
    private let keys: [UInt8]
    private let ends: [Int]
    /// The fields in the order in which they are written; nil is the id.
    private let core: [Int?]
    private let all: [Int?]
    private let depth: Int
    private let isLegacy: Bool

    /// A writer of items so many tabs deep. As the teaching app's files have it, a legacy item has its id under
    /// `itemKey`, in upper case, and its keys sorted.
    init(depth: Int, isLegacy: Bool) {
        self.depth = depth
        self.isLegacy = isLegacy
        let fields = Field.all
        access = fields.map(\.access)
        isAlwaysWritten = fields.map { $0.traits.contains(.alwaysWritten) }
        var keys: [UInt8] = []
        var ends = [0]
        for name in fields.map(\.key.rawValue) + [isLegacy ? "itemKey" : "id"] {
            XMLText.append(name, in: "key", depth + 1, to: &keys)
            ends.append(keys.count)
        }
        self.keys = keys
        self.ends = ends
        let order = [nil] + fields.indices.map(Optional.some)
        func name(_ index: Int?) -> String { index.map { fields[$0].key.rawValue } ?? "itemKey" }
        all = isLegacy ? order.sorted { name($0) < name($1) } : order
        core = all.filter { $0.map { $0 < Field.core.count } ?? true }
    }

    func append(_ item: Item, to bytes: inout [UInt8]) {
        XMLText.indent(depth, to: &bytes)
        bytes.append(addingCapacity: 7) { $0.put("<dict>\n") }
        for index in item.hasDetails ? all : core {
            if let index { append(index, of: item, to: &bytes) } else { appendID(of: item, to: &bytes) }
        }
        if item.hasDetails { appendRest(item.details, to: &bytes) }
        XMLText.indent(depth, to: &bytes)
        bytes.append(addingCapacity: 8) { $0.put("</dict>\n") }
    }

    private func appendID(of item: Item, to bytes: inout [UInt8]) {
        appendKey(access.count, to: &bytes)
        if isLegacy {
            XMLText.append(item.id.description.uppercased(), in: "string", depth + 1, to: &bytes)
        } else {
            XMLText.indent(depth + 1, to: &bytes)
            bytes.append(addingCapacity: 54) { output in
                output.put("<string>")
                HexText.append(item.id, to: &output)
                output.put("</string>\n")
            }
        }
    }

    @inline(__always)
    private func append(_ index: Int, of item: Item, to bytes: inout [UInt8]) {
        switch access[index] {
        case .text(let get, _):
            guard let text = get(item) else { return }
            appendKey(index, to: &bytes)
            XMLText.append(text, in: "string", depth + 1, to: &bytes)
        case .integer(let get, _):
            guard let number = get(item), isWorthWriting(index, of: item) else { return }
            appendKey(index, to: &bytes)
            XMLText.append(number, depth + 1, to: &bytes)
        case .flag(let get, _):
            guard isWorthWriting(index, of: item) else { return }
            appendKey(index, to: &bytes)
            XMLText.append(get(item), depth + 1, to: &bytes)
        case .moment(let get, _):
            guard let moment = get(item) else { return }
            appendKey(index, to: &bytes)
            XMLText.append(moment, depth + 1, to: &bytes)
        case .day(let get, _):
            guard let day = get(item) else { return }
            appendKey(index, to: &bytes)
            XMLText.append(day.description, in: "string", depth + 1, to: &bytes)
        case .list(let get, _):
            let texts = get(item)
            if texts.isEmpty { return }
            appendKey(index, to: &bytes)
            XMLText.append(texts, depth + 1, to: &bytes)
        }
    }

    @inline(__always)
    private func isWorthWriting(_ index: Int, of item: Item) -> Bool {
        isAlwaysWritten[index] || !Field.all[index].isDefault(in: item)
    }

    @inline(__always)
    private func appendKey(_ index: Int, to bytes: inout [UInt8]) {
        let key = keys.span.extracting(ends[index]..<ends[index + 1])
        bytes.append(addingCapacity: key.count) { $0.put(key) }
    }

    private func appendRest(_ details: ItemDetails, to bytes: inout [UInt8]) {
        if !details.custom.isEmpty {
            XMLText.append("custom", in: "key", depth + 1, to: &bytes)
            XMLText.container("dict", isEmpty: false, depth + 1, to: &bytes) { bytes in
                for field in CustomFields.sorted(details.custom) {
                    XMLText.append(field.key, in: "key", depth + 2, to: &bytes)
                    XMLText.append(custom: field.value, depth + 2, to: &bytes)
                }
            }
        }
        for field in details.foreign {
            XMLText.append(field.key, in: "key", depth + 1, to: &bytes)
            XMLText.append(field.value, depth + 1, to: &bytes)
        }
    }
}
