import LootCore
import LootTesting
import Testing
import TextSearch

@Suite struct PlacePathTests {
    @Test(arguments: [
        ("House/Attic", ["House", "Attic"]), (" House /\tAttic ", ["House", "Attic"]), ("House", ["House"]),
        ("//House//Attic/", ["House", "Attic"]), ("", []), (" / ", []),
        ("Living Room / Shelf 1", ["Living Room", "Shelf 1"]),
    ])
    func `slashes separate the components of a place`(text: String, parts: [String]) {
        let place = PlacePath(text)
        #expect(place.parts == parts)
        #expect(PlacePath(place.description) == place)
        #expect(place.name == parts.last ?? "")
        #expect(place.parent?.parts == (parts.count < 2 ? nil : Array(parts.dropLast())))
    }

    @Test func `a place contains the places inside it, ignoring case and accents`() {
        let attic = PlacePath("Haus / Dachböden")
        #expect(attic.contains(PlacePath("haus/DACHBODEN / Kiste 3")))
        #expect(attic.contains(attic))
        #expect(!attic.contains(PlacePath("Haus / Dachböden 2")))
        #expect(!attic.contains(PlacePath("Haus")))
        #expect(PlacePath("").contains(attic))
        #expect(PlacePath("House") != PlacePath("house"))
    }

    @Test func `sections by place are sorted as a tree`() {
        let texts = [
            "House 2", "House (old)", "House / Attic", "house / Zoo", "House", "House / Attic / Box",
        ]
        let keys = texts.map { SectionKey.place(PlacePath($0)) }.shuffled()
        let sorted = keys.sorted { SectionKey.order($0, $1) == .ascending }
        let expected = [
            "House", "House / Attic", "House / Attic / Box", "house / Zoo", "House (old)", "House 2",
        ]
        #expect(sorted == expected.map { .place(PlacePath($0)) })
    }

    @Test(arguments: [
        "place:location", "place:2:location", "place:custom.2:x", "place:1:custom.2:x", "place:2",
    ])
    func `a rule for places is read back unchanged`(text: String) throws {
        let rule = try #require(SectionRule(text))
        #expect(rule.description == text)
        #expect(SectionRule("place:0:location") == nil)
    }

    @Test func `the place of an item is limited to the depth`() {
        var item = Item(name: "Box 3")
        let rule = SectionRule.place("location", depth: 2)
        #expect(rule.key(for: item) == .missing)
        item.location = "House/Attic/Corner"
        #expect(rule.key(for: item) == .place(PlacePath("House / Attic")))
        #expect(SectionRule.place("location").key(for: item) == .place(PlacePath("House / Attic / Corner")))
        item.location = " / "
        #expect(rule.key(for: item) == .missing)
        #expect(SectionRule.place("valueInDollars").key(for: item) == .missing)
    }

    @Test func `the location and the name of an item form a place`() {
        var item = Item(name: "Box 3")
        #expect(item.ownPlace == PlacePath("Box 3"))
        item.location = "House/Attic"
        #expect(item.ownPlace == PlacePath("House / Attic / Box 3"))
        item.name = "AC/DC"
        #expect(item.ownPlace == nil)
        item.name = ""
        #expect(item.ownPlace == nil)
    }

    @Test func `a place with an empty component is rejected`() throws {
        let field = try #require(Field.with(key: "location"))
        for text in ["House/Attic", "House / Attic", "Attic"] {
            #expect(throws: Never.self) { try field.checkEntry(.text(text)) }
        }
        for text in ["House//Attic", "/", "House / ", " "] {
            let error = #expect(throws: LootError.self) { try field.checkEntry(.text(text)) }
            #expect(error?.reason == "One of the parts between slashes is empty.", "\(text)")
        }
        #expect(throws: Never.self) { try field.check(.text("House//Attic")) }
    }
}
