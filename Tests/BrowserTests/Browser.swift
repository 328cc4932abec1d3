#if os(Linux)
    import Foundation
    import Synchronization

    /// A browser window controlled through W3C WebDriver. All effects are awaited; a test fails only if the page
    /// hangs for minutes. One test at a time uses a browser.
    final class Browser: @unchecked Sendable {
        private let driver: Running
        private let client: PlainClient
        private let session: String
        private(set) var address = ""
        private let hasFilm: Bool
        /// The errors that scripts caused before network errors were discarded.
        private var scriptErrors: [String] = []
        /// The position of the pressed pointer.
        var held = (x: 0, y: 0)
        /// The actions for a finger that is still pressed.
        var finger: [[String: Any]] = []

        private static let patience = 45.0
        private static let ready = "started successfully on port "
        private static let element = "element-6066-11e4-a52e-4f735466cecf"

        /// The browsers that no test uses, each with an empty tab. Starting a browser takes longer than many tests.
        private static let idle = Mutex<[Browser]>([])

        /// Opens an empty tab for the pages of a server. The camera shows a film if there is one, which can only be set
        /// when a browser starts.
        static func tab(for address: String, script: Bool, film: URL?) throws -> Browser {
            let last = film == nil ? idle.withLock { $0.popLast() } : nil
            let browser = try last ?? Browser(film: film)
            browser.address = address
            browser.scriptErrors = []
            if !script { try browser.inspect("Emulation.setScriptExecutionDisabled", ["value": true]) }
            return browser
        }

        private init(film: URL?) throws {
            hasFilm = film != nil
            let port: Int
            (driver, port) = try Self.startDriver()
            client = PlainClient(port: port)
            let camera = film.map { film in
                [
                    "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                    "--use-file-for-fake-video-capture=\(film.path())",
                ]
            }
            let options: [String: Any] = [
                "binary": Programs.browser ?? "",
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--lang=en-US",
                    "--window-size=980,900", "--force-prefers-reduced-motion",
                    "--disable-search-engine-choice-screen",
                ] + (camera ?? []),
            ]
            let wanted: [String: Any] = [
                "capabilities": [
                    "alwaysMatch": [
                        "browserName": "chrome", "unhandledPromptBehavior": "ignore",
                        "goog:chromeOptions": options,
                        "goog:loggingPrefs": ["browser": "ALL"],
                        "timeouts": ["script": 120_000, "pageLoad": 120_000, "implicit": 0],
                    ]
                ]
            ]
            let answer = try Self.ask(client, "POST", "/session", wanted) as? [String: Any]
            session = answer?["sessionId"] as? String ?? ""
            try inspect("Page.addScriptToEvaluateOnNewDocument", ["source": PageWatch.script])
        }

        /// Starts chromedriver and returns its port.
        private static func startDriver() throws -> (Running, Int) {
            // chromedriver exits if the free port that it found for IPv4 is in use for IPv6.
            for _ in 1..<5 {
                let driver = try Running(Programs.driver ?? "", ["--port=0"])
                if let port = try? driver.number(behind: Self.ready) { return (driver, port) }
                driver.stop()
            }
            let driver = try Running(Programs.driver ?? "", ["--port=0"])
            return (driver, try driver.number(behind: Self.ready))
        }

        /// Returns the errors of the pages, and keeps the browser for the next test.
        func close() throws -> [String] {
            do {
                let errors = try scriptErrors + errors().compactMap { $0["message"] as? String }
                if hasFilm { abandon() } else { try reset() }
                return errors
            } catch {
                abandon()
                throw error
            }
        }

        /// Replaces all tabs with an empty one, which discards the settings of the test, and deletes its data.
        private func reset() throws {
            try command("DELETE", "/actions")
            try inspect("Storage.clearDataForOrigin", ["origin": address, "storageTypes": "all"])
            let old = try windows
            let new = try newWindow()
            for window in old {
                try self.switch(to: window)
                try command("DELETE", "/window")
            }
            try self.switch(to: new)
            try inspect("Page.bringToFront", [:])
            // Tabs can report errors while they close.
            _ = try errors()
            (held, finger) = ((0, 0), [])
            Self.idle.withLock { $0.append(self) }
        }

        /// Ends the browsers that no test uses.
        static func endAll() {
            for browser in idle.withLock({ $0 }) { browser.abandon() }
        }

        /// Ends the browser, even if it no longer responds.
        func abandon() {
            _ = try? Self.ask(client, "DELETE", "/session/\(session)", nil)
            driver.stop()
        }

        // MARK: Commands

        private static func ask(
            _ client: PlainClient, _ method: String, _ path: String, _ body: [String: Any]?
        ) throws
            -> Any?
        {
            let text = try body.map {
                String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
            }
            let (status, data) = try client.ask(method, path, text)
            let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            guard status == 200 else {
                let error = answer?["value"] as? [String: Any]
                throw PlainClient.Failure(
                    description: "\(method) \(path): \(error?["error"] ?? status): \(error?["message"] ?? "")"
                )
            }
            return answer?["value"]
        }

        @discardableResult
        func command(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any? {
            try Self.ask(client, method, "/session/\(session)\(path)", method == "GET" ? nil : body ?? [:])
        }

        /// Sends a command of the DevTools protocol.
        @discardableResult
        func inspect(_ name: String, _ parameters: [String: Any]) throws -> [String: Any] {
            try command("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters]) as? [String: Any]
                ?? [:]
        }

        /// Runs a function body in the page.
        @discardableResult
        func run(_ script: String, _ arguments: [Any] = []) throws -> Any? {
            try command("POST", "/execute/sync", ["script": script, "args": arguments])
        }

        func text(_ expression: String) throws -> String {
            try run("return String(\(expression))") as? String ?? ""
        }

        func texts(_ selector: String) throws -> [String] {
            let script =
                "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())"
            return try run(script, [selector]) as? [String] ?? []
        }

        // MARK: Waiting

        /// Retries until there is a result.
        func wait<Result>(_ what: String, _ attempt: () throws -> Result?) throws -> Result {
            let end = Date(timeIntervalSinceNow: Self.patience)
            var last: (any Error)?
            while Date() < end {
                do { if let result = try attempt() { return result } } catch { last = error }
                Thread.sleep(forTimeInterval: 0.03)
            }
            let state = (try? text("location.href + '\\n' + document.body.innerText")) ?? ""
            throw PlainClient.Failure(
                description: "\(what) didn't appear; \(last.map { "\($0)" } ?? "")\n\(state)")
        }

        /// Waits until an expression is true in the page.
        func until(_ expression: String) throws {
            try wait(expression) { try run("return Boolean(\(expression))") as? Bool == true ? () : nil }
        }

        /// Waits until the rows of the list have these names.
        func untilNames(_ names: [String]) throws {
            try wait("the rows \(names)") { try texts("#list .row .name") == names ? () : nil }
        }

        // MARK: Pages

        func open(_ path: String) throws {
            try command("POST", "/url", ["url": path.hasPrefix("http") ? path : address + path])
        }

        func resize(_ width: Int, _ height: Int = 900) throws {
            try inspect(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
        }

        func prefer(_ scheme: String) throws {
            try inspect(
                "Emulation.setEmulatedMedia",
                ["features": [["name": "prefers-color-scheme", "value": scheme]]])
        }

        /// Disconnects the page from the network, or reconnects it.
        func offline(_ isOffline: Bool) throws {
            try inspect("Network.enable", [:])
            try inspect(
                "Network.emulateNetworkConditions",
                ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        }

        /// Delays the responses to addresses that contain a string until `release` is called.
        func holdBack(_ part: String) throws {
            try run(
                """
                const [part, fetch] = [arguments[0], window.fetch];
                const free = new Promise((resolve) => { window.release = resolve; });
                [window.heldBack, window.passed] = [0, 0];
                window.fetch = async (address, options) => {
                  const answer = await fetch(address, options);
                  if (!String(address).includes(part)) return answer;
                  heldBack += 1;
                  await free;
                  setTimeout(() => { passed += 1; }, 100);
                  return answer;
                };
                """, [part])
        }

        /// Lets the delayed responses through, and waits until the page has processed the first `count`.
        func release(_ count: Int = 1) throws {
            try run("release()")
            try until("passed >= \(count)")
        }

        /// Lets the server refuse the next requests of the page with this reason.
        func refuse(_ reason: String) throws {
            try run(
                """
                const text = `<main><p>${arguments[0]}</p></main>`;
                window.allowed ??= window.fetch;
                window.fetch = async () => new Response(text, { status: 409, headers: { "Content-Type": "text/html" } });
                """, [reason])
        }

        /// Undoes ``refuse(_:)``.
        func allow() throws { try run("window.fetch = window.allowed") }

        /// Accepts a dialog of the browser if there is one.
        func acceptAlert() throws { _ = try? command("POST", "/alert/accept") }

        /// Discards failed requests that a test caused on purpose. Errors of scripts are kept.
        func forgetErrors() throws {
            scriptErrors += try errors().filter { $0["source"] as? String != "network" }
                .compactMap { $0["message"] as? String }
        }

        /// Returns the errors in the browser's log since the last call.
        private func errors() throws -> [[String: Any]] {
            let entries = try command("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
            return entries.filter { $0["level"] as? String == "SEVERE" }
        }

        // MARK: Elements

        /// Waits for the visible element that matches a selector.
        func find(_ selector: String) throws -> String {
            try wait(selector) {
                let found = try command("POST", "/element", ["using": "css selector", "value": selector])
                guard let id = (found as? [String: Any])?[Self.element] as? String,
                    try command("GET", "/element/\(id)/displayed") as? Bool == true
                else { return nil }
                return id
            }
        }

        func click(_ selector: String) throws {
            // Another element may cover or replace this one for a moment.
            try wait("a click on \(selector)") {
                let id = try find(selector)
                // Scroll far enough that the bar doesn't cover the element.
                let script = """
                    document.querySelector(arguments[0]).scrollIntoView({ block: 'center', behavior: 'instant' })
                    """
                try run(script, [selector])
                try command("POST", "/element/\(id)/click")
                return ()
            }
        }

        /// Replaces the content of a field.
        func fill(_ selector: String, _ text: String) throws {
            let id = try find(selector)
            try command("POST", "/element/\(id)/clear")
            try command("POST", "/element/\(id)/value", ["text": text])
        }

        /// Sets the value of a select or picker as the browser's own control does.
        func set(_ selector: String, _ value: String) throws {
            _ = try find(selector)
            try run(
                """
                const field = document.querySelector(arguments[0]);
                field.value = arguments[1];
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
                """, [selector, value])
        }

        /// Selects a file.
        func choose(_ selector: String, file: String) throws {
            let found = try command("POST", "/element", ["using": "css selector", "value": selector])
            let id = (found as? [String: Any])?[Self.element] as? String ?? ""
            try command("POST", "/element/\(id)/value", ["text": file])
        }

        // MARK: Windows

        var windows: [String] {
            get throws { try command("GET", "/window/handles") as? [String] ?? [] }
        }

        func newWindow() throws -> String {
            let made = try command("POST", "/window/new", ["type": "window"]) as? [String: Any]
            let handle = made?["handle"] as? String ?? ""
            let current = try command("GET", "/window") as? String ?? ""
            try self.switch(to: handle)
            try inspect("Page.addScriptToEvaluateOnNewDocument", ["source": PageWatch.script])
            try self.switch(to: current)
            return handle
        }

        func `switch`(to window: String) throws { try command("POST", "/window", ["handle": window]) }
    }
#endif
