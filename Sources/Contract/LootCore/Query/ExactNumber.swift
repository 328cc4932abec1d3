import TextSearch

/// An exact fraction of two 127-bit integers. Filters calculate with these numbers, so that all stores get the same
/// results. Operations that need more bits return `nil`.
struct ExactNumber: Hashable, Sendable {
    private let numerator: Int128
    /// The denominator, which is positive and coprime to the numerator.
    private let denominator: Int128

    init(_ whole: Int) { self.init(reduced: Int128(whole), 1) }

    init(_ amount: Amount) {
        let parts = amount.isWhole ? 1 : Int128(Amount.scale)
        let number = amount.isWhole ? Int128(amount.whole) : amount.inTenThousandths
        let divisor = Int128(ExactNumber.divisor(number.magnitude, parts.magnitude))
        self.init(reduced: number / divisor, parts / divisor)
    }

    private init(reduced numerator: Int128, _ denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    private init?(_ numerator: Int128, over denominator: Int128) {
        guard denominator != 0, numerator > .min, denominator > .min else { return nil }
        let divisor = ExactNumber.divisor(numerator.magnitude, denominator.magnitude)
        let sign: Int128 = denominator < 0 ? -1 : 1
        self.init(
            reduced: numerator / Int128(divisor) * sign, Int128(denominator.magnitude / divisor))
    }

    /// Parses a decimal number such as `-12.50` or `1.5e-3`. Returns `nil` for other text and for numbers that don't
    /// fit.
    init?(_ text: some StringProtocol) {
        var digits: Int128 = 0
        var places = 0
        var hasDigits = false
        var hasPoint = false
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        var rest = Substring(text).utf8
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest.removeFirst()
        }
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest.removeFirst()
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10, digits <= (.max - 9) / 10 else { return nil }
            digits = digits * 10 + Int128(digit)
            hasDigits = true
            if hasPoint { places += 1 }
        }
        guard hasDigits else { return nil }
        if !rest.isEmpty {
            guard let exponent = Int(Substring(rest.dropFirst())), abs(exponent) < 1000 else { return nil }
            places -= exponent
        }
        var scale: Int128 = 1
        if digits == 0 { places = 0 }
        for _ in 0..<abs(places) {
            if places > 0, digits % 10 == 0 {
                digits /= 10
            } else if scale <= .max / 10 {
                scale *= 10
            } else {
                return nil
            }
        }
        if isNegative { digits = -digits }
        if places > 0 {
            self.init(digits, over: scale)
        } else {
            let (product, overflow) = digits.multipliedReportingOverflow(by: scale)
            guard !overflow else { return nil }
            self.init(product, over: 1)
        }
    }

    /// Creates the number for a numeric value or a string with a number. Returns `nil` for other values.
    init?(_ value: FieldValue) {
        switch value {
        case .integer(let number): self.init(number)
        case .amount(let amount): self.init(amount)
        case .decimal(let number): self.init("\(number)")
        case .text(let text): self.init(text)
        default: return nil
        }
    }

    static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
        if left.denominator == 1, right.denominator == 1 {
            let (sum, overflow) = left.numerator.addingReportingOverflow(right.numerator)
            return overflow || sum == .min ? nil : ExactNumber(reduced: sum, 1)
        }
        guard let one = product(left.numerator, right.denominator),
            let other = product(right.numerator, left.denominator),
            let denominator = product(left.denominator, right.denominator)
        else { return nil }
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? nil : ExactNumber(sum, over: denominator)
    }

    static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
        left + ExactNumber(reduced: -right.numerator, right.denominator)
    }

    static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
        guard let numerator = product(left.numerator, right.numerator),
            let denominator = product(left.denominator, right.denominator)
        else { return nil }
        return denominator == 1
            ? ExactNumber(reduced: numerator, 1) : ExactNumber(numerator, over: denominator)
    }

    static func / (left: ExactNumber, right: ExactNumber) -> ExactNumber? {
        guard right.numerator != 0, let numerator = product(left.numerator, right.denominator),
            let denominator = product(left.denominator, right.numerator)
        else { return nil }
        return ExactNumber(numerator, over: denominator)
    }

    /// Compares two numbers.
    static func order(_ left: ExactNumber, _ right: ExactNumber) -> Order {
        if left.denominator == right.denominator { return Order(left.numerator, right.numerator) }
        let one = left.numerator.multipliedFullWidth(by: right.denominator)
        let other = right.numerator.multipliedFullWidth(by: left.denominator)
        return one.high == other.high ? Order(one.low, other.low) : Order(one.high, other.high)
    }

    private static func product(_ left: Int128, _ right: Int128) -> Int128? {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow || product == .min ? nil : product
    }

    private static func divisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return max(one, 1)
    }
}
