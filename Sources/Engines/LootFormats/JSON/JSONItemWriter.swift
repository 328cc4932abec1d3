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
        let keys = table.keys
        let fields = 0..<(hasDetails ? table.access.count : Field.core.count)
        var index = 0
        var room = 256
        while index < fields.upperBound {
            var rest = Rest.none
            bytes.append(addingCapacity: room) { output in
                while index < fields.upperBound {
                    rest = put(index, of: item, keys.span, into: &output)
                    guard case .none = rest else { return }
                    index += 1
                }
            }
            switch rest {
            case .none: break
            case .room(let needed): room = needed
            case .value:
                appendValue(index, of: item, keys.span, to: &bytes)
                index += 1
                room = 256
            }
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

    /// What of a field ``put(_:of:_:into:)`` has left.
    private enum Rest {
        /// Nothing: the field is written, or there is nothing to write.
        case none
        /// All, since it needs so much room.
        case room(Int)
        /// All, since its value takes more than copying: escapes, or a list.
        case value
    }

    /// Writes a field whose value has a known length.
    @inline(__always)
    private func put(
        _ index: Int, of item: Item, _ keys: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) -> Rest {
        let key = keys.extracting(table.ends[index]..<table.ends[index + 1])
        // An amount is the longest of all but texts: 25 bytes.
        let room = key.count + 32
        if output.freeCapacity < room { return .room(room) }
        switch table.access[index] {
        case .text(let get, _):
            guard let text = get(item) else { return .none }
            let span = text.utf8.span
            if JSONText.needsEscapes(span) { return .value }
            let room = key.count + span.count + 2
            if output.freeCapacity < room { return .room(room) }
            output.put(key)
            output.append(UInt8(ascii: "\""))
            output.put(span)
            output.append(UInt8(ascii: "\""))
        case .integer(let get, _):
            guard let number = get(item), isWorthWriting(index, of: item) else { return .none }
            output.put(key)
            output.put(decimal: number)
        case .amount(let get, _):
            guard let amount = get(item) else {
                if table.isClearable[index] {
                    output.put(key)
                    output.put("null")
                }
                return .none
            }
            output.put(key)
            output.put(amount: amount)
        case .flag(let get, _):
            guard isWorthWriting(index, of: item) else { return .none }
            let flag = get(item)
            output.put(key)
            output.put(flag ? "true" : "false")
        case .moment(let get, _):
            guard let moment = get(item) else { return .none }
            output.put(key)
            output.append(UInt8(ascii: "\""))
            CalendarText.append(moment, to: &output)
            output.append(UInt8(ascii: "\""))
        case .day(let get, _):
            guard let day = get(item) else { return .none }
            output.put(key)
            output.append(UInt8(ascii: "\""))
            output.put(day.description.utf8.span)
            output.append(UInt8(ascii: "\""))
        case .list where table.listsFiles[index]: return item.files.isEmpty ? .none : .value
        case .list(let get, _): return get(item).isEmpty ? .none : .value
        }
        return .none
    }

    /// Appends a field whose value takes more than copying.
    private func appendValue(_ index: Int, of item: Item, _ keys: Span<UInt8>, to bytes: inout [UInt8]) {
        let key = keys.extracting(table.ends[index]..<table.ends[index + 1])
        switch table.access[index] {
        case .text(let get, _):
            guard let text = get(item) else { return }
            bytes.append(addingCapacity: key.count) { $0.put(key) }
            JSONText.append(text, to: &bytes)
        case .list where table.listsFiles[index]:
            bytes.append(addingCapacity: key.count) { $0.put(key) }
            JSONText.append(FileEntries.value(of: item.files), to: &bytes)
        case .list(let get, _):
            bytes.append(addingCapacity: key.count) { $0.put(key) }
            JSONText.append(get(item), to: &bytes)
        case .integer, .amount, .flag, .moment, .day:
            preconditionFailure("has a known length")
        }
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
