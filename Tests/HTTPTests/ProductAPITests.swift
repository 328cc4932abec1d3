import LootActions
import LootCore
import LootFormats
import LootPlugins
import Testing
import WebServer

@testable import HTTP

/// A catalog that knows one product, or can't be asked.
struct TestCatalog: ProductCatalog {
    var name = "shelf"
    var known: [String: Patch] = [:]
    var isAway = false

    func values(for barcode: Barcode) async throws(LootError) -> Patch? {
        if isAway { throw LootError(.catalogFailed, "can't ask the catalog", because: "it is away") }
        return known[barcode.digits]
    }

    static let code = "036000291452"
    static let tissues = TestCatalog(
        known: [code: ["name": .text("Tissues \"<b>\""), .custom("model"): .text("T&1")]])
}

@Suite struct `A product looked up over the API` {
    private let path = "/api/products/\(TestCatalog.code)"

    @Test func `is what a new item begins with, beside the items that have the barcode`() async throws {
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

    @Test func `is not found where no catalog knows it, and refused where it can't be one`() async throws {
        let site = try await TestSite(catalogs: [TestCatalog.tissues])
        let unknown = try await site.get("/api/products/96385074")
        #expect(unknown.status == 404)
        #expect(try unknown.json["code"]?.text == "no-such-product")
        let wrong = try await site.get("/api/products/036000291453")
        #expect(wrong.status == 422)
        #expect(try wrong.json["detail"]?.text?.contains("its last digit should be 2") == true)
    }

    @Test func `says where a catalog can't be asked or none is configured`() async throws {
        let away = try await TestSite(catalogs: [TestCatalog(isAway: true), TestCatalog()])
        let failed = try await away.get(path)
        #expect(failed.status == 502)
        #expect(try failed.json["code"]?.text == "catalog-failed")
        let other = try await TestSite(catalogs: [TestCatalog(isAway: true), TestCatalog.tissues])
        #expect(try await other.get(path).status == 200)
        #expect(try await TestSite().get(path).status == 501)
    }

    @Test func `is for those who may add it`() async throws {
        let site = try await TestSite(catalogs: [TestCatalog.tissues], wrap: { Unwritable(wrapped: $0) })
        let answer = try await site.get(path)
        #expect(answer.status == 403)
        #expect(try answer.json["code"]?.text == "read-only")
    }
}

private struct Unwritable: StoreWrapper {
    let wrapped: any ItemStore
    var capabilities: StoreCapabilities { wrapped.capabilities.subtracting(.writable) }
}
