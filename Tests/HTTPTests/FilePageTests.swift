import LootCore
import LootTesting
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Files on the page` {
    private let lamp = items("Lamp & <shade>")[0]
    private var path: String { "/items/\(lamp.id)/files" }
    private let multipart: Headers = [.contentType: "multipart/form-data; boundary=b"]

    private func form(_ parts: [(name: String, file: String?, bytes: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            let file = part.file.map { "; filename=\"\($0)\"" } ?? ""
            return Array("--b\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
                + part.bytes + [0x0D, 0x0A]
        } + Array("--b--\r\n".utf8)
    }

    private func form(_ files: [(String, [UInt8])], thumbnails: [Int: [UInt8]] = [:]) -> [UInt8] {
        form(
            [("back", nil, Array("/?sort=name".utf8))] + files.map { ("files", $0.0, $0.1) }
                + thumbnails.map { ("thumbnail-\($0)", "thumbnail.png", $1) })
    }

    @Test func `a form adds several files, with or without thumbnails from a script`()
        async throws
    {
        let site = try await TestSite([lamp])
        let (photo, small) = (try FileFixtures.file(1, .jpeg), try FileFixtures.file(2))
        let receipt = try FileFixtures.file(3, .pdf)
        for thumbnail in [nil, small] {
            let body = form(
                [("my/receipt.pdf", receipt.bytes), ("front.jpg", photo.bytes)],
                thumbnails: thumbnail.map { [1: $0.bytes] } ?? [:])
            let answer = try await site.send(.post, path, body, headers: multipart)
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == "/items/\(lamp.id)?back=%2F%3Fsort%3Dname")
            let item = try #require(try await site.store.item(lamp.id))
            #expect(item.files.map(\.name) == ["receipt.pdf", "front.jpg"] && item.photo == photo.id)
            #expect(try await site.store.fileKeeper?.thumbnail(of: photo.id) == thumbnail)
        }
        let list = try await site.get("/").text
        #expect(list.contains("<img class=\"tile\" src=\"/api/files/\(photo.id)?thumbnail\" alt=\"\""))
        let detail = try await site.get("/items/\(lamp.id)").text
        for part in [
            "<img src=\"/api/files/\(photo.id)\" alt=\"Photo of Lamp &amp; &lt;shade&gt;\"",
            "href=\"/api/items/\(lamp.id)/files/\(receipt.id)\" download=\"receipt.pdf\"",
            "<span class=\"thumb\" aria-hidden=\"true\">PDF</span>",
            "<small>Photo, \(photo.bytes.count) bytes</small>",
            "enctype=\"multipart/form-data\"", "type=\"file\" id=\"files\" name=\"files\" multiple",
        ] { #expect(detail.contains(part), "\(part)") }
    }

    @Test func `direction-changing characters in file names are visible`() async throws {
        let site = try await TestSite([lamp])
        let body = form([("photo\u{202E}gpj.pdf", FileFixtures.bytes(1, .pdf))])
        _ = try await site.send(.post, path, body, headers: multipart)
        let page = try await site.get("/items/\(lamp.id)").text
        #expect(page.contains("<bdi>photo&lt;U+202E&gt;gpj.pdf</bdi>"))
        #expect(page.contains("aria-label=\"Download photo&lt;U+202E&gt;gpj.pdf\""))
    }

    @Test func `files can be put first and removed`() async throws {
        let site = try await TestSite([lamp])
        let body = form([("a.pdf", FileFixtures.bytes(1, .pdf)), ("b.png", FileFixtures.bytes(2))])
        _ = try await site.send(.post, path, body, headers: multipart)
        var files = try #require(try await site.store.item(lamp.id)).files
        func field(_ file: FileEntry) -> String {
            "file=\(file.description.replacing(" ", with: "+").replacing("/", with: "%2F"))&back=/"
        }
        let first = try await site.ask(.post, "\(path)/first", form: field(files[1]))
        #expect(first.status == 303 && first.headers[.location] == "/items/\(lamp.id)")
        files = try #require(try await site.store.item(lamp.id)).files
        #expect(files.map(\.name) == ["b.png", "a.pdf"])
        _ = try await site.ask(.post, "\(path)/remove", form: field(files[0]))
        let item = try #require(try await site.store.item(lamp.id))
        #expect(item.files.map(\.name) == ["a.pdf"] && item.photo == nil)
        #expect(try await site.ask(.post, "\(path)/remove", form: "file=x").status == 400)
    }

    @Test func `files that can't be added change nothing, and the reason is shown`() async throws {
        let site = try await TestSite([lamp])
        let photo = FileFixtures.bytes(1)
        let large = FileFixtures.bytes(1, .png, padding: StoredFile.greatestThumbnail)
        for (body, status) in [
            (form([("a.txt", [])]), 422), (form([("", [])]), 422),
            (form([("a.png", photo)], thumbnails: [0: [1]]), 415),
            (form([("a.png", photo)], thumbnails: [0: large]), 413), (Array("--b".utf8), 400),
        ] {
            let answer = try await site.send(.post, path, body, headers: multipart)
            #expect(answer.status == status)
            #expect(answer.text.contains("<main class=\"small\">"))
        }
        #expect(try await site.store.items() == [lamp])
        #expect(try await site.store.fileKeeper?.ids().isEmpty == true)
    }

    @Test func `a new item with files is one step to undo`() async throws {
        let site = try await TestSite()
        let page = try await site.get("/items/new").text
        #expect(
            page.contains("enctype=\"multipart/form-data\"")
                && page.contains("id=\"files\" name=\"files\" multiple"))
        let id = ItemID()
        let body = form([
            ("id", nil, Array("\(id)".utf8)), ("name", nil, Array("Vase".utf8)),
            ("files", "front.png", FileFixtures.bytes(1)), ("files", "..", FileFixtures.bytes(2, .pdf)),
        ])
        for _ in 0..<2 {
            #expect(try await site.send(.post, "/items", body, headers: multipart).status == 303)
        }
        let item = try #require(try await site.store.item(id))
        #expect(item.name == "Vase" && item.files.map(\.name) == ["front.png", "file.pdf"])
        #expect(item.photo == item.files[0].id)
        _ = try await site.ask(.post, "/undo", form: "back=/")
        #expect(try await site.names().isEmpty)
        // A browser sends the same form even without files.
        let plain = form([("name", nil, Array("Cup".utf8)), ("files", "", [])])
        #expect(try await site.send(.post, "/items", plain, headers: multipart).status == 303)
        #expect(try await site.names() == ["Cup"])
    }

    @Test func `without write permission, files are shown but can't be added`() async throws {
        var item = lamp
        item.photo = FileID(of: [1])
        let text = try await TestSite([item], wrap: { Unwritable(wrapped: $0) }).get("/items/\(item.id)").text
        #expect(text.contains("<section class=\"photo\"") && !text.contains("type=\"file\""))
        #expect(text.contains("<section class=\"card files\"") && !text.contains("/files/remove"))
        let none = try await TestSite([lamp], wrap: { Unwritable(wrapped: $0) }).get("/items/\(lamp.id)").text
        #expect(!none.contains("<section class=\"card files\""))
    }

    @Test func `files with the same bytes are served under their own names`() async throws {
        let site = try await TestSite([lamp])
        let bytes = FileFixtures.bytes(1, .pdf)
        let body = form([("one.pdf", bytes), ("two, & 3.pdf", bytes)])
        #expect(try await site.send(.post, path, body, headers: multipart).status == 303)
        let page = try await site.get("/items/\(lamp.id)").text
        let addresses = page.matches(of: /class="file" href="([^"]*)"/).map { String($0.1) }
        #expect(Set(addresses).count == 2, "\(addresses)")
        let names = ["one.pdf", "two%2C%20%26%203.pdf"]
        for (address, name) in zip(addresses, names) {
            let answer = try await site.get(address)
            #expect(answer.status == 200)
            let disposition = try #require(answer.headers["Content-Disposition"])
            #expect(disposition.hasSuffix("''\(name)"), "\(disposition)")
        }
    }

    @Test func `failed files return to their item`() async throws {
        let site = try await TestSite([lamp])
        let link = "<a class=\"button\" href=\"/items/\(lamp.id)\">Go to the item</a>"
        let failed = try await site.send(.post, path, form([("a.txt", [])]), headers: multipart)
        #expect(failed.status == 422 && failed.text.contains(link), "\(failed.text)")
        let unlent = try await site.ask(.post, "/items/\(lamp.id)/files/remove", form: "file=x")
        #expect(unlent.status == 400 && unlent.text.contains(link), "\(unlent.text)")
        let gone = try await site.ask(.post, "/items/\(ItemID())/move", form: "before=\(lamp.id)")
        #expect(gone.status == 404 && !gone.text.contains("Go to the item"))
    }

    @Test(arguments: [("text/html", "text/html"), ("application/json", "application/problem+json")])
    func `files that are too large are rejected in the requested form`(accepted: String, type: String)
        async throws
    {
        let site = try await TestSite([lamp])
        let server = try Server(ServerConfiguration(), router: site.router)
        let (address, path) = (server.address, path)
        let answer = try await blocking {
            let client = try LoopbackClient(address)
            client.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accepted)\r\n"
                    + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 999999999\r\n\r\n")
            return client.receive(until: "\r\n\r\n")
        }
        await server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer)")
        #expect(answer.lowercased().contains("content-type: \(type)"), "\(answer)")
    }
}
