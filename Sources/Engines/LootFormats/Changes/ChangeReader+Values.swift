package import LootCore

extension ChangeReader {
    /// Reads a member of an object, with its path in errors. Returns `nil` without a problem if the key is missing.
    package mutating func member<Value>(
        _ key: String, of value: DocumentValue, _ read: (inout ChangeReader, DocumentValue) -> Value?
    ) -> Value? {
        guard let member = value[key] else { return nil }
        var inner = ChangeReader()
        inner.isEntry = isEntry
        let result = read(&inner, member)
        for problem in inner.problems {
            add(problem.error, at: JSONPointer(text: JSONPointer().appending(key).text + problem.pointer))
        }
        return result
    }

    /// Returns the members of an object that may only contain the given keys.
    package mutating func object(_ value: DocumentValue, keys: [String]) -> [DocumentEntry]? {
        guard let entries = object(value, at: JSONPointer()) else { return nil }
        for entry in entries where !keys.contains(entry.key) {
            add(
                LootError(
                    .malformed, "Can't read the request.",
                    reason: "The key “\(TextRules.visible(entry.key))” isn't known.",
                    advice: Suggestions.advice(for: entry.key, among: keys)),
                at: JSONPointer().appending(entry.key))
        }
        return entries
    }

    /// Reads the ID of an item.
    package mutating func id(_ value: DocumentValue) -> ItemID? { id(value, at: JSONPointer()) }

    /// Reads a nonnegative integer.
    package mutating func position(_ value: DocumentValue) -> Int? { integer(value, at: JSONPointer()) }

    /// Reads a string.
    package mutating func text(_ value: DocumentValue) -> String? {
        if case .text(let text) = value.content { return text }
        refuse(Expectation.text, at: JSONPointer())
        return nil
    }

    /// Adds a problem with the document as a whole.
    package mutating func refuse(_ reason: Message) { refuse(reason, at: JSONPointer()) }

    // MARK: Helpers

    mutating func add(_ error: LootError, at pointer: JSONPointer) {
        append(InvalidDocument.Problem(pointer: pointer.text, error: error))
    }

    mutating func refuse(_ reason: Message, at pointer: JSONPointer) {
        add(LootError(.invalidValue, "Can't use the value.", reason: reason), at: pointer)
    }

    mutating func object(_ value: DocumentValue, at pointer: JSONPointer) -> [DocumentEntry]? {
        if case .object(let entries) = value.content { return entries }
        refuse("This must be an object.", at: pointer)
        return nil
    }

    mutating func id(_ value: DocumentValue, at pointer: JSONPointer) -> ItemID? {
        if case .text(let text) = value.content, let id = ItemID(text) { return id }
        refuse("This must be an ID (a UUID).", at: pointer)
        return nil
    }

    mutating func integer(_ value: DocumentValue, at pointer: JSONPointer) -> Int? {
        if case .number(let digits) = value.content, let number = ChangeReader.integer(digits), number >= 0 {
            return number
        }
        refuse("This must be 0 or a positive whole number.", at: pointer)
        return nil
    }

    /// Parses an integer such as `40`, or `40.0`, which is the same in JSON.
    private static func integer(_ digits: String) -> Int? {
        if let number = Int(digits) { return number }
        guard let number = Double(digits), abs(number) <= 0x1p53 else { return nil }
        return Int(exactly: number)
    }

    /// Reads the value of a built-in field. Returns `nil` for null and for invalid values.
    mutating func value(_ value: DocumentValue, of field: Field, at pointer: JSONPointer) -> FieldValue? {
        if value.content == .null { return nil }
        let isFiles = field.traits.contains(.files)
        let read =
            isFiles ? FileEntries.texts(value).map { .list($0) } : ChangeReader.value(value, as: field.type)
        guard let read else {
            let expectation = isFiles ? FileEntries.expectation : field.type.expectation
            add(field.refusal(expectation), at: pointer)
            return nil
        }
        do { try isEntry ? field.checkEntry(read) : field.check(read) } catch {
            add(error, at: pointer)
            return nil
        }
        return read
    }

    private static func value(_ value: DocumentValue, as type: FieldType) -> FieldValue? {
        switch (type, value.content) {
        case (.text, .text(let text)): .text(text)
        case (.integer, .number(let digits)): integer(digits).map { .integer($0) }
        case (.decimal, .number(let digits)):
            Double(digits).flatMap { $0.isFinite ? .decimal($0) : nil }
        case (.amount, .number(let digits)): Amount(digits).map { .amount($0) }
        case (.flag, .flag(let flag)): .flag(flag)
        case (.moment, .text(let text)): Moment(text).map { .moment($0) }
        case (.day, .text(let text)): Day(text).map { .day($0) }
        case (.list, .array(let elements)): texts(elements).map { .list($0) }
        default: nil
        }
    }

    private static func texts(_ elements: [DocumentValue]) -> [String]? {
        var texts: [String] = []
        for element in elements {
            guard case .text(let text) = element.content else { return nil }
            texts.append(text)
        }
        return texts
    }
}

extension FieldType {
    /// The JSON value expected for the type, for messages.
    fileprivate var expectation: Message {
        switch self {
        case .text: Expectation.text
        case .integer: Expectation.integer
        case .decimal: "This must be a number."
        case .amount: Expectation.amount
        case .flag: Expectation.flag
        case .moment: Expectation.moment
        case .day: Expectation.day
        case .list: Expectation.list
        }
    }
}
