package import LootCore

/// The format of amounts: `$1,250`, `€129.95`, `CHF 40`.
package struct Money: Hashable, Sendable {
    /// The symbol of amounts without a currency.
    package internal(set) var symbol: String {
        didSet { currency = Currency(sign: symbol) }
    }
    /// The currency of the symbol, or `nil` if it's unknown.
    package private(set) var currency: Currency?

    /// The text for an unknown amount.
    package static let unknown = "–"

    /// Creates a format with a symbol: `€`, or a currency code.
    package init(symbol: String = "$") {
        let currency = Currency(sign: symbol)
        self.symbol = currency.flatMap { $0.code == symbol.uppercased() ? $0.sign : nil } ?? symbol
        self.currency = currency
    }

    /// Returns an amount with its symbol and grouped digits, or a dash if it is unknown.
    package func text(_ amount: Amount?, _ currency: Currency? = nil) -> String {
        guard let amount else { return Money.unknown }
        return text(MoneyTotal.Sum(amount), currency)
    }

    /// Returns a whole number with the symbol and grouped digits.
    package func text(_ number: Int) -> String { text(Amount(number)) }

    /// Returns a sum with its symbol and grouped digits.
    func text(_ sum: MoneyTotal.Sum, _ currency: Currency? = nil) -> String {
        let (whole, rest) = sum.parts
        let language = Language.current
        var number = language.grouped(String(whole.magnitude))
        if rest != 0 {
            // Show at least two decimals, and more only if needed.
            var decimals = String(10_000 + abs(rest)).dropFirst()
            while decimals.count > 2, decimals.last == "0" { decimals.removeLast() }
            number += "\(language.conventions.decimalMark)\(decimals)"
        }
        let minus = whole < 0 || rest < 0 ? "-" : ""
        let sign = sign(of: currency)
        if sign.isEmpty { return minus + number }
        return switch language.conventions.amounts {
        case .before: minus + sign + (sign.last?.isLetter == true ? "\u{A0}" : "") + number
        case .beforeWithSpace: "\(minus)\(sign)\u{A0}\(number)"
        case .after: "\(minus)\(number)\u{A0}\(sign)"
        }
    }

    /// Returns the sign of a currency, or the symbol if it is `nil`.
    package func sign(of currency: Currency?) -> String {
        currency.map { $0 == self.currency ? symbol : $0.sign } ?? symbol
    }

    /// Returns the text of a total: `$4,587`, `$40 + €12.50 and 3 unknown`.
    package func text(_ total: MoneyTotal) -> String {
        var plain = total.plain
        var texts: [String] = []
        for (currency, sum) in total.sums where currency != nil {
            if currency == self.currency { plain += sum } else { texts.append(text(sum, currency)) }
        }
        if !plain.isZero || texts.isEmpty && total.unknown == 0 { texts.insert(text(plain), at: 0) }
        let known = texts.joined(separator: " + ")
        if total.unknown == 0 { return known }
        return known.isEmpty
            ? String(localized: "\(total.unknown) unknown")
            : String(localized: "\(known) and \(total.unknown) unknown")
    }

    /// Returns the currency in the amounts that a person typed for one item, or `nil` if they contain none. It
    /// becomes the item's currency.
    ///
    /// - Throws: ``/LootCore/LootError`` if the amounts contain two currencies, or one other than `given`.
    package func currency(in texts: [String], given: Currency?) throws(LootError) -> Currency? {
        var named: Currency?
        for text in texts {
            guard let sign = (try? AmountText(text))?.sign, let currency = currency(of: sign) else {
                continue
            }
            if let other = given ?? named, other != currency {
                throw LootError(
                    .invalidValue, "Can't set the currency.",
                    reason: given == nil
                        ? "One of the amounts is in \(currency.code), and another is in \(other.code)."
                        : "One of the amounts is in \(currency.code), but the currency is \(other.code).",
                    advice: "Use the same currency for all amounts of an item.", field: "currency")
            }
            named = currency
        }
        return named
    }

    /// Returns the currency of a sign in this format. If amounts are in Australian dollars, `$` means those.
    private func currency(of sign: String) -> Currency? {
        if sign == symbol || (sign == "$" && symbol.hasSuffix("$")) { return currency }
        return Currency(sign: sign)
    }
}
