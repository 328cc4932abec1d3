import LootTesting
import Testing

@testable import LootCore

@Suite struct FieldTableTests {
    /// An item in which no field has its default value.
    private var full: Item {
        var item = Item(
            name: "Lamp", valueInDollars: 40, serialNumber: "ABC", dateCreated: .last, isFavorite: true)
        item.number = "A-0017"
        (item.quantity, item.minimum) = (2, 3)
        item.loans = [LoanEntry(.returned(.last), to: "Jo", quantity: 1)]
        (item.seen, item.seenBy) = (Day("2026-11-20"), "Ann")
        item.location = "Attic"
        item.tags = ["red", "old"]
        item.notes = "one\ntwo"
        item.purchaseDate = .first
        item.purchasePrice = "29.95"
        item.currency = Currency("EUR")
        item.vendor = "Smith"
        item.warrantyUntil = .last
        (item.replacementValue, item.depreciation) = (50, Depreciation("declining 20%"))
        (item.lentTo, item.lentUntil) = ("Ann", Day("2026-12-07"))
        (item.disposal, item.disposedOn, item.proceeds) = (.sold, Day("2026-12-08"), 30)
        (item.recipient, item.disposalNote) = ("Jo", "At the market")
        (item.nextService, item.serviceEvery) = (Day("2027-01-31"), CalendarSpan(6, .month))
        item.careLog = [CareEntry(on: .first, cost: "40", note: "New belt")]
        item.photo = FileID(of: [1, 2, 3])
        item.files = [
            FileEntry(id: FileID(of: [4]), name: "receipt.pdf", mediaType: "application/pdf", size: 1)
        ]
        item.custom = ["Color": .text("blue")]
        return item
    }

    @Test func `keys, names and aliases are unique`() throws {
        let names = Field.all.flatMap {
            Set([$0.key.rawValue, $0.name] + $0.aliases).map { $0.lowercased() }
        }
        #expect(Set(names).count == names.count)
        for field in Field.all {
            #expect(!field.title.isEmpty && field.summary.text.hasSuffix("."))
            for name in [field.key.rawValue, field.name] + field.aliases {
                #expect(try Field.named(name) == field.key)
                #expect(try Field.named(name.uppercased()) == field.key)
            }
            #expect(Field.with(key: field.key)?.name == field.name)
        }
    }

    @Test func `an item that is written and read with the table is complete`() throws {
        let full = full
        for field in Field.all { #expect(!field.isDefault(in: full), "\(field.name) is not set") }
        var copy = Item(id: full.id, name: "x", dateCreated: .first)
        try Patch(from: copy, to: full).apply(to: &copy)
        #expect(copy == full)
    }

    @Test func `every rare property has a row in the table`() {
        // All except the custom fields, which have their own keys, and unknown fields, which have none.
        #expect(Mirror(reflecting: ItemDetails.none).children.count == Field.rare.count + 2)
        #expect(Field.all.count == 33)
    }

    @Test func `nil sets the default, and is rejected if there is none`() throws {
        for field in Field.all {
            var item = full
            if field.key == "name" || field.key == "dateCreated" {
                let error = #expect(throws: LootError.self) { try field.set(nil, in: &item) }
                #expect(error?.code == .invalidValue && error?.field == field.key)
                #expect(item == full || item.difference(from: item) == nil)
            } else {
                try field.set(nil, in: &item)
                #expect(field.isDefault(in: item) || field.traits.contains(.clearable))
                let expected = field.type == .flag ? .flag(false) : field.unsetValue
                #expect(field.value(of: item) == expected)
            }
        }
    }

    @Test func `a field accepts only values of its type`() {
        var generator = SeededGenerator(seed: 1)
        for field in Field.all {
            // An integer is also an amount.
            for type in FieldType.allCases
            where type != field.type && (type, field.type) != (.integer, .amount) {
                var item = full
                let before = item
                let value = ItemFixtures.value(of: type, using: &generator)
                let error = #expect(throws: LootError.self) { try field.set(value, in: &item) }
                #expect(error?.code == .invalidValue)
                #expect(item == before)
            }
        }
    }

    @Test func `numbers have a range`() throws {
        for field in Field.all where field.type == .integer {
            var item = full
            for number in [field.range.lowerBound, field.range.upperBound] {
                try field.set(.integer(number), in: &item)
                #expect(field.value(of: item) == .integer(number))
            }
            for number in [-1, field.limits.lowerBound] {
                #expect(throws: LootError.self) { try field.checkEntry(.integer(number)) }
                try field.set(.integer(number), in: &item)
                #expect(field.value(of: item) == .integer(number))
            }
        }
        var item = full
        #expect(throws: LootError.self) { try item.set(.integer(1_000_000_001), for: "quantity") }
        #expect(throws: LootError.self) { try item.set(.integer(-1_000_000_001), for: "quantity") }
    }

    @Test func `texts contain no control characters, and only notes have lines`() throws {
        for field in Field.all where field.type == .text || field.type == .list {
            if !field.traits.isDisjoint(with: [.formatted, .files, .log])
                || !field.choices.isEmpty
            {
                continue
            }
            for scalar in [
                "\0", "\u{7}", "\r", "\u{1B}", "\u{7F}", "\u{80}", "\u{9F}", "\u{FFFE}", "\u{FFFF}",
            ] {
                let text = "a\(scalar)b"
                #expect(throws: LootError.self) {
                    try field.check(field.type == .list ? .list([text]) : .text(text))
                }
            }
            for text in ["a\nb", "a\tb"] {
                let value = field.type == .list ? FieldValue.list([text]) : .text(text)
                if field.traits.contains(.multiline) {
                    try field.check(value)
                } else {
                    #expect(throws: LootError.self) { try field.check(value) }
                }
            }
            let fine = "\u{A0}\u{2028}\u{FEFF}\u{10FFFF}ﷺ ¡é"
            try field.check(field.type == .list ? .list([fine]) : .text(fine))
        }
    }

    @Test func `an unknown name is rejected with similar ones`() {
        for (name, nearest) in [("locatoin", "location"), ("vlaue", "value"), ("tag s", "tags")] {
            let error = #expect(throws: LootError.self) { try Field.named(name) }
            #expect(error?.code == .unknownField)
            #expect(
                error?.description.hasSuffix("Did you mean “\(nearest)”?") == true,
                "\(String(describing: error))")
        }
        let error = #expect(throws: LootError.self) { try Field.named("zzzzzz") }
        #expect(error?.advice.text.hasPrefix("Choose one of name, value, serial") == true)
        #expect(throws: LootError.self) { try Field.named("custom.") }
    }

    @Test func `custom fields have a prefix`() throws {
        #expect(try Field.named("custom.Color") == .custom("Color"))
        for name in ["Color", "a.b", "\u{301}accent", "", "custom.", "é"] {
            let found = FieldKey.custom(name).customName
            #expect(found.map { Array($0.utf8) } == Array(name.utf8))
        }
        #expect(FieldKey("name").customName == nil)
        #expect(FieldKey("customary").customName == nil)
    }

    @Test func `a declared custom field has its name with and without “custom.”, and is suggested`() throws {
        let fields = try OwnFields([OwnField("weight", .decimal)])
        let declared = DeclaredFields { fields }
        let keys = try DeclaredFields.$current.withValue(declared) {
            try ["weight", "custom.weight"].map { try Field.named($0) }
        }
        #expect(keys == [.custom("weight"), .custom("weight")])
        let error = #expect(throws: LootError.self) {
            try DeclaredFields.$current.withValue(declared) { try Field.named("weigth") }
        }
        #expect(error?.code == .unknownField && error?.advice.text == "Did you mean “weight”?")
        #expect(throws: LootError.self) { try Field.named("weight") }
    }

    @Test func `a misspelled custom field is refused if the list declares the right one`() throws {
        let fields = try OwnFields([OwnField("weight", .decimal)])
        let declared = DeclaredFields { fields }
        let error = #expect(throws: LootError.self) {
            try DeclaredFields.$current.withValue(declared) { try Field.named("custom.weigth") }
        }
        #expect(error?.code == .unknownField && error?.field == .custom("weigth"))
        #expect(error?.advice.text == "Did you mean “custom.weight”?")
        #expect(throws: LootError.self) {
            try DeclaredFields.$current.withValue(declared) { try SortKey(parsing: "custom.weigth") }
        }
        let keys = try DeclaredFields.$current.withValue(declared) {
            try ["custom.Weight", "custom.Material"].map { try Field.named($0) }
        }
        #expect(keys == [.custom("weight"), .custom("Material")])
        #expect(try Field.named("custom.weigth") == .custom("weigth"))
    }
}
