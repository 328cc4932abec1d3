/// Amounts as people read them: `$1,250`.
public struct Money: Hashable, Sendable {
    /// What stands before the digits.
    public var symbol: String

    /// Amounts with this symbol before them.
    public init(symbol: String = "$") { self.symbol = symbol }

    /// An amount with its symbol, digits in groups of three.
    public func text(_ amount: some BinaryInteger) -> String {
        let digits = String(amount.magnitude)
        var grouped = ""
        for (offset, digit) in digits.enumerated() {
            if offset > 0, (digits.count - offset).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return (amount < 0 ? "-" : "") + symbol + grouped
    }
}
