#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Navigation in the list` {
            private static let names = (1...30).map { "Thing \($0)" }

            @Test func `conditions accumulate, also while searching, and the newest search is shown`()
                async throws
            {
                try await browsing(Self.names) { browser, _ in
                    try browser.open("/?where=value%20%3E%20300")
                    try browser.until("document.querySelectorAll('.row').length === 15")
                    try browser.click("#panel summary")
                    try browser.set(".arrange [name=sort]", "value:desc")
                    try browser.until("document.querySelector('.row .name').textContent === 'Thing 30'")
                    try browser.fill(".arrange [name=where]:not([type=hidden])", "value < 500")
                    try browser.press(.enter)
                    try browser.until("document.querySelectorAll('.row').length === 9")
                    #expect(try browser.texts(".chip.condition .words") == ["value > 300", "value < 500"])
                    #expect(try browser.text("document.getElementById('panel').open") == "false")
                    // Keystrokes during input method composition don't trigger a search.
                    try browser.run(
                        """
                        const field = document.querySelector(".search [type=search]");
                        field.value = "Nothing";
                        field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
                        return new Promise((resolve) => setTimeout(resolve, 400));
                        """)
                    #expect(try browser.text("document.querySelectorAll('.row').length") == "9")
                    try browser.holdBack("search=1")
                    try browser.set(".search [type=search]", "1")
                    try browser.until("heldBack === 1")
                    try browser.set(".search [type=search]", "20")
                    try browser.untilNames(["Thing 20"])
                    try browser.release()
                    #expect(try browser.texts(".row .name") == ["Thing 20"])
                    #expect(try browser.texts(".chip.condition .words") == ["value > 300", "value < 500"])
                    try browser.set(".search [type=search]", "")
                    try browser.until("document.querySelectorAll('.row').length === 9")
                    // The controls show the settings in effect.
                    #expect(
                        try browser.texts(".arrange [name=sort] option:checked") == ["Value, highest first"])
                    try browser.click(".chip.sort .cross")
                    try browser.until("!location.search.includes('sort')")
                    #expect(try browser.text("document.querySelector('.arrange [name=sort]').value") == "")
                    try browser.command("POST", "/back")
                    try browser.until("location.search.includes('sort')")
                    try browser.until("document.querySelector('.arrange [name=sort]').value === 'value:desc'")
                }
            }

            @Test func `going back to a view returns to its position, and a notice is shown once`()
                async throws
            {
                try await browsing(Self.names) { browser, served in
                    let ids = try served.ids()
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    let top = "document.getElementById('item-\(ids[20])').getBoundingClientRect().top"
                    try browser.run(
                        "document.getElementById('item-\(ids[20])').scrollIntoView({ block: 'center', behavior: 'instant' })"
                    )
                    let before = Double(try browser.text(top)) ?? .nan
                    try browser.run("document.querySelector('.views a:nth-child(2)').click()")
                    _ = try browser.find(".constant")
                    try browser.until("scrollY === 0 && location.search === '?favorites=true'")
                    try browser.command("POST", "/back")
                    try browser.until("document.querySelectorAll('.row').length === 30")
                    try browser.until("Math.abs(\(top) - \(before)) < 2")
                    #expect(try browser.text("location.search") == "")

                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Quite new")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find("#notices .notice")
                    #expect(try browser.text("location.search") == "")
                    try browser.command("POST", "/refresh")
                    try browser.untilNames(Self.names + ["Quite new"])
                    #expect(try browser.texts("#notices .notice") == [])
                }
            }

            @Test func `one menu is open at a time, and keys don't act under a dialog`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, _ in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click(".row:nth-child(1) .menu summary")
                    _ = try browser.find(".row:nth-child(1) .menu[open]")
                    try browser.click("#panel summary")
                    try browser.until(
                        "!document.querySelector('.menu[open]') && document.querySelector('#panel[open]')")
                    try browser.click("#total")
                    try browser.until("!document.querySelector('details:is(.menu, .panel)[open]')")
                    // Each key does what its description says, and the same key reverts it.
                    try browser.press("f")
                    try browser.until(
                        "document.querySelector('#panel[open]') && document.activeElement.name === 'sort'")
                    try browser.press(.escape)
                    try browser.until(
                        "!document.querySelector('#panel[open]') && document.activeElement.matches('#panel summary')"
                    )
                    try browser.press("f")
                    try browser.until("document.querySelector('#panel[open]')")
                    try browser.run("document.querySelector('#panel summary').focus()")
                    try browser.press("f")
                    try browser.until("!document.querySelector('#panel[open]')")
                    try browser.run("document.querySelector('.row:nth-child(2) .cell').focus()")
                    try browser.press("s")
                    _ = try browser.find(".row:nth-child(2)[data-favorite=true]")
                    try browser.press("e")
                    _ = try browser.find("#list[data-mode=edit]")
                    try browser.press("e")
                    _ = try browser.find("#list[data-mode='']")
                    try browser.press("?")
                    _ = try browser.find("dialog.help")
                    for key in ["n", "e", "f", "/"] { try browser.press(key) }
                    #expect(try browser.text("document.querySelector('#panel').open") == "false")
                    #expect(try browser.text("document.activeElement.closest('dialog')?.className") == "help")
                    try browser.press(.escape)
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try browser.text("location.pathname + location.search") == "/")
                }
            }

            @Test func `a menu at the lower edge opens upward each time`() async throws {
                let names = (1...12).map { "Thing \($0)" }
                try await browsing(names) { browser, _ in
                    try browser.resize(800, 500)
                    try browser.open("/")
                    try browser.untilNames(names)
                    let edge =
                        "(document.querySelector('.dock')?.getBoundingClientRect().top || innerHeight)"
                    try browser.run(
                        """
                        const row = [...document.querySelectorAll(".row")].findLast((row) => row.getBoundingClientRect().bottom < \(edge));
                        window.menu = row.querySelector(".menu");
                        """)
                    for isOpen in [true, false, true] {
                        try browser.run(
                            """
                            return new Promise((resolve) => {
                              menu.addEventListener("toggle", () => setTimeout(resolve), { once: true });
                              menu.querySelector("summary").click();
                            });
                            """)
                        #expect(try browser.text("menu.open") == "\(isOpen)")
                        let isSeen =
                            "menu.querySelector('div').getBoundingClientRect().bottom <= \(edge)"
                        #expect(try browser.text(isSeen) == "true")
                    }
                }
            }

            @Test func `a selection is extended in both directions, and ends with the mode`() async throws {
                try await browsing(Array(Self.names.prefix(8))) { browser, _ in
                    func marked(_ text: String) throws {
                        try browser.until("document.getElementById('marked')?.textContent === '\(text)'")
                    }
                    try browser.open("/")
                    try browser.press("a")
                    try browser.click("#select-toggle")
                    try browser.click(".row:nth-child(5) .mark")
                    try browser.holding(.shift) { try browser.click(".row:nth-child(2) .mark") }
                    try marked("4 selected")
                    try browser.holding(.shift) { try browser.click(".row:nth-child(6) .mark") }
                    try marked("5 selected")
                    try browser.click(".row:nth-child(6) .cell")
                    try marked("4 selected")
                    try browser.run("document.querySelector('.row:nth-child(8) .cell').focus()")
                    try browser.press("x")
                    try marked("5 selected")
                    try browser.click("#select-toggle")
                    _ = try browser.find("#list[data-mode='']")
                    try browser.click("#select-toggle")
                    try marked("Select items")
                    #expect(try browser.texts(".row.marked") == [])
                    // A range can begin at the first row.
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.holding(.shift) { try browser.click(".row:nth-child(3) .mark") }
                    try marked("3 selected")
                }
            }

            @Test func `the palette's choice stays within the list and survives new results`() async throws {
                try await browsing(Self.names) { browser, _ in
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    try browser.press("k", holding: .control)
                    try browser.until("document.querySelectorAll('.palette li').length === 12")
                    let chosen =
                        "[...document.querySelectorAll('.palette li')].findIndex((line) => line.ariaSelected === 'true')"
                    for _ in 1...14 { try browser.press(.down) }
                    #expect(try browser.text(chosen) == "11")
                    try browser.press(.up)
                    #expect(try browser.text(chosen) == "10")
                    for _ in 1...12 { try browser.press(.up) }
                    #expect(try browser.text(chosen) == "0")
                    try browser.holdBack("/api/items")
                    try browser.type("i")
                    try browser.until(
                        "heldBack === 1 && document.querySelectorAll('.palette li').length === 6")
                    try browser.press(.down)
                    try browser.press(.down)
                    try browser.release()
                    try browser.until("document.querySelectorAll('.palette li').length > 6")
                    #expect(try browser.text(chosen) == "2")
                    let name = "document.querySelector('.palette [aria-selected=true] bdi').textContent"
                    #expect(try browser.text(name) != "Thing 1")
                    // A click outside closes it, and a click on a result opens it.
                    try browser.run("document.querySelector('.palette').click()")
                    try browser.until("!document.querySelector('dialog')")
                    try browser.press("k", holding: .control)
                    try browser.type("thing 30")
                    try browser.until(
                        "document.querySelector('.palette li:last-child').textContent.startsWith('Thing 30')")
                    try browser.click(".palette li:last-child")
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'Thing 30'")
                    // Return before the results arrive opens the first one.
                    try browser.press("k", holding: .control)
                    try browser.holdBack("/api/items")
                    try browser.type("thing 4")
                    try browser.until("heldBack > 0")
                    try browser.press(.enter)
                    try browser.release()
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'Thing 4'")
                }
            }

            @Test func `sections can have custom bounds`() async throws {
                try await browsing(["A", "B", "C"]) { browser, _ in
                    try browser.open("/")
                    try browser.click(".panel summary")
                    #expect(
                        try browser.run("return document.querySelector('.bounds').offsetHeight") as? Int == 0)
                    try browser.set("[name=sections]", "value")
                    try browser.fill("[name=bounds]", "30, 50")
                    try browser.press(.enter)
                    try browser.until("document.querySelectorAll('#rows section').length === 3")
                    #expect(try browser.texts(".chip .words") == ["Sections: By value (30, 50)"])
                    #expect(try browser.text("location.search") == "?sections=value%3A30%2C50")
                    #expect(try browser.texts("[name=sections] option:checked") == ["By value"])
                    #expect(try browser.texts("[name=sections] option").count { $0 == "By value" } == 1)
                }
            }

            @Test(arguments: ["de", "pl"])
            func `a number of items has the right form in the page's language`(language: String) async throws
            {
                try await browsing(["Lamp", "Chair"]) { browser, _ in
                    try browser.inspect("Network.enable", [:])
                    try browser.inspect(
                        "Network.setExtraHTTPHeaders", ["headers": ["Accept-Language": language]])
                    try browser.open("/?select=true")
                    try browser.until("document.documentElement.lang === '\(language)'")
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.click(".bulk .destructive")
                    let question =
                        "JSON.parse(document.getElementById('texts').textContent)['Remove {1} items?'].one"
                    _ = try browser.find("dialog h2")
                    #expect(
                        try browser.text("document.querySelector('dialog h2').textContent")
                            == browser.text("\(question).replace('{1}', '1')"))
                }
            }

            @Test func `a long list with sections shows the right rows, headers and footers`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "3000")
                    let bounds = stride(from: 5, to: 100, by: 5).map(String.init).joined(separator: ",")
                    try browser.open("/?sections=value:\(bounds)")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '3000'")
                    try browser.command("POST", "/refresh")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '3000'")
                    try browser.run(
                        "window.counts = document.getElementById('list').dataset.sections.split(' ').map(Number)"
                    )
                    for (fraction, rows) in [
                        (0.5, 1300...1700), (0.04, 60...300), (0.8, 2200...2600), (0.25, 550...950),
                        (0, 1...40),
                    ] {
                        try browser.run(
                            "scrollTo({ top: arguments[0] * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' })",
                            [fraction])
                        try browser.wait("rows \(rows)") {
                            let seen = try browser.text(
                                "[...document.querySelectorAll('.row')].find((row) => row.getBoundingClientRect().bottom > 200)?.ariaPosInSet"
                            )
                            return Int(seen).map(rows.contains) == true ? () : nil
                        }
                        // Headers and footers match the loaded part of each section.
                        let isRight = """
                            [...document.querySelectorAll("#rows > section")].every((part) => {
                              const index = Number(part.querySelector("h2").id.slice("section-".length));
                              const end = counts.slice(0, index + 1).reduce((sum, count) => sum + count, 0);
                              const rows = [...part.querySelectorAll(".row")].map((row) => Number(row.ariaPosInSet));
                              return Boolean(part.querySelector(".footer")) === (rows.at(-1) === end)
                                && Boolean(part.querySelector("h2 small")) === (rows[0] !== end - counts[index] + 1)
                                && rows.at(-1) <= end;
                            })
                            """
                        try browser.until(isRight)
                    }
                    // Going back from a section returns to the previous position.
                    try browser.run(
                        "scrollTo({ top: 0.5 * document.documentElement.scrollHeight, behavior: 'instant' })")
                    let seen =
                        "[...document.querySelectorAll('.row')].find((row) => row.getBoundingClientRect().bottom > 200)?.ariaPosInSet"
                    try browser.until("\(seen) > 1000")
                    let before = try browser.text(seen)
                    try browser.run("document.querySelector('.sidebar a, .index a').click()")
                    try browser.until("\(seen) < 100")
                    try browser.command("POST", "/back")
                    try browser.until("Math.abs(\(seen) - \(before)) < 2")
                    // Going forward, and opening the address of a section, shows the section.
                    let isAtSection = """
                        (document.getElementById("section-10")?.getBoundingClientRect().top ?? Infinity) < 200
                          && document.getElementById("section-10").parentElement.getBoundingClientRect().bottom > 200
                        """
                    try browser.run(
                        "document.querySelector('.sidebar a[href$=\"#section-10\"], .index a[href$=\"#section-10\"]').click()"
                    )
                    try browser.until(isAtSection)
                    let address = try browser.text("location.href")
                    try browser.command("POST", "/back")
                    try browser.until("Math.abs(\(seen) - \(before)) < 2")
                    try browser.command("POST", "/forward")
                    try browser.until(isAtSection)
                    try browser.open("/more")
                    try browser.open(address)
                    try browser.until(isAtSection)
                }
            }
        }
    }
#endif
