import LootAPI
import LootCore
import LootFormats
import LootTesting
import Testing
import WebServer
import WebServerTesting

@testable import HTTP

@Suite struct `Files of an item over the API` {
    private let lamp = items("Lamp")[0]
    private var path: String { "/api/items/\(lamp.id)/files" }

    @Test func `files are added with a name, listed, read and removed`() async throws {
        let site = try await TestSite([lamp])
        let (receipt, picture) = (try FileFixtures.file(1, .pdf), try FileFixtures.file(2, .jpeg))
        let posted = try await site.send(.post, "\(path)?name=r%C3%A9ceipt.pdf", receipt.bytes)
        #expect(posted.status == 201 && posted.headers[.location] == "\(path)/\(receipt.id)")
        #expect(try await site.send(.post, "\(path)?name=front.jpg", picture.bytes).status == 201)
        let list = try await site.get(path).text
        #expect(
            list == """
                {"files":[{"name":"réceipt.pdf","sha256":"\(receipt.id)","type":"application/pdf",\
                "bytes":\(receipt.bytes.count)},{"name":"front.jpg","sha256":"\(picture.id)",\
                "type":"image/jpeg","bytes":\(picture.bytes.count)}]}
                """)
        #expect(try await site.store.item(lamp.id)?.photo == picture.id)
        for name in ["1", "\(receipt.id)", "r%C3%A9ceipt.pdf"] {
            let answer = try await site.get("\(path)/\(name)")
            #expect(answer.status == 200 && answer.bytes == receipt.bytes, "\(name)")
            #expect(answer.headers[.contentType] == "application/pdf")
        }
        #expect(try await site.get("\(path)/3").status == 404)
        #expect(try await site.send(.delete, "\(path)/1", []).status == 204)
        #expect(try await site.get("\(path)/1").bytes == picture.bytes)
    }

    @Test func `a patch reorders and renames files`() async throws {
        let site = try await TestSite([lamp])
        for (number, name) in ["a.pdf", "b.pdf"].enumerated() {
            _ = try await site.send(.post, "\(path)?name=\(name)", try FileFixtures.file(number, .pdf).bytes)
        }
        let files = try #require(await site.store.item(lamp.id)).files
        let swapped = """
            {"files":[{"name":"second.pdf","sha256":"\(files[1].id)","type":"application/pdf","bytes":9},\
            {"name":"a.pdf","sha256":"\(files[0].id)","type":"application/pdf","bytes":8}]}
            """
        #expect(try await site.ask(.patch, "/api/items/\(lamp.id)", json: swapped).status == 200)
        #expect(try await site.store.item(lamp.id)?.files.map(\.name) == ["second.pdf", "a.pdf"])
        for wrong in [
            #"{"files":[{"name":"../x","sha256":"\#(files[0].id)","bytes":1}]}"#,
            #"{"files":[{"name":"a"}]}"#,
            #"{"files":["a.pdf"]}"#, #"{"files":5}"#,
        ] {
            #expect(
                try await site.ask(.patch, "/api/items/\(lamp.id)", json: wrong).status == 422, "\(wrong)")
        }
    }

    @Test(arguments: [
        (FileKind.other, "page.html", "text/html", "attachment"),
        (.other, "a.svg", "image/svg+xml", "attachment"),
        (.other, "a.js", "application/octet-stream", "attachment"),
        (.tiff, "a.tiff", "image/tiff", "attachment"),
        (.png, "a.html", "image/png", "inline"), (.pdf, "a.txt", "application/pdf", "inline"),
    ])
    func `nothing in a served file can run`(
        kind: FileKind, name: String, type: String, disposition: String
    ) async throws {
        let site = try await TestSite([lamp])
        let file = try FileFixtures.file(1, kind)
        _ = try await site.send(.post, "\(path)?name=\(name)", file.bytes)
        let answer = try await site.get("\(path)/1")
        #expect(answer.headers[.contentType] == type)
        #expect(
            answer.headers["Content-Disposition"]
                == "\(disposition); filename=\"\(name)\"; filename*=UTF-8''\(name)")
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        let policies = answer.headers.values(of: "Content-Security-Policy")
        #expect(policies.contains { $0.contains("default-src 'none'") })
        if kind != .pdf { #expect(policies.contains("sandbox; default-src 'none'")) }
        // With only a digest, the bytes determine the media type.
        let named = try await site.get("/api/files/\(file.id)")
        #expect(named.headers[.contentType] == kind.mediaType)
        #expect(named.headers["Content-Disposition"] == disposition)
    }

    @Test func `file names can use any script, and can't break headers`() {
        #expect(Site.fileName("a b.pdf") == "filename=\"a b.pdf\"; filename*=UTF-8''a%20b.pdf")
        #expect(Site.fileName("ü\"\\%.pdf") == "filename=\"____.pdf\"; filename*=UTF-8''%C3%BC%22%5C%25.pdf")
    }

    @Test func `empty, large, badly named and orphaned files are rejected`() async throws {
        let site = try await TestSite([lamp])
        let file = try FileFixtures.file(1, .pdf)
        #expect(try await site.send(.post, "\(path)?name=a.pdf", []).status == 422)
        for name in ["", "?name=", "?name=..%2Fx", "?name=.a", "?name=a%0Ab"] {
            #expect(try await site.send(.post, path + name, file.bytes).status == 422, "\(name)")
        }
        let gone = "/api/items/\(ItemID())/files?name=a.pdf"
        #expect(try await site.send(.post, gone, file.bytes).status == 404)
        #expect(try await site.store.fileKeeper?.ids().isEmpty == true)
        #expect(API.addFile.about.bodyLimit == StoredFile.greatestSize)
    }

    @Test func `files can be cached by digest`() async throws {
        let site = try await TestSite([lamp])
        let file = try FileFixtures.file(1, .other)
        let address = "/api/files/\(file.id)"
        #expect(try await site.send(.put, address, file.bytes).status == 204)
        #expect(try await site.get(address).bytes == file.bytes)
        #expect(try await site.send(.put, address, file.bytes + [1]).status == 422)
    }

    @Test func `files don't slow down reading the list`() async throws {
        let site = try await TestSite([lamp])
        _ = try await site.send(.post, "\(path)?name=a.pdf", try FileFixtures.file(1, .pdf).bytes)
        // The file is deleted without a change to the list.
        _ = try await site.store.fileKeeper?.sweep(keeping: [], olderThan: .zero)
        #expect(try await site.get("/api/items").text.contains("\"name\":\"a.pdf\""))
        #expect(try await site.get("/").status == 200)
        #expect(try await site.get("\(path)/1").status == 404)
    }
}
