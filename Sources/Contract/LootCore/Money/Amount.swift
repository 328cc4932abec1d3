import TextSearch

/// An exact amount of money, or another decimal number with up to four decimals.
///
/// ```swift
/// let price: Amount = "129.95"
/// price.whole        // 129
/// price.description  // 129.95
/// ```
public struct Amount: Hashable, Sendable {
    /// The whole part, rounded toward zero.
    public let whole: Int
    /// The fraction in ten-thousandths, from -9,999 to 9,999, with the sign of the amount.
    package let tenThousandths: Int16

    /// The number of ten-thousandths in one unit.
    static let scale = 10_000

    /// Creates a whole amount.
    public init(_ whole: Int) {
        self.whole = whole
        tenThousandths = 0
    }

    /// Creates an amount without checking that its parts are consistent.
    @inline(__always)
    init(unchecked whole: Int, _ tenThousandths: Int16) {
        self.whole = whole
        self.tenThousandths = tenThousandths
    }

    /// Creates an amount from a whole part and a fraction in ten-thousandths. Returns `nil` if their signs differ or
    /// the fraction is too large.
    package init?(whole: Int, tenThousandths: Int) {
        guard abs(tenThousandths) < Amount.scale,
            whole == 0 || tenThousandths == 0 || (whole < 0) == (tenThousandths < 0)
        else { return nil }
        self.whole = whole
        self.tenThousandths = Int16(tenThousandths)
    }

    /// Creates an amount from a number of ten-thousandths. Returns `nil` if the whole part exceeds 64 bits.
    package init?(tenThousandths: Int128) {
        let (whole, rest) = tenThousandths.quotientAndRemainder(dividingBy: Int128(Amount.scale))
        guard let whole = Int(exactly: whole) else { return nil }
        self.whole = whole
        self.tenThousandths = Int16(rest)
    }

    /// Creates an amount from the decimal representation of a floating-point number. Returns `nil` if it doesn't fit
    /// exactly.
    public init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self.init(number.description)
    }

    /// The amount 0.
    package static let zero = Amount(0)

    /// The amount as a number of ten-thousandths.
    package var inTenThousandths: Int128 { Int128(whole) * Int128(Amount.scale) + Int128(tenThousandths) }

    /// Whether the amount is a whole number.
    package var isWhole: Bool { tenThousandths == 0 }

    /// The amount plus one ten-thousandth, or `nil` for the largest amount.
    var successor: Amount? { Amount(tenThousandths: inTenThousandths + 1) }

    /// Returns the sum of the amount and a whole number, or `nil` if it exceeds 64 bits.
    package func adding(_ number: Int) -> Amount? {
        Amount(tenThousandths: inTenThousandths + Int128(number) * Int128(Amount.scale))
    }

    /// The closest floating-point number.
    public var asDouble: Double {
        isWhole ? Double(whole) : Double(description) ?? Double(whole)
    }

    /// Whether ``asDouble`` has the same decimal representation.
    package var isExactAsDouble: Bool { Amount(asDouble) == self }
}

extension Amount: Comparable {
    /// Compares amounts numerically.
    public static func < (left: Amount, right: Amount) -> Bool {
        left.whole == right.whole ? left.tenThousandths < right.tenThousandths : left.whole < right.whole
    }

    /// Compares a whole number with an amount.
    static func order(_ left: Int, _ right: Amount) -> Order { Order(Amount(left), right) }
}

extension Amount: ExpressibleByIntegerLiteral {
    /// Creates a whole amount.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension Amount: LosslessStringConvertible {
    /// The decimal representation, for example `129.95`, `-0.5` or `40`. It can be parsed without loss.
    public var description: String {
        if isWhole { return String(whole) }
        let digits = String(Amount.scale + Int(tenThousandths.magnitude)).dropFirst()
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return (tenThousandths < 0 ? "-" : "") + "\(whole.magnitude).\(digits[...end])"
    }

    /// Parses the format of ``description`` and JSON numbers: `129.95`, `-0.5`, `1.2995e2`. Returns `nil` for other
    /// text and for numbers with more than four decimals. To parse text from people, use `AmountText`.
    public init?(_ description: String) {
        self.init(digits: description.utf8.span)
    }

    /// Parses the bytes of a number.
    package init?(digits: borrowing Span<UInt8>) {
        // Amounts never need more digits, even with additional zeros.
        guard digits.count <= 64 else { return nil }
        var position = 0
        var isNegative = false
        func digit(_ position: Int) -> Int? {
            guard position < digits.count else { return nil }
            let byte = digits[position]
            return byte >= 0x30 && byte <= 0x39 ? Int(byte &- 0x30) : nil
        }
        if position < digits.count,
            digits[position] == UInt8(ascii: "-") || digits[position] == UInt8(ascii: "+")
        {
            isNegative = digits[position] == UInt8(ascii: "-")
            position += 1
        }
        // The number is `mantissa` times ten to the power of `exponent`.
        var mantissa: Int128 = 0
        var exponent = 0
        var hasDigits = false
        var isBehindPoint = false
        while position < digits.count {
            if let next = digit(position) {
                hasDigits = true
                if next == 0, isBehindPoint, Amount.isZero(digits, from: position) {
                    position += 1
                    continue
                }
                guard mantissa < Int128(1) << 100 else { return nil }
                mantissa = mantissa * 10 + Int128(next)
                if isBehindPoint { exponent -= 1 }
            } else if digits[position] == UInt8(ascii: "."), !isBehindPoint {
                isBehindPoint = true
            } else {
                break
            }
            position += 1
        }
        guard hasDigits else { return nil }
        if position < digits.count {
            guard digits[position] | 0x20 == UInt8(ascii: "e") else { return nil }
            position += 1
            var sign = 1
            if position < digits.count,
                digits[position] == UInt8(ascii: "-") || digits[position] == UInt8(ascii: "+")
            {
                sign = digits[position] == UInt8(ascii: "-") ? -1 : 1
                position += 1
            }
            guard position < digits.count else { return nil }
            var power = 0
            while let next = digit(position) {
                power = min(power * 10 + next, 10_000)
                position += 1
            }
            guard position == digits.count else { return nil }
            exponent += sign * power
        }
        if mantissa == 0 {
            self.init(0)
            return
        }
        exponent += 4
        while exponent < 0 {
            let (quotient, rest) = mantissa.quotientAndRemainder(dividingBy: 10)
            guard rest == 0 else { return nil }
            mantissa = quotient
            exponent += 1
        }
        while exponent > 0 {
            guard mantissa < Int128(1) << 100 else { return nil }
            mantissa *= 10
            exponent -= 1
        }
        self.init(tenThousandths: isNegative ? 0 - mantissa : mantissa)
    }

    /// Returns whether only zeros follow until the exponent.
    private static func isZero(_ digits: borrowing Span<UInt8>, from start: Int) -> Bool {
        for position in start..<digits.count where digits[position] != UInt8(ascii: "0") {
            return digits[position] | 0x20 == UInt8(ascii: "e")
        }
        return true
    }
}

extension Amount: ExpressibleByStringLiteral {
    /// Creates an amount from a literal. Traps if it isn't a valid amount.
    public init(stringLiteral value: String) {
        guard let amount = Amount(value) else { preconditionFailure("“\(value)” is not an amount") }
        self = amount
    }
}
