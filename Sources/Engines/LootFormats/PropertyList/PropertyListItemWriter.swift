import LootCore

/// Writes items as dictionaries of XML property lists.
final class PropertyListItemWriter: Sendable {
    private let access: [Field.Access]
    private let isAlwaysWritten: [Bool]
    private let isClearable: [Bool]
    /// What comes before each field's value: the line with its key, and the tabs and opening tag of the next line,
    /// one after the other; and where each ends.
    private let keys: [UInt8]
    private let ends: [Int]
    /// The fields in the order in which they are written; nil is the id.
    private let core: [Int?]
    private let all: [Int?]
    private let depth: Int
    private let isLegacy: Bool

    /// A writer of items that are indented by `depth` tabs. As the teaching app's files have it, a legacy item has its id under
    /// `itemKey`, in upper case, and its keys sorted.
    init(depth: Int, isLegacy: Bool) {
        self.depth = depth
        self.isLegacy = isLegacy
        let fields = Field.all
        access = fields.map(\.access)
        isAlwaysWritten = fields.map { $0.traits.contains(.alwaysWritten) }
        isClearable = fields.map { $0.traits.contains(.clearable) }
        var keys: [UInt8] = []
        var ends = [0]
        let ways = fields.map { ($0.key.rawValue, PropertyListItemWriter.openingTag(of: $0.access)) }
        for (name, tag) in ways + [(isLegacy ? "itemKey" : "id", "<string>")] {
            XMLText.append(name, in: "key", depth + 1, to: &keys)
            if !tag.isEmpty {
                XMLText.indent(depth + 1, to: &keys)
                keys.append(contentsOf: tag.utf8)
            }
            ends.append(keys.count)
        }
        self.keys = keys
        self.ends = ends
        let order = [nil] + fields.indices.map(Optional.some)
        func name(_ index: Int?) -> String { index.map { fields[$0].key.rawValue } ?? "itemKey" }
        all = isLegacy ? order.sorted { name($0) < name($1) } : order
        core = all.filter { $0.map { $0 < Field.core.count } ?? true }
    }

    /// The tag of a value on one line; empty where the value's tags are not always the same.
    private static func openingTag(of access: Field.Access) -> String {
        switch access {
        case .text, .day: "<string>"
        case .integer: "<integer>"
        case .moment: "<date>"
        case .amount, .flag, .list: ""
        }
    }

    func append(_ item: Item, to bytes: inout [UInt8]) {
        XMLText.indent(depth, to: &bytes)
        bytes.append(addingCapacity: 7) { $0.put("<dict>\n") }
        let prefixes = keys
        let keys = prefixes.span
        for index in item.hasDetails ? all : core {
            if let index {
                append(index, of: item, keys, to: &bytes)
            } else {
                appendID(of: item, keys, to: &bytes)
            }
        }
        if item.hasDetails {
            for key in item.foreign.isEmpty ? [] : item.fieldsToClear {
                XMLText.append(key.rawValue, in: "key", depth + 1, to: &bytes)
                XMLText.append(.null, depth + 1, to: &bytes)
            }
            appendRest(item.details, to: &bytes)
        }
        XMLText.indent(depth, to: &bytes)
        bytes.append(addingCapacity: 8) { $0.put("</dict>\n") }
    }

    private func appendID(of item: Item, _ keys: Span<UInt8>, to bytes: inout [UInt8]) {
        let key = key(access.count)
        if isLegacy {
            let legacyKey = ItemKeys.shared.names[ItemKeys.shared.legacyID]
            if !item.hasForeignKey(legacyKey) {
                return append(item.id.description.uppercased(), behind: key, keys, to: &bytes)
            }
            // Another value stands under that key; beside an id of its own it is just something to keep.
            XMLText.append(ItemKeys.shared.names[ItemKeys.id], in: "key", depth + 1, to: &bytes)
            XMLText.append(item.id.description, in: "string", depth + 1, to: &bytes)
            return
        }
        bytes.append(addingCapacity: key.count + 46) { output in
            output.put(keys.extracting(key))
            item.id.append(to: &output)
            output.put("</string>\n")
        }
    }

    @inline(__always)
    private func append(
        _ text: String, behind key: Range<Int>, _ keys: Span<UInt8>, to bytes: inout [UInt8]
    ) {
        let span = text.utf8.span
        let isPlain = !XMLText.needsReferences(span)
        bytes.append(addingCapacity: key.count + span.count + 10) { output in
            output.put(keys.extracting(key))
            if isPlain {
                output.put(span)
                output.put("</string>\n")
            }
        }
        if isPlain { return }
        XMLText.appendMarked(text, to: &bytes)
        bytes.append(contentsOf: "</string>\n".utf8)
    }

    @inline(__always)
    private func append(
        _ index: Int, of item: Item, _ keys: Span<UInt8>, to bytes: inout [UInt8]
    ) {
        switch access[index] {
        case .text(let get, _):
            guard let text = get(item) else { return }
            append(text, behind: key(index), keys, to: &bytes)
        case .integer(let get, _):
            guard let number = get(item), isWorthWriting(index, of: item) else { return }
            let key = key(index)
            bytes.append(addingCapacity: key.count + 31) { output in
                output.put(keys.extracting(key))
                output.put(decimal: number)
                output.put("</integer>\n")
            }
        case .amount(let get, _):
            let amount = get(item)
            guard amount != nil || isClearable[index] else { return }
            bytes.append(addingCapacity: key(index).count) { $0.put(keys.extracting(key(index))) }
            if let amount {
                XMLText.append(amount, depth + 1, to: &bytes)
            } else {
                XMLText.append(.null, depth + 1, to: &bytes)
            }
        case .flag(let get, _):
            guard isWorthWriting(index, of: item) else { return }
            bytes.append(addingCapacity: key(index).count) { $0.put(keys.extracting(key(index))) }
            XMLText.append(get(item), depth + 1, to: &bytes)
        case .moment(let get, _):
            guard let moment = get(item) else { return }
            let key = key(index)
            bytes.append(addingCapacity: key.count + CalendarText.momentLength + 8) { output in
                output.put(keys.extracting(key))
                CalendarText.append(moment, to: &output)
                output.put("</date>\n")
            }
        case .day(let get, _):
            guard let day = get(item) else { return }
            append(day.description, behind: key(index), keys, to: &bytes)
        case .list where Field.all[index].traits.contains(.files):
            if item.files.isEmpty { return }
            bytes.append(addingCapacity: key(index).count) { $0.put(keys.extracting(key(index))) }
            XMLText.append(FileEntries.value(of: item.files), depth + 1, to: &bytes)
        case .list(let get, _):
            let texts = get(item)
            if texts.isEmpty { return }
            bytes.append(addingCapacity: key(index).count) { $0.put(keys.extracting(key(index))) }
            XMLText.append(texts, depth + 1, to: &bytes)
        }
    }

    @inline(__always)
    private func isWorthWriting(_ index: Int, of item: Item) -> Bool {
        isAlwaysWritten[index] || !Field.all[index].isDefault(in: item)
    }

    /// Where in ``keys`` stands what comes before a field's value.
    @inline(__always)
    private func key(_ index: Int) -> Range<Int> { ends[index]..<ends[index + 1] }

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
