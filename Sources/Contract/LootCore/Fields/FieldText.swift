/// Conversion between values and text for options, CSV cells, form fields and `edit`.
extension FieldType {
    /// Parses a value. A date may be relative to `today`, see ``Day/init(_:today:)``.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that describes valid text.
    package func parse(_ text: String, today: @autoclosure () -> Day = .today) throws(LootError) -> FieldValue
    {
        switch self {
        case .text: return .text(text)
        case .integer:
            if let number = Int(text) { return .integer(number) }
            throw refusal(text, TextRules.isInteger(text) ? "a whole number of 64 bits" : "a whole number")
        case .decimal:
            if let number = Double(text), number.isFinite { return .decimal(number) }
            if let read = try? AmountText(typed: text), read.sign == nil {
                return .decimal(read.amount.asDouble)
            }
            throw refusal(text, "a number")
        case .amount:
            let read = try AmountText(typed: text)
            if let sign = read.sign, (try? Currency(named: sign)) == nil {
                throw LootError(
                    .invalidValue, "can't read “\(TextRules.visible(text))”",
                    because: "it has “\(TextRules.visible(sign))”, which is no currency that is known",
                    next: Currency.advice(for: sign) ?? "Give its three letters, as in \(read.amount) EUR")
            }
            return .amount(read.amount)
        case .flag:
            if let flag = FieldType.flag(text) { return .flag(flag) }
            throw refusal(text, "true or false")
        case .moment:
            if let moment = Moment(text) { return .moment(moment) }
            if let day = Day(text, today: today()) { return .moment(Moment(startOf: day)) }
            throw FieldType.refusal(
                ofDate: text, "a date and time", like: "2026-11-20T10:00:00Z, or a day like today")
        case .day:
            if let day = Day(text, today: today()) { return .day(day) }
            throw FieldType.refusal(ofDate: text, "a date", like: "2026-11-20, today or +14d")
        case .list:
            return .list(FieldType.entries(of: text))
        }
    }

    /// Parses a Boolean value as people write it. Returns `nil` for other text.
    package static func flag(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// Returns the entries of a comma-separated list, without surrounding spaces and empty entries. A backslash
    /// escapes a comma, a backslash, or a space at the start or end of an entry.
    private static func entries(of text: String) -> [String] {
        var entries: [String] = []
        var entry = String.UnicodeScalarView()
        var spaces = String.UnicodeScalarView()
        var escaped = false
        func finish() {
            if !entry.isEmpty { entries.append(String(entry)) }
            entry.removeAll()
            spaces.removeAll()
        }
        for scalar in text.unicodeScalars {
            if escaped || (scalar != "\\" && scalar != "," && !scalar.properties.isWhitespace) {
                entry.append(contentsOf: spaces)
                entry.append(scalar)
                spaces.removeAll()
                escaped = false
            } else if scalar == "\\" {
                escaped = true
            } else if scalar == "," {
                finish()
            } else if !entry.isEmpty {
                spaces.append(scalar)
            }
        }
        finish()
        return entries
    }

    /// Returns the error for an invalid date. It explains if the text looks like a date but doesn't exist in the
    /// calendar.
    private static func refusal(ofDate text: String, _ expected: String, like sample: String) -> LootError {
        var error = refusal(text, expected)
        error.next += " like \(sample)"
        let typed = DayText(text, today: .today)
        if typed.readings.count == 2 {
            let readings = typed.readings.map(\.description).joined(separator: " or ")
            error.why = "it can mean \(readings)"
            error.next = "Write \(readings)"
            return error
        }
        if let suggestion = typed.suggestion(for: text) { error.next = "Did you mean “\(suggestion)”?" }
        let day = text.prefix { $0 != "T" }
        let parts = Day(day) == nil ? day.split(separator: "-") : []
        let isDate = parts.count == 3 && parts.allSatisfy { $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
        let isSpan = ["+", "-"].contains(text.prefix(1)) && CalendarSpan(text.dropFirst()) != nil
        if isSpan || isDate && parts[0].count > 4 {
            error.why = "it lies outside of the years 1 to 9999"
        } else if isDate {
            error.why = "it is no day that the calendar has"
        }
        return error
    }

    private func refusal(_ text: String, _ expected: String) -> LootError {
        FieldType.refusal(text, expected)
    }

    private static func refusal(_ text: String, _ expected: String) -> LootError {
        LootError(
            .invalidValue, "can't read “\(TextRules.visible(text))”", because: "it is not \(expected)",
            next: "Give \(expected)")
    }
}

extension FieldValue: CustomStringConvertible {
    /// The value as text that `FieldType.parse(_:today:)` can parse.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): String(number)
        case .amount(let amount): FieldValue.unambiguous(amount)
        case .flag(let flag): flag ? "true" : "false"
        case .moment(let moment): moment.description
        case .day(let day): day.description
        case .list(let list): list.map(FieldValue.escaped).joined(separator: ", ")
        }
    }

    /// Returns an amount with an additional zero if its three decimal places look like a thousands group in some
    /// languages.
    private static func unambiguous(_ amount: Amount) -> String {
        let text = amount.description
        return text.suffix(4).first == "." ? text + "0" : text
    }

    private static func escaped(_ entry: String) -> String {
        let scalars = entry.unicodeScalars
        var result = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            let isAtEnd = index == scalars.startIndex || scalars.index(after: index) == scalars.endIndex
            if scalar == "," || scalar == "\\" || (isAtEnd && scalar.properties.isWhitespace) {
                result.append("\\")
            }
            result.append(scalar)
        }
        return String(result)
    }
}

extension Field {
    /// Parses a value of this field. Empty text means no value, or an empty name. A date may be relative to `today`,
    /// see `Day.init(_:today:)`; if the field has a `countsFrom` field, it may also be a period that begins on
    /// `start`.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    public func parse(
        _ text: String, today: @autoclosure () -> Day = .today, from start: @autoclosure () -> Day? = nil
    ) throws(LootError) -> FieldValue? {
        if text.isEmpty, takesNoNil, type == .text { return .text("") }
        // Unknown amounts are shown as a dash.
        if text.isEmpty || (type == .amount && ["–", "-"].contains(text)) { return nil }
        if let span = span(in: text) { return .day(try day(span, text, behind: start())) }
        do {
            let value: FieldValue =
                if traits.contains(.currency) {
                    .text(try currency(text).code)
                } else if traits.contains(.period) {
                    .text(CalendarSpan(text)?.description ?? text)
                } else if traits.contains(.care), case .list(let entries) = try type.parse(text) {
                    .list(
                        try entries.map { (entry) throws(LootError) in try self.entry(entry, today: today()) }
                    )
                } else {
                    try type.parse(text, today: today())
                }
            try check(value)
            return value
        } catch {
            var error = error
            error.what = "can't set \(noun)"
            if error.field == nil { error.why = "“\(TextRules.visible(text))” \(error.why.withoutIt)" }
            if countsFrom != nil, DayText(text, today: .today).readings.isEmpty, !error.next.hasSuffix("?") {
                error.next = "Give a date like 2026-11-20, or a length of time like 36 months"
            }
            error.field = key
            throw error
        }
    }

    private func currency(_ text: String) throws(LootError) -> Currency {
        if let currency = try? Currency(named: text) { return currency }
        throw refusal(
            "“\(TextRules.visible(text))” is not a currency",
            next: Currency.advice(for: text) ?? "Give its three letters, as in EUR")
    }

    /// Returns a list entry that a person typed in the format of the field.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    package func entry(_ text: String, today: @autoclosure () -> Day = .today) throws(LootError) -> String {
        traits.contains(.care) ? try CareEntry(reading: text, today: today()).description : text
    }

    /// Parses a period that was entered instead of a day. Returns `nil` for other text, or if the field doesn't
    /// accept periods.
    package func span(in text: String) -> CalendarSpan? { countsFrom == nil ? nil : CalendarSpan(text) }

    /// Returns the day of an item from which periods in this field count, or `nil` if it has none.
    package func start(in item: Item) -> Day? {
        guard let countsFrom, case .day(let day)? = item.value(for: countsFrom) else { return nil }
        return day
    }

    private func day(_ span: CalendarSpan, _ text: String, behind start: Day?) throws(LootError) -> Day {
        if !span.isPeriod { throw periodRefusal(text) }
        let origin = countsFrom.flatMap { Field.with(key: $0) }?.title.text ?? ""
        guard let start else {
            throw refusal(
                "“\(TextRules.visible(text))” counts from “\(origin)”, which is not set",
                next: "Set that day too, or give a date", remedy: .setPurchaseDate)
        }
        guard let day = start.adding(span) else {
            throw refusal(
                "“\(TextRules.visible(text))” from \(start) ends behind the year 9999",
                next: "Give a shorter one")
        }
        return day
    }
}

extension String {
    /// The text without “it” at the beginning.
    package var withoutIt: String { hasPrefix("it ") ? String(dropFirst(3)) : self }
}
