import LootCore
import LootFormats
import LootTesting
import Testing
import WebServer

@testable import HTTP

/// A form as a browser sends it: the shown values and the input.
private struct Typed {
    let site: TestSite
    let path: String
    var values: [(name: String, value: String)]

    /// Reads the current form of an item.
    init(_ site: TestSite, _ item: Item) async throws {
        try await self.init(site, "/items/\(item.id)", showing: "/items/\(item.id)?edit")
    }

    init(_ site: TestSite, _ path: String, showing page: String) async throws {
        self.site = site
        self.path = path
        values = try await site.get(page).inputs
    }

    /// Reads the form in a response.
    init(_ site: TestSite, _ path: String, _ answer: Answered) {
        (self.site, self.path, values) = (site, path, answer.inputs)
    }

    mutating func type(_ value: String, into name: String) {
        values.removeAll { $0.name == name }
        values.append((name, value))
    }

    func send() async throws -> Answered {
        let body = PercentEncoding.query(values).dropFirst()
        return try await site.ask(.post, path, form: String(body))
    }
}

extension Answered {
    /// The fields of an item's form: those before and under “More”.
    fileprivate var fields: [[String]] {
        text.split(separator: "<summary>More</summary>").map { part in
            part.matches(of: /id="field-([^"-]*)"/).map { String($0.1) }
        }
    }

    /// The names and values that a browser would send.
    var inputs: [(name: String, value: String)] {
        var inputs: [(name: String, value: String)] = []
        for tag in text.split(separator: "<").map(String.init)
        where tag.hasPrefix("input") || tag.hasPrefix("textarea") {
            func attribute(_ name: String) -> String? {
                guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
                return String(tag[start.upperBound...].prefix { $0 != "\"" })
                    .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing(
                        "&lt;", with: "<"
                    )
                    .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
            }
            guard let name = attribute("name"), attribute("type") != "radio" else { continue }
            if attribute("type") == "checkbox", !tag.contains(" checked") { continue }
            let content =
                tag.hasPrefix("textarea") ? tag.split(separator: ">\n", maxSplits: 1).dropFirst().first : nil
            inputs.append((name, attribute("value") ?? content.map(String.init) ?? ""))
        }
        return inputs
    }
}

@Suite struct `A form` {
    private let lamp = items("Lamp")[0]

    @Test func `a link opens the form; the page itself is for reading`() async throws {
        let site = try await TestSite([lamp])
        let page = try await site.get("/items/\(lamp.id)").text
        #expect(!page.contains("name=\"name\"") && page.contains("href=\"/items/\(lamp.id)?edit\""))
        #expect(page.contains("<dt>Value ") && page.contains("$20"))
        #expect(try await site.get("/items/\(lamp.id)?edit").text.contains("name=\"name\""))
    }

    @Test func `a form sets only changed fields, and confirms it`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("Attic", into: "location")
        let saved = try await typed.send()
        #expect(saved.status == 303)
        let commit = try #require(try await site.store.history(limit: 1).undoable.last)
        #expect(commit.changes.map(\.change) == [.update(lamp.id, ["location": .text("Attic")])])
        let page = try await site.get(try #require(saved.headers[.location])).text
        #expect(page.contains("Saved.") && page.contains("name=\"revision\" value=\"\(commit.revision)\""))
        let undone = try await site.ask(.post, "/undo", form: "revision=\(commit.revision)")
        #expect(undone.status == 303)
        #expect(try await site.store.item(lamp.id) == lamp)
        #expect(try await site.ask(.post, "/undo", form: "revision=\(commit.revision)").status == 409)
    }

    @Test func `a form keeps other people's changes, and reports them`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("To be cleaned", into: "notes")
        try await site.store.apply([.update(lamp.id, ["valueInDollars": .integer(999)])])
        let saved = try await typed.send()
        #expect(saved.status == 303)
        let item = try #require(try await site.store.item(lamp.id))
        #expect(item.valueInDollars == 999 && item.notes == "To be cleaned")
        let page = try await site.get(try #require(saved.headers[.location])).text
        #expect(page.contains("Also changed in the meantime: Value."))
    }

    @Test func `a form shows both values of a conflict and preselects none`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("10", into: "valueInDollars")
        typed.type("To be cleaned", into: "notes")
        try await site.store.apply([
            .update(lamp.id, ["valueInDollars": .integer(999), "location": .text("Attic")])
        ])
        let asked = try await typed.send()
        #expect(asked.status == 409)
        #expect(asked.text.contains("value=\"10\"") && asked.text.contains("$999"))
        #expect(asked.text.contains("already updated here: Location"))
        #expect(!asked.text.contains("type=\"radio\" checked") && !asked.text.contains(" checked required"))
        #expect(try await site.store.item(lamp.id)?.notes == nil)
        // If the form is sent again without a choice, the page asks again.
        var again = Typed(site, typed.path, asked)
        #expect(try await again.send().status == 409)
        #expect(try await site.store.item(lamp.id)?.valueInDollars == 999)
        again.type("theirs", into: "choice-valueInDollars")
        #expect(try await again.send().status == 303)
        var item = try #require(try await site.store.item(lamp.id))
        #expect(item.valueInDollars == 999 && item.notes == "To be cleaned" && item.location == "Attic")
        again.type("mine", into: "choice-valueInDollars")
        #expect(try await again.send().status == 303)
        item = try #require(try await site.store.item(lamp.id))
        #expect(item.valueInDollars == 10 && item.location == "Attic")
    }

    @Test func `a form asks again if the other value changed again`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("10", into: "valueInDollars")
        try await site.store.apply([.update(lamp.id, ["valueInDollars": .integer(999)])])
        var again = Typed(site, typed.path, try await typed.send())
        again.type("mine", into: "choice-valueInDollars")
        try await site.store.apply([.update(lamp.id, ["valueInDollars": .integer(7)])])
        let asked = try await again.send()
        #expect(asked.status == 409 && asked.text.contains("$7"))
        #expect(try await site.store.item(lamp.id)?.valueInDollars == 7)
    }

    @Test func `a form merges tags of both sides, even if it asks about another field first`() async throws {
        var lamp = lamp
        lamp.tags = ["old", "work"]
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("old, mine", into: "tags")
        try await site.store.apply([.update(lamp.id, ["tags": .list(["old", "work", "theirs"])])])
        #expect(try await typed.send().status == 303)
        #expect(Set(try await site.store.item(lamp.id)?.tags ?? []) == ["old", "mine", "theirs"])
        let current = try #require(try await site.store.item(lamp.id))
        typed = try await Typed(site, current)
        typed.type("old, mine, theirs, newest", into: "tags")
        typed.type("10", into: "valueInDollars")
        try await site.store.apply([
            .update(lamp.id, ["tags": .list(["old", "theirs"]), "valueInDollars": .integer(999)])
        ])
        var again = Typed(site, typed.path, try await typed.send())
        again.type("mine", into: "choice-valueInDollars")
        #expect(try await again.send().status == 303)
        let saved = try await site.store.item(lamp.id)
        #expect(Set(saved?.tags ?? []) == ["old", "theirs", "newest"] && saved?.valueInDollars == 10)
    }

    @Test func `a form doesn't ask if both sides typed the same`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("Lantern", into: "name")
        try await site.store.apply([.update(lamp.id, ["name": .text("Lantern")])])
        let saved = try await typed.send()
        #expect(saved.status == 303)
        #expect(try await site.store.history(limit: 9).undoable.count == 1)
    }

    @Test func `a form offers to add an item again that was removed in the meantime`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("Lantern", into: "name")
        try await site.store.remove(lamp.id)
        let asked = try await typed.send()
        #expect(asked.status == 409)
        #expect(asked.text.contains("value=\"Lantern\"") && asked.text.contains("Add again"))
        #expect(try await site.names().isEmpty)
        #expect(try await Typed(site, typed.path, asked).send().status == 303)
        #expect(try await site.names() == ["Lantern"])
        #expect(try await site.store.items()[0].id == lamp.id)
    }

    @Test func `a form shows the input again with the reason at the field`() async throws {
        let site = try await TestSite([lamp])
        var typed = try await Typed(site, lamp)
        typed.type("many", into: "valueInDollars")
        typed.type("Attic", into: "location")
        let answer = try await typed.send()
        #expect(answer.status == 422)
        #expect(answer.text.contains("value=\"many\"") && answer.text.contains("value=\"Attic\""))
        #expect(answer.text.contains("aria-invalid=\"true\"") && answer.text.contains("data-unsaved"))
        #expect(try await site.store.item(lamp.id) == lamp)
    }

    static let failures: [(LootError.Code, Int)] = [
        (.noSpace, 507), (.readOnly, 403), (.unavailable, 503), (.inputOutput, 500), (.locked, 503),
    ]

    @Test(arguments: failures)
    func `a form shows the input again if the store fails`(code: LootError.Code, status: Int) async throws {
        let failure = LootError(code, "Can't save the change.", reason: "The disk is asleep.")
        let site = try await TestSite([lamp], wrap: { FailingStore($0, failing: .apply, with: failure) })
        var typed = try await Typed(site, lamp)
        typed.type("Lantern", into: "name")
        let answer = try await typed.send()
        #expect(answer.status == status)
        #expect(answer.text.contains("value=\"Lantern\"") && answer.text.contains("Not saved."))
        var new = try await Typed(site, "/items", showing: "/items/new")
        new.type("Vase", into: "name")
        let refused = try await new.send()
        #expect(refused.status == status)
        #expect(refused.text.contains("value=\"Vase\"") && refused.text.contains("Not saved."))
    }

    @Test(arguments: failures)
    func `an error of the store doesn't reveal folders of the server`(code: LootError.Code, status: Int)
        async throws
    {
        let path = "/home/ada/things/items.json"
        let failure = LootError(code, "Can't save the change.", reason: "\(path) is asleep.", place: path)
        let site = try await TestSite([lamp], wrap: { FailingStore($0, failing: .apply, with: failure) })
        let refused = try await site.ask(.post, "/api/items", json: #"{"name": "Vase"}"#)
        #expect(refused.status == status && !refused.text.contains("/home/ada"))
        var typed = try await Typed(site, lamp)
        typed.type("Lantern", into: "name")
        #expect(try await !typed.send().text.contains("/home/ada"))
    }

    @Test
    func `forms and pages of items show the basic fields, then those in use, and the others under More`()
        async throws
    {
        var ladder = Item(name: "Ladder", valueInDollars: 80, serialNumber: "L-1")
        (ladder.location, ladder.vendor) = ("Attic", "Shop")
        let site = try await TestSite([ladder])
        let basic = ["name", "serialNumber", "valueInDollars", "dateCreated"]
        for (path, inUse) in [
            ("/items/new", ["location", "quantity", "purchasePrice", "purchaseDate", "warrantyUntil"]),
            ("/items/\(ladder.id)?edit", ["location", "vendor"]),
        ] {
            let fields = try await site.get(path).fields
            #expect(fields.count == 2 && fields[0] == basic + inUse)
            let all = Field.all.filter { $0.traits.isDisjoint(with: [.photo, .files]) }.map(\.key)
                .filter { $0 != "loans" && !Filter.disposalFields.contains($0) }
            #expect(fields.joined().sorted() == all.map(\.rawValue).sorted())
        }
        let page = try await site.get("/items/\(ladder.id)").text
        let facts = page.matches(of: /data-field="([^"]*)"/).map { String($0.1) }
        #expect(page.contains("<h1><bdi>Ladder</bdi>"))
        #expect(facts == basic.dropFirst() + ["location", "vendor"])
    }

    @Test func `the form of a new item keeps its order after an error`() async throws {
        let site = try await TestSite()
        let order = try await site.get("/items/new").fields
        var typed = try await Typed(site, "/items", showing: "/items/new")
        typed.type("Lamp", into: "name")
        typed.type("many", into: "valueInDollars")
        let answer = try await typed.send()
        #expect(answer.status == 422 && answer.fields == order && order.first?.last == "warrantyUntil")
    }

    @Test func `the form that adds a removed item again has the order of a new item's form`() async throws {
        let site = try await TestSite([lamp])
        let order = try await site.get("/items/new").fields
        var typed = try await Typed(site, lamp)
        typed.type("Lantern", into: "name")
        try await site.store.remove(lamp.id)
        let asked = try await typed.send()
        #expect(asked.status == 409 && asked.fields == order)
    }

    @Test func `a form adds its item once, even if it is sent again`() async throws {
        let site = try await TestSite()
        var typed = try await Typed(site, "/items", showing: "/items/new")
        typed.type("Lamp", into: "name")
        let first = try await typed.send()
        #expect(first.status == 303)
        #expect(try await typed.send().headers[.location] == first.headers[.location])
        #expect(try await site.names() == ["Lamp"])
        // A browser doesn't send the fragment after #.
        let address = try #require(first.headers[.location]?.split(separator: "#").first)
        let list = try await site.get(String(address)).text
        #expect(list.contains("Added: <a href=\"/items/\(try await site.store.items()[0].id)"))
    }

    @Test func `a form that doesn't contain the shown values isn't saved`() async throws {
        let site = try await TestSite([lamp])
        for form in ["name=Lantern", "name=Lantern&base=%7B%7D", "name=Lantern&base=null"] {
            #expect(try await site.ask(.post, "/items/\(lamp.id)", form: form).status == 400)
        }
        #expect(try await site.store.item(lamp.id) == lamp)
    }

    @Test func `a form is disabled with a reason while the store is read-only`() async throws {
        let site = try await TestSite([lamp], wrap: { TroubledStore($0, .damage) })
        let page = try await site.get("/items/\(lamp.id)?edit").text
        #expect(
            page.contains("<fieldset class=\"card fields\" disabled>")
                && page.contains("items.json is incomplete"))
        #expect(!page.contains(">Save</button>"))
        #expect(try await !site.get("/items/\(lamp.id)").text.contains("?edit"))
    }
}
