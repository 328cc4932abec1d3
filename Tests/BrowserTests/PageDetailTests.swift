#if os(Linux)
    import Foundation
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `Details of the page` {
            /// Lets the next requests of the page fail, or succeed again.
            private func fail(_ browser: Browser, _ isFailing: Bool) throws {
                try browser.run(
                    """
                    window.working ??= window.fetch;
                    window.fetch = arguments[0] ? async () => { throw new TypeError("Failed to fetch"); } : working;
                    """, [isFailing])
            }

            @Test func `an item that is removed on its page leads back to its list`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    try browser.open("/?sort=name")
                    try browser.untilNames(["Bed", "Chair", "Lamp"])
                    try browser.click(".row:nth-child(2) .cell")
                    func remove() throws {
                        try browser.click(".bar .menu summary")
                        try browser.click(".bar [data-action=delete]")
                        #expect(try browser.texts("dialog h2") == ["Remove “Chair”?"])
                        try browser.click("dialog .destructive")
                    }
                    _ = try browser.find(".bar .menu summary")
                    try browser.refuse("Not today.")
                    try remove()
                    try browser.until(
                        "document.querySelector('.bar + .failure')?.textContent === 'Not today.×'")
                    try browser.allow()
                    try remove()
                    try browser.untilNames(["Bed", "Lamp"])
                    #expect(try browser.text("location.search") == "?sort=name")
                    try browser.forgetErrors()
                }
            }

            @Test func `forms in dialogs and single fields work without a connection as far as possible`()
                async throws
            {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["serialNumber": "A1"])
                    let id = try served.ids()[0]
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    try browser.click(".row .menu summary")
                    try browser.click(".row a[href^='/do/lend']")
                    try browser.fill("dialog [name=to]", "Ann")
                    #expect(
                        try browser.text(
                            "document.getElementById(document.querySelector('dialog').getAttribute('aria-labelledby')).textContent"
                        ).isEmpty == false)
                    let problems = try Audit.problems(of: browser)
                    #expect(problems == [])
                    try fail(browser, true)
                    try browser.click("dialog .prominent")
                    try browser.until(
                        "document.querySelector('dialog .problem[role=alert]').textContent === `The server can't be reached.`"
                    )
                    try fail(browser, false)
                    try browser.click("dialog .prominent")
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try served.items()[0]["lentTo"] as? String == "Ann")
                    // A form that can't be loaded for a dialog is opened as a page.
                    try fail(browser, true)
                    try browser.click(".row .menu summary")
                    try browser.click(".row .menu a[href^='/do/']")
                    try browser.until("location.pathname.startsWith('/do/')")
                    try browser.open("/items/\(id)")
                    _ = try browser.find(".facts")
                    try fail(browser, true)
                    try browser.click("[data-field=serialNumber]")
                    try browser.until(
                        "location.search === '?edit' && location.hash === '#field-serialNumber'")
                    _ = try browser.find("#field-serialNumber")
                }
            }

            @Test func `only files are accepted by dropping, also pictures that can't be shown`() async throws
            {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/items/\(try served.ids()[0])")
                    try browser.until("document.getElementById('files')")
                    let drag = """
                        const data = new DataTransfer();
                        if (arguments[0]) data.items.add(new File(["No picture"], "photo.png", { type: "image/png" })); else data.setData("text/plain", "A text");
                        return ["dragover", "drop"].map((kind) => {
                          const isLeft = document.querySelector("main").dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
                          return `${isLeft} ${Boolean(document.querySelector(".dropping"))}`;
                        }).join();
                        """
                    #expect(try browser.run(drag, [false]) as? String == "true false,true false")
                    #expect(try browser.run(drag, [true]) as? String == "false true,false false")
                    try browser.until("document.querySelector('.file-list bdi')?.textContent === 'photo.png'")
                    #expect((try served.items()[0]["files"] as? [Any])?.count == 1)
                    // Elsewhere, files aren't accepted.
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    #expect(try browser.run(drag, [true]) as? String == "true false,true false")
                }
            }

            @Test func `a drag scrolls upward at the upper edge`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "200")
                    try browser.open("/?edit=true")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '200'")
                    let id = try browser.text("document.querySelector('.row:nth-child(70)').dataset.id")
                    try browser.grip(".row:nth-child(70) .handle", "mouse")
                    let before = try browser.run("return scrollY") as? Int ?? 0
                    let way = try browser.run(
                        "return Math.round(document.querySelector('.dragging').getBoundingClientRect().top - 60)"
                    )
                    try browser.pull(through: -(way as? Int ?? 0), by: 20, "mouse")
                    try browser.until("scrollY < \(before - 800)")
                    try browser.letGo("mouse")
                    try browser.wait("its new place") {
                        (try served.ids().firstIndex(of: id) ?? 99) < 60 ? () : nil
                    }
                }
            }

            @Test func `a row moves at once, and back if the server refuses`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    try browser.open("/?edit=true")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    for (key, moved) in [
                        ("down", ["Lamp", "Bed", "Chair"]), ("up", ["Chair", "Lamp", "Bed"]),
                    ] {
                        try browser.holdBack("/move")
                        // The response of the server, and the step, arrive after the row has moved.
                        let script = """
                            document.querySelector(".row:nth-child(2) .move[title*=" + arguments[0] + "]").click();
                            return [...document.querySelectorAll("#list .row .name")].map((name) => name.textContent);
                            """
                        #expect(try browser.run(script, [key]) as? [String] == moved)
                        try browser.until("heldBack === 1")
                        try browser.release()
                        try browser.wait("the new order") { try served.names() == moved ? () : nil }
                        try browser.click("form[action='/undo'] button")
                        try browser.untilNames(["Lamp", "Chair", "Bed"])
                        try browser.refuse("Not today.")
                        #expect(try browser.run(script, [key]) as? [String] == moved)
                        try browser.until("document.querySelector('.row + .failure')")
                        try browser.untilNames(["Lamp", "Chair", "Bed"])
                        try browser.open("/?edit=true")
                        try browser.untilNames(["Lamp", "Chair", "Bed"])
                    }
                }
            }

            @Test func `an address can name a row, and a notice is announced`() async throws {
                try await browsing { browser, served in
                    try served.change((1...60).map { ["insert": ["name": "Thing \($0)"]] })
                    let ids = try served.ids()
                    try browser.open("/?sort=name#item-\(ids[40])")
                    try browser.until("location.hash === ''")
                    #expect(try browser.text("location.search") == "?sort=name")
                    let isSeen =
                        "(({ top, bottom }) => top > 60 && bottom < innerHeight)(document.getElementById('item-\(ids[40])').getBoundingClientRect())"
                    try browser.until(isSeen)
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    try browser.click(".detail-form .prominent")
                    try browser.until("document.getElementById('status').textContent === 'Added: Vase'")
                    try browser.until(
                        "document.activeElement.matches('.cell') && document.activeElement.textContent === 'Vase'"
                    )
                }
            }

            @Test func `the pane is named, shows that it loads, and opens due items`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try served.loot("lend", "Chair", "--to", "Ann", "--due", "+4d")
                    let ids = try served.ids()
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    #expect(try browser.text("document.getElementById('pane').ariaLabel") == "Item")
                    try browser.click(".due summary")
                    try browser.click(".due li a")
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'Chair'")
                    #expect(try browser.text("location.search") == "?item=\(ids[1])")
                    #expect(
                        try browser.texts(".row.current .name, .row .cell[aria-current=true] .name") == [
                            "Chair"
                        ])
                    #expect(
                        try browser.text("document.querySelector('#pane button[title=Close]').ariaLabel")
                            == "Close")
                    try browser.until(
                        "document.querySelector('#pane .item-history h2')?.textContent === 'Recent changes'")
                    try browser.holdBack("/items/\(ids[0])")
                    try browser.click(".row:nth-child(1) .name")
                    try browser.until("heldBack === 1")
                    #expect(try browser.text("document.getElementById('pane').ariaBusy") == "true")
                    #expect(try browser.text("location.search") == "?item=\(ids[1])")
                    try browser.release()
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'Lamp'")
                    #expect(try browser.text("document.getElementById('pane').ariaBusy") == "null")
                    #expect(try browser.texts("#status") == ["Lamp"])
                    // Pages of an item that aren't in the list open in the pane with the focus.
                    try browser.click("#pane .tools .menu summary")
                    try browser.click("#pane .tools a[href*='/history']")
                    try browser.until("document.activeElement.id === 'pane'")
                    _ = try browser.find("#pane ol.history")
                    // In another mode, an item opens its page.
                    try browser.click("#edit-toggle")
                    _ = try browser.find("#list[data-mode=edit]")
                    #expect(try browser.texts("#pane .empty").count == 1)
                    try browser.click(".row:nth-child(1) .name")
                    try browser.until("location.pathname === '/items/\(ids[0])'")
                }
            }

            @Test func `an import shows its progress, and an answer that can't be read`() async throws {
                try await browsing { browser, served in
                    let table = served.folder.appending(path: "table.csv")
                    try Data("name\nBed\n".utf8).write(to: table)
                    try browser.open("/import")
                    _ = try browser.find("#look")
                    try browser.run(
                        """
                        window.states = [];
                        const send = XMLHttpRequest.prototype.send;
                        XMLHttpRequest.prototype.send = function (body) {
                          const bar = document.getElementById("progress");
                          const title = document.getElementById("progress-title");
                          const isOff = [...document.querySelectorAll("button")].every((button) => button.disabled);
                          states.push([bar.hidden, bar.value, isOff, body.get("scripted")].join());
                          for (const loaded of [25, 100]) {
                            this.upload.onprogress({ loaded, total: 100 });
                            states.push([bar.position, title.textContent].join());
                          }
                          send.call(this, body);
                        };
                        """)
                    try browser.choose("#file", file: table.path())
                    try browser.click("#look")
                    _ = try browser.find("#take")
                    #expect(
                        try browser.run("return states") as? [String] == [
                            "false,0,true,true", "0.25,Uploaded 25 percent.",
                            "-1,Uploaded. Reading the file…",
                        ])
                    let isReady =
                        "document.getElementById('progress').hidden && [...document.querySelectorAll('button')].every((button) => !button.disabled)"
                    #expect(try browser.text(isReady) == "true")
                    let other = served.folder.appending(path: "other.csv")
                    try Data("name\nSofa\n".utf8).write(to: other)
                    try browser.choose("#file", file: other.path())
                    try browser.run(
                        "Object.defineProperty(XMLHttpRequest.prototype, 'response', { get: () => new Document() })"
                    )
                    try browser.click("#look")
                    try browser.until(
                        "document.getElementById('failed')?.textContent === `The file can't be imported. The server responded with status 200.`"
                    )
                    #expect(try browser.texts("#progress-title") == ["Nothing was imported."])
                    #expect(try browser.text(isReady) == "true")
                }
            }
        }
    }
#endif
