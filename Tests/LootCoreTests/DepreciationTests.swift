import Localization
import LootTesting
import Testing

@testable import LootCore

@Suite struct DepreciationTests {
    @Test func `a rule is shown in the person's language, with its numbers`() throws {
        let german = try #require(Language("de"))
        for written in [
            "straight-line 10 years to 12.5%", "straight-line 10 years", "declining 12.5% to 10%",
            "declining 12.5%", "none",
        ] {
            let rule = try #require(Depreciation(written))
            let text = rule.text(in: german)
            #expect(rule.text(in: .english) == (written == "none" ? "no loss of value" : written))
            #expect(text != rule.text(in: .english))
            #expect(text.contains("12,5") == written.contains("12.5"))
            #expect(text.contains("10 Jahre") == written.contains("10 years"))
        }
    }

    @Test(arguments: Language.tags)
    func `a rule that is shown can be typed`(tag: String) throws {
        let language = try #require(Language(tag))
        for written in [
            "straight-line 10 years to 12.5%", "straight-line 1 month", "declining 12.5% to 10%",
            "declining 20%", "none",
        ] {
            let rule = try #require(Depreciation(written))
            #expect(Depreciation(reading: rule.text(in: language), in: language) == rule)
            #expect(Depreciation(reading: rule.text(in: language).uppercased(), in: language) == rule)
            #expect(Depreciation(reading: written, in: language) == rule)
        }
        for wrong in ["linear", "linear, 10", "straight-line", "degressiv, 120 % pro Jahr", "", "%"] {
            #expect(Depreciation(reading: wrong, in: language) == nil, "\(wrong)")
        }
    }

    private let bought = Day("2020-01-01") ?? .first

    private func value(
        _ rule: String, of price: Amount, on day: String, decimals: Int = 2
    ) throws -> Amount? {
        let rule = try #require(Depreciation(rule))
        return rule.value(of: price, boughtOn: bought, on: try #require(Day(day)), decimals: decimals)
    }

    @Test(
        arguments: [
            ("straight-line 10y", "straight-line 10 years"),
            ("Straight line 36 months", "straight-line 36 months"),
            ("straight-line 10y to 10%", "straight-line 10 years to 10%"),
            ("declining 20%", "declining 20%"), ("declining 12,5 % to 0%", "declining 12.5%"),
            ("declining 100%", "declining 100%"), ("NONE", "none"),
        ])
    func `a rule is written in one format`(text: String, written: String) throws {
        #expect(Depreciation(text)?.description == written)
        #expect(Depreciation(written)?.description == written)
    }

    @Test(
        arguments: [
            "", "10 years", "straight-line", "straight-line 0 years", "straight-line 10",
            "straight-line 99999y",
            "declining", "declining 0%", "declining 101%", "declining -5%", "declining 20",
            "declining 20% to",
            "straight-line 10y to 100%", "straight-line 10y to 5", "none to 10%", "declining 20% to 5% to 2%",
        ])
    func `an invalid rule is refused`(text: String) throws {
        #expect(Depreciation(text) == nil)
        let field = try #require(Field.with(key: "depreciation"))
        guard !text.isEmpty else { return }
        let error = #expect(throws: LootError.self) { try field.parse(text) }
        #expect(error?.code == .invalidValue && error?.field == "depreciation")
    }

    @Test func `a straight line falls by the same amount every day`() throws {
        // 2020 is a leap year: 366 days.
        #expect(try value("straight-line 1 year", of: 366, on: "2020-01-01") == 366)
        #expect(try value("straight-line 1 year", of: 366, on: "2020-01-02") == 365)
        #expect(try value("straight-line 1 year", of: 366, on: "2020-12-31") == 1)
        #expect(try value("straight-line 1 year", of: 366, on: "2021-01-01") == 0)
        #expect(try value("straight-line 10 years", of: 1000, on: "2025-01-01") == "499.86")
        #expect(try value("straight-line 1 year to 10%", of: 1000, on: "2030-01-01") == 100)
        #expect(try value("straight-line 366 days to 50%", of: 732, on: "2020-01-03") == 730)
    }

    @Test func `a declining value loses the same percentage every year`() throws {
        #expect(try value("declining 20%", of: 1000, on: "2021-01-01") == 800)
        #expect(try value("declining 20%", of: 1000, on: "2022-01-01") == 640)
        #expect(try value("declining 20%", of: "99.99", on: "2022-01-01") == "63.99")
        #expect(try value("declining 20%", of: 1000, on: "2020-07-02") == 900)
        #expect(try value("declining 20% to 50%", of: 1000, on: "2030-01-01") == 500)
        #expect(try value("declining 100%", of: 1000, on: "2021-01-01") == 0)
        #expect(try value("declining 100%", of: 1000, on: "2020-07-02") == 500)
        #expect(try value("none", of: "12.345", on: "2090-01-01") == "12.345")
    }

    @Test func `values are rounded to the smallest unit, and to the decimals of the price if it has more`()
        throws
    {
        #expect(
            Currency("JPY")?.decimals == 0 && Currency("EUR")?.decimals == 2 && Currency("KWD")?.decimals == 3
        )
        #expect(try value("declining 50%", of: 101, on: "2021-01-01", decimals: 0) == 51)
        #expect(try value("declining 50%", of: 101, on: "2021-01-01") == "50.5")
        #expect(try value("declining 50%", of: "0.01", on: "2021-01-01") == "0.01")
        #expect(try value("declining 50%", of: "0.0125", on: "2021-01-01") == "0.0063")
    }

    @Test func `there is no value before the purchase, below 0, and beyond the calendar`() throws {
        #expect(try value("none", of: 10, on: "2019-12-31") == nil)
        #expect(try value("none", of: -10, on: "2020-12-31") == nil)
        #expect(try value("straight-line 9000 years", of: 10, on: "2020-12-31") == nil)
    }

    @Test func `extreme prices and days don't overflow`() throws {
        let most = Amount(.max)
        #expect(try value("straight-line 7979 years", of: most, on: "9998-12-31") != nil)
        #expect(try value("declining 0.0001% to 99.9999%", of: most, on: "9999-12-31") != nil)
        #expect(try value("declining 20%", of: most, on: "9999-12-31") != nil)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `values never rise and stay between the residual value and the price`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let price = try #require(
                Amount(tenThousandths: Int128.random(in: 0...9_999_999, using: &generator)))
            let (rate, end) = (
                Int.random(in: 1...100, using: &generator), Int.random(in: 0...99, using: &generator)
            )
            let text = Bool.random(using: &generator) ? "declining \(rate)%" : "straight-line \(rate) months"
            let rule = try #require(Depreciation("\(text) to \(end)%"))
            var last = price
            for days in stride(from: 0, to: 6000, by: Int.random(in: 1...400, using: &generator)) {
                let day = try #require(bought.adding(CalendarSpan(days, .day)))
                let value = try #require(rule.value(of: price, boughtOn: bought, on: day, decimals: 2))
                #expect(value <= last, "seed \(seed): \(rule) of \(price) after \(days) days")
                last = value
            }
            // Half a cent or less is lost or gained by rounding.
            let residual = price.inTenThousandths * Int128(end) / 100
            #expect(last.inTenThousandths >= residual - 50)
        }
    }
}
