#if os(Linux)
    import Foundation
    import Testing
    import WebServerTesting

    /// A `loot serve` process with a separate store.
    final class Served {
        let folder: URL
        let api: PlainClient
        var address: String { "http://127.0.0.1:\(api.port)" }
        private let running: Running
        private let ownsFolder: Bool

        /// Starts a second server on the store of another one.
        init(besides other: Served) throws {
            (folder, ownsFolder) = (other.folder, false)
            (running, api) = try Self.start(folder, [])
        }

        /// Starts a server with items of these names, whose values increase by 20.
        init(_ names: [String] = [], _ arguments: [String] = []) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "loot-browser-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            ownsFolder = true
            (running, api) = try Self.start(folder, arguments)
            for (index, name) in names.enumerated() { try add(name, (index + 1) * 20) }
        }

        /// Starts a server with several empty lists.
        init(lists: [String]) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "loot-browser-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            ownsFolder = true
            let file = folder.appending(path: "lists.json")
            let stores = Dictionary(uniqueKeysWithValues: lists.map { ($0, "json:\($0).json") })
            try JSONSerialization.data(withJSONObject: ["lists": stores]).write(to: file)
            let environment = Self.environment(folder).merging(["LOOT_CONFIG": file.path()]) { $1 }
            running = try Running(Programs.loot ?? "", ["serve", "--port", "0"], environment)
            api = PlainClient(port: try running.number(behind: "http://127.0.0.1:"))
        }

        private static func start(_ folder: URL, _ arguments: [String]) throws -> (Running, PlainClient) {
            let running = try Running(
                Programs.loot ?? "", ["serve", "--port", "0", "--store", store(in: folder)] + arguments,
                environment(folder))
            return (running, PlainClient(port: try running.number(behind: "http://127.0.0.1:")))
        }

        private static func store(in folder: URL) -> String { "json:\(folder.path())/items.json" }

        private static func environment(_ folder: URL) -> [String: String] {
            ["XDG_CONFIG_HOME": folder.path(), "LOOT_CONFIG": "", "LANG": "C.UTF-8"]
        }

        /// Runs a command on the same store and returns its output.
        @discardableResult
        func loot(_ arguments: String...) throws -> String {
            try Running.output(
                of: Programs.loot ?? "", ["--store", Self.store(in: folder)] + arguments,
                Self.environment(folder))
        }

        func stop() {
            running.stop()
            if !ownsFolder { return }
            try? FileManager.default.removeItem(at: folder)
        }

        func add(_ name: String, _ value: Int, _ rest: [String: Any] = [:]) throws {
            let item = rest.merging(["name": name, "valueInDollars": value]) { $1 }
            let body = String(decoding: try JSONSerialization.data(withJSONObject: item), as: UTF8.self)
            let (status, answer) = try api.ask("POST", "/api/items", body)
            guard status == 201 else {
                throw PlainClient.Failure(description: String(decoding: answer, as: UTF8.self))
            }
        }

        /// Returns the items from the server.
        func items(limit: Int = 50) throws -> [[String: Any]] {
            let answer = try JSONSerialization.jsonObject(
                with: try api.ask("GET", "/api/items?limit=\(limit)").body)
            return (answer as? [String: Any])?["items"] as? [[String: Any]] ?? []
        }

        func names() throws -> [String] { try items().compactMap { $0["name"] as? String } }

        /// Returns the IDs of all items in order.
        func ids() throws -> [String] { try items(limit: 1000).compactMap { $0["id"] as? String } }

        /// Makes changes as another client would, in one commit.
        func change(_ changes: [[String: Any]]) throws {
            let body = try JSONSerialization.data(withJSONObject: ["changes": changes])
            let (status, answer) = try api.ask("POST", "/api/batch", String(decoding: body, as: UTF8.self))
            guard status == 200 else {
                throw PlainClient.Failure(description: String(decoding: answer, as: UTF8.self))
            }
        }
    }

    /// Two browsers run at a time, because each has many processes and most tests wait for the page.
    private let places = DispatchSemaphore(value: 2)

    /// Tests a page with a server and a browser whose camera can play a film. Checks at the end that the
    /// browser's log is empty.
    func browsing(
        _ names: [String] = [], script: Bool = true, _ arguments: [String] = [], lists: [String] = [],
        film: @escaping @Sendable (Served) throws -> Film? = { _ in nil },
        _ test: @escaping @Sendable (Browser, Served) throws -> Void
    ) async throws {
        let errors = try await blocking {
            places.wait()
            defer { places.signal() }
            let served = try lists.isEmpty ? Served(names, arguments) : Served(lists: lists)
            defer { served.stop() }
            let film = try film(served).map { try $0.written(in: served.folder) }
            let browser = try Browser.tab(for: served.address, script: script, film: film)
            do { try test(browser, served) } catch {
                browser.abandon()
                throw error
            }
            return try browser.close()
        }
        #expect(errors == [], "The page has errors.")
    }

    /// Tests in a real browser, only on request: `LOOT_BROWSER=1 swift test --filter BrowserTests`.
    @Suite(
        .enabled(
            if: ProcessInfo.processInfo.environment["LOOT_BROWSER"] != nil, "LOOT_BROWSER is not set"),
        .enabled(if: Programs.areThere, "Chromium, chromedriver or loot isn't installed"),
        .timeLimit(.minutes(20)), .endingBrowsers)
    enum InBrowser {}

    /// Ends the browsers after the last test.
    struct EndingBrowsers: SuiteTrait, TestScoping {
        func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @concurrent @Sendable () async throws -> Void
        ) async throws {
            defer { Browser.endAll() }
            try await function()
        }
    }

    extension Trait where Self == EndingBrowsers {
        static var endingBrowsers: Self { Self() }
    }
#endif
