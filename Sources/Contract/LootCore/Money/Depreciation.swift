import Localization

/// A rule by which an item loses value: `straight-line 10 years to 10%`, `declining 20%`, or `none`.
///
/// Values are exact: every result is rounded once to the smallest unit of the currency, halves up.
package struct Depreciation: Hashable, Sendable {
    private enum Method: Hashable {
        case none
        /// The same loss each day until the end of the useful life.
        case straightLine(CalendarSpan)
        /// A percentage of the remaining value each year.
        case declining(Amount)
    }

    private let method: Method
    /// The part of the price that remains, in percent.
    private let residual: Amount

    /// 100%.
    private static let whole = Amount(100)

    /// Parses a rule. Returns `nil` for other text, for a useful life without length, and for percentages below 0 or
    /// above 100.
    package init?(_ text: some StringProtocol) {
        let words = text.lowercased().replacing("straight line", with: "straight-line")
            .split(whereSeparator: \.isWhitespace)
        if words == ["none"] {
            (method, residual) = (.none, .zero)
            return
        }
        let parts = words.dropFirst().split(separator: "to", omittingEmptySubsequences: false)
        guard let kind = words.first, (1...2).contains(parts.count) else { return nil }
        let end = parts.count == 2 ? Depreciation.percentage(parts[1].joined()) : .zero
        guard let end, end < Depreciation.whole else { return nil }
        let amount = parts[0].joined(separator: " ")
        switch kind {
        case "straight-line":
            guard let life = CalendarSpan(amount), life.isPeriod else { return nil }
            method = .straightLine(life)
        case "declining":
            guard let rate = Depreciation.percentage(amount), rate > .zero else { return nil }
            method = .declining(rate)
        default: return nil
        }
        residual = end
    }

    /// Parses a rule that a person typed, also as their language shows it: `linear, 10 Jahre, Restwert 10 %`.
    package init?(reading text: String, in language: Language = .current) {
        if let rule = Depreciation(text) {
            self = rule
            return
        }
        func words(_ form: Message) -> [String]? { form.arguments(in: text, language) }
        if words(Depreciation.noLoss) != nil {
            (method, residual) = (.none, .zero)
        } else if let words = words(Depreciation.straightLine("", to: ""))
            ?? words(Depreciation.straightLine("")),
            let life = CalendarSpan(reading: words[0], in: language), life.isPeriod,
            let end = Depreciation.residual(words.dropFirst().first)
        {
            (method, residual) = (.straightLine(life), end)
        } else if let words = words(Depreciation.declining("", to: "")) ?? words(Depreciation.declining("")),
            let rate = Depreciation.percentage(words[0] + "%"), rate > .zero,
            let end = Depreciation.residual(words.dropFirst().first)
        {
            (method, residual) = (.declining(rate), end)
        } else {
            return nil
        }
    }

    private static func residual(_ digits: String?) -> Amount? {
        guard let digits else { return .zero }
        return percentage(digits + "%").flatMap { $0 < whole ? $0 : nil }
    }

    private static let noLoss: Message = "no loss of value"
    private static func straightLine(_ life: String, to end: String? = nil) -> Message {
        end.map { "straight-line \(life) to \($0)%" } ?? "straight-line \(life)"
    }
    private static func declining(_ rate: String, to end: String? = nil) -> Message {
        end.map { "declining \(rate)% to \($0)%" } ?? "declining \(rate)%"
    }

    /// The advice for an invalid rule.
    package static let advice: Message =
        """
        Write, for example, “\(straightLineExample)”, “\(decliningExample)” or “\(noLossExample)”. Percentages can \
        be at most 100%.
        """

    /// The description of settings and fields with a rule.
    package static let summary: Message =
        "The loss of value, such as “\(straightLineExample)” or “\(decliningExample)”."

    /// An example for advice: `straight-line 10 years to 10%`.
    package static let straightLineExample = Depreciation(
        .straightLine(CalendarSpan(10, .year)), residual: 10)
    private static let decliningExample = Depreciation(.declining(20))
    private static let noLossExample = Depreciation(.none)

    private init(_ method: Method, residual: Amount = .zero) {
        (self.method, self.residual) = (method, residual)
    }

    /// Returns the problem of a field's text, or `nil` if it is a rule in the format of files.
    static func problem(with text: String, in field: Field) -> LootError? {
        guard let rule = Depreciation(reading: text) else {
            return field.refusal(
                "“\(TextRules.visible(text))” isn't a depreciation rule.", advice: Depreciation.advice)
        }
        return rule.description == text ? nil : field.refusal(text, writtenAs: rule.description)
    }

    private static func percentage(_ text: String) -> Amount? {
        guard text.hasSuffix("%") else { return nil }
        let amount = Amount(text.dropLast().replacing(",", with: ".").trimmed)
        return amount.flatMap { $0 < .zero || $0 > whole ? nil : $0 }
    }

    /// Returns the value of a price on a day.
    ///
    /// - Parameters:
    ///   - price: The price on the day of the purchase.
    ///   - start: The day of the purchase.
    ///   - day: The day of the value.
    ///   - decimals: The decimals of the result. If the price has more, the result has as many.
    /// - Returns: The value, or `nil` before the purchase, for a price below 0, and for a useful life that ends after
    ///   the year 9999.
    package func value(of price: Amount, boughtOn start: Day, on day: Day, decimals: Int) -> Amount? {
        guard day >= start, price >= .zero else { return nil }
        let price = price.inTenThousandths
        var unit: Int128 = 10_000
        for _ in 0..<decimals { unit /= 10 }
        while !price.isMultiple(of: unit) { unit /= 10 }
        let percent = Depreciation.whole.inTenThousandths
        let end = rounded(price * residual.inTenThousandths, over: percent, to: unit)
        switch method {
        case .none: return Amount(tenThousandths: price)
        case .straightLine(let life):
            guard let last = start.adding(life) else { return nil }
            return Amount(tenThousandths: between(price, end, start, last, on: day, unit))
        case .declining(let rate):
            var value = price
            var begin = start
            var years = 1
            while let next = start.adding(CalendarSpan(years, .year)) {
                let rest = rounded(value * (percent - rate.inTenThousandths), over: percent, to: unit)
                let after = max(end, rest)
                if next > day || after == value {
                    return Amount(tenThousandths: between(value, after, begin, next, on: day, unit))
                }
                (value, begin, years) = (after, next, years + 1)
            }
            return Amount(tenThousandths: value)
        }
    }

    /// Returns the value on a day between two days, in proportion to the days that have passed.
    private func between(
        _ old: Int128, _ new: Int128, _ start: Day, _ end: Day, on day: Day, _ unit: Int128
    ) -> Int128 {
        if day >= end { return new }
        let (passed, length) = (days(from: start, to: day), days(from: start, to: end))
        return rounded(old * length - (old - new) * passed, over: length, to: unit)
    }

    private func days(from start: Day, to end: Day) -> Int128 {
        Int128(end.daysSinceEpoch) - Int128(start.daysSinceEpoch)
    }

    /// Returns the multiple of `unit` that is nearest to a fraction of 0 or more, halves up.
    private func rounded(_ numerator: Int128, over denominator: Int128, to unit: Int128) -> Int128 {
        let step = denominator * unit
        return (2 * numerator + step) / (2 * step) * unit
    }
}

extension Depreciation: MessageValue {
    /// Returns the rule in words: `straight-line 10 years to 10%`.
    package func text(in language: Language) -> String {
        func digits(_ amount: Amount) -> String { DecimalNumber(amount.description).text(in: language) }
        let end = residual == .zero ? nil : digits(residual)
        let words =
            switch method {
            case .none: Depreciation.noLoss
            case .straightLine(let life): Depreciation.straightLine(life.text(in: language), to: end)
            case .declining(let rate): Depreciation.declining(digits(rate), to: end)
            }
        return words.text(in: language)
    }
}

extension Depreciation: CustomStringConvertible {
    /// The format in files: `straight-line 10 years to 10%`.
    package var description: String {
        let end = residual == .zero ? "" : " to \(residual)%"
        return switch method {
        case .none: "none"
        case .straightLine(let life): "straight-line \(life)\(end)"
        case .declining(let rate): "declining \(rate)%\(end)"
        }
    }
}
