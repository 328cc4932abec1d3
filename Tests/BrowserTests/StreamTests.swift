#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Event streams of pages` {
            @Test func `a broken stream resumes from the newest state`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.inspect("Page.enable", [:])
                    let source = """
                        delete window.SharedWorker;
                        window.streams = [];
                        window.EventSource = class extends EventSource {
                          constructor(address) { super(address); streams.push(this); }
                        };
                        """
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": source])
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    try browser.until("streams.length === 1 && streams[0].readyState === 1")
                    let first = try browser.text("new URL(streams[0].url).searchParams.get('list')")
                    try served.add("Chair", 10)
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.run("streams[0].dispatchEvent(new Event('error'))")
                    try browser.until("streams.length === 2 && streams[1].readyState === 1")
                    let second = try browser.text("new URL(streams[1].url).searchParams.get('list')")
                    #expect(second != first)
                    let now = try browser.run("return fetch('/').then((answer) => answer.text())") as? String
                    let state = second.prefix { $0 != "/" }
                    #expect(now?.contains("data-state=\"\(state)\"") == true)
                    try served.add("Bed", 10)
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                }
            }

            @Test func `a hidden tab catches up and is live again`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    let first = try openSecondTab(browser)
                    try served.add("While hidden", 10)
                    try browser.untilNames(["Lamp", "While hidden"])
                    try browser.switch(to: first)
                    #expect(try browser.texts("#list .row .name") == ["Lamp"])
                    try hide(browser, false)
                    try browser.untilNames(["Lamp", "While hidden"])
                    try served.add("Live again", 10)
                    try browser.untilNames(["Lamp", "While hidden", "Live again"])
                }
            }

            @Test func `a hidden tab reports a problem of the store when it is visible again`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    let first = try openSecondTab(browser)
                    try Data("garbage".utf8).write(to: served.folder.appending(path: "items.json"))
                    _ = try browser.find("#banner p")
                    try browser.switch(to: first)
                    #expect(try browser.texts("#banner p") == [])
                    try hide(browser, false)
                    _ = try browser.find("#banner p")
                    try browser.forgetErrors()
                }
            }

            /// Hides the tab with the list, and shows the list in a second tab. Returns the first tab.
            private func openSecondTab(_ browser: Browser) throws -> String {
                let first = try browser.windows[0]
                try hide(browser, true)
                try browser.switch(to: try browser.newWindow())
                try browser.open("/")
                try browser.untilNames(["Lamp"])
                return first
            }

            /// Reports to the page that its tab was hidden, or is visible again.
            private func hide(_ browser: Browser, _ isHidden: Bool) throws {
                try browser.run(
                    """
                    Object.defineProperty(document, "hidden", { configurable: true, value: arguments[0] });
                    document.dispatchEvent(new Event("visibilitychange"));
                    """, [isHidden])
            }

            @Test func `seven windows share one stream`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let paths = [
                        "/", "/?sort=name", "/?sections=initial", "/?edit=true", "/?search=a", "/?sort=value",
                        "/?favorites=false", "/?sort=valueInDollars",
                    ]
                    var windows: [String] = try browser.windows
                    try browser.open(paths[0])
                    try browser.untilNames(["Lamp"])
                    for path in paths.dropFirst() {
                        windows.append(try browser.newWindow())
                        try browser.switch(to: try #require(windows.last))
                        try browser.open(path)
                        try browser.until("document.querySelector('#list')")
                    }
                    try served.add("Table", 10)
                    for window in windows {
                        try browser.switch(to: window)
                        try browser.until(
                            "[...document.querySelectorAll('#list .row .name')].some((n) => n.textContent === 'Table')"
                        )
                    }
                    try browser.click(".star")
                    try browser.switch(to: windows[0])
                    _ = try browser.find(".row[data-favorite=true]")
                }
            }

            @Test func `a page without shared workers has a separate stream`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.inspect("Page.enable", [:])
                    try browser.inspect(
                        "Page.addScriptToEvaluateOnNewDocument", ["source": "delete window.SharedWorker"])
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    #expect(try browser.text("typeof SharedWorker") == "undefined")
                    try served.add("Chair", 10)
                    try browser.untilNames(["Lamp", "Chair"])
                }
            }
        }
    }
#endif
