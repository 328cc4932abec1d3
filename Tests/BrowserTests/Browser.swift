#if os(Linux)
    import Foundation

    /// A browser window under remote control (W3C WebDriver). Whatever the page is to do is waited for; only what
    /// hangs for minutes fails.
    final class Browser {
        private let driver: Running
        private let client: PlainClient
        private let session: String
        let address: String
        /// Where the pointer is that presses.
        var held = (x: 0, y: 0)
        /// What a finger has to do that has not let go.
        var finger: [[String: Any]] = []

        private static let patience = 45.0
        private static let element = "element-6066-11e4-a52e-4f735466cecf"

        init(_ address: String, script: Bool = true) throws {
            self.address = address
            driver = try Running(Programs.driver ?? "", ["--port=0"])
            client = PlainClient(port: try driver.number(behind: "started successfully on port "))
            var options: [String: Any] = [
                "binary": Programs.browser ?? "",
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--lang=en-US",
                    "--window-size=980,900", "--force-prefers-reduced-motion",
                    "--disable-search-engine-choice-screen",
                ],
            ]
            if !script {
                options["prefs"] = ["profile.managed_default_content_settings.javascript": 2]
            }
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
        }

        /// Ends the browser; gives back what went wrong in its pages.
        func close() throws -> [String] {
            defer { driver.stop() }
            let entries = try command("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
            _ = try? Self.ask(client, "DELETE", "/session/\(session)", nil)
            return entries.filter { $0["level"] as? String == "SEVERE" }.compactMap {
                $0["message"] as? String
            }
        }

        /// Ends the browser, whatever has happened in it.
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

        /// A command to the browser's own inspector.
        @discardableResult
        func inspect(_ name: String, _ parameters: [String: Any]) throws -> [String: Any] {
            try command("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters]) as? [String: Any]
                ?? [:]
        }

        /// Runs a function's body in the page.
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

        /// Tries until there is a result.
        func wait<Result>(_ what: String, _ attempt: () throws -> Result?) throws -> Result {
            let end = Date(timeIntervalSinceNow: Self.patience)
            var last: (any Error)?
            while Date() < end {
                do { if let result = try attempt() { return result } } catch { last = error }
                Thread.sleep(forTimeInterval: 0.03)
            }
            let state = (try? text("location.href + '\\n' + document.body.innerText")) ?? ""
            throw PlainClient.Failure(
                description: "\(what) did not come; \(last.map { "\($0)" } ?? "")\n\(state)")
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

        /// Cuts the page off from the network, or lets it back.
        func offline(_ isOffline: Bool) throws {
            try inspect("Network.enable", [:])
            try inspect(
                "Network.emulateNetworkConditions",
                ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        }

        /// Says yes to what the browser itself asks, if it asks anything.
        func acceptAlert() throws { _ = try? command("POST", "/alert/accept") }

        /// Forgets the errors that a test has brought about on purpose.
        func forgetErrors() throws { _ = try command("POST", "/se/log", ["type": "browser"]) }

        // MARK: Elements

        /// The element that is shown for a selector, as soon as there is one.
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
            // What covers it, or takes its place meanwhile, goes away.
            try wait("a click on \(selector)") {
                let id = try find(selector)
                // Not just into sight, where the bar may be above it.
                let script = """
                    document.querySelector(arguments[0]).scrollIntoView({ block: 'center', behavior: 'instant' })
                    """
                try run(script, [selector])
                try command("POST", "/element/\(id)/click")
                return ()
            }
        }

        /// Types into a field in place of what it holds.
        func fill(_ selector: String, _ text: String) throws {
            let id = try find(selector)
            try command("POST", "/element/\(id)/clear")
            try command("POST", "/element/\(id)/value", ["text": text])
        }

        /// Sets what one chooses or picks, as the browser's own control would.
        func set(_ selector: String, _ value: String) throws {
            _ = try find(selector)
            try run(
                """
                const field = document.querySelector(arguments[0]);
                field.value = arguments[1];
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
                """, [selector, value])
        }

        /// Chooses a file.
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
            return made?["handle"] as? String ?? ""
        }

        func `switch`(to window: String) throws { try command("POST", "/window", ["handle": window]) }
    }
#endif
