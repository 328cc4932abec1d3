import TextSearch

/// Conversion between values and text for options, CSV cells, form fields and `edit`.
extension FieldType {
    /// Parses a value. A date may be relative to `today` (``Day/init(_:today:)``).
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that describes valid text.
    package func parse(_ text: String, today: @autoclosure () -> Day = .today) throws(LootError) -> FieldValue
    {
        switch self {
        case .text: return .text(text)
        case .integer:
            if let number = Int(text) { return .integer(number) }
            throw TextRules.isInteger(text)
                ? LootError(
                    .invalidValue, "“\(TextRules.visible(text))” doesn't fit into 64 bits.",
                    advice: "Enter a whole number of at most 64 bits.")
                : LootError(
                    .invalidValue, "“\(TextRules.visible(text))” isn't a whole number.",
                    advice: "Enter a whole number.")
        case .decimal:
            let digits = text.replacing(String(Language.current.conventions.decimalMark), with: ".")
            if let number = Double(text) ?? Double(digits), number.isFinite { return .decimal(number) }
            if let read = try? AmountText(typed: text), read.sign == nil {
                return .decimal(read.amount.asDouble)
            }
            throw LootError(
                .invalidValue, "“\(TextRules.visible(text))” isn't a number.", advice: "Enter a number.")
        case .amount:
            let read = try AmountText(typed: text)
            if let sign = read.sign, (try? Currency(named: sign)) == nil {
                throw LootError(
                    .invalidValue,
                    "“\(TextRules.visible(sign))” in “\(TextRules.visible(text))” isn't a currency.",
                    advice: Currency.suggestion(for: sign)
                        ?? "Enter the currency as three letters, as in \(read.amount.description) EUR.")
            }
            return .amount(read.amount)
        case .flag:
            if let flag = FieldType.flag(text) { return .flag(flag) }
            throw LootError(
                .invalidValue, "“\(TextRules.visible(text))” isn't true or false.",
                advice: "Enter true or false.")
        case .moment:
            if let moment = Moment(text) { return .moment(moment) }
            if let day = Day(text, today: today()) { return .moment(Moment(startOf: day)) }
            throw FieldType.refusal(
                ofDate: text, "“\(TextRules.visible(text))” isn't a date and time.",
                advice: "Enter a date and time such as 2026-11-20T10:00:00Z, or a day such as today.")
        case .day:
            return .day(
                try FieldType.day(
                    text, today: today(), advice: "Enter a date such as 2026-11-20, today or +14d."))
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

    /// Parses a day. The error contains the given advice unless the text has a more specific problem.
    fileprivate static func day(
        _ text: String, today: @autoclosure () -> Day, advice: Message
    ) throws(LootError) -> Day {
        if let day = Day(text, today: today()) { return day }
        throw refusal(ofDate: text, "“\(TextRules.visible(text))” isn't a date.", advice: advice)
    }

    /// Returns the error for an invalid date. It explains if the text is ambiguous, or looks like a date but doesn't
    /// exist in the calendar.
    private static func refusal(ofDate text: String, _ failure: Message, advice: Message) -> LootError {
        let quote = TextRules.visible(text)
        let typed = DayText(text, today: .today)
        if typed.readings.count == 2 {
            let readings = typed.readings.map(\.description)
            return LootError(
                .invalidValue, "“\(quote)” can mean \(list: readings, .or).",
                advice: "Enter \(list: readings, .or).")
        }
        var error = LootError(.invalidValue, failure, advice: advice)
        if let suggestion = typed.suggestion(for: text) { error.advice = "Did you mean “\(suggestion)”?" }
        let day = text.prefix { $0 != "T" }
        let parts = Day(day) == nil ? day.split(separator: "-") : []
        let isDate = parts.count == 3 && parts.allSatisfy { $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
        let isSpan = ["+", "-"].contains(text.prefix(1)) && CalendarSpan(text.dropFirst()) != nil
        if isSpan || isDate && parts[0].count > 4 {
            error.failure = "“\(quote)” is outside the years 1 to 9999."
        } else if isDate {
            error.failure = "“\(quote)” doesn't exist in the calendar."
        }
        return error
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
                    .text(try Currency(named: text).code)
                } else if !choices.isEmpty {
                    .text(choices.first { Folding.same($0, text) } ?? text)
                } else if traits.contains(.period) {
                    .text(CalendarSpan(reading: text)?.description ?? text)
                } else if traits.contains(.depreciation) {
                    .text(Depreciation(reading: text)?.description ?? text)
                } else if traits.contains(.care), case .list(let entries) = try type.parse(text) {
                    .list(
                        try entries.map { (entry) throws(LootError) in try self.entry(entry, today: today()) }
                    )
                } else if countsFrom != nil {
                    .day(
                        try FieldType.day(
                            text, today: today(),
                            advice: "Enter a date such as 2026-11-20, or a period such as 36 months."))
                } else {
                    try type.parse(text, today: today())
                }
            try check(value)
            return value
        } catch {
            var error = error.during(settingFailure)
            error.field = key
            throw error
        }
    }

    /// Returns a list entry that a person typed in the format of the field.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    package func entry(_ text: String, today: @autoclosure () -> Day = .today) throws(LootError) -> String {
        traits.contains(.care) ? try CareEntry(reading: text, today: today()).description : text
    }

    /// Parses a period that was entered instead of a day. Returns `nil` for other text, or if the field doesn't
    /// accept periods.
    package func span(in text: String) -> CalendarSpan? {
        countsFrom == nil ? nil : CalendarSpan(reading: text)
    }

    /// Returns the day of an item from which periods in this field count, or `nil` if it has none.
    package func start(in item: Item) -> Day? {
        guard let countsFrom, case .day(let day)? = item.value(for: countsFrom) else { return nil }
        return day
    }

    private func day(_ span: CalendarSpan, _ text: String, behind start: Day?) throws(LootError) -> Day {
        if !span.isPeriod { throw periodRefusal(text) }
        let origin: Message = countsFrom.flatMap { Field.with(key: $0) }?.title ?? ""
        guard let start else {
            throw refusal(
                "“\(TextRules.visible(text))” is counted from the date in “\(origin)”, which is empty.",
                advice: "Enter a date, or also set “\(origin)”.", remedy: .setPurchaseDate)
        }
        guard let day = start.adding(span) else {
            throw refusal(
                "“\(TextRules.visible(text))” from \(start.description) ends after the year 9999.",
                advice: "Enter a shorter period.")
        }
        return day
    }
}
