import LootActions
import LootCore
import LootMerge
import Testing

@Suite struct DetailFormTests {
    private var lamp: Item {
        var item = Item(name: "Lamp", valueInDollars: 40, serialNumber: "L-1")
        item.custom = ["colour": .text("red"), "weight": .decimal(1.5)]
        return item
    }

    @Test func `the form has a row with the right control for every field of the table`() {
        let form = DetailForm(lamp)
        #expect(
            form.rows.map(\.id).starts(
                with: Field.all.map(\.key).filter { $0 != "loans" && !Filter.disposalFields.contains($0) }))
        #expect(form["name"]?.control == .text && form["valueInDollars"]?.control == .amount)
        #expect(form["isFavorite"]?.control == .toggle && form["dateCreated"]?.control == .moment)
        #expect(
            form["notes"]?.control == .lines && form["tags"]?.control == .tags
                && form["photo"]?.control == .photo)
        #expect(form["quantity"]?.control == .number(0...1_000_000_000))
        #expect(form["custom.colour"]?.text == "red" && form["custom.weight"]?.control == .decimal)
    }

    @Test(arguments: Language.tags)
    func `numbers, periods and rules are in the person's language, and are read as they are shown`(
        tag: String
    ) throws {
        try Language.$named.withValue(Language(tag)) {
            var item = lamp
            item.value = Amount("1299.5")
            item.purchasePrice = Amount("0.125")
            item.serviceEvery = CalendarSpan(6, .month)
            item.depreciation = Depreciation("declining 12.5%")
            item.custom["ratio"] = .decimal(3.14159)
            let form = DetailForm(item)
            if tag == "de" {
                #expect(form["valueInDollars"]?.text == "1299,5")
                #expect(form["serviceEvery"]?.text == "6 Monate")
                #expect(form["custom.weight"]?.text == "1,5")
            }
            for row in form.rows where !row.text.isEmpty {
                var other = form
                other.set("", for: row.id)
                other.set(row.text, for: row.id)
                #expect(other[row.id]?.problem == nil, "\(row.title): \(row.text)")
                var copy = DetailForm(Item(name: "Copy", value: nil))
                if copy[row.id] == nil {
                    guard let name = row.id.customName else { continue }
                    try copy.addCustomField(name, item.custom[name]?.type ?? .text)
                }
                copy.set(row.text, for: row.id)
                #expect(try copy.edited().value(for: row.id) == item.value(for: row.id), "\(row.text)")
            }
        }
    }

    @Test func `changes are described in the person's language`() throws {
        Language.$named.withValue(Language("de")) {
            var item = lamp
            item.purchaseDate = Day("2026-11-20")
            var form = DetailForm(item)
            form.set("true", for: "isFavorite")
            form.set("", for: "serialNumber")
            form.set("2026-11-21", for: "purchaseDate")
            #expect(
                form.changes == [
                    "Seriennummer: L-1 → keine Angabe", "Favorit: nein → ja",
                    "Gekauft am: 20.11.2026 → 21.11.2026",
                ])
        }
    }

    @Test func `the currency of an amount is the item's, or the default`() throws {
        var form = DetailForm(lamp)
        form.set("€5", for: "valueInDollars")
        #expect(try form.patch() == ["valueInDollars": .amount(5), "currency": .text("EUR")])
        form.set("$5", for: "valueInDollars")
        #expect(try form.patch() == ["valueInDollars": .amount(5), "currency": .text("USD")])
        form.set("–", for: "valueInDollars")
        #expect(try form.patch() == ["valueInDollars": nil])
    }

    @Test func `a currency that would change or contradict another amount is rejected`() throws {
        var item = lamp
        item.purchasePrice = 30
        var form = DetailForm(item)
        form.set("€5", for: "valueInDollars")
        let error = #expect(throws: LootError.self) { try form.patch() }
        #expect(error?.explanation.text == "“Purchase price” is in USD.")
        form.set("€3", for: "purchasePrice")
        #expect(try form.patch()["currency"] == .some(.text("EUR")))
        form.set("CHF 3", for: "purchasePrice")
        #expect(throws: LootError.self) { try form.patch() }
        form.set("€3", for: "purchasePrice")
        form.set("CHF", for: "currency")
        #expect(throws: LootError.self) { try form.patch() }
    }

    @Test func `unchanged fields aren't in the patch`() throws {
        var form = DetailForm(lamp)
        #expect(!form.isChanged)
        #expect(try form.patch().isEmpty)
        form.set("45", for: "valueInDollars")
        form.set("", for: "serialNumber")
        #expect(try form.patch() == ["valueInDollars": .integer(45), "serialNumber": nil])
        form.set("40", for: "valueInDollars")
        form.set("L-1", for: "serialNumber")
        #expect(!form.isChanged)
    }

    @Test func `invalid input is kept with its problem`() {
        var form = DetailForm(lamp)
        form.set("-5", for: "valueInDollars")
        #expect(form["valueInDollars"]?.text == "-5")
        #expect(
            form["valueInDollars"]?.problem?.description
                == "Can't set “Value”. -5 is less than 0. Enter an amount of 0 or more.")
        form.set("", for: "name")
        #expect(form["name"]?.problem == nil)
        form.set("", for: "dateCreated")
        #expect(form["dateCreated"]?.problem?.code == .invalidValue)
        form.set("2026-11-20", for: "dateCreated")
        #expect(form["dateCreated"]?.problem == nil)
        #expect(throws: LootError.self) { try form.edited() }
        form.set("Lamp", for: "name")
        form.set("5", for: "valueInDollars")
        #expect(form["valueInDollars"]?.problem == nil)
        #expect((try? form.edited())?.valueInDollars == 5)
    }

    @Test func `an existing problem doesn't prevent saving other fields`() throws {
        var form = DetailForm(Item(name: "", valueInDollars: -5))
        #expect(form["name"]?.problem?.code == .invalidValue)
        #expect(form["valueInDollars"]?.problem?.reason.text == "-5 is less than 0.")
        form.set("Attic", for: "location")
        #expect(try form.patch() == ["location": .text("Attic")])
        #expect(try form.edited().name == "")
        form.set("-6", for: "valueInDollars")
        #expect(throws: LootError.self) { try form.edited() }
        form.set("6", for: "valueInDollars")
        form.set("Lamp", for: "name")
        #expect(try form.edited().problems.isEmpty && form["name"]?.problem == nil)
    }

    @Test func `a new item is saved before it has a name`() throws {
        var form = DetailForm()
        #expect(form["name"]?.problem == nil)
        form.set("5", for: "valueInDollars")
        #expect(try form.edited().shownName == "New item")
        form.set("Lamp", for: "name")
        #expect(try form.edited().name == "Lamp")
    }

    @Test func `another writer's edit appears in unchanged fields`() throws {
        var form = DetailForm(lamp)
        form.set("Desk lamp", for: "name")
        var newer = form.item
        newer.location = "Attic"
        newer.name = "Old lamp"
        form.follow(newer)
        #expect(form["location"]?.text == "Attic")
        #expect(form["name"]?.text == "Desk lamp")
        #expect(try form.patch() == ["name": .text("Desk lamp")])
    }

    @Test func `a field that both sides changed is a conflict until a value is chosen`() throws {
        var form = DetailForm(lamp)
        form.set("Desk lamp", for: "name")
        form.set("45", for: "valueInDollars")
        form.set("L-9", for: "serialNumber")
        form.set("blue", for: "custom.colour")
        let seen = form.item
        var newer = form.item
        newer.name = "Old lamp"
        newer.valueInDollars = 45
        newer.location = "Attic"
        newer.custom["colour"] = nil
        form.follow(newer)
        #expect(form.conflicts.map(\.id) == ["name", "custom.colour"])
        #expect(form["name"]?.theirs == "Old lamp" && form["name"]?.text == "Desk lamp")
        #expect(form["custom.colour"]?.theirs == "")
        #expect(form["valueInDollars"]?.isChanged == false && form["location"]?.text == "Attic")
        var other = form
        other.settle("name", takingTheirs: true)
        other.settle("custom.colour", takingTheirs: true)
        #expect(other.conflicts.isEmpty)
        #expect(try other.patch() == ["serialNumber": .text("L-9")])
        form.settle("name", takingTheirs: false)
        form.set("", for: "custom.colour")
        #expect(form.conflicts.isEmpty)
        let transaction = try form.transaction(addsItem: false)
        #expect(
            transaction.changes == [
                .update(seen.id, ["name": .text("Desk lamp"), "serialNumber": .text("L-9")])
            ])
        #expect(
            transaction.conditions == [
                .fields(seen.id, ["name": .text("Old lamp"), "serialNumber": .text("L-1")])
            ])
        #expect(form.changes == ["Name: Old lamp → Desk lamp", "Serial number: L-1 → L-9"])
        form.set("true", for: "isFavorite")
        form.set("one\ntwo " + String(repeating: "three ", count: 20), for: "notes")
        #expect(form.changes[1...2] == ["Serial number: L-1 → L-9", "Favorite: no → yes"])
        #expect(form.changes.last?.hasPrefix("Notes: one two three") == true)
        #expect(form.changes.last?.hasSuffix("…") == true)
    }

    @Test func `tags of both sides are merged`() throws {
        var item = lamp
        item.tags = ["old", "red"]
        var form = DetailForm(item)
        form.set("red, mine", for: "tags")
        item.tags = ["old", "red", "theirs"]
        form.follow(item)
        #expect(form.conflicts.isEmpty)
        #expect(Set(try form.edited().tags) == ["red", "mine", "theirs"])
        form.set("twelve", for: "valueInDollars")
        item.valueInDollars = 12
        form.follow(item)
        #expect(form["valueInDollars"]?.text == "twelve" && form["valueInDollars"]?.theirs == "12")
    }

    @Test func `an error is next to its field`() throws {
        var form = DetailForm()
        form.set("House//Attic", for: "location")
        let error = try #require(throws: LootError.self) { try form.edited() }
        #expect(form.refuse(error) == "location" && form["location"]?.problem == error)
        form.set("Attic", for: "location")
        #expect(form["location"]?.problem == nil)
        #expect(form.refuse(LootError(.noSpace, "Can't save.", reason: "The disk is full.")) == nil)
    }

    @Test func `a custom field can be added, set and removed`() throws {
        var form = DetailForm(lamp)
        try form.addCustomField("serviced", .day)
        #expect(throws: LootError.self) { try form.addCustomField("serviced", .text) }
        #expect(throws: LootError.self) { try form.addCustomField("", .text) }
        form.set("2026-01-01", for: "custom.serviced")
        form.set("", for: "custom.colour")
        let edited = try form.edited()
        #expect(edited.custom["serviced"] == .day(try #require(Day("2026-01-01"))))
        #expect(edited.custom["colour"] == nil)
    }

    @Test func `every value in a form is read back unchanged`() throws {
        var item = lamp
        item.tags = ["a, b", "back\\slash", "plain"]
        item.notes = "two\nlines"
        item.purchaseDate = Day("2020-02-29")
        item.warrantyUntil = Day.last
        item.quantity = 0
        let form = DetailForm(item)
        for row in form.rows where !row.text.isEmpty {
            var copy = form
            copy.set(row.text + " ", for: row.id)
            copy.set(row.text, for: row.id)
            #expect(copy[row.id]?.problem == nil, "\(row.id)")
        }
        #expect(try form.edited() == item)
    }
}
