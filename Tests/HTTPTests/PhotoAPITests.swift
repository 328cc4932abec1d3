import LootAPI
import LootCore
import LootFormats
import LootTesting
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Photos over the API` {
    private let lamp = items("Lamp")[0]
    private var path: String { "/api/items/\(lamp.id)/photo" }

    @Test(arguments: ["", "*"])
    func `an empty photo is rejected before conditions are checked`(tag: String) async throws {
        let site = try await TestSite([lamp])
        let headers: Headers = [.ifMatch: tag, .ifNoneMatch: tag]
        #expect(try await site.send(.put, path, [], headers: headers).status == 415)
        let file = "/api/items/\(lamp.id)/files?name=a.pdf"
        #expect(try await site.send(.post, file, [], headers: headers).status == 422)
    }

    @Test(arguments: FileKind.pictures)
    func `photos are stored under their digest, and returned with their image type`(
        kind: FileKind
    )
        async throws
    {
        let site = try await TestSite([lamp])
        let photo = try FileFixtures.file(1, kind, padding: 5000)
        let put = try await site.send(.put, path, photo.bytes, headers: [.contentType: "text/html"])
        #expect(put.status == 200)
        #expect(try put.json["photo"]?.text == "\(photo.id)")
        #expect(try await site.store.item(lamp.id)?.photo == photo.id)
        for address in [path, "/api/files/\(photo.id)"] {
            let answer = try await site.get(address)
            #expect(answer.status == 200 && answer.bytes == photo.bytes)
            #expect(answer.headers[.contentType] == kind.mediaType)
            #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
            #expect(answer.headers["Content-Disposition"] == "inline")
            #expect(answer.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            let tag = try #require(answer.headers[.eTag])
            #expect(tag == "\"\(photo.id)\"")
            let again = try await site.get(address, headers: [.ifNoneMatch: tag])
            #expect(again.status == 304 && again.bytes.isEmpty)
        }
    }

    @Test func `photos can be cached forever by digest, and by item until it changes`()
        async throws
    {
        let site = try await TestSite([lamp])
        let (photo, small) = (try FileFixtures.file(1), try FileFixtures.file(2))
        _ = try await site.send(.put, path, photo.bytes)
        let named = "/api/files/\(photo.id)"
        #expect(try await site.get(named).headers[.cacheControl]?.contains("immutable") == true)
        #expect(try await site.get(path).headers[.cacheControl] == "no-cache")
        // Until there is a thumbnail, the photo is returned.
        let before = try await site.get("\(named)?thumbnail")
        #expect(before.bytes == photo.bytes && before.headers[.cacheControl] == "no-cache")
        let put = try await site.send(.put, "\(path)?thumbnail", small.bytes)
        #expect(put.status == 200)
        let after = try await site.get("\(named)?thumbnail")
        #expect(after.bytes == small.bytes && after.headers[.cacheControl]?.contains("immutable") == true)
        #expect(try await site.get("\(path)?thumbnail").bytes == small.bytes)
        #expect(try await site.store.item(lamp.id)?.photo == photo.id)
    }

    @Test func `photos can be removed, and undo restores them`() async throws {
        let site = try await TestSite([lamp])
        let photo = try FileFixtures.file(1)
        _ = try await site.send(.put, path, photo.bytes)
        #expect(try await site.ask(.delete, path).status == 204)
        #expect(try await site.get(path).status == 404)
        #expect(try await site.ask(.delete, path).status == 204)
        #expect(try await site.ask(.post, "/api/undo").status == 200)
        #expect(try await site.get(path).bytes == photo.bytes)
        let history = try await site.store.history(limit: 10)
        #expect(history.redoable.map(\.title) == ["Remove the photo of “Lamp”"])
    }

    @Test(arguments: ["", "<svg onload=alert(1)>", "<html>", "\u{89}PNG", "GIF89a"])
    func `files that aren't photos are rejected, regardless of their declared type`(text: String) async throws
    {
        let site = try await TestSite([lamp])
        for target in [path, "\(path)?thumbnail"] {
            if target != path { _ = try await site.send(.put, path, FileFixtures.bytes(1)) }
            let before = try await site.store.items()
            let answer = try await site.send(
                .put, target, Array(text.utf8), headers: [.contentType: "image/png"])
            #expect(answer.status == 415)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(try await site.store.items() == before)
        }
    }

    @Test func `a photo for an item that changed in the meantime is rejected`() async throws {
        let site = try await TestSite([lamp])
        let tag = try #require(try await site.get("/api/items/\(lamp.id)").headers[.eTag])
        try await site.store.apply([.update(lamp.id, ["name": .text("Lantern")])])
        for method in [Method.put, .delete] {
            let answer = try await site.send(method, path, FileFixtures.bytes(1), headers: [.ifMatch: tag])
            #expect(answer.status == 412)
            #expect(try answer.json["item"]?["name"]?.text == "Lantern")
        }
        #expect(try await site.store.fileKeeper?.ids().isEmpty == true)
    }

    @Test(arguments: [
        "/api/items/2f1d7c60-95e4-4c6e-8f3e-000000000009/photo", "/api/items/x/photo",
        "/api/files/..%2f..%2fetc%2fpasswd", "/api/files/x", "/api/files/%00",
        "/api/files/E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
        "/api/files/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "/api/files/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85%2f",
    ])
    func `missing photos are 404, and names can't escape the folder`(target: String) async throws {
        #expect(try await TestSite([lamp]).get(target).status == 404)
    }

    @Test func `a photo that the store lost is 404`() async throws {
        var item = lamp
        item.photo = FileID(of: [1])
        let site = try await TestSite([item])
        #expect(try await site.get("/api/files/\(FileID(of: [1]))").status == 404)
        #expect(try await site.get(path).status == 404)
        #expect(try await site.get("/items/\(item.id)").status == 200)
    }

    @Test func `an archive imports photos`() async throws {
        let photo = try FileFixtures.file(1)
        let tar = TarWriter(secondsSinceEpoch: 0)
        let json = Array(#"[{"name": "Spork", "photo": "\#(photo.id)"}]"#.utf8)
        let bytes = [("items.json", json), ("photos/\(photo.id).png", photo.bytes)].flatMap { name, content in
            tar.header(of: name, size: content.count) + content + tar.padding(behind: content.count)
        }
        let site = try await TestSite([lamp])
        let dry = try await site.send(.post, "/api/import?dryRun=true", bytes + tar.end)
        #expect(try dry.json["files"]?.number == 1 && dry.json["added"]?.number == 1)
        #expect(try await site.get("/api/files/\(photo.id)").status == 404)
        #expect(try await site.send(.post, "/api/import", bytes + tar.end).status == 200)
        #expect(try await site.get("/api/files/\(photo.id)").bytes == photo.bytes)
        #expect(try await site.names() == ["Lamp", "Spork"])
    }

    @Test func `photos are in the description`() throws {
        let text = String(decoding: OpenAPI.bytes(), as: UTF8.self)
        for part in [
            #""/api/items/{id}/photo":{"get""#, #""put":{"operationId":"setPhoto""#,
            #""image/webp":{"schema":{"type":"string","format":"binary"}}"#,
            #""/api/files/{file}""#, #""pattern":"^[0-9a-f]{64}$""#,
        ] { #expect(text.contains(part), "\(part)") }
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Photos over a connection` {
    /// Sends bytes, and reads until the server closes the connection.
    private func exchange(_ address: SocketAddress, _ bytes: [UInt8]) async throws -> [UInt8] {
        try await blocking {
            let client = try LoopbackClient(address)
            client.send(bytes)
            return client.receiveAllBytes()
        }
    }

    @Test func `photos are transferred completely in both directions, up to the limit`() async throws {
        let lamp = items("Lamp")[0]
        let site = try await TestSite([lamp])
        let server = try Server(ServerConfiguration(), router: site.router)
        let path = "/api/items/\(lamp.id)/photo"
        let photo = try FileFixtures.file(1, padding: 3_000_000)
        var head = "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        let put = try await exchange(
            server.address,
            Array("\(head)Content-Length: \(photo.bytes.count)\r\n\r\n".utf8) + photo.bytes)
        #expect(put.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
        let get = try await exchange(
            server.address,
            Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        #expect(get.suffix(photo.bytes.count).elementsEqual(photo.bytes))
        #expect(try await site.store.item(lamp.id)?.photo == photo.id)
        let report = try await exchange(
            server.address,
            Array("GET /report HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        let text = String(decoding: report, as: UTF8.self)
        #expect(text.contains("<img src=\"/api/files/\(photo.id)\" alt=\"Photo of Lamp\""))
        #expect(text.contains("href=\"\(Asset.path("report.css"))\"") && text.contains("</html>"))
        let archive = try await exchange(
            server.address,
            Array(
                "GET /api/export?format=tar HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8
            ))
        #expect(archive.contains(photo.bytes))
        for size in [StoredFile.greatestPhoto + 1, Int.max] {
            let answer = try await exchange(
                server.address, Array("\(head)Content-Length: \(size)\r\n\r\n".utf8))
            #expect(answer.starts(with: "HTTP/1.1 413 ".utf8))
        }
        head += "Origin: https://evil.example\r\n"
        let foreign = try await exchange(
            server.address, Array("\(head)Content-Length: 3\r\n\r\nabc".utf8))
        #expect(foreign.starts(with: "HTTP/1.1 403 ".utf8))
        await server.stop()
    }
}
