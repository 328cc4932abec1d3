import LootActions
import LootCore
import LootPlugins
import LootQueryText
import Testing

@Suite struct `Links to a list` {
    private let view = SavedView("Dear", QueryText())
    private func moment(_ text: String) throws -> Moment { try #require(Moment(text)) }

    @Test(arguments: [
        ("2026-12-01T00:00:00Z", "2026-11-30"), ("2026-12-01T00:00:01Z", "2026-12-01"),
        ("2026-12-01T23:59:59Z", "2026-12-01"), ("2027-01-01T00:00:00Z", "2026-12-31"),
    ])
    func `a link has the last day on which it is valid`(end: String, day: String) throws {
        var people = People()
        _ = people.share(view, until: try moment(end), now: .first)
        #expect(people.links.first?.lastDay == Day(day))
    }

    @Test func `creating a link removes expired ones`() throws {
        var people = People()
        let (early, late) = (try moment("2026-12-01T00:00:00Z"), try moment("2026-12-02T00:00:00Z"))
        let first = people.share(view, until: early, now: .first)
        let second = people.share(view, until: late, now: .first)
        #expect(people.link(knowing: first)?.until == early && people.link(knowing: second)?.until == late)
        let third = people.share(view, until: late, now: early)
        #expect(people.link(knowing: first) == nil, "it has just expired")
        #expect(people.link(knowing: second) != nil && people.link(knowing: third) != nil)
        #expect(people.link(knowing: "nonsense") == nil && Set([first, second, third]).count == 3)
        let taken = try people.takeBack(try #require(people.links.first).id.uppercased())
        #expect(taken.digest != people.links.first?.digest && people.links.count == 1)
        #expect(people.link(knowing: second) == nil && people.link(knowing: third) != nil)
    }

    @Test func `a token belongs to one person, and names are unique`() throws {
        var people = People()
        let (ada, bob) = (try people.add("Ada", .write), try people.add("Bob", .read))
        #expect(people.person(knowing: ada)?.name == "Ada" && people.person(knowing: bob)?.role == .read)
        #expect(throws: LootError.self) { try people.add("ADA", .read) }
        #expect(try people.remove("ada").name == "Ada")
        #expect(people.person(knowing: ada) == nil && people.person(knowing: bob)?.name == "Bob")
    }
}
