package import LootCore

/// Writes items as JSON objects, each on one line and in the order of the field table.
package struct JSONItemWriter: Sendable {
    private let table = FieldTable.shared

    /// A writer.
    package init() {}

    /// Appends the item's object, with a further member of the form `,"name":value` at its end.
    package func append(_ item: Item, with member: [UInt8] = [], to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: 48) { output in
            output.put(0x223A_2264_6922_7B, 7)  // {"id":"
            item.id.append(to: &output)
            output.append(UInt8(ascii: "\""))
        }
        let hasDetails = item.hasDetails
        let prefixes = table.keys
        let keys = prefixes.span
        for index in 0..<(hasDetails ? table.access.count : Field.core.count) {
            append(index, of: item, keys, to: &bytes)
        }
        if hasDetails {
            if !item.foreign.isEmpty { appendNulls(item, to: &bytes) }
            appendRest(item.details, to: &bytes)
        }
        let end = member.span
        bytes.append(addingCapacity: end.count + 1) { output in
            output.put(end)
            output.append(UInt8(ascii: "}"))
        }
    }

    @inline(__always)
    private func append(
        _ index: Int, of item: Item, _ keys: Span<UInt8>, to bytes: inout [UInt8]
    ) {
        let key = table.ends[index]..<table.ends[index + 1]
        switch table.access[index] {
        case .text(let get, _):
            guard let text = get(item) else { return }
            append(text, behind: key, keys, to: &bytes)
        case .integer(let get, _):
            guard let number = get(item), isWorthWriting(index, of: item) else { return }
            bytes.append(addingCapacity: key.count + 20) { output in
                output.put(keys.extracting(key))
                output.put(decimal: number)
            }
        case .amount(let get, _):
            guard let amount = get(item) else {
                if table.isClearable[index] {
                    bytes.append(addingCapacity: key.count + 4) { output in
                        output.put(keys.extracting(key))
                        output.put("null")
                    }
                }
                return
            }
            bytes.append(addingCapacity: key.count + 26) { output in
                output.put(keys.extracting(key))
                output.put(amount: amount)
            }
        case .flag(let get, _):
            guard isWorthWriting(index, of: item) else { return }
            let flag = get(item)
            bytes.append(addingCapacity: key.count + 5) { output in
                output.put(keys.extracting(key))
                output.put(flag ? "true" : "false")
            }
        case .moment(let get, _):
            guard let moment = get(item) else { return }
            bytes.append(addingCapacity: key.count + CalendarText.momentLength + 2) { output in
                output.put(keys.extracting(key))
                output.append(UInt8(ascii: "\""))
                CalendarText.append(moment, to: &output)
                output.append(UInt8(ascii: "\""))
            }
        case .day(let get, _):
            guard let day = get(item) else { return }
            append(day.description, behind: key, keys, to: &bytes)
        case .list where table.listsFiles[index]:
            if item.files.isEmpty { return }
            bytes.append(addingCapacity: key.count) { $0.put(keys.extracting(key)) }
            JSONText.append(FileEntries.value(of: item.files), to: &bytes)
        case .list(let get, _):
            let texts = get(item)
            if texts.isEmpty { return }
            bytes.append(addingCapacity: key.count) { $0.put(keys.extracting(key)) }
            JSONText.append(texts, to: &bytes)
        }
    }

    @inline(__always)
    private func append(
        _ text: String, behind key: Range<Int>, _ keys: Span<UInt8>, to bytes: inout [UInt8]
    ) {
        let span = text.utf8.span
        let isPlain = !JSONText.needsEscapes(span)
        bytes.append(addingCapacity: key.count + span.count + 2) { output in
            output.put(keys.extracting(key))
            guard isPlain else { return }
            output.append(UInt8(ascii: "\""))
            output.put(span)
            output.append(UInt8(ascii: "\""))
        }
        if !isPlain { JSONText.append(text, to: &bytes) }
    }

    @inline(__always)
    private func isWorthWriting(_ index: Int, of item: Item) -> Bool {
        table.isAlwaysWritten[index] || !Field.all[index].isDefault(in: item)
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

/// What is asked of the fields for each item, made once.
private final class FieldTable: Sendable {
    let access: [Field.Access]
    let isAlwaysWritten: [Bool]
    let isClearable: [Bool]
    let listsFiles: [Bool]
    /// All of `,"name":`, one after the other, and where each ends.
    let keys: [UInt8]
    let ends: [Int]

    static let shared = FieldTable()

    private init() {
        access = Field.all.map(\.access)
        isAlwaysWritten = Field.all.map { $0.traits.contains(.alwaysWritten) }
        isClearable = Field.all.map { $0.traits.contains(.clearable) }
        listsFiles = Field.all.map { $0.traits.contains(.files) }
        var keys: [UInt8] = []
        var ends = [0]
        for field in Field.all {
            keys.append(UInt8(ascii: ","))
            JSONText.append(field.key.rawValue, to: &keys)
            keys.append(UInt8(ascii: ":"))
            ends.append(keys.count)
        }
        self.keys = keys
        self.ends = ends
    }
}
