import Basics
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootTesting
import MemoryStorePlugin
import Synchronization
import Testing
import WebServer

@testable import HTTP

@Suite struct `The allowance of a person` {
    private static let limits: [Allowances.Resource: Allowances.Limit] = [
        .requests: .init(amount: 2, owners: 3, advice: "Wait."),
        .work: .init(amount: 100, owners: 1_000, perSecond: 10, advice: "Wait."),
    ]

    @Test func `an allowance is limited per person, and restored when its share is released`() throws {
        let allowances = Allowances(Self.limits)
        let first = try allowances.take(of: .requests, for: "Ann")
        let second = try allowances.take(of: .requests, for: "Ann")
        let error = #expect(throws: LootError.self) { try allowances.take(of: .requests, for: "Ann") }
        #expect(error?.code == .overAllowance && error?.advice == "Wait.")
        #expect(allowances.amount(of: .requests, for: "Ann") == 2)
        // Other people and resources aren't affected.
        let other = try allowances.take(2, of: .requests, for: "Ben")
        let owners = try allowances.take(3, of: .requests, for: nil)
        #expect(throws: LootError.self) { try allowances.take(of: .requests, for: nil) }
        first.release()
        first.release()
        #expect(allowances.amount(of: .requests, for: "Ann") == 1)
        let third = try allowances.take(of: .requests, for: "Ann")
        withExtendedLifetime([second, other, owners, third]) {}
    }

    @Test func `an allowance is restored when nothing refers to the share`() throws {
        let allowances = Allowances(Self.limits)
        do {
            let share = try allowances.take(2, of: .requests, for: "Ann")
            #expect(allowances.amount(of: .requests, for: "Ann") == 2)
            withExtendedLifetime(share) {}
        }
        #expect(allowances.amount(of: .requests, for: "Ann") == 0)
    }

    @Test func `work becomes available again with time`() async throws {
        let time = Mutex(ContinuousClock.now)
        let allowances = Allowances(Self.limits) { time.withLock(\.self) }
        allowances.spend(150, for: "Ann")
        #expect(throws: LootError.self) { try allowances.take(0, of: .work, for: "Ann") }
        await #expect(throws: LootError.self) { try await allowances.charging("Ann") { 1 } }
        #expect(try await allowances.charging("Ben") { 1 } == 1)
        time.withLock { $0 += .seconds(5) }
        #expect(allowances.amount(of: .work, for: "Ann") == 100)
        #expect(try await allowances.charging("Ann") { 1 } == 1)
        time.withLock { $0 += .seconds(3_600) }
        #expect(allowances.amount(of: .work, for: "Ann") == 0)
    }

    @Test func `a query is charged for its work, even if it fails`() async throws {
        let allowances = Allowances(Self.limits)
        _ = try await allowances.charging("Ann") { WorkBudget.current?.spend(30) }
        await #expect(throws: LootError.self) {
            try await allowances.charging("Ann", steps: 5) {
                WorkBudget.current?.spend(20)
                try WorkBudget.current?.check()
            }
        }
        #expect(allowances.amount(of: .work, for: "Ann") == 50)
        #expect(WorkBudget.current == nil)
    }
}

@Suite struct `Expensive requests` {
    /// A string in which each letter leads a pattern to a new state.
    private static let text: String = {
        var generator = SeededGenerator(seed: 1)
        return String((0..<60_000).map { _ in "ab".randomElement(using: &generator) ?? "a" })
    }()
    private static let costly = "(a%7Cb)*a(a%7Cb)%7B200%7Dc"

    @Test func `a filter that is too expensive is rejected with advice, and its result isn't cached`()
        async throws
    {
        let start = ContinuousClock.now
        let site = try await TestSite(
            MemoryStore([Item(name: Self.text), Item(name: "Lamp")]), allowances: Allowances { start })
        for path in ["/api/items", "/api/export", "/api/items"] {
            let answer = try await site.get("\(path)?where=name%20~%20/\(Self.costly)/")
            #expect(answer.status == 422, "\(path)")
            #expect(try answer.json["code"]?.text == "too-costly", "\(path)")
            #expect(try answer.json["detail"]?.text?.contains("simpler patterns") == true)
        }
        let page = try await site.get("/?where=name%20~%20/\(Self.costly)/", headers: [.accept: "text/html"])
        #expect(page.status == 422)
        #expect(site.site.allowances.amount(of: .work, for: nil) > 3 * 5_000_000)
        // Other filters still work.
        #expect(try await site.get("/api/items?where=name%20~%20/la.p/").texts("items", "name") == ["Lamp"])
    }

    @Test func `a person who has used up the allowance is rejected for a while, and others aren't`()
        async throws
    {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .read), ("Ben", .read)])
        defer { home.remove() }
        home.site.site.allowances.spend(1_000_000_000, for: "Ann")
        for path in ["/api/items", "/api/items?where=value%20%3E%201", "/api/statistics"] {
            let answer = try await home.site.get(path, headers: home.headers("Ann"))
            #expect(answer.status == 429, "\(path)")
            #expect(answer.headers[.retryAfter] == "5")
            #expect(try answer.json["code"]?.text == "over-allowance")
            #expect(try await home.site.get(path, headers: home.headers("Ben")).status == 200, "\(path)")
        }
        #expect(try await home.site.get("/healthz").status == 200)
    }

    @Test func `work is charged to the person who requests it`() async throws {
        let many = (0..<2_000).map { Item(name: "Item \($0)") }
        let start = ContinuousClock.now
        let allowances = Allowances { start }
        let home = try await PeopledSite(many, [("Ann", .read), ("Ben", .write)], allowances)
        defer { home.remove() }
        var spent = 0
        for path in [
            "/api/items?where=name%20~%20/1/", "/api/items?search=7&sort=name", "/api/statistics",
            "/api/places",
            "/api/due", "/due.ics", "/api/export", "/report", "/places",
        ] {
            #expect(try await home.site.get(path, headers: home.headers("Ann")).status == 200, "\(path)")
            let now = allowances.amount(of: .work, for: "Ann")
            #expect(now > spent, "\(path)")
            spent = now
        }
        let table = [UInt8](("name\n" + String(repeating: "Lamp\n", count: 10_000)).utf8)
        let trial = try await home.site.send(
            .post, "/api/import?dryRun=true", table, headers: home.headers("Ann"))
        #expect(trial.status == 200)
        #expect(allowances.amount(of: .work, for: "Ann") > spent + 9 * table.count)
        #expect(allowances.amount(of: .work, for: "Ben") == 0)
        #expect(allowances.amount(of: .requests, for: "Ann") == 0)
        #expect(allowances.amount(of: .uploads, for: "Ann") == 0)
    }

    @Test func `a request counts until its body is sent, and an event stream counts as a stream`()
        async throws
    {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .read)])
        defer { home.remove() }
        let site = home.site.site
        var request = try #require(Request(.get, "/api/export", headers: home.headers("Ann")))
        #expect(try site.check(&request) == nil)
        var response: Response? = try await site.answer(request, for: .read) {
            Response(body: .stream { _ in })
        }
        #expect(response?.isEndless == false)
        #expect(site.allowances.amount(of: .requests, for: "Ann") == 1)
        response = nil
        #expect(site.allowances.amount(of: .requests, for: "Ann") == 0)
        response = try await site.answer(request, for: .read) { Response.eventStream { _ in } }
        #expect(response?.isEndless == true)
        #expect(site.allowances.amount(of: .requests, for: "Ann") == 0)
        #expect(site.allowances.amount(of: .streams, for: "Ann") == 1)
    }

    @Test func `a person can import one file at a time`() async throws {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .write), ("Ben", .write)])
        defer { home.remove() }
        let other = try home.site.site.allowances.take(of: .imports, for: "Ann")
        func imported(_ person: String) async throws -> Answered {
            try await home.site.send(
                .post, "/api/import?dryRun=true", [UInt8]("name\nLamp\n".utf8), headers: home.headers(person))
        }
        let refused = try await imported("Ann")
        #expect(refused.status == 429)
        #expect(try refused.json["code"]?.text == "over-allowance")
        #expect(try await imported("Ben").status == 200)
        other.release()
        #expect(try await imported("Ann").status == 200)
        #expect(try await imported("Ann").status == 200)
    }

    @Test func `a reader's snapshots don't block the writer's`() async throws {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .read), ("Ben", .write)])
        defer { home.remove() }
        var ids: [String] = []
        for _ in 0..<8 {
            let answer = try await home.site.ask(.post, "/api/snapshots", headers: home.headers("Ann"))
            #expect(answer.status == 201)
            ids.append(try #require(try answer.json["id"]?.text))
        }
        let refused = try await home.site.ask(.post, "/api/snapshots", headers: home.headers("Ann"))
        #expect(refused.status == 429 && refused.headers[.retryAfter] == "60")
        #expect(try refused.json["code"]?.text == "too-many-snapshots")
        #expect(try await home.site.ask(.post, "/api/snapshots", headers: home.headers("Ben")).status == 201)
        _ = try await home.site.ask(.delete, "/api/snapshots/\(ids[0])", headers: home.headers("Ann"))
        #expect(try await home.site.ask(.post, "/api/snapshots", headers: home.headers("Ann")).status == 201)
    }

    @Test func `the number of streams and live lists per person is limited`() async throws {
        let home = try await PeopledSite(items("Lamp"), [("Ann", .read), ("Ben", .write)])
        defer { home.remove() }
        var streams: [Answered] = []
        for _ in 0..<40 {
            streams.append(try await home.site.get("/api/events", headers: home.headers("Ann")))
            #expect(streams.last?.status == 200)
        }
        for path in ["/api/events", "/api/live", "/live?list=x/"] {
            #expect(try await home.site.get(path, headers: home.headers("Ann")).status == 429, "\(path)")
            #expect(try await home.site.get(path, headers: home.headers("Ben")).status == 200, "\(path)")
        }
        streams = []
        let lists = String(repeating: "list=x/&", count: 30)
        let first = try await home.site.get("/live?\(lists)", headers: home.headers("Ann"))
        #expect(first.status == 200)
        #expect(try await home.site.get("/live?\(lists)", headers: home.headers("Ann")).status == 429)
        withExtendedLifetime(first) {}
    }

    @Test func `one person's cached answers don't use up the cache`() async throws {
        let allowances = Allowances()
        let cache = AnswerCache(allowances)
        let state = AnswerCache.State(epoch: "a", revision: .initial, day: .first)
        func ask(_ number: Int, _ person: String?, at revision: Revision = .initial) async throws {
            let request = try #require(Request(.get, "/api/items?limit=\(number)"))
            let key = AnswerCache.Key(request, by: .owner)
            let now = AnswerCache.State(epoch: "a", revision: revision, day: .first)
            for _ in 0..<2 {
                _ = try await cache.answer(to: request, key, for: person, in: { now }) {
                    Response(text: String(repeating: "x", count: 200_000))
                }
            }
        }
        for number in 0..<12 { try await ask(number, "Ann") }
        #expect(cache.size < 1_100_000)
        #expect(allowances.amount(of: .answers, for: "Ann") == cache.size)
        let request = try #require(Request(.get, "/api/items?limit=100"))
        try await ask(100, "Ben")
        #expect(cache.known(AnswerCache.Key(request, by: .owner), in: state) != nil)
        // A new state removes all cached responses.
        try await ask(1, "Ben", at: Revision(rawValue: 1))
        #expect(allowances.amount(of: .answers, for: "Ann") == 0)
    }

    @Test func `a compressed body is rejected, and a plain one isn't`() async throws {
        let site = try await TestSite()
        for path in ["/api/items", "/api/batch", "/api/import", "/undo"] {
            let headers: Headers = ["Content-Encoding": "gzip", .contentType: "application/json"]
            let answer = try await site.send(.post, path, [0x1F, 0x8B, 8, 0], headers: headers)
            #expect(answer.status == 415, "\(path)")
            if path != "/undo" { #expect(answer.headers[.acceptEncoding] == "identity") }
        }
        let plain: Headers = ["Content-Encoding": "identity"]
        #expect(
            try await site.ask(.post, "/api/items", headers: plain, json: #"{"name": "Lamp"}"#).status == 201)
    }

    @Test func `a repeated response is marked as such`() async throws {
        let site = try await TestSite()
        let key: Headers = ["Idempotency-Key": "one"]
        let first = try await site.ask(.post, "/api/items", headers: key, json: #"{"name": "Lamp"}"#)
        let again = try await site.ask(.post, "/api/items", headers: key, json: #"{"name": "Lamp"}"#)
        #expect(first.headers["Idempotency-Replayed"] == nil)
        #expect(again.headers["Idempotency-Replayed"] == "true" && again.text == first.text)
        #expect(try await site.names() == ["Lamp"])
    }

    @Test func `a problem with a code has a type`() async throws {
        let site = try await TestSite()
        for (path, code) in [
            ("/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000001", "no-such-item"),
            ("/api/items?where=value%20%3E", "malformed"),
            ("/api/items?snapshot=x", "snapshot-gone"),
        ] {
            let problem = try await site.get(path).json
            #expect(problem["type"]?.text == "urn:lootlogger:problem:\(code)")
            #expect(problem["code"]?.text == code)
        }
        #expect(try await site.get("/nowhere").json["type"]?.text == "about:blank")
    }
}
