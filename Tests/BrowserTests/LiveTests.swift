#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        /// The page while other users change the list.
        @Suite struct WhileOthersWrite {
            /// Adds enough items for several pages, with names that sort by number.
            private static func fill(_ served: Served, _ count: Int) throws {
                let changes = (0..<count).map { number -> [String: Any] in
                    let item: [String: Any] = ["name": "Item \(1000 + number)", "valueInDollars": number]
                    return ["insert": item]
                }
                try served.change(changes)
            }

            private static func top(_ browser: Browser, _ id: String) throws -> Double {
                let script =
                    "return document.getElementById('item-' + arguments[0]).getBoundingClientRect().top"
                return (try browser.run(script, [id]) as? NSNumber)?.doubleValue ?? .nan
            }

            /// Scrolls until an item is in the middle of the window and no longer moves.
            private static func scroll(_ browser: Browser, to index: Int, of ids: [String]) throws {
                try browser.wait("row \(index)") {
                    let script = """
                        const row = document.getElementById('item-' + arguments[0]);
                        if (row) row.scrollIntoView({ block: 'center', behavior: 'instant' });
                        else scrollTo({ top: arguments[1] * document.documentElement.scrollHeight - 450, behavior: 'instant' });
                        return Boolean(row);
                        """
                    let fraction = Double(index) / Double(ids.count)
                    return try browser.run(script, [ids[index], fraction]) as? Bool == true ? () : nil
                }
                try still(browser, ids[index])
            }

            /// Waits until a row stops moving on the screen.
            private static func still(_ browser: Browser, _ id: String) throws {
                var last = Double.nan
                var calm = 0
                try browser.wait("a still row") {
                    let now = try top(browser, id)
                    calm = abs(now - last) < 1 && (0..<900).contains(now) ? calm + 1 : 0
                    last = now
                    return calm > 5 ? () : nil
                }
            }

            /// Waits until the loaded rows match the server's in order.
            private static func untilRowsAreRight(_ browser: Browser, _ served: Served) throws {
                let all = try served.ids()
                try browser.wait("the right rows") { () -> Void? in
                    let script =
                        "return [...document.querySelectorAll('#rows .row[data-id]')].map((r) => r.dataset.id)"
                    let rows = try browser.run(script) as? [String] ?? []
                    guard let first = rows.first, let start = all.firstIndex(of: first) else { return nil }
                    return Array(all[start...].prefix(rows.count)) == rows ? () : nil
                }
            }

            @Test func `a reader of row 700 keeps the position and the focus`() async throws {
                try await browsing { browser, served in
                    try Self.fill(served, 900)
                    let ids = try served.ids()
                    try browser.open("/")
                    try Self.scroll(browser, to: 700, of: ids)
                    try browser.run(
                        "window.was = document.querySelector('#item-' + arguments[0] + ' .star'); was.focus({ preventScroll: true })",
                        [ids[700]])
                    let before = try Self.top(browser, ids[700])
                    try served.change([["insert": ["name": "Far above"], "at": 3]])
                    try served.change([["remove": ids[10]], ["remove": ids[697]]])
                    try served.change([["insert": ["name": "Just above"], "at": 698]])
                    try served.change([["move": ids[2], "to": 720]])
                    try served.change([["insert": ["name": "Just below"], "at": 702]])
                    try served.change([["update": ids[700], "set": ["name": "Another name"]]])
                    try browser.until(
                        "document.querySelector('#item-\(ids[700]) .name').textContent === 'Another name'")
                    try Self.still(browser, ids[700])
                    #expect(abs(try Self.top(browser, ids[700]) - before) < 1)
                    #expect(try browser.run("return document.activeElement === window.was") as? Bool == true)
                    try Self.untilRowsAreRight(browser, served)
                    try browser.until(
                        "document.getElementById('status').textContent.endsWith('changed by others.')")

                    try browser.press(.enter)
                    try browser.until(
                        "document.querySelector('#item-\(ids[700])').dataset.favorite === 'true'")
                    #expect(abs(try Self.top(browser, ids[700]) - before) < 1)
                    #expect(try browser.run("return document.activeElement === window.was") as? Bool == true)
                    try browser.until(
                        "document.getElementById('status').textContent === 'Added “Another name” to favorites.'"
                    )
                }
            }

            @Test func `going back from an item returns to its row`() async throws {
                try await browsing { browser, served in
                    try Self.fill(served, 900)
                    let ids = try served.ids()
                    try browser.open("/?sort=name")
                    try Self.scroll(browser, to: 700, of: ids)
                    let before = try Self.top(browser, ids[700])
                    try browser.run("document.querySelector('#item-\(ids[700]) .cell').click()")
                    _ = try browser.find(".detail-frame")
                    try served.change([["insert": ["name": "Item 0"]], ["remove": ids[20]]])
                    try browser.command("POST", "/back")
                    try browser.until("document.getElementById('item-\(ids[700])')")
                    try Self.still(browser, ids[700])
                    #expect(abs(try Self.top(browser, ids[700]) - before) < 1)
                    try browser.run("document.querySelector('#item-\(ids[700]) .cell').click()")
                    _ = try browser.find(".detail-frame")
                    try browser.click(".bar a.button")
                    try browser.until("document.getElementById('item-\(ids[700])')")
                    try Self.still(browser, ids[700])
                    // When an item is removed, the next one is in its place.
                    let place = try Self.top(browser, ids[700])
                    try browser.run("document.querySelector('#item-\(ids[700]) .cell').click()")
                    _ = try browser.find(".detail-frame")
                    try served.change([["remove": ids[700]]])
                    try browser.command("POST", "/back")
                    try browser.until("document.getElementById('item-\(ids[701])')")
                    try Self.still(browser, ids[701])
                    #expect(abs(try Self.top(browser, ids[701]) - place) < 1)
                }
            }

            @Test func `a person's own change isn't counted among those of others`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.click(".row:nth-child(1) .star")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=true]")
                    try browser.resize(1440)
                    try browser.click(".row:nth-child(2) .name")
                    try browser.click("#pane #edit")
                    try browser.fill("#field-name", "Armchair")
                    try browser.click("#pane .detail-form .prominent")
                    try browser.untilNames(["Lamp", "Armchair"])
                    try served.add("Bed", 10)
                    try browser.untilNames(["Lamp", "Armchair", "Bed"])
                    try browser.until(
                        "document.getElementById('status').textContent.endsWith('changed by others.')")
                    #expect(
                        try browser.text("document.getElementById('status').textContent")
                            == "1 item was changed by others.")
                }
            }

            @Test func `rows are unloaded and loaded at both ends`() async throws {
                try await browsing { browser, served in
                    try Self.fill(served, 1000)
                    let ids = try served.ids()
                    try browser.open("/")
                    try Self.scroll(browser, to: 999, of: ids)
                    #expect(try browser.texts("#rows .row").count <= 300)
                    try browser.wait("the first row") {
                        try browser.run("scrollTo({ top: 0, behavior: 'instant' })")
                        return try browser.run(
                            "return document.querySelector('#rows .row').id === arguments[0]",
                            ["item-\(ids[0])"])
                            as? Bool == true ? () : nil
                    }
                    try Self.untilRowsAreRight(browser, served)
                }
            }

            @Test func `a section appears and disappears with its header, its footer and its index entry`()
                async throws
            {
                try await browsing(["Bear", "Lamp"]) { browser, served in
                    try browser.open("/?sections=initial")
                    try browser.until("document.querySelectorAll('#list section').length === 2")
                    try browser.run("window.lamp = document.querySelector('section:last-of-type .row')")
                    try served.add("Chair", 30)
                    try browser.until("document.querySelectorAll('#list section').length === 3")
                    #expect(try browser.texts("#list h2") == ["B", "C", "L"])
                    #expect(
                        try browser.texts("#list .footer") == ["1 item, $20", "1 item, $30", "1 item, $40"])
                    #expect(try browser.texts(".index a") == ["B", "C", "L"])
                    #expect(try browser.texts("#list h2 + .rows .name") == ["Bear", "Chair", "Lamp"])
                    #expect(try browser.run("return window.lamp.isConnected") as? Bool == true)
                    let ids = try served.ids()
                    try served.change([["remove": ids[2]], ["remove": ids[0]]])
                    try browser.until("document.querySelectorAll('#list section').length === 1")
                    #expect(try browser.text("document.querySelector('#list h2').id") == "section-0")
                    try served.change([["remove": ids[1]]])
                    try browser.until("document.querySelector('.constant')?.textContent === 'No items!'")
                    try served.add("Desk", 30)
                    try browser.untilNames(["Desk"])
                    #expect(try browser.texts("#list h2") == ["D"])
                }
            }

            @Test func `two sections disappear at once, and the others keep their headers`() async throws {
                try await browsing(["Apple", "Bear", "Chair", "Desk"]) { browser, served in
                    try browser.open("/?sections=initial")
                    try browser.untilNames(["Apple", "Bear", "Chair", "Desk"])
                    let ids = try served.ids()
                    try served.change([["remove": ids[0]], ["remove": ids[2]]])
                    try browser.untilNames(["Bear", "Desk"])
                    #expect(try browser.texts("#list h2") == ["B", "D"])
                    #expect(try browser.texts("#list .footer") == ["1 item, $40", "1 item, $80"])
                    // The footer of a section that grows is updated.
                    try served.add("Bench", 5)
                    try browser.untilNames(["Bear", "Bench", "Desk"])
                    #expect(try browser.texts("#list .footer") == ["2 items, $45", "1 item, $80"])
                }
            }

            @Test func `an open menu stays open, and a row being dragged isn't disturbed`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    let ids = try served.ids()
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click("#item-\(ids[1]) .menu summary")
                    try served.change(
                        [["update": ids[1], "set": ["name": "Armchair"]], ["move": ids[1], "to": 0]])
                    try browser.untilNames(["Armchair", "Lamp", "Bed"])
                    _ = try browser.find("#item-\(ids[1]) .menu[open]")
                    try browser.run("document.getElementById('item-\(ids[0])').classList.add('dragging')")
                    try served.change([["remove": ids[2]]])
                    // Meanwhile, events from the server are held back. Another window shows that they have
                    // arrived.
                    let first = try browser.windows[0]
                    try browser.switch(to: try browser.newWindow())
                    try browser.open("/")
                    try browser.untilNames(["Armchair", "Lamp"])
                    try browser.switch(to: first)
                    #expect(try browser.texts("#list .row .name") == ["Armchair", "Lamp", "Bed"])
                    try browser.run("document.getElementById('item-\(ids[0])').classList.remove('dragging')")
                    try served.add("Desk", 1)
                    try browser.untilNames(["Armchair", "Lamp", "Desk"])
                }
            }

            @Test func `after a deletion, the focus is on the next row`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    let ids = try served.ids()
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.tab(to: "#item-\(ids[1]) .star")
                    try served.change([["remove": ids[1]]])
                    try browser.untilNames(["Lamp", "Bed"])
                    try browser.until("document.activeElement.matches('#item-\(ids[2]) .cell')")
                }
            }
        }
    }
#endif
