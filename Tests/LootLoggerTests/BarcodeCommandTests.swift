import LootCore
import LootPlugins
import Testing
import WebServer

@Suite(.timeLimit(.minutes(5))) struct BarcodeCommandTests {
    private static let code = "036000291452"

    /// Runs commands with a server that has catalogs: `empty` contains no products, `broken` fails, and the
    /// other ones return a product with the catalog's name.
    private func session(
        asking catalogs: String..., declaring fields: String = "{}", items: [Item] = [],
        _ body: (Session) async throws -> Void
    ) async throws {
        var router = Router()
        router.on(.get, "/{catalog}/{code}") { request in
            switch request.parameters["catalog"] {
            case "empty": return Response(.notFound)
            case "broken": return Response(.internalServerError)
            case let name:
                #expect(request.path.hasSuffix("/\(Self.code)"))
                let json = #"{"title":"Tissues of \#(name)","model":"T-1","size":"wide"}"#
                return Response(bytes: Array(json.utf8), type: "application/json")
            }
        }
        var limits = Limits()
        limits.graceTime = .zero
        let server = try Server(ServerConfiguration(threads: 1, limits: limits), router: router)
        var session = try Session(items)
        let declared = catalogs.map { name in
            """
            { "use": "web", "name": "\(name)", "address": "http://\(server.address)/\(name)/{code}",
              "fields": ["name=title", "custom.model=model", "custom.size=size"], "timeoutSeconds": 60 }
            """
        }
        session.files["/home/me/.config/loot/config.json"] =
            "{ \"catalogs\": [\(declared.joined(separator: ", "))], \"fields\": \(fields) }"
        let result: Result<Void, any Error>
        do { result = .success(try await body(session)) } catch { result = .failure(error) }
        await server.stop()
        try result.get()
    }

    @Test func `a product is shown after the items with its barcode`() async throws {
        var box = Item(name: "Box")
        box.custom = ["barcode": .text("0" + Self.code)]
        try await session(asking: "shelf", items: [box]) { session in
            let shown = await session.run("barcode", "0-36000-29145-2")
            #expect(shown.status == .success && shown.errors.isEmpty)
            #expect(shown.lines.first?.hasPrefix("You already have “Box” (") == true)
            for text in ["shelf", "Tissues of shelf", "T-1", Self.code] {
                #expect(shown.output.contains(text), "\(text)")
            }
            let json = await session.run("barcode", Self.code, "--format", "json")
            #expect(json.output.hasPrefix(#"{"barcode":"\#(Self.code)","catalog":"shelf","values":{"#))
            let kept = try await session.store.items()
            #expect(kept == [box])
        }
    }

    @Test func `a new item gets the catalog's values, and typed ones take precedence`() async throws {
        try await session(asking: "shelf") { session in
            #expect(await session.run("add", "--barcode", Self.code).status == .success)
            let named = await session.run(
                "add", "Hankies", "--barcode", Self.code, "--location", "Attic", "--custom", "model=T-2")
            #expect(named.status == .success, "\(named.errors)")
            let items = try await session.store.items()
            #expect(items.map(\.name) == ["Tissues of shelf", "Hankies"])
            #expect(items.map { $0.custom["model"] } == [.text("T-1"), .text("T-2")])
            #expect(items.map { $0.custom["barcode"] } == [.text(Self.code), .text(Self.code)])
            #expect(items.map(\.location) == [nil, "Attic"])
        }
    }

    @Test func `catalogs are queried in order until one knows the product`() async throws {
        try await session(asking: "empty", "broken", "second", "third") { session in
            #expect(await session.run("add", "--barcode", Self.code).status == .success)
            let kept = try await session.store.items()
            #expect(kept.map(\.name) == ["Tissues of second"])
        }
        try await session(asking: "empty", "broken") { session in
            let failed = await session.run("add", "--barcode", Self.code)
            #expect(failed.status == .unavailable && failed.errors.contains("“broken”"))
            let kept = try await session.store.items()
            #expect(kept.isEmpty)
        }
        try await session(asking: "empty") { session in
            let unknown = await session.run("barcode", Self.code)
            #expect(
                unknown.status == .noInput && unknown.errors.contains("The catalog empty doesn't contain it.")
            )
        }
    }

    @Test func `values that don't fit a declared field are skipped`() async throws {
        let fields = #"{ "size": { "type": "decimal" }, "Model": { "type": "text" } }"#
        try await session(asking: "shelf", declaring: fields) { session in
            #expect(await session.run("add", "--barcode", Self.code).status == .success)
            let custom = try await session.store.items().first?.custom
            #expect(custom == ["Model": .text("T-1"), "barcode": .text(Self.code)])
        }
    }

    @Test func `errors about catalogs, codes and counts contain advice`() async throws {
        try await session { session in
            let none = await session.run("barcode", Self.code)
            #expect(none.status == .unavailable)
            #expect(
                none.errors.contains(
                    "The configuration doesn't list a product catalog. Add one, as in"))
            let wrong = await session.run("add", "--barcode", "036000291453")
            #expect(wrong.status == .badData && wrong.errors.contains("Its last digit must be 2"))
            let random = await session.run("add", "--barcode", Self.code, "--random", "3")
            #expect(random.status == .usage && random.errors.contains("Leave out --random or --barcode"))
            let kept = try await session.store.items()
            #expect(kept.isEmpty)
        }
    }
}
