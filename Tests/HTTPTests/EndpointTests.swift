import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import LootTesting
import Platform
import Synchronization
import Testing
import WebServer

@testable import HTTP

/// Each endpoint is declared once: the server reads what a client writes.
@Suite struct `An endpoint of the API` {
    @Test func `every declared endpoint is served, and every served one is declared`() async throws {
        let site = try await TestSite()
        let served = site.router.routes.map { "\($0.method.name) \($0.pattern)" }
        let all = API.all + Action.builtIn.map { API.run($0).about }
        let declared = all.map { "\($0.method.name) \($0.pattern)" }
        #expect(Set(declared).count == declared.count)
        #expect(Set(all.map(\.operation)).count == all.count)
        let isPartOfAPI = { (route: String) in
            route.contains(" /api/")
                || declared.contains { route.hasSuffix(" " + $0.split(separator: " ")[1]) }
        }
        #expect(Set(served.filter(isPartOfAPI)) == Set(declared))
    }

    @Test func `the description contains exactly the endpoints`() throws {
        let document = try DocumentValue(json: OpenAPI.bytes().span, strict: true)
        var described: [String: String] = [:]
        for path in document["paths"]?.entries ?? [] {
            for operation in path.value.entries {
                described["\(operation.key) \(path.key)"] = operation.value["operationId"]?.text
            }
        }
        let declared = API.all.map { ("\($0.method.rawValue) \($0.pattern)", $0.operation) }
        #expect(described == Dictionary(uniqueKeysWithValues: declared))
        #expect(document["info"]?["version"]?.text == ThisProcess.version)
    }

    /// Random values for requests.
    private struct Values {
        var generator: SeededGenerator

        mutating func text() -> String {
            let letters = [
                "a", "Ä", "&", "=", "+", "%41", " ", "\"", "/", "?", "#", "~", "日", "👩‍👩‍👧", "-", "{id}",
            ]
            return (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "a"
            }.joined()
        }
        mutating func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        mutating func flag() -> Bool { Bool.random(using: &generator) }
        mutating func number(_ greatest: Int = API.maximumNumber) -> Int {
            Int.random(in: 0...greatest, using: &generator)
        }
        mutating func span() -> CalendarSpan {
            CalendarSpan(number(9_999), CalendarSpan.Unit.allCases.randomElement(using: &generator) ?? .day)
        }
        mutating func id() -> ItemID {
            ItemID(high: UInt64.random(in: 0 ... .max, using: &generator), low: generator.next())
        }
        mutating func photo() -> FileID { FileID(of: Array(text().utf8)) }
        mutating func thumbnail() -> Thumbnail {
            [.no, .preferred, .only].randomElement(using: &generator) ?? .no
        }
        mutating func cursor() -> PageCursor { PageCursor(after: id(), before: id(), row: number()) }
        mutating func tags() -> Preconditions {
            Preconditions(ifMatch: maybe("\"\(id())\""), ifNoneMatch: maybe("*"))
        }
        mutating func query(sections: Bool, rule: Bool) -> QueryText {
            var parts: [QueryText.Sections] = [.unsaid]
            if sections { parts.append(.named(text())) }
            if rule {
                let names: [RuleSectioning] = [
                    RuleSectioning(.bands("valueInDollars", bounds: ["24.95", Amount(100 + number())])),
                    RuleSectioning(.value(.custom(text())), .descending),
                ]
                parts += [.rule(nil), .rule(names.randomElement(using: &generator))]
            }
            return QueryText(
                search: flag() ? text() : "", scope: flag() ? [text(), text()] : [],
                conditions: flag() ? [text(), text()] : [], favoritesOnly: flag(),
                sort: flag() ? [text(), text()] : [],
                sections: parts.randomElement(using: &generator) ?? .unsaid)
        }
        mutating func patch() -> Patch {
            [
                "name": .text(text()), "location": nil, "valueInDollars": .integer(number(1 << 40)),
                .custom(text()): .text(text()),
            ]
        }
        mutating func item() -> Item {
            var item = Item(id: id(), name: text(), valueInDollars: number(1 << 40))
            item.location = maybe("a\(text().replacing("/", with: ""))")
            item.custom = [text(): .text(text())]
            return item
        }
        mutating func destination() -> Destination {
            [.first, .last, .position(number()), .before(id()), .after(id())].randomElement(using: &generator)
                ?? .last
        }
        mutating func transaction() -> ItemTransaction {
            ItemTransaction(
                [
                    .insert(item(), at: destination()), .update(id(), patch()),
                    .move(id(), to: destination()), .remove(id()),
                ],
                title: text(), conditions: [.list(Revision(rawValue: 7)), .fields(id(), patch())],
                author: maybe(text()))
        }
    }

    /// Writes a request, lets a router parse it, and compares both.
    private func same<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input, _ isSame: (Input, Input) -> Bool
    ) async throws -> String {
        let printed = endpoint.request(input)
        let read = Mutex<Input?>(nil)
        var router = Router()
        router.on(Method(endpoint.about.method.name), endpoint.about.pattern) { request in
            let source = APIRequest(request)
            let content = try await request.content(as: endpoint.about.body)
            let input = try endpoint.input(of: source, content)
            read.withLock { $0 = input }
            return Response()
        }
        var headers: Headers = [:]
        for (name, value) in printed.headers { headers[try #require(Headers.Name(checking: name))] = value }
        let request = try #require(
            Request(Method(printed.method.name), printed.target, headers: headers, body: printed.body ?? []))
        let response = await router.respond(to: request)
        #expect(response.status == .ok, "\(printed.target): \(Answered(response).text)")
        let again = read.withLock { $0 }
        #expect(
            again.map { isSame(input, $0) } ?? false,
            "\(printed.target): \(input) became \(String(describing: again))")
        return endpoint.about.operation
    }

    @Test(arguments: UInt64(0)..<20)
    func `an endpoint reads its own output`(seed: UInt64) async throws {
        var v = Values(generator: SeededGenerator(seed: seed))
        let (id, held) = (v.id(), v.maybe(v.text()))
        var seen: Set<String> = []
        seen.insert(
            try await same(
                API.listItems,
                (
                    v.query(sections: true, rule: true), v.number(1_000), v.number(), v.maybe(v.cursor()),
                    v.flag(), v.flag(), held
                )
            ) {
                ($0.0, $0.1, $0.2, $0.3) == ($1.0, $1.1, $1.2, $1.3)
                    && ($0.4, $0.5, $0.6) == ($1.4, $1.5, $1.6)
            })
        seen.insert(try await same(API.listSections, (v.query(sections: true, rule: true), held), ==))
        seen.insert(
            try await same(API.readStatistics, (v.query(sections: false, rule: false), v.maybe("place")), ==))
        seen.insert(try await same(API.listDue, (v.span(), v.number(1_000)), ==))
        seen.insert(try await same(API.readCalendar, v.maybe(v.span()), ==))
        seen.insert(
            try await same(
                API.exportItems,
                (
                    v.query(sections: false, rule: false),
                    v.text()
                ), ==))
        seen.insert(try await same(API.addItem, v.item(), ==))
        seen.insert(try await same(API.readItem, (id, held), ==))
        seen.insert(try await same(API.editItem, (id, v.tags(), v.patch()), ==))
        seen.insert(try await same(API.removeItem, (id, v.tags()), ==))
        seen.insert(try await same(API.moveItem, (id, v.tags(), v.destination()), ==))
        seen.insert(try await same(API.findItem, (id, v.query(sections: false, rule: true), held), ==))
        seen.insert(try await same(API.readItemHistory, (id, v.number(1_000)), ==))
        seen.insert(try await same(API.listPlaces, ()) { _, _ in true })
        let places = [v.text(), v.text()].map { PlacePath("a\($0)") }
        seen.insert(try await same(API.movePlace, MovedPlace(from: places[0], to: places[1]), ==))
        seen.insert(try await same(API.readSettings, held, ==))
        let settings: [Change] = [.set("title", .text(v.text())), .set("currency", nil)]
        seen.insert(try await same(API.changeSettings, settings, ==))
        seen.insert(try await same(API.listViews, ()) { _, _ in true })
        seen.insert(try await same(API.lookUpProduct, try Barcode("036000291452"), ==))
        let view = SavedView("", v.query(sections: true, rule: false), fields: ["name", "custom.size"])
        seen.insert(try await same(API.keepView, (v.text(), view), ==))
        seen.insert(try await same(API.removeView, v.text(), ==))
        seen.insert(try await same(API.holdSnapshot, ()) { _, _ in true })
        seen.insert(try await same(API.releaseSnapshot, v.text(), ==))
        seen.insert(try await same(API.readPhoto, (id, v.thumbnail()), ==))
        seen.insert(try await same(API.setPhoto, (id, v.thumbnail(), v.tags(), Array(v.text().utf8)), ==))
        seen.insert(try await same(API.removePhoto, (id, v.tags()), ==))
        seen.insert(try await same(API.listFiles, id, ==))
        seen.insert(try await same(API.addFile, (id, v.text(), v.tags(), Array(v.text().utf8)), ==))
        seen.insert(try await same(API.readFile, (id, v.text(), v.thumbnail()), ==))
        seen.insert(try await same(API.removeFile, (id, v.text(), v.tags()), ==))
        seen.insert(try await same(API.readKeptFile, (v.photo(), v.thumbnail()), ==))
        seen.insert(try await same(API.keepFile, (v.photo(), v.thumbnail(), Array(v.text().utf8)), ==))
        seen.insert(try await same(API.listKeptFiles, ()) { _, _ in true })
        seen.insert(
            try await same(
                API.sweepFiles, FileSweep(keeping: [v.photo(), v.photo()], olderThan: v.number()), ==))
        seen.insert(try await same(API.applyChanges, v.transaction(), ==))
        seen.insert(try await same(API.undo, v.maybe(Revision(rawValue: UInt64(v.number()))), ==))
        seen.insert(try await same(API.redo, ()) { _, _ in true })
        seen.insert(try await same(API.readHistory, (v.number(1_000), v.flag()), ==))
        seen.insert(try await same(API.followChanges, v.maybe("\(id)-\(v.number())"), ==))
        seen.insert(try await same(API.followAnswer, v.query(sections: true, rule: true), ==))
        let file = RequestContent.bytes(Array(v.text().utf8))
        seen.insert(
            try await same(
                API.importItems,
                (
                    v.flag(), v.flag(), v.maybe("serialNumber"), v.maybe("csv"), [v.text(), v.text()],
                    v.flag() ? Currency("EUR") : nil, v.maybe("2"), v.maybe("add"), v.maybe("comma"), file
                )
            ) { left, right in
                guard case .pieces = right.9 else { return false }
                return (left.6, left.7, left.8) == (right.6, right.7, right.8)
                    && (left.0, left.1, left.2, left.3, left.4, left.5)
                        == (right.0, right.1, right.2, right.3, right.4, right.5)
            })
        seen.insert(try await same(API.readStocktake, ()) { _, _ in true })
        seen.insert(try await same(API.describeStore, ()) { _, _ in true })
        seen.insert(try await same(API.describeAPI, ()) { _, _ in true })
        seen.insert(try await same(API.checkHealth, ()) { _, _ in true })
        seen.insert(try await same(API.readMetrics, ()) { _, _ in true })
        #expect(seen == Set(API.all.map(\.operation)))
    }

    @Test func `every reference in the description has a schema or a response`() throws {
        let document = try DocumentValue(json: OpenAPI.bytes().span, strict: true)
        var references: Set<String> = []
        func gather(_ value: DocumentValue) {
            if let reference = value["$ref"]?.text { references.insert(reference) }
            value.entries.forEach { gather($0.value) }
            (value.elements ?? []).forEach(gather)
        }
        gather(document)
        for reference in references {
            let keys = reference.split(separator: "/").dropFirst()
            let target = keys.reduce(Optional(document)) { $0?[String($1)] }
            #expect(target != nil, "\(reference)")
        }
        let tags = (document["tags"]?.elements ?? []).compactMap { $0["name"]?.text }
        #expect(Set(tags) == Set(API.all.map(\.tag)).union(["actions"]))
    }

    @Test func `every body and every element in the description has a schema`() throws {
        func look(_ value: DocumentValue, at path: String) {
            for (type, body) in value["content"]?.entries.map({ ($0.key, $0.value) }) ?? [] {
                #expect(body["schema"] != nil, "\(path) \(type)")
            }
            let types = value["type"]?.elements?.compactMap(\.text) ?? []
            if value["type"]?.text == "array" || types.contains("array") {
                #expect(value["items"] != nil, "\(path)")
            }
            for entry in value.entries { look(entry.value, at: "\(path)/\(entry.key)") }
            for element in value.elements ?? [] { look(element, at: path) }
        }
        look(try DocumentValue(json: OpenAPI.bytes().span, strict: true), at: "")
    }
}

extension DocumentValue {
    fileprivate var entries: [DocumentEntry] {
        if case .object(let entries) = content { entries } else { [] }
    }
}

@Suite struct `Content negotiation` {
    @Test(arguments: [
        ("/api/items", "text/html", 406), ("/api/items", "text/html, */*;q=0.1", 200),
        ("/api/items", "application/json", 200), ("/api/items", "application/json;q=0", 406),
        ("/metrics", "text/plain", 200), ("/metrics", "application/json", 406),
        ("/api/events", "application/json", 406), ("/openapi.json", "application/*", 200),
    ])
    func `a client gets the media type that it accepts, or nothing`(path: String, accept: String, status: Int)
        async throws
    {
        let site = try await TestSite(items("Lamp"))
        let answer = try await site.get(path, headers: [.accept: accept])
        #expect(answer.status == status)
        if status == 406 {
            let type = accept == "text/html" ? "text/html; charset=utf-8" : "application/problem+json"
            #expect(answer.headers[.contentType] == type)
        }
    }

    @Test func `a photo is returned only in its own format`() async throws {
        let site = try await TestSite(items("Lamp"))
        let photo = try FileFixtures.file(1)
        let path = "/api/files/\(photo.id)"
        _ = try await site.send(.put, path, photo.bytes)
        #expect(try await site.get(path, headers: [.accept: "image/*"]).status == 200)
        #expect(try await site.get(path, headers: [.accept: photo.kind.mediaType]).status == 200)
        let other = FileKind.allCases.first { $0 != photo.kind }?.mediaType ?? ""
        #expect(try await site.get(path, headers: [.accept: other]).status == 406)
    }

    @Test func `a request with an unacceptable type changes nothing`() async throws {
        let site = try await TestSite()
        let answer = try await site.ask(
            .post, "/api/items", headers: [.accept: "text/html"], json: #"{"name": "Lamp"}"#)
        #expect(answer.status == 406)
        #expect(try await site.names().isEmpty)
    }
}
