package import LootCore

/// A change relative to the current number of an item: `+5` adds, `-5` subtracts, `*1.1` multiplies.
package struct RelativeChange: Sendable {
    package let field: Field
    /// The change as typed, safe for display.
    package let text: String
    private let operation: Operation

    private enum Operation {
        case add(Amount, Currency?)
        case multiply(Amount)
    }

    /// Parses a relative change. Returns `nil` if the field isn't numeric or the text isn't a relative change.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if no number follows the sign.
    package init?(of field: Field, _ text: String) throws(LootError) {
        let trimmed = text.trimmed
        guard [.integer, .decimal, .amount].contains(field.type), let sign = trimmed.first,
            ["+", "-", "*"].contains(sign), trimmed.count > 1
        else { return nil }
        self.field = field
        self.text = TextRules.visible(trimmed)
        let read = try? AmountText(typed: String(trimmed.dropFirst()).trimmed)
        let takesCurrency = field.type == .amount && sign != "*"
        guard let read, read.amount >= .zero, read.sign == nil || takesCurrency && read.currency != nil else {
            throw field.refusal(
                "“\(self.text)” doesn't describe a change to a number.",
                advice: "Use, for example, +5 or -5 to change it by a number, or *1.1 to multiply it.")
        }
        if sign == "*" {
            operation = .multiply(read.amount)
        } else {
            let amount = sign == "-" ? Amount(tenThousandths: -read.amount.inTenThousandths) : read.amount
            operation = .add(amount ?? .zero, read.currency)
        }
    }

    /// Returns the new value for an item.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the item has no number, the result isn't valid
    ///   for the field, or the change is in another currency.
    func value(for item: Item, in money: Money) throws(LootError) -> FieldValue {
        let old: Amount? =
            switch field.value(of: item) {
            case .integer(let number): Amount(number)
            case .decimal(let number): Amount(tenThousandths: Int128((number * 10_000).rounded()))
            case .amount(let amount): amount
            default: nil
            }
        guard let old else { throw refusal(of: item, "It isn't set.", advice: "Set it first.") }
        let currency = item.currency ?? money.currency
        let new: Amount?
        switch operation {
        case .add(let amount, let named):
            if let named, named != currency {
                throw refusal(
                    of: item,
                    """
                    “\(text)” is in \(named.code), but the currency of the item is \(currency?.code ?? money.symbol).
                    """,
                    advice: "Enter the change without a currency.")
            }
            new = Amount(tenThousandths: old.inTenThousandths + amount.inTenThousandths)
        case .multiply(let factor): new = multiplied(old, by: factor)
        }
        guard let new else {
            throw refusal(of: item, "The result is too large.", advice: "Use a smaller change.")
        }
        let value: FieldValue
        switch field.type {
        case .integer:
            guard new.isWhole else {
                throw refusal(
                    of: item, "The result \(new.description) isn't a whole number.",
                    advice: "Enter the number itself.")
            }
            value = .integer(new.whole)
        case .decimal: value = .decimal(new.asDouble)
        default: value = .amount(new)
        }
        do { try field.check(value) } catch {
            throw refusal(of: item, error.explanation, advice: error.advice)
        }
        return value
    }

    /// Returns the product. Amounts are rounded to hundredths unless they have more decimals.
    private func multiplied(_ old: Amount, by factor: Amount) -> Amount? {
        let (product, overflow) = old.inTenThousandths.multipliedReportingOverflow(
            by: factor.inTenThousandths)
        if overflow { return nil }
        let isFine = field.type != .amount || old.inTenThousandths % 100 != 0
        let step: Int128 = isFine ? 1 : 100
        let divisor = 10_000 * step
        let half = product < 0 ? -divisor / 2 : divisor / 2
        return Amount(tenThousandths: (product + half) / divisor * step)
    }

    private func refusal(of item: Item, _ reason: Message, advice: Message) -> LootError {
        LootError(
            .invalidValue, "Can't set “\(field.title)” of “\(TextRules.visible(item.shownName))”.",
            reason: reason, advice: advice, item: item.id, field: field.key)
    }
}
