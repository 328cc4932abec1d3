import LootActions
import LootCore
import LootFormats
import LootPlugins
import Testing
import WebServer

@testable import HTTP

/// A catalog with one product, or one that fails.
struct TestCatalog: ProductCatalog {
    var name = "shelf"
    var known: [String: Patch] = [:]
    var isAway = false

    func values(for barcode: Barcode) async throws(LootError) -> Patch? {
        if isAway { throw LootError(.catalogFailed, "Can't query the catalog.", reason: "It is away.") }
        return known[barcode.digits]
    }

    static let code = "036000291452"
    static let tissues = TestCatalog(
        known: [code: ["name": .text("Tissues \"<b>\""), .custom("model"): .text("T&1")]])
}

@Suite struct `Products over the API` {
    private let path = "/api/products/\(TestCatalog.code)"

    @Test func `a product returns the beginning of a new item, and items that have the barcode`() async throws
    {
        var lamp = items("Lamp")[0]
        lamp.custom = ["barcode": .text("0" + TestCatalog.code)]
        let site = try await TestSite([lamp], catalogs: [TestCatalog(), TestCatalog.tissues])
        for spelling in [TestCatalog.code, "0-36000-29145-2"] {
            let answer = try await site.get("/api/products/\(spelling)")
            #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
            let json = try answer.json
            #expect(json["barcode"]?.text == TestCatalog.code && json["catalog"]?.text == "shelf")
            #expect(json["values"]?["name"]?.text == "Tissues \"<b>\"")
            #expect(try answer.texts("items", "name") == ["Lamp"])
        }
        #expect(try await site.names() == ["Lamp"])
    }

    @Test func `an unknown product is not found, and an invalid barcode is rejected`() async throws {
        let site = try await TestSite(catalogs: [TestCatalog.tissues])
        let unknown = try await site.get("/api/products/96385074")
        #expect(unknown.status == 404)
        #expect(try unknown.json["code"]?.text == "no-such-product")
        let wrong = try await site.get("/api/products/036000291453")
        #expect(wrong.status == 422)
        #expect(try wrong.json["detail"]?.text?.contains("Its last digit must be 2") == true)
    }

    @Test func `a missing or failing catalog is reported`() async throws {
        let away = try await TestSite(catalogs: [TestCatalog(isAway: true), TestCatalog()])
        let failed = try await away.get(path)
        #expect(failed.status == 502)
        #expect(try failed.json["code"]?.text == "catalog-failed")
        let other = try await TestSite(catalogs: [TestCatalog(isAway: true), TestCatalog.tissues])
        #expect(try await other.get(path).status == 200)
        #expect(try await TestSite().get(path).status == 501)
    }

    @Test func `products are available only to people who can add items`() async throws {
        let site = try await TestSite(catalogs: [TestCatalog.tissues], wrap: { Unwritable(wrapped: $0) })
        let answer = try await site.get(path)
        #expect(answer.status == 403)
        #expect(try answer.json["code"]?.text == "read-only")
    }
}

@Suite struct `A product on the page` {
    private let path = "/items/new?barcode=\(TestCatalog.code)&back=/"

    private func value(_ name: String, in text: String) -> String? {
        let rest = text.split(separator: " name=\"\(name)\"", maxSplits: 1).dropFirst().first
        let value = rest?.split(separator: "value=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return value?.dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    }

    @Test func `a product fills the form of a new item, which saves all its values`() async throws {
        let site = try await TestSite(catalogs: [TestCatalog.tissues])
        let form = try await site.get(path)
        #expect(form.status == 200)
        let text = form.text
        #expect(value("name", in: text) == "Tissues &quot;&lt;b&gt;&quot;")
        #expect(value("custom.model", in: text) == "T&amp;1")
        #expect(text.contains("<p>Found in the catalog shelf.") && !text.contains("data-unsaved"))
        #expect(try await site.names().isEmpty)
        let id = try #require(value("id", in: text))
        let sent = "id=\(id)&name=Tissues&custom.model=T%261&custom.barcode=\(TestCatalog.code)&back=/"
        #expect(try await site.ask(.post, "/items", form: sent).status == 303)
        let item = try #require(try await site.store.items().first)
        #expect(item.custom == ["model": .text("T&1"), "barcode": .text(TestCatalog.code)])
        let again = try await site.get(path).text
        #expect(again.contains("Already in your list") && again.contains("/items/\(id)"))
    }

    @Test func `the form of an unknown product contains the barcode`() async throws {
        let site = try await TestSite(catalogs: [TestCatalog.tissues])
        let answer = try await site.get("/items/new?barcode=9638+5074")
        #expect(answer.status == 404)
        let text = answer.text
        #expect(value("custom.barcode", in: text) == "96385074" && value("barcode", in: text) == "9638 5074")
        #expect(text.contains("The catalog shelf doesn"))
        let wrong = try await site.get("/items/new?barcode=036000291453")
        #expect(wrong.status == 422)
        #expect(wrong.text.contains("Its last digit must be 2"))
        let away = try await TestSite(catalogs: [TestCatalog(isAway: true)]).get(path)
        #expect(away.status == 502)
        #expect(value("custom.barcode", in: away.text) == TestCatalog.code)
    }

    @Test func `the form asks for a barcode only if a catalog is configured and items can be added`()
        async throws
    {
        let with = try await TestSite(catalogs: [TestCatalog.tissues]).get("/items/new").text
        #expect(with.contains("<form class=\"barcode\""))
        let without = try await TestSite().get("/items/new").text
        #expect(!without.contains("<form class=\"barcode\""))
    }
}
