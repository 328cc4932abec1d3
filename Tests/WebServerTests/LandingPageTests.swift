import Testing
import WebServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The documentation's first example, compiled as it would be in another package.
private func example() async throws {
    var router = Router()
    router.on(.get, "/") { _ in
        Response(text: "Hello!")
    }
    router.on(.get, "/greetings/{name}") { request in
        Response(text: "Hello, \(request.parameters["name"])!")
    }
    router.on(.post, "/echo") { request in
        Response(bytes: try await request.body.bytes(), type: "text/plain")
    }
    let server = try Server(ServerConfiguration(address: .loopback(port: 8080)), router: router)
    print(server.url)
    await server.run(until: [.interrupt, .terminate])
}

@Suite struct `The landing page's example` {
    @Test func `the example matches the compiled one`() throws {
        let test = try lines(of: #filePath)
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let page = try lines(of: "/\(root)/Sources/Kits/WebServer/WebServer.docc/WebServer.md")
        let code = page.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
        #expect(code.count > 12)
        for line in code { #expect(test.contains(line), "\(line)") }
    }

    private func lines(of path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    @Test func `the example ends when its task is canceled`() async {
        let running = Task { try await example() }
        running.cancel()
        // The port may be in use, which also ends the example.
        _ = await running.result
    }
}
