/// The total value of items: a sum per currency and the number of items without a known value.
///
/// Sums are exact and can't overflow: 2^33 items with the largest value and quantity fit.
public struct MoneyTotal: Hashable, Sendable {
    /// A sum of amounts.
    public struct Sum: Hashable, Sendable {
        /// The whole units and the ten-thousandths, which are summed separately to avoid overflow.
        private var wholes: Int128 = 0
        private var tenThousandths: Int128 = 0

        /// Creates an empty sum.
        init() {}

        /// Creates a sum from its parts.
        package init(wholes: Int128, tenThousandths: Int128) {
            self.wholes = wholes
            self.tenThousandths = tenThousandths
        }

        /// Creates a sum of one amount.
        package init(_ amount: Amount) { add(amount) }

        /// Adds an amount `count` times. A negative count subtracts it.
        mutating func add(_ amount: Amount, times count: Int = 1) {
            wholes &+= Int128(amount.whole) &* Int128(count)
            tenThousandths &+= Int128(amount.tenThousandths) &* Int128(count)
        }

        /// Adds another sum.
        package static func += (left: inout Sum, right: Sum) {
            left.wholes &+= right.wholes
            left.tenThousandths &+= right.tenThousandths
        }

        /// Subtracts another sum.
        static func -= (left: inout Sum, right: Sum) {
            left.wholes &-= right.wholes
            left.tenThousandths &-= right.tenThousandths
        }

        /// The whole part, rounded toward zero, and the fraction in ten-thousandths with the same sign.
        package var parts: (whole: Int128, tenThousandths: Int) {
            let scale = Int128(Amount.scale)
            var whole = wholes + tenThousandths / scale
            var rest = tenThousandths % scale
            if whole > 0, rest < 0 {
                whole -= 1
                rest += scale
            } else if whole < 0, rest > 0 {
                whole += 1
                rest -= scale
            }
            return (whole, Int(rest))
        }

        /// Whether the sum is 0.
        package var isZero: Bool { parts == (0, 0) }

        /// Compares sums by their values.
        public static func == (left: Sum, right: Sum) -> Bool { left.parts == right.parts }

        /// Hashes the value of the sum.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(parts.whole)
            hasher.combine(parts.tenThousandths)
        }
    }

    /// The sum of amounts without a currency, which are in the default currency of the front end.
    package var plain = Sum()
    /// The sums by currency.
    private(set) var others: [Currency: Sum] = [:]
    /// The number of items without a known value.
    public var unknown = 0

    /// Creates an empty total.
    public init() {}

    /// Creates a total in one currency.
    package init(_ sum: Sum, _ currency: Currency? = nil) { add(sum, currency) }

    /// Creates the total of an amount multiplied by `count`. A missing amount counts as unknown.
    public init(_ amount: Amount?, times count: Int = 1, _ currency: Currency? = nil) {
        add(amount, times: count, currency)
    }

    @inline(__always)
    private mutating func add(_ amount: Amount?, times count: Int, _ currency: Currency?) {
        guard let amount else {
            unknown += 1
            return
        }
        if let currency {
            var sum = Sum()
            sum.add(amount, times: count)
            add(sum, currency)
        } else {
            plain.add(amount, times: count)
        }
    }

    /// Adds a sum in a currency.
    package mutating func add(_ sum: Sum, _ currency: Currency?) {
        guard let currency else {
            plain += sum
            return
        }
        others[currency, default: Sum()] += sum
        if others[currency]?.isZero == true { others[currency] = nil }
    }

    /// Adds the ``Item/total`` of an item.
    package mutating func add(_ item: Item) {
        if let rare = item.rare {
            add(item.value, times: rare.details.quantity, rare.details.currency)
        } else {
            add(item.value, times: 1, nil)
        }
    }

    /// Adds another total.
    public static func += (left: inout MoneyTotal, right: MoneyTotal) {
        left.plain += right.plain
        left.unknown += right.unknown
        if right.others.isEmpty { return }
        for (currency, sum) in right.others { left.add(sum, currency) }
    }

    /// Subtracts another total.
    package static func -= (left: inout MoneyTotal, right: MoneyTotal) {
        left.plain -= right.plain
        left.unknown -= right.unknown
        if right.others.isEmpty { return }
        for (currency, sum) in right.others {
            var negative = Sum()
            negative -= sum
            left.add(negative, currency)
        }
    }

    /// Returns the sum of two totals.
    package static func + (left: MoneyTotal, right: MoneyTotal) -> MoneyTotal {
        var sum = left
        sum += right
        return sum
    }

    /// Returns the difference of two totals.
    package static func - (left: MoneyTotal, right: MoneyTotal) -> MoneyTotal {
        var difference = left
        difference -= right
        return difference
    }

    /// The sums with their currencies, sorted by code. The sum without a currency comes first if it isn't 0 or if
    /// there is no other.
    public var sums: [(currency: Currency?, sum: Sum)] {
        let others = others.sorted { $0.key < $1.key }.map { (currency: Optional($0.key), sum: $0.value) }
        return plain.isZero && !others.isEmpty ? others : [(nil, plain)] + others
    }
}

extension MoneyTotal: ExpressibleByIntegerLiteral {
    /// Creates a whole amount without a currency.
    public init(integerLiteral value: Int) { self.init(Amount(value)) }
}

extension MoneyTotal.Sum: CustomStringConvertible {
    /// The decimal representation, like that of ``Amount``.
    public var description: String {
        let (whole, rest) = parts
        if rest == 0 { return String(whole) }
        let digits = String(Amount.scale + abs(rest)).dropFirst()
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return (rest < 0 ? "-" : "") + "\(whole.magnitude).\(digits[...end])"
    }

    /// Parses a sum: a 128-bit whole number with up to four decimals. Returns `nil` for other text.
    package init?(_ description: String) {
        let parts = description.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = Int128(first) else { return nil }
        wholes = whole
        guard parts.count == 2 else { return }
        guard (1...4).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let rest = Int128(parts[1] + String(repeating: "0", count: 4 - parts[1].utf8.count))
        else { return nil }
        tenThousandths = description.hasPrefix("-") ? -rest : rest
    }
}

extension MoneyTotal: CustomStringConvertible {
    /// The total as text, for example `40.5`, or `40.5, EUR 12, 3 unknown`. It can be parsed without loss.
    public var description: String {
        var parts = [plain.description]
        parts += others.sorted { $0.key < $1.key }.map { "\($0.key.code) \($0.value)" }
        if unknown != 0 { parts.append("\(unknown) unknown") }
        return parts.joined(separator: ", ")
    }

    /// Parses the format of ``description``. Returns `nil` for other text.
    package init?(_ description: String) {
        var parts = description.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.split(separator: " ").map(String.init)
        }
        guard let first = parts.first, first.count == 1, let plain = Sum(first[0]) else { return nil }
        self.init(plain)
        parts.removeFirst()
        for part in parts {
            guard part.count == 2 else { return nil }
            if part[1] == "unknown", let count = Int(part[0]) {
                unknown = count
            } else if let currency = Currency(part[0]), let sum = Sum(part[1]) {
                add(sum, currency)
            } else {
                return nil
            }
        }
    }
}
