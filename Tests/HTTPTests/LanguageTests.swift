import LootAPI
import LootCore
import LootFormats
import LootPlugins
import Testing
import WebServer

@testable import HTTP

@Suite struct `The page in the person's language` {
    private func site() async throws -> TestSite {
        var lamp = Item(name: "Λάμπα", valueInDollars: 1299)
        (lamp.location, lamp.tags, lamp.purchaseDate) = ("Σπίτι / Σοφίτα", ["ξύλο"], Day("2024-03-12"))
        (lamp.lentTo, lamp.lentUntil) = ("Άννα", Day("2020-01-31"))
        return try await TestSite([lamp, Item(name: "Βιβλίο")])
    }

    @Test func `the person's choice precedes the browser's language`() async throws {
        let site = try await site()
        func language(_ headers: Headers) async throws -> String? {
            let text = try await site.get("/", headers: headers).text
            return text.firstMatch(of: /<html lang="([^"]*)"/).map { String($0.1) }
        }
        #expect(try await language([:]) == "en")
        #expect(try await language(["Accept-Language": "de-AT, en;q=0.5"]) == "de")
        #expect(try await language(["Accept-Language": "tlh"]) == "en")
        #expect(try await language(["Accept-Language": "de", .cookie: "loot-language=fr"]) == "fr")
        #expect(try await language(["Accept-Language": "de", .cookie: "loot-language=%22"]) == "de")
    }

    @Test func `a choice is kept by the browser, and can be withdrawn`() async throws {
        let site = try await site()
        let chosen = try await site.ask(.post, "/language", form: "language=pt-BR&back=/more")
        #expect(chosen.headers[.setCookie]?.hasPrefix("loot-language=pt-BR;") == true)
        let withdrawn = try await site.ask(.post, "/language", form: "language=&back=/more")
        #expect(withdrawn.headers[.setCookie]?.contains("Max-Age=0") == true)
    }

    @Test func `problems of the API have texts in the caller's language, and the same code`() async throws {
        let site = try await site()
        let path = "/api/items?where=valu%20%3E%205"
        let one = try await site.get(path).json
        let other = try await site.get(path, headers: ["Accept-Language": "en-XA"]).json
        #expect(one["detail"]?.text != other["detail"]?.text)
        #expect(one["title"]?.text == "Bad Request" && other["title"]?.text != "Bad Request")
        #expect(one["code"]?.text == other["code"]?.text && one["status"]?.number == other["status"]?.number)
    }

    @Test func `metrics are in English, with numbers as programs read them`() async throws {
        let site = try await TestSite((0..<1500).map { Item(name: "\($0)") })
        let metrics = try await site.get("/metrics", headers: ["Accept-Language": "de"]).text
        #expect(
            metrics.contains("\nloot_items 1500\n")
                && metrics.contains("# HELP loot_items Items in the store."))
    }

    @Test(arguments: Language.tags + ["en-XA"])
    func `responses of the API are the same in all languages`(tag: String) async throws {
        let site = try await site()
        for path in [
            "/api/items", "/api/sections?rule=place:location", "/api/statistics", "/api/due", "/api/history",
            "/api/places", "/api/settings", "/openapi.json", "/api/export?format=csv", "/healthz",
        ] {
            let english = try await site.get(path)
            let other = try await site.get(path, headers: ["Accept-Language": tag])
            #expect(english.status == 200 && other.status == 200, "\(path)")
            #expect(other.text == english.text, "\(path)")
        }
    }

    @Test(arguments: [
        "/", "/?select=true", "/?edit=true", "/?search=zzz", "/?where=value%20%3E", "/items/new", "/more",
        "/places",
        "/settings", "/import", "/report", "/loans", "/shopping", "/care", "/stocktake", "/devices",
        "/nothing",
        "/do/duplicate",
    ])
    func `a page has no untranslated word`(path: String) async throws {
        let page = try await site().get(path, headers: ["Accept-Language": "en-XA", "Accept": "text/html"])
            .text
        #expect(Self.untranslated(page) == [])
    }

    @Test func `a form shows and reads periods in the person's language`() async throws {
        let site = try await site()
        let id = try #require(try await site.store.items().first).id
        let german: Headers = ["Accept-Language": "de"]
        var inputs = try await site.get("/items/\(id)?edit", headers: german).inputs
        inputs.removeAll { ["serviceEvery", "nextService"].contains($0.name) }
        inputs += [("serviceEvery", "6 Monate"), ("nextService", "2027-01-31")]
        let saved = try await site.ask(
            .post, "/items/\(id)", headers: german, form: String(PercentEncoding.query(inputs).dropFirst()))
        #expect(saved.status == 303)
        #expect(try await site.store.item(id)?.serviceEvery == CalendarSpan(6, .month))
        let page = try await site.get("/items/\(id)?edit", headers: german).text
        #expect(page.contains("value=\"6 Monate\""))
    }

    @Test func `the page of an item and its form have no untranslated word`() async throws {
        let site = try await site()
        let id = try #require(try await site.store.items().first).id
        for path in ["/items/\(id)", "/items/\(id)?edit", "/items/\(id)/history", "/items/\(id)/delete"] {
            let page = try await site.get(path, headers: ["Accept-Language": "en-XA"]).text
            #expect(Self.untranslated(page) == [], "\(path)")
        }
    }

    /// Words that aren't translated: formats, currencies, examples of input, and the names of languages.
    private static let names: Set<String> = [
        "Loot", "GET", "EUR", "USD", "UTC", "CSV", "JSON", "Excel", "ID", "OpenAPI", "MiB", "value", "and",
        "location", "in",
        "Attic", "House", "KiB",
        // Examples of entries in the settings.
        "type", "decimal", "unit", "kg", "tags", "computer", "fields", "serial",
        "mail", "ann", "example", "org",
    ]

    /// Returns the words with unaccented letters in the text and in the labels of a page.
    private static func untranslated(_ page: String) -> [String] {
        var text = page.replacing(
            /<(script|style|pre|select)[^>]*>.*?<\/(script|style|pre|select)>/.dotMatchesNewlines(), with: " "
        )
        let labels = text.matches(of: /(?:title|aria-label|placeholder|alt)="([^"]*)"/).map { String($0.1) }
        text.replace(/<(?:"[^"]*"|[^">])*>/, with: " ")
        text.replace(/&[a-z#0-9]+;/, with: " ")
        return (labels + [text]).joined(separator: " ").matches(of: /[A-Za-z]{2,}/).map { String($0.output) }
            .filter { !names.contains($0) }
    }

    @Test func `every text of the scripts has a translation on the page`() throws {
        let known = Set(ScriptTexts.texts.map { $0.text(in: .english) })
        let counted = Set(
            ScriptTexts.counted.map { $0(10).text(in: .english).replacing("10 ", with: "{1} ") })
        var found: (texts: Set<String>, counted: Set<String>) = ([], [])
        for asset in Asset.all.values
        where asset.name.hasSuffix(".js") && asset.name != "catalog.js" {
            let script = String(decoding: asset.bytes, as: UTF8.self)
            for match in script.matches(of: /\b(?:text|words)\("([^"]+)"/) {
                found.texts.insert(String(match.1))
            }
            for match in script.matches(of: /plural\(\w+, "[^"]+", "([^"]+)"/) {
                found.counted.insert(String(match.1))
            }
        }
        #expect(!found.texts.isEmpty && found.texts.subtracting(known) == [] && found.counted == counted)
        #expect(known.subtracting(found.texts) == [])
    }
}
