import LootCore
import Testing
import TextSearch

@Suite struct MoneyTests {
    @Test(arguments: [
        ("129.95", 129, 9500), ("40", 40, 0), ("-0.5", 0, -5000), ("0.0001", 0, 1), ("-1.9999", -1, -9999),
        ("9223372036854775807.9999", Int.max, 9999), ("-9223372036854775808.9999", Int.min, -9999),
    ])
    func `an amount is exact, and is read back unchanged`(text: String, whole: Int, rest: Int) throws {
        let amount = try #require(Amount(text))
        #expect(amount.whole == whole && Int(amount.tenThousandths) == rest)
        #expect(amount.description == text)
        #expect(Amount(whole: whole, tenThousandths: rest) == amount)
        #expect(Amount(tenThousandths: amount.inTenThousandths) == amount)
    }

    @Test(arguments: [
        ("40.0", "40"), ("1.2995e2", "129.95"), ("12995e-2", "129.95"), ("-0", "0"), ("1e3", "1000"),
        ("007.50", "7.5"),
    ])
    func `different spellings of a number are the same amount`(text: String, amount: Amount) {
        #expect(Amount(text) == amount)
    }

    @Test(arguments: [
        "", ".", "-", "1.23456", "1e-5", "9223372036854775808", "1,5", "$5", "1.5.2", "1e", "0x10", "nan",
        String(repeating: "1", count: 65), "1e9999",
    ])
    func `other text isn't an amount`(text: String) { #expect(Amount(text) == nil) }

    @Test func `amounts and other numbers are ordered by size`() {
        let sorted: [Amount] = ["-1.5", "-1", "-0.5", "0", "0.0001", "0.5", "1", "1.5"]
        #expect(sorted.shuffled().sorted() == sorted)
        #expect(FieldValue.order(.amount("1.5"), .integer(1)) == .descending)
        #expect(FieldValue.order(.integer(1), .amount("1.5")) == .ascending)
        #expect(FieldValue.order(.amount("129.95"), .decimal(129.95)) == .same)
        #expect(FieldValue.order(.decimal(129.951), .amount("129.95")) == .descending)
        #expect(FieldValue.order(.amount(Amount(.max)), .decimal(1e300)) == .ascending)
    }

    // MARK: Typed amounts

    @Test(arguments: [
        ("129.95", "129.95", nil), ("$1,299.99", "1299.99", "USD"), ("1.299,99 €", "1299.99", "EUR"),
        ("1,299.99", "1299.99", nil), ("€12", "12", "EUR"), ("CHF 1'299.50", "1299.5", "CHF"),
        ("1 299,50 kr", "1299.5", nil), ("12,5", "12.5", nil), ("1,299,999", "1299999", nil),
        ("1.299.999", "1299999", nil), ("-$5", "-5", "USD"), ("12.50 EUR", "12.5", "EUR"),
        ("1.299", "1.299", nil),
        ("0,299", "0.299", nil), ("1234,567", "1234.567", nil), (".5", "0.5", nil), ("12.-", "12", nil),
        ("US$ 3", "3", "USD"),
    ])
    func `amounts are read as people write them`(text: String, amount: Amount, code: String?) throws {
        let read = try AmountText(text)
        #expect(read.amount == amount)
        #expect(read.currency?.code == code)
    }

    @Test func `an ambiguous amount is rejected with both readings`() throws {
        let error = #expect(throws: LootError.self) { try AmountText("1,299") }
        #expect(error?.description.contains("1299 or 1.2990") == true)
        #expect(try AmountText("1,299", decimalMark: .comma).amount == "1.299")
        #expect(try AmountText("1,299", decimalMark: .point).amount == 1299)
        #expect(try AmountText("1.299", decimalMark: .comma).amount == 1299)
    }

    @Test(arguments: [("de", "1299", "1.299"), ("en", "1.299", "1299")])
    func `the language determines how amounts are read`(tag: String, point: Amount, comma: Amount) throws {
        try Language.$named.withValue(Language(tag)) { () throws in
            #expect(try FieldType.amount.parse("1.299") == .amount(point))
            #expect(try FieldType.amount.parse("1,299") == .amount(comma))
            #expect(try FieldType.amount.parse("12.90") == .amount("12.9"))
            #expect(try FieldType.decimal.parse("1,8") == .decimal(1.8))
        }
    }

    @Test(arguments: ["1.299", "1,299", "€1.299"])
    func `typed thousands are ambiguous without a language`(text: String) {
        let error = #expect(throws: LootError.self) { try FieldType.amount.parse(text) }
        #expect(error?.failure.text.contains("1299 or 1.2990") == true)
        #expect(throws: Never.self) { try FieldType.amount.parse("1.2990") }
    }

    @Test(arguments: ["5 EUE", "5 XYZ", "5 apples"])
    func `an unknown currency is rejected with advice`(text: String) {
        let error = #expect(throws: LootError.self) { try FieldType.amount.parse(text) }
        #expect(error?.code == .invalidValue)
        if text == "5 EUE" { #expect(error?.advice.text.contains("EUR") == true) }
    }

    @Test(arguments: [
        "", "abc", "12 pieces of eight", "1,2,3", "1.2.3,4", "12a34", "1,29,999", "12.34567", "--5", "5 6",
        "$", "€ EUR 5 x",
    ])
    func `an invalid amount is rejected with a reason`(text: String) {
        let error = #expect(throws: LootError.self) { try FieldType.amount.parse(text) }
        #expect(error?.code == .invalidValue && error?.advice.isEmpty == false)
    }

    @Test func `an unknown currency symbol is rejected`() {
        #expect(throws: LootError.self) { try FieldType.amount.parse("12 apples") }
    }

    @Test(arguments: UInt64(1)...3)
    func `every written amount is read back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let whole =
                Int.random(in: .min ... .max, using: &generator) >> Int.random(in: 0..<63, using: &generator)
            let rest = Int.random(in: 0...9_999, using: &generator) * (whole < 0 ? -1 : 1)
            let amount = try #require(Amount(whole: whole, tenThousandths: rest))
            #expect(Amount(amount.description) == amount, "seed \(seed)")
            #expect(try AmountText(amount.description).amount == amount, "seed \(seed)")
        }
    }

    // MARK: Totals

    /// A number of any length as decimal digits, lowest first.
    private struct BigNumber: Equatable {
        var digits: [Int] = []

        init(_ number: Int128) { digits = String(number).reversed().compactMap { $0.wholeNumberValue } }

        static func + (left: BigNumber, right: BigNumber) -> BigNumber {
            var sum = BigNumber(0)
            sum.digits = []
            var carry = 0
            for index in 0..<max(left.digits.count, right.digits.count) + 1 {
                let digit =
                    (index < left.digits.count ? left.digits[index] : 0)
                    + (index < right.digits.count ? right.digits[index] : 0) + carry
                sum.digits.append(digit % 10)
                carry = digit / 10
            }
            while sum.digits.count > 1, sum.digits.last == 0 { sum.digits.removeLast() }
            return sum
        }

        static func * (left: BigNumber, right: Int) -> BigNumber {
            var product = BigNumber(0)
            for (place, digit) in String(right).reversed().compactMap({ $0.wholeNumberValue }).enumerated() {
                var shifted = left
                shifted.digits.insert(contentsOf: Array(repeating: 0, count: place), at: 0)
                for _ in 0..<digit { product = product + shifted }
            }
            return product
        }
    }

    @Test(arguments: UInt64(1)...4)
    func `sums are exact and don't overflow, compared with a reference of any length`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var total = MoneyTotal()
        var expected = BigNumber(0)
        var items: [Item] = []
        for _ in 0..<200 {
            let whole =
                Int.random(in: 0..<4, using: &generator) == 0
                ? Int.max : Int.random(in: 0...500, using: &generator)
            let amount = try #require(
                Amount(whole: whole, tenThousandths: Int.random(in: 0...9_999, using: &generator)))
            var item = Item(name: "Lamp", value: amount)
            item.quantity = Int.random(in: 0...1_000_000_000, using: &generator)
            items.append(item)
            total += item.total
            expected = expected + BigNumber(amount.inTenThousandths) * item.quantity
        }
        let (sum, rest) = total.plain.parts
        #expect(BigNumber(sum) * 10_000 + BigNumber(Int128(rest)) == expected, "seed \(seed)")
        for item in items.shuffled(using: &generator) { total -= item.total }
        #expect(total == MoneyTotal(), "seed \(seed)")
    }

    @Test func `currencies aren't mixed, and a total of zero is removed`() {
        let euros = MoneyTotal("12.5", Currency("EUR"))
        var total = MoneyTotal(40) + euros + MoneyTotal(nil)
        #expect(total.sums.map(\.currency) == [nil, Currency("EUR")])
        #expect(total.sums.map(\.sum.description) == ["40", "12.5"])
        #expect(total.unknown == 1)
        #expect(MoneyTotal(total.description) == total)
        total -= euros
        #expect(total == MoneyTotal(40) + MoneyTotal(nil))
    }

    @Test(arguments: ["", "x", "1.23456", "40, EUR", "40, EUR x", "40, 3", "40 5"])
    func `other text isn't a total`(text: String) { #expect(MoneyTotal(text) == nil) }

    // MARK: Items

    @Test func `an unknown value isn't zero`() throws {
        var item = Item(name: "Lamp", value: nil)
        #expect(item.value == nil && item.valueInDollars == 0 && item.total.unknown == 1)
        #expect(item.digest != Item(id: item.id, name: "Lamp", dateCreated: item.dateCreated).digest)
        try item.set(.amount("129.95"), for: "valueInDollars")
        #expect(item.valueInDollars == 129 && item.value == "129.95")
        try item.set(nil, for: "valueInDollars")
        #expect(item.value == nil)
        item.valueInDollars = 5
        #expect(item.value == 5)
    }

    @Test func `an integer is accepted as an amount`() throws {
        let patch: Patch = ["valueInDollars": .integer(5), "quantity": .integer(5)]
        #expect(patch["valueInDollars"] == .some(.amount(5)) && patch["quantity"] == .some(.integer(5)))
    }

    @Test func `a currency can be entered as a symbol, and a dash means an unknown amount`() throws {
        let currency = try #require(Field.with(key: "currency"))
        #expect(try currency.parse("€") == .text("EUR") && currency.parse("eur") == .text("EUR"))
        #expect(throws: LootError.self) { try currency.parse("Euroland") }
        #expect(try Field.with(key: "valueInDollars")?.parse("–") == nil)
        #expect(
            CustomField.value(of: "1.10") == .text("1.10") && CustomField.value(of: "1.5") == .decimal(1.5))
    }

    @Test func `a currency has three letters`() {
        #expect(throws: LootError.self) { try Field.with(key: "currency")?.check(.text("Euro")) }
        #expect(throws: LootError.self) { try Field.with(key: "currency")?.check(.text("eur")) }
        #expect(throws: Never.self) { try Field.with(key: "currency")?.check(.text("EUR")) }
    }

    @Test func `a bound can belong to the lower range`() throws {
        let rule = SectionRule.bands(
            "valueInDollars", bounds: [try #require(SectionRule.bound(parsing: ">50"))])
        #expect(rule.key(for: Item(name: "Lamp", valueInDollars: 50)) == .number(0))
        #expect(rule.key(for: Item(name: "Lamp", value: "50.01")) == .number(1))
        #expect(rule.description == "bands:>50:valueInDollars")
        #expect(SectionRule(rule.description) == rule)
    }
}
