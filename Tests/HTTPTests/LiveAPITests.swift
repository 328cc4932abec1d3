import LootAPI
import LootCore
import LootTesting
import Synchronization
import Testing
import WebServer

@testable import HTTP

@Suite(.timeLimit(.minutes(10))) struct `Live answers over the API` {
    @Test func `a live answer starts with its sections, followed by steps with positions`() async throws {
        let three = items("A", "B", "C")
        let site = try await TestSite(three)
        let server = try Server(ServerConfiguration(), router: site.router)
        let client = try EventClient(server.address, "/api/live?sort=name:desc&rule=none")
        let (from, to) = (site.site.states.id(.initial), site.site.states.id(Revision(rawValue: 1)))
        let first = try await client.event()
        #expect(first.kind == "outline" && first.id == from)
        #expect(
            first.data == """
                {"total":3,"revision":0,"state":"\(from)","sections":[{"key":null,"title":"",\
                "indexTitle":null,"count":3,"start":0,"totalValue":120}],"totalValue":120}
                """)
        _ = try await site.store.apply([.remove(three[2].id)])
        let second = try await client.event()
        #expect(second.kind == "step" && second.id == to)
        #expect(
            second.data == """
                {"total":2,"revision":1,"state":"\(to)","sections":[{"key":null,"title":"",\
                "indexTitle":null,"count":2,"start":0,"totalValue":60}],"totalValue":60,"base":0,\
                "removed":[0],"inserted":[],"moved":[],"changed":[]}
                """)
        try await site.store.close()
        await #expect(throws: EventClient.Ended.self) { try await client.event() }
        await server.stop()
    }

    @Test func `a live answer counts as a stream of its person until it ends`() async throws {
        let site = try await TestSite()
        let server = try Server(ServerConfiguration(), router: site.router)
        let client = try EventClient(server.address, "/api/live")
        #expect(try await client.event().kind == "outline")
        #expect(site.site.allowances.amount(of: .streams, for: nil) == 1)
        await server.stop()
        #expect(site.site.allowances.amount(of: .streams, for: nil) == 0)
    }

    @Test func `a live answer with an invalid query is rejected`() async throws {
        let site = try await TestSite()
        #expect(try await site.get("/api/live?where=value%20%3E").status == 400)
        #expect(try await site.get("/api/live?limit=3").status == 400)
    }
}

@Suite struct `Encoding of live answers` {
    @Test(arguments: UInt64(0)..<10) func `a step is decoded as it was encoded`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let old = ItemFixtures.items(12, seed: seed)
        var new = old + ItemFixtures.items(3, seed: 100 + seed)
        new.shuffle(using: &generator)
        new.removeLast(4)
        new[3].notes = "line\n\"\\ndata: x"
        let query = Query(sectioning: ItemFixtures.sectioning(using: &generator))
        let outline = ItemList(new).outline(of: query, at: Revision(rawValue: 9))
        let step = AnswerStep(from: Revision(rawValue: 7), old, to: outline, new)
        for event in [LiveEvent(outline, state: "x-9"), LiveEvent(step, state: "x-9")] {
            var bytes: [UInt8] = []
            API.followAnswer.answer.write(event, &bytes)
            var parser = EventParser()
            let events = parser.feed(bytes)
            #expect(events.map(\.id) == ["x-9"])
            #expect(try events.map(API.followAnswer.answer.read) == [event])
        }
    }
}
