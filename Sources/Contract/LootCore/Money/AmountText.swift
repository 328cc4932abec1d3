import Localization

/// An amount in the formats that people use: `1,299.99`, `$1,299.99`, `1.299,99 €`, `CHF 1'299.50`.
package struct AmountText: Hashable, Sendable {
    /// The amount.
    package let amount: Amount
    /// The sign or code of the currency as typed, or `nil` if there is none.
    package let sign: String?

    /// The currency, or `nil` if there is none or its sign is unknown.
    package var currency: Currency? { sign.flatMap { Currency(sign: $0) } }

    /// A decimal separator.
    package enum DecimalMark: String, Hashable, Sendable {
        /// `1,299.99`
        case point = "."
        /// `1.299,99`
        case comma = ","
    }

    /// Parses an amount. If the text is ambiguous, such as `1,299`, the given decimal mark is used; without one, the
    /// text is rejected. A single point is always the decimal mark then, as in this program's output.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that explains the problem and lists both readings of
    ///   ambiguous text.
    package init(_ text: String, decimalMark: DecimalMark? = nil) throws(LootError) {
        if let amount = Amount(text) {
            if decimalMark != .comma || !text.contains(".") {
                (self.amount, sign) = (amount, nil)
                return
            }
        }
        let parts = Parts(text)
        guard let digits = parts.digits, parts.rest.isEmpty else { throw AmountText.notAnAmount(text) }
        var number = try AmountText.number(digits, decimalMark, in: text)
        if parts.isNegative { number = "-" + number }
        guard let amount = Amount(number) else {
            throw AmountText.refusal(
                Amount.hasTooManyDecimals(number)
                    ? "“\(TextRules.visible(text))” has more than four decimal places."
                    : "“\(TextRules.visible(text))” is too large.")
        }
        self.amount = amount
        sign = parts.sign
    }

    /// Parses an amount that a person typed. The named language settles text such as `1.299` and `1,299`, which is
    /// rejected without one.
    ///
    /// - Throws: ``LootError`` with code `invalid-value`.
    package init(typed text: String) throws(LootError) {
        let mark = Language.named.flatMap { DecimalMark(rawValue: String($0.conventions.decimalMark)) }
        let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        if mark == nil, digits.count(where: { $0 == "." }) == 1, !digits.contains(","),
            AmountText.isGrouped(digits, by: ".")
        {
            throw AmountText.ambiguity(of: text, digits, by: ".")
        }
        try self.init(text, decimalMark: mark)
    }

    private static func ambiguity(of text: String, _ digits: String, by mark: Character) -> LootError {
        let whole = digits.filter { $0 != mark }
        // With a fourth decimal, the fraction is unambiguous.
        let fraction = String(digits.map { $0 == mark ? "." : $0 }) + "0"
        return LootError(
            .invalidValue, "“\(TextRules.visible(text))” can mean \(whole) or \(fraction).",
            advice: "Enter \(whole) or \(fraction).")
    }

    /// Returns the digits with a point as the decimal mark and without group separators.
    private static func number(_ digits: String, _ mark: DecimalMark?, in text: String) throws(LootError)
        -> String
    {
        let marks = digits.filter { $0 == "." || $0 == "," }
        guard let last = marks.last else { return digits }
        let end = digits.lastIndex(of: last) ?? digits.endIndex
        let behind = digits[digits.index(after: end)...]
        let isInGroups = AmountText.isGrouped(digits, by: last)
        let isDecimal: Bool
        if Set(marks).count == 2 {
            // The last mark is the decimal mark unless it occurs more than once.
            guard marks.filter({ $0 == last }).count == 1, isGrouped(digits[..<end], by: marks.first ?? " ")
            else {
                throw notAnAmount(text)
            }
            isDecimal = true
        } else if marks.count > 1 {
            guard isInGroups else { throw notAnAmount(text) }
            isDecimal = false
        } else if !isInGroups {
            isDecimal = true
        } else if let mark {
            isDecimal = mark.rawValue == String(last)
        } else if last == "." {
            isDecimal = true
        } else {
            throw ambiguity(of: text, digits, by: last)
        }
        if !isDecimal { return digits.filter { $0 != last } }
        let whole = digits[..<end].filter { $0 != "." && $0 != "," }
        return "\(whole.isEmpty ? "0" : whole).\(behind.isEmpty ? "0" : String(behind))"
    }

    /// Returns whether a mark separates groups of three digits, after a first group of one to three digits that
    /// doesn't begin with 0.
    private static func isGrouped(_ digits: some StringProtocol, by mark: Character) -> Bool {
        let groups = digits.split(separator: mark, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count), first.first != "0" else {
            return false
        }
        return groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    private static func notAnAmount(_ text: String) -> LootError {
        refusal("“\(TextRules.visible(text))” isn't an amount.")
    }

    private static func refusal(_ failure: Message) -> LootError {
        LootError(.invalidValue, failure, advice: "Enter an amount such as 129.95.")
    }

    /// The parts of the text.
    private struct Parts {
        var isNegative = false
        var sign: String?
        /// The digits with their marks, without spaces and apostrophes between groups.
        var digits: String?
        /// The remaining characters.
        var rest = ""

        init(_ text: String) {
            var signs: [String] = []
            var digits = ""
            var word = ""
            var isOver = false
            var gap = false
            func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
            let characters = Array(text)
            for (index, character) in characters.enumerated() {
                let next = index + 1 < characters.count ? characters[index + 1] : " "
                if isDigit(character)
                    || ((character == "." || character == ",") && word.isEmpty
                        && (isDigit(next) || (!digits.isEmpty && !isOver)))
                {
                    if !word.isEmpty { signs.append(word) }
                    word = ""
                    if isOver || (gap && !Parts.isGroup(characters, from: index)) { rest.append(character) }
                    gap = false
                    digits.append(character)
                } else if character.isWhitespace || character == "'" || character == "’"
                    || character == "\u{202F}"
                {
                    if !word.isEmpty {
                        signs.append(word)
                        word = ""
                    } else if !digits.isEmpty {
                        gap = true
                    }
                } else if (character == "-" || character == "−") && digits.isEmpty && word.isEmpty
                    && !isNegative
                {
                    isNegative = true
                } else if character == "-" || character == "–" || character == "—", !digits.isEmpty,
                    digits.last == "." || digits.last == ","
                {
                    // A dash instead of cents: `12.-`, `12,–`.
                    continue
                } else {
                    if !digits.isEmpty { isOver = true }
                    word.append(character)
                }
            }
            if !word.isEmpty { signs.append(word) }
            if signs.count > 1 { rest += signs.dropFirst().joined() }
            sign = signs.first
            // Codes and signs are short and contain no digits. Longer text isn't a currency.
            if let sign, sign.count > 7 { rest += sign }
            self.digits = digits.contains(where: isDigit) ? digits : nil
        }

        /// Returns whether a group of three digits begins at an index.
        private static func isGroup(_ characters: [Character], from start: Int) -> Bool {
            let digits = characters[start...].prefix { $0.isASCII && $0.isNumber }
            return digits.count == 3
        }
    }
}

extension Amount {
    /// Returns whether a number has more decimals than an amount supports.
    fileprivate static func hasTooManyDecimals(_ number: String) -> Bool {
        guard let point = number.firstIndex(of: ".") else { return false }
        return number[number.index(after: point)...].count > 4
    }
}
