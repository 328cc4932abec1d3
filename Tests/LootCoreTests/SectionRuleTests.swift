import LootCore
import Testing

@Suite struct `The section of an item` {
    private func key(_ rule: SectionRule, _ value: FieldValue?) throws -> SectionKey {
        var item = Item(name: "Lamp")
        if let value { try item.set(value, for: rule.field) }
        return rule.key(for: item)
    }

    @Test(arguments: [
        FieldValue.decimal(24.99): 0, .decimal(25): 1, .decimal(25.01): 1, .decimal(49.999999): 1,
        .decimal(50): 2,
        .decimal(-1): 0, .integer(24): 0, .integer(25): 1, .integer(49): 1, .integer(50): 2,
    ])
    func `a section starts at its bound, for all kinds of numbers`(value: FieldValue, band: Int) throws {
        #expect(try key(.bands("custom.Weight", bounds: [25, 50]), value) == .number(band))
    }

    @Test(arguments: ["24.9999": 0, "25": 1, "49.9999": 1, "50": 2, "-1": 0, "0": 0] as [Amount: Int])
    func `a section starts at its bound, for amounts`(amount: Amount, band: Int) throws {
        #expect(try key(.bands("valueInDollars", bounds: [25, 50]), .amount(amount)) == .number(band))
        #expect(try key(.bands("valueInDollars", bounds: [25]), .amount(amount)) == .number(min(band, 1)))
    }

    @Test func `a section starts after a bound that belongs to the lower section`() throws {
        let bound = try #require(SectionRule.bound(parsing: ">50"))
        let rule = SectionRule.bands("custom.Weight", bounds: [bound])
        #expect(try key(rule, .decimal(50)) == .number(0) && key(rule, .integer(50)) == .number(0))
        #expect(try key(rule, .decimal(50.001)) == .number(1) && key(rule, .integer(51)) == .number(1))
        #expect(rule.description == "bands:>50:custom.Weight" && SectionRule(rule.description) == rule)
    }

    @Test func `an item without a value of the type has no section`() throws {
        #expect(try key(.bands("custom.Weight", bounds: [25]), nil) == .missing)
        #expect(try key(.bands("custom.Weight", bounds: [25]), .text("30")) == .missing)
        #expect(try key(.year("custom.Weight"), .integer(2026)) == .missing)
        #expect(try key(.initial("custom.Weight"), .integer(5)) == .missing)
        #expect(try key(.place("location"), nil) == .missing)
        #expect(try key(.flag("custom.Insured"), nil) == .number(1))
    }

    @Test func `a rule groups the items of a query without another type`() async throws {
        let rule = SectionRule.bands("valueInDollars", bounds: [50])
        let sectioning = try #require(Query(sectioning: rule).sectioning)
        let key = sectioning.key(for: Item(name: "Lamp", valueInDollars: 60))
        #expect(key == .number(1) && sectioning.title(for: key) == "1" && sectioning.rule == rule)
        #expect(SectionRule.initial("name").title(for: .text("L")) == "L")
    }

    @Test func `an item's section is its month, year, letter, flag or place`() throws {
        let day = try #require(Day("2026-12-31"))
        #expect(try key(.month("purchaseDate"), .day(day)) == .number(202612))
        #expect(try key(.year("purchaseDate"), .day(day)) == .number(2026))
        let moment = try #require(Moment("2026-12-31T23:59:59Z"))
        #expect(try key(.month("custom.Serviced"), .moment(moment)) == .number(202612))
        #expect(try key(.initial("name"), .text("Épée")) == .text("E"))
        #expect(try key(.initial("name"), .text("4K")) == .missing)
        #expect(try key(.flag("isFavorite"), .flag(true)) == .number(0))
        #expect(try key(.flag("isFavorite"), .flag(false)) == .number(1))
        #expect(try key(.place("location", depth: 1), .text("House / Attic")) == .place(PlacePath("House")))
        #expect(try key(.place("location"), .text("House / Attic")) == .place(PlacePath("House / Attic")))
        #expect(try key(.value("tags"), .list(["b", "a"])) == .text("b"))
        #expect(try key(.value("quantity"), .integer(3)) == .number(3))
    }
}
