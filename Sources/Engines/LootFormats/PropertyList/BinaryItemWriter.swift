import LootCore

/// Writes items as a binary property list.
struct BinaryItemWriter: ItemEncoder {
    private let shape: DocumentShape
    private let fields = Field.all
    private let isAlwaysWritten = Field.all.map { $0.traits.contains(.alwaysWritten) }
    private var objects = BinaryObjectWriter()
    private var items: [BinaryObjectWriter.Reference] = []

    init(shape: DocumentShape) { self.shape = shape }

    private var isBare: Bool { shape.header == nil }

    mutating func begin(_ bytes: inout [UInt8]) {
        objects.begin(&bytes)
        items = []
    }

    mutating func append(_ item: Item, to bytes: inout [UInt8]) {
        objects.resume(bytes)
        var dictionary = BinaryDictionary()
        // In a bare list, as in files of the classic app, the ID is in `itemKey`, in uppercase.
        let isLegacy = isBare && !item.hasForeignKey(ItemKeys.shared.names[ItemKeys.shared.legacyID])
        let id = isLegacy ? item.id.description.uppercased() : item.id.description
        dictionary.add(isLegacy ? "itemKey" : "id", objects.text(id, &bytes), &objects, &bytes)
        for index in fields.indices {
            if index >= Field.core.count, !item.hasDetails { break }
            guard let value = value(index, of: item, &bytes) else { continue }
            dictionary.add(fields[index].key.rawValue, value, &objects, &bytes)
        }
        if item.hasDetails {
            for key in item.foreign.isEmpty ? [] : item.fieldsToClear {
                dictionary.add(key.rawValue, objects.foreign(.null, &bytes), &objects, &bytes)
            }
            append(item.details, to: &dictionary, &bytes)
        }
        items.append(dictionary.end(&objects, &bytes))
    }

    mutating func end(_ bytes: inout [UInt8]) {
        objects.resume(bytes)
        let list = objects.array(items, &bytes)
        items = []
        guard let header = shape.header else { return objects.end(root: list, &bytes) }
        var dictionary = BinaryDictionary()
        dictionary.add("format", objects.text(DocumentShape.formatName, &bytes), &objects, &bytes)
        dictionary.add("version", objects.number(DocumentShape.version, &bytes), &objects, &bytes)
        for field in header {
            dictionary.add(field.key, objects.foreign(field.value, &bytes), &objects, &bytes)
        }
        dictionary.add("items", list, &objects, &bytes)
        objects.end(root: dictionary.end(&objects, &bytes), &bytes)
    }

    private mutating func value(_ index: Int, of item: Item, _ bytes: inout [UInt8])
        -> BinaryObjectWriter.Reference?
    {
        switch fields[index].access {
        case .text(let get, _): return get(item).map { objects.text($0, &bytes) }
        case .integer(let get, _):
            guard let number = get(item), isWorthWriting(index, of: item) else { return nil }
            return objects.number(number, &bytes)
        case .amount(let get, _):
            guard let amount = get(item) else {
                return fields[index].traits.contains(.clearable) ? objects.foreign(.null, &bytes) : nil
            }
            return objects.amount(amount, &bytes)
        case .flag(let get, _):
            return isWorthWriting(index, of: item) ? objects.flag(get(item), &bytes) : nil
        case .moment(let get, _): return get(item).map { objects.moment($0, &bytes) }
        case .day(let get, _): return get(item).map { objects.text($0.description, &bytes) }
        case .list where fields[index].traits.contains(.files):
            return item.files.isEmpty
                ? nil : objects.foreign(FileEntries.value(of: item.files), &bytes)
        case .list(let get, _):
            let texts = get(item)
            return texts.isEmpty ? nil : objects.texts(texts, &bytes)
        }
    }

    private func isWorthWriting(_ index: Int, of item: Item) -> Bool {
        isAlwaysWritten[index] || !fields[index].isDefault(in: item)
    }

    private mutating func append(
        _ details: ItemDetails, to dictionary: inout BinaryDictionary, _ bytes: inout [UInt8]
    ) {
        if !details.custom.isEmpty {
            var custom = BinaryDictionary()
            for field in CustomFields.sorted(details.custom) {
                custom.add(field.key, objects.custom(field.value, &bytes), &objects, &bytes)
            }
            dictionary.add("custom", custom.end(&objects, &bytes), &objects, &bytes)
        }
        for field in details.foreign {
            dictionary.add(field.key, objects.foreign(field.value, &bytes), &objects, &bytes)
        }
    }
}

/// The keys and values of a dictionary that is being written.
private struct BinaryDictionary {
    private var keys: [BinaryObjectWriter.Reference] = []
    private var values: [BinaryObjectWriter.Reference] = []

    mutating func add(
        _ key: String, _ value: BinaryObjectWriter.Reference, _ objects: inout BinaryObjectWriter,
        _ bytes: inout [UInt8]
    ) {
        keys.append(objects.key(key, &bytes))
        values.append(value)
    }

    func end(_ objects: inout BinaryObjectWriter, _ bytes: inout [UInt8]) -> BinaryObjectWriter.Reference {
        objects.dictionary(keys, values, &bytes)
    }
}

extension BinaryObjectWriter {
    fileprivate mutating func texts(_ texts: [String], _ bytes: inout [UInt8]) -> Reference {
        array(texts.map { text($0, &bytes) }, &bytes)
    }

    /// Writes an amount. If a `Double` can't represent it exactly, it is written as text.
    fileprivate mutating func amount(_ amount: Amount, _ bytes: inout [UInt8]) -> Reference {
        if amount.isWhole { return number(amount.whole, &bytes) }
        return amount.isExactAsDouble
            ? real(amount.asDouble, &bytes) : text(amount.description, &bytes)
    }

    fileprivate mutating func custom(_ value: FieldValue, _ bytes: inout [UInt8]) -> Reference {
        switch value {
        case .text(let text): self.text(text, &bytes)
        case .integer(let number): self.number(number, &bytes)
        case .decimal(let number): real(number, &bytes)
        case .amount(let amount): self.amount(amount, &bytes)
        case .flag(let flag): self.flag(flag, &bytes)
        case .moment(let moment): self.moment(moment, &bytes)
        case .day(let day): tagged("date", day.description, &bytes)
        case .list(let texts): self.texts(texts, &bytes)
        }
    }

    /// Writes the value of an unknown field unchanged.
    fileprivate mutating func foreign(_ value: ForeignValue, _ bytes: inout [UInt8]) -> Reference {
        if value.needsJSON { return json(value, &bytes) }
        switch value {
        case .null: return json(value, &bytes)
        case .flag(let flag): return self.flag(flag, &bytes)
        case .number(let digits): return number(digits, &bytes)
        case .text(let text): return self.text(text, &bytes)
        case .moment(let moment): return self.moment(moment, &bytes)
        case .data(let data): return self.data(data, &bytes)
        case .array(let values): return array(values.map { foreign($0, &bytes) }, &bytes)
        case .object(let fields):
            var dictionary = BinaryDictionary()
            for field in fields { dictionary.add(field.key, foreign(field.value, &bytes), &self, &bytes) }
            return dictionary.end(&self, &bytes)
        }
    }

    private mutating func number(_ digits: String, _ bytes: inout [UInt8]) -> Reference {
        switch BinaryNumber(digits) {
        case .signed(let number): self.number(number, &bytes)
        case .unsigned(let number): self.number(number, &bytes)
        case .real(let number): real(number, &bytes)
        case nil: json(.number(digits), &bytes)
        }
    }

    private mutating func json(_ value: ForeignValue, _ bytes: inout [UInt8]) -> Reference {
        var text: [UInt8] = []
        JSONText.append(value, to: &text)
        return tagged("json", String(decoding: text, as: UTF8.self), &bytes)
    }

    private mutating func tagged(_ tag: String, _ text: String, _ bytes: inout [UInt8]) -> Reference {
        var dictionary = BinaryDictionary()
        dictionary.add(tag, self.text(text, &bytes), &self, &bytes)
        return dictionary.end(&self, &bytes)
    }
}

/// A number in a binary property list. Creation fails if the digits wouldn't be preserved.
enum BinaryNumber {
    case signed(Int)
    case unsigned(UInt64)
    case real(Double)

    init?(_ digits: String) {
        if let number = Int(digits), number.description == digits {
            self = .signed(number)
        } else if let number = UInt64(digits), number.description == digits {
            self = .unsigned(number)
        } else if let number = Double(digits), number.isFinite, number.description == digits {
            self = .real(number)
        } else {
            return nil
        }
    }
}
