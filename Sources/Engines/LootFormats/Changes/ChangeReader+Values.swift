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
                    .malformed, "can't read the request", because: "no key has this name",
                    next: Suggestions.sentence(for: entry.key, among: keys)),
                at: JSONPointer().appending(entry.key))
        }
        return entries
    }

    /// Reads the ID of an item.
    package mutating func id(_ value: DocumentValue) -> ItemID? { id(value, at: JSONPointer()) }

    /// Reads a nonnegative integer.
    package mutating func position(_ value: DocumentValue) -> Int? { integer(value, at: JSONPointer()) }

    /// Reads a text.
    package mutating func text(_ value: DocumentValue) -> String? {
        if case .text(let text) = value.content { return text }
        refuse("text is expected here", at: JSONPointer())
        return nil
    }

    /// Adds a problem with the document as a whole.
    package mutating func refuse(_ why: String) { refuse(why, at: JSONPointer()) }

    // MARK: Helpers

    mutating func add(_ error: LootError, at pointer: JSONPointer) {
        append(InvalidDocument.Problem(pointer: pointer.text, error: error))
    }

    mutating func refuse(_ why: String, at pointer: JSONPointer) {
        add(LootError(.invalidValue, "can't use the value", because: why), at: pointer)
    }

    mutating func object(_ value: DocumentValue, at pointer: JSONPointer) -> [DocumentEntry]? {
        if case .object(let entries) = value.content { return entries }
        refuse("an object is expected here", at: pointer)
        return nil
    }

    mutating func id(_ value: DocumentValue, at pointer: JSONPointer) -> ItemID? {
        if case .text(let text) = value.content, let id = ItemID(text) { return id }
        refuse("an ID (a UUID) is expected here", at: pointer)
        return nil
    }

    mutating func integer(_ value: DocumentValue, at pointer: JSONPointer) -> Int? {
        if case .number(let digits) = value.content, let number = ChangeReader.integer(digits), number >= 0 {
            return number
        }
        refuse("a whole number from 0 up is expected here", at: pointer)
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
            add(field.refusal("\(expectation) is expected here"), at: pointer)
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
    fileprivate var expectation: String {
        switch self {
        case .text: "text"
        case .integer: "a whole number"
        case .decimal: "a number"
        case .amount: JSONItemParser.amountExpectation
        case .flag: "true or false"
        case .moment: "a date and time like \"2026-11-20T10:00:00Z\""
        case .day: "a date like \"2026-11-20\""
        case .list: "a list of texts"
        }
    }
}
