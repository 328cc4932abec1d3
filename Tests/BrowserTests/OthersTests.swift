#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `A page that others change` {
            private static let names = (1...30).map { "Thing \($0)" }

            private func status(_ browser: Browser, _ text: String) throws {
                try browser.until("document.getElementById('status').textContent === '\(text)'")
            }

            @Test func `changes by others are counted, and neither move the view nor take the focus`()
                async throws
            {
                try await browsing { browser, served in
                    try served.change(
                        Self.names.map { ["insert": ["name": $0, "tags": ["one", "two", "three"]]] })
                    let ids = try served.ids()
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    // A row that another user moves keeps the focus.
                    try browser.run("document.querySelector('#item-\(ids[1]) .cell').focus()")
                    try served.change([["move": ids[1], "to": 4]])
                    try browser.until("document.querySelector('.row:nth-child(5)').id === 'item-\(ids[1])'")
                    #expect(
                        try browser.text("document.activeElement.closest('.row')?.id") == "item-\(ids[1])")
                    try status(browser, "1 item was changed by others.")
                    try served.change([["remove": ids[7]], ["remove": ids[8]]])
                    try status(browser, "2 items were changed by others.")
                    try served.change([["update": ids[2], "set": ["tags": ["one"]]]])
                    try status(browser, "1 item was changed by others.")
                    #expect(try browser.texts("#item-\(ids[2]) .tag") == ["one"])
                    // The first visible item is moved away: the others stay on the screen.
                    try browser.run("document.activeElement.blur()")
                    let top = "document.getElementById('item-\(ids[12])').getBoundingClientRect().top"
                    try browser.run(
                        """
                        const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
                        const row = document.getElementById(`item-${arguments[0]}`);
                        scrollBy({ top: row.getBoundingClientRect().top - bar - 1, behavior: "instant" });
                        """, [ids[10]])
                    try browser.until(
                        "document.getElementById('item-\(ids[9])').getBoundingClientRect().bottom < document.querySelector('.bar').getBoundingClientRect().bottom + 1"
                    )
                    let before = Double(try browser.text(top)) ?? .nan
                    try served.change([["move": ids[10], "to": 26]])
                    try browser.until(
                        "document.getElementById('item-\(ids[9])').nextElementSibling.id === 'item-\(ids[11])'"
                    )
                    try browser.run("return new Promise((resolve) => setTimeout(resolve, 300))")
                    #expect(abs((Double(try browser.text(top)) ?? .nan) - before) < 2)
                    // If the focused row at the end is removed, the focus moves to the new last row.
                    let last = try served.ids()
                    try browser.run("document.querySelector('#item-\(last[27]) .cell').focus()")
                    try served.change([["remove": last[27]]])
                    try browser.until("document.activeElement.closest('.row')?.id === 'item-\(last[26])'")
                }
            }

            @Test func `a person's own change isn't announced as one by others if its response is late`()
                async throws
            {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    // The test sets the time and ends the wait for an announcement.
                    try browser.run(
                        """
                        const start = window.setTimeout;
                        window.now = Date.now();
                        Date.now = () => now;
                        window.setTimeout = (act, delay) => delay === 3000 ? (window.ring = act, 1) : start(act, delay);
                        """)
                    try served.add("Bed", 10)
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.run("now += 2500")
                    try browser.holdBack("/favorite")
                    try browser.click(".row:nth-child(1) .star")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=true]")
                    try browser.until("heldBack === 1")
                    try browser.run("now += 500; ring()")
                    try status(browser, "1 item was changed by others.")
                    try browser.release()
                    try browser.until(
                        "!document.getElementById('status').textContent.endsWith('by others.')")
                    try browser.run("now += 3000; ring()")
                    #expect(
                        try !browser.text("document.getElementById('status').textContent").contains("others"))
                }
            }

            @Test func `an error remains next to its row, and only the newest is shown`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    let ids = try served.ids()
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.refuse("Not today.")
                    try browser.click("#item-\(ids[0]) .star")
                    _ = try browser.find("#item-\(ids[0]) + .failure")
                    try browser.click("#item-\(ids[1]) .star")
                    _ = try browser.find("#item-\(ids[1]) + .failure")
                    #expect(try browser.texts(".failure span") == ["Not today."])
                    try browser.allow()
                    try served.add("Bed", 10)
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    #expect(try browser.texts(".failure span") == ["Not today."])
                    #expect(try browser.texts(".row:has(+ .failure) .name") == ["Chair"])
                    try browser.click(".failure button")
                    #expect(try browser.texts(".failure") == [])
                    // If a form can't be opened in a dialog, its page shows why.
                    try browser.refuse("Not today.")
                    try browser.click(".row:nth-child(1) .menu summary")
                    try browser.click(".row:nth-child(1) a[href^='/do/lend']")
                    try browser.until("location.pathname === '/do/lend'")
                }
            }

            @Test func `the reason for a refusal is shown next to each control`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    func expectReason(_ place: String) throws {
                        try browser.until(
                            "document.querySelector('\(place) + .failure')?.textContent === 'Not today.×'")
                        #expect(try browser.texts(".failure").count == 1)
                    }
                    func open(_ path: String) throws {
                        try browser.open(path)
                        try browser.untilNames(["Lamp", "Chair"])
                    }
                    try browser.resize(1440)
                    try open("/?item=\(try served.ids()[0])")
                    _ = try browser.find("#pane .star")
                    try browser.refuse("Not today.")
                    try browser.click("#pane .star")
                    try expectReason("#pane form:has(.star)")
                    try browser.click(".row:nth-child(2) .menu summary")
                    try browser.click(".row:nth-child(2) [data-action=delete]")
                    try browser.click("dialog .destructive")
                    try expectReason(".row:nth-child(2)")
                    try open("/?select=true")
                    try browser.refuse("Not today.")
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.click(".bulk [value=favorite]")
                    try expectReason(".bulk .actions")
                    try open("/?edit=true")
                    try browser.refuse("Not today.")
                    try browser.drag(".row:nth-child(1) .handle", to: ".row:nth-child(2) .handle")
                    try expectReason(".row:nth-child(1)")
                    try browser.untilNames(["Lamp", "Chair"])
                }
            }

            @Test func `a tab stays live if another leaves, if it shows another view, and if it is restored`()
                async throws
            {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    let ids = try served.ids()
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    let first = try browser.windows[0]
                    try browser.switch(to: try browser.newWindow())
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.open("/more")
                    try browser.switch(to: first)
                    try served.add("Bed", 10)
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    // The page is left and restored without being loaded again.
                    try browser.run("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
                    try served.add("Desk", 10)
                    try browser.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
                    try browser.untilNames(["Lamp", "Chair", "Bed", "Desk"])
                    try served.add("Vase", 10)
                    try browser.untilNames(["Lamp", "Chair", "Bed", "Desk", "Vase"])
                    try browser.click(".views a:nth-child(2)")
                    _ = try browser.find(".constant")
                    try served.change([["update": ids[1], "set": ["isFavorite": true]]])
                    try browser.untilNames(["Chair"])
                    // Changes to other lists aren't shown.
                    try served.add("Sofa", 10)
                    try served.change([["update": ids[0], "set": ["isFavorite": true]]])
                    try browser.untilNames(["Lamp", "Chair"])
                }
            }

            @Test func `without events, the page shows its own changes, and reports a lost connection`()
                async throws
            {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    let source = """
                        delete window.SharedWorker;
                        window.streams = [];
                        const Real = window.EventSource;
                        window.EventSource = location.search.includes("sort")
                          ? class { addEventListener() {} close() {} }
                          : class extends Real { constructor(address) { super(address); streams.push(this); } };
                        """
                    try browser.inspect("Page.enable", [:])
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": source])
                    try browser.open("/?sort=name")
                    try browser.untilNames(["Bed", "Chair", "Lamp"])
                    try browser.click(".row:nth-child(2) .star")
                    _ = try browser.find(".row:nth-child(2)[data-favorite=true]")
                    try browser.click(".row:nth-child(1) .menu summary")
                    try browser.click(".row:nth-child(1) [data-action=delete]")
                    try browser.click("dialog .destructive")
                    try browser.untilNames(["Chair", "Lamp"])
                    try browser.click("form[action='/undo'] button")
                    try browser.untilNames(["Bed", "Chair", "Lamp"])

                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.until("streams.length === 1 && streams[0].readyState === 1")
                    try browser.offline(true)
                    try browser.run("streams[0].dispatchEvent(new Event('error'))")
                    try browser.until(
                        "document.querySelector('#banner p')?.textContent.includes('can\\'t be reached')")
                    try browser.offline(false)
                    try browser.until(
                        "streams.at(-1).readyState === 1 && !document.querySelector('#banner p')")
                    try served.add("Desk", 10)
                    try browser.untilNames(["Lamp", "Chair", "Bed", "Desk"])
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
