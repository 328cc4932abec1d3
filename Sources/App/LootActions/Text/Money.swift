package import LootCore

/// Amounts as people read them: `$1,250`, `€129.95`, `CHF 40`.
package struct Money: Hashable, Sendable {
    /// What stands before the digits of an amount without a currency of its own.
    var symbol: String {
        didSet { currency = Currency(sign: symbol) }
    }
    /// The currency that the symbol stands for; nil where it stands for none that is known.
    package private(set) var currency: Currency?

    /// What stands for an amount that is not known.
    package static let unknown = "–"

    /// Amounts with this symbol before them: `€`, or a currency's three letters.
    package init(symbol: String = "$") {
        let currency = Currency(sign: symbol)
        self.symbol = currency.flatMap { $0.code == symbol.uppercased() ? $0.sign : nil } ?? symbol
        self.currency = currency
    }

    /// An amount with its symbol, digits in groups of three; a dash for one that is not known.
    package func text(_ amount: Amount?, _ currency: Currency? = nil) -> String {
        guard let amount else { return Money.unknown }
        return text(MoneyTotal.Sum(amount), currency)
    }

    /// A whole number with the symbol before it, digits in groups of three.
    package func text(_ number: Int) -> String { text(Amount(number)) }

    /// A sum with its symbol, digits in groups of three.
    func text(_ sum: MoneyTotal.Sum, _ currency: Currency? = nil) -> String {
        let (whole, rest) = sum.parts
        let digits = String(whole.magnitude)
        var text = whole < 0 || rest < 0 ? "-" : ""
        let sign = sign(of: currency)
        text += sign
        if sign.last?.isLetter == true { text += "\u{A0}" }
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        if rest != 0 {
            // At least two digits, as amounts have them; more where they say more.
            var decimals = String(10_000 + abs(rest)).dropFirst()
            while decimals.count > 2, decimals.last == "0" { decimals.removeLast() }
            text += ".\(decimals)"
        }
        return text
    }

    /// What stands before an amount of this currency, or of none of its own.
    package func sign(of currency: Currency?) -> String {
        currency.map { $0 == self.currency ? symbol : $0.sign } ?? symbol
    }

    /// A total: `$4,587`, `$40 + €12.50 and 3 unknown`.
    package func text(_ total: MoneyTotal) -> String {
        var plain = total.plain
        var texts: [String] = []
        for (currency, sum) in total.sums where currency != nil {
            if currency == self.currency { plain += sum } else { texts.append(text(sum, currency)) }
        }
        if !plain.isZero || texts.isEmpty && total.unknown == 0 { texts.insert(text(plain), at: 0) }
        let known = texts.joined(separator: " + ")
        if total.unknown == 0 { return known }
        return known.isEmpty ? "\(total.unknown) unknown" : "\(known) and \(total.unknown) unknown"
    }

    /// The currency that amounts which a person typed for one item name beside them; nil where they name none. It becomes
    /// the item's own.
    ///
    /// - Throws: ``/LootCore/LootError`` where they name two, or another one than was `given`.
    package func currency(in texts: [String], given: Currency?) throws(LootError) -> Currency? {
        var named: Currency?
        for text in texts {
            guard let sign = (try? AmountText(text))?.sign, let currency = currency(of: sign) else {
                continue
            }
            if let other = given ?? named, other != currency {
                throw LootError(
                    .invalidValue, "can't set the currency",
                    because:
                        "one of the amounts is in \(currency), and \(given == nil ? "another" : "the currency") is "
                        + "\(other)",
                    next: "An item has one currency: give all of its amounts in that one", field: "currency")
            }
            named = currency
        }
        return named
    }

    /// What a sign stands for here: where amounts are in Australian dollars, `$` is one of those.
    private func currency(of sign: String) -> Currency? {
        if sign == symbol || (sign == "$" && symbol.hasSuffix("$")) { return currency }
        return Currency(sign: sign)
    }
}
