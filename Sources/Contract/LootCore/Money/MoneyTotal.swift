/// What things are worth together: a sum for each currency, and how many have a value that is not known.
///
/// A sum is exact and can't overflow: 2^33 items of the greatest value and quantity fit.
public struct MoneyTotal: Hashable, Sendable {
    /// A sum of amounts.
    public struct Sum: Hashable, Sendable {
        /// The sum in ten thousandths, apart from the wholes, so that no item is too large.
        private var wholes: Int128 = 0
        private var tenThousandths: Int128 = 0

        /// The sum of nothing.
        init() {}

        /// A sum in two parts.
        package init(wholes: Int128, tenThousandths: Int128) {
            self.wholes = wholes
            self.tenThousandths = tenThousandths
        }

        /// A sum of one amount.
        package init(_ amount: Amount) { add(amount) }

        /// Adds an amount `count` times; a negative count takes it away.
        mutating func add(_ amount: Amount, times count: Int = 1) {
            wholes &+= Int128(amount.whole) &* Int128(count)
            tenThousandths &+= Int128(amount.tenThousandths) &* Int128(count)
        }

        /// Adds another sum.
        package static func += (left: inout Sum, right: Sum) {
            left.wholes &+= right.wholes
            left.tenThousandths &+= right.tenThousandths
        }

        /// Takes another sum away.
        static func -= (left: inout Sum, right: Sum) {
            left.wholes &-= right.wholes
            left.tenThousandths &-= right.tenThousandths
        }

        /// The whole part, rounded towards zero, and the rest in ten thousandths with the same sign.
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

        /// Whether it is 0.
        package var isZero: Bool { parts == (0, 0) }

        /// Equal where they are worth the same.
        public static func == (left: Sum, right: Sum) -> Bool { left.parts == right.parts }

        /// By what it is worth.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(parts.whole)
            hasher.combine(parts.tenThousandths)
        }
    }

    /// The sum of what has no currency of its own, which is in the currency of the front end.
    package var plain = Sum()
    /// The sums of other currencies.
    private(set) var others: [Currency: Sum] = [:]
    /// How many items have a value that is not known.
    public var unknown = 0

    /// The total of nothing.
    public init() {}

    /// A total in one currency.
    package init(_ sum: Sum, _ currency: Currency? = nil) { add(sum, currency) }

    /// The total of one amount, `count` times; one that is not known counts as unknown.
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

    /// Takes another total away.
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

    /// A total with another one.
    package static func + (left: MoneyTotal, right: MoneyTotal) -> MoneyTotal {
        var sum = left
        sum += right
        return sum
    }

    /// A total without another one.
    package static func - (left: MoneyTotal, right: MoneyTotal) -> MoneyTotal {
        var difference = left
        difference -= right
        return difference
    }

    /// The sums with their currencies: first the one without, if there is one or if there is no other; then by code.
    public var sums: [(currency: Currency?, sum: Sum)] {
        let others = others.sorted { $0.key < $1.key }.map { (currency: Optional($0.key), sum: $0.value) }
        return plain.isZero && !others.isEmpty ? others : [(nil, plain)] + others
    }
}

extension MoneyTotal: ExpressibleByIntegerLiteral {
    /// A whole amount without a currency of its own.
    public init(integerLiteral value: Int) { self.init(Amount(value)) }
}

extension MoneyTotal.Sum: CustomStringConvertible {
    /// The digits, as an ``Amount`` has them.
    public var description: String {
        let (whole, rest) = parts
        if rest == 0 { return String(whole) }
        let digits = String(Amount.scale + abs(rest)).dropFirst()
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return (rest < 0 ? "-" : "") + "\(whole.magnitude).\(digits[...end])"
    }

    /// Reads the digits of a sum: a whole number of 128 bits, with up to four digits behind the point; nil for anything
    /// else.
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
    /// The sums in words: `40.5`, or `40.5, EUR 12, 3 unknown`. Reading it gives the same total.
    public var description: String {
        var parts = [plain.description]
        parts += others.sorted { $0.key < $1.key }.map { "\($0.key.code) \($0.value)" }
        if unknown != 0 { parts.append("\(unknown) unknown") }
        return parts.joined(separator: ", ")
    }

    /// Reads what ``description`` writes; nil for anything else.
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
