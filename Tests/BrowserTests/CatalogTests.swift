#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `The catalog` {
            /// Sets a property of a sample, as a person does.
            private func set(_ browser: Browser, _ sample: String, _ property: String, _ value: String) throws
            {
                let selector = "#\(sample) [data-property=\(property)]"
                if value == "on" || value == "off" {
                    if try browser.run("return document.querySelector(arguments[0]).checked", [selector])
                        as? Bool != (value == "on")
                    {
                        try browser.click(selector)
                    }
                } else {
                    try browser.set(selector, value)
                }
            }

            @Test func `the catalog hides controls that it describes as hidden`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    func height(_ selector: String) throws -> Int {
                        try browser.run(
                            "return document.querySelector(arguments[0]).offsetHeight", [selector]) as? Int
                            ?? -1
                    }
                    _ = try browser.find("#pages .dots")
                    try set(browser, "pages", "count", "1")
                    #expect(try height("#pages .dots") == 0)
                    try set(browser, "pages", "hides", "off")
                    #expect(try height("#pages .dots") > 0)
                    for side in ["left", "right"] {
                        #expect(try height("#field [data-accessory=\(side)]") == 0)
                        try set(browser, "field", side, "on")
                        #expect(try height("#field [data-accessory=\(side)]") > 0)
                    }
                    try set(browser, "search", "scopes", "off")
                    #expect(try height("#search fieldset.segmented") == 0)
                    try set(browser, "search", "scopes", "on")
                    try set(browser, "search", "demand", "on")
                    #expect(try height("#search fieldset.segmented") == 0)
                    try browser.click("#search [type=search]")
                    try browser.until("document.querySelector('#search fieldset.segmented').offsetHeight > 0")
                    try set(browser, "progress", "animating", "off")
                    #expect(try height("#progress .spinner") == 0)
                }
            }

            @Test
            func `the catalog has a visible bar, a countdown, twelve content modes and a refresh control`()
                async throws
            {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    _ = try browser.find("#progress progress")
                    #expect(
                        try browser.run(
                            "return document.querySelector('#progress progress').offsetWidth > 100") as? Bool
                            == true)
                    try set(browser, "date", "mode", "Count-down")
                    try browser.fill("#date .stage input", "7")
                    try browser.until(
                        "document.querySelector('#date .happened').textContent === '00:07:00 left.'")
                    try browser.until(
                        "document.querySelector('#date .happened').textContent.startsWith('00:06:5')")
                    #expect(
                        try browser.run(
                            "return document.querySelector('#image [data-property=mode]').options.length")
                            as? Int == 12)
                    try set(browser, "image", "mode", "Bottom right")
                    #expect(
                        try browser.text(
                            "getComputedStyle(document.querySelector('#image img')).objectPosition")
                            == "100% 100%")
                    try set(browser, "scroll", "refresh", "on")
                    try browser.run(
                        """
                        window.notes = [];
                        new MutationObserver(() => {
                          const isSeen = document.querySelector("#scroll .spinner").checkVisibility();
                          notes.push(`${document.querySelector("#scroll .happened").textContent} ${isSeen}`);
                        }).observe(document.querySelector("#scroll .happened"), { childList: true, characterData: true, subtree: true });
                        """)
                    try browser.run("document.querySelector('#scroll .scroller').focus()")
                    try browser.press(.up)
                    try browser.until(
                        "document.querySelector('#scroll .scroller div').textContent === 'Page 1 of 6, refreshed once'"
                    )
                    #expect(try browser.text("notes.join()") == "Refreshing… true,Refreshed. false")
                    #expect(try browser.texts(".happened").filter { $0.hasPrefix("Nothing") }.isEmpty)
                }
            }

            @Test func `the catalog has four cell styles, and dialogs that fit into the window`() async throws
            {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    _ = try browser.find("#table .table-cell")
                    var layouts: Set<String> = []
                    for style in ["Subtitle", "Right detail", "Left detail", "Default"] {
                        try set(browser, "table", "cells", style)
                        let layout = """
                            (() => {
                              const cell = document.querySelector("#table .table-cell");
                              const [text, detail] = [...cell.children].map((part) => part.getBoundingClientRect());
                              return detail ? [Math.sign(detail.left - text.left), Math.sign(detail.top - text.bottom + 4)] : "single";
                            })()
                            """
                        layouts.insert(try browser.text(layout))
                    }
                    #expect(layouts.count == 4, "\(layouts)")
                    for kind in ["simple", "sheet"] {
                        try browser.click("#alert [data-ask=\(kind)]")
                        let isInWindow =
                            "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('dialog').getBoundingClientRect())"
                        #expect(try browser.text(isInWindow) == "true", "\(kind)")
                        try browser.run("scrollTo(0, 0)")
                        #expect(try browser.text(isInWindow) == "true", "\(kind)")
                        try browser.press(.escape)
                        try browser.until("!document.querySelector('dialog')")
                    }
                    // The style page shows the colors and components.
                    #expect(try browser.texts("#style .swatch").count == 14)
                }
            }

            @Test func `the catalog lays out stacks by distribution and priority`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    _ = try browser.find("#stack .stack")
                    func widths() throws -> [Int] {
                        try browser.run(
                            "return [...document.querySelectorAll('#stack .stack > *')].map((view) => view.offsetWidth)"
                        )
                            as? [Int] ?? []
                    }
                    let field = try widths()
                    try set(browser, "stack", "grows", "Button")
                    let button = try widths()
                    #expect(field[1] > button[1] && button[2] > field[2])
                    try set(browser, "stack", "distribution", "Fill equally")
                    let equal = try widths()
                    #expect(Set(equal).count <= 2 && (equal.max() ?? 0) - (equal.min() ?? 0) <= 1, "\(equal)")
                    try set(browser, "stack", "axis", "Vertical")
                    #expect(try widths() != equal)
                }
            }

            @Test func `the catalog recognizes gestures, and its windows, cells and responders work`()
                async throws
            {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    func happened(_ sample: String) throws -> String {
                        try browser.text("document.querySelector('#\(sample) .happened').textContent")
                    }
                    func send(_ sample: String, _ selector: String, _ events: String) throws {
                        _ = try browser.run(
                            "const view = document.querySelector('#\(sample) \(selector)'); \(events)")
                    }
                    _ = try browser.find("#gestures .pad")
                    try send(
                        "gestures", ".pad",
                        """
                        view.setPointerCapture = () => {};
                        view.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, clientX: 200, clientY: 9 }));
                        view.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1, clientX: 90, clientY: 9 }));
                        """)
                    #expect(try happened("gestures") == "Swiped to the left.")
                    try set(browser, "windows", "editing", "on")
                    try browser.click("#windows .groups:first-child [aria-label='Delete Bear']")
                    #expect(
                        try browser.texts("#windows .table-cell span")
                            == [
                                "Spork", "Mac", "Fluffy", "Rusty", "Shiny", "Spork", "Mac", "Fluffy", "Rusty",
                                "Shiny",
                            ])
                    try set(browser, "cells", "editing", "on")
                    try browser.click("#cells [aria-label='Move Mac up']")
                    #expect(try happened("cells") == "“Mac” was moved.")
                    try browser.click("#responders [data-action=save]")
                    #expect(try happened("responders") == "“Save” found its document.")
                    // At the largest value, the stepper wraps around to the smallest.
                    try set(browser, "stepper", "wraps", "on")
                    try browser.run(
                        "const field = document.querySelector('#stepper .stage input'); field.value = field.max;"
                    )
                    try browser.click("#stepper [data-by='1']")
                    let isLeast =
                        "(({ value, min }) => value === min)(document.querySelector('#stepper .stage input'))"
                    #expect(try browser.text(isLeast) == "true")
                    try set(browser, "toolbar", "switch", "on")
                    try browser.click("#toolbar .stage .switch")
                    #expect(try happened("toolbar") == "It is on.")
                }
            }

            @Test func `the catalog's tables, cells, links, menus and wheels have consistent states`()
                async throws
            {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    _ = try browser.find("#table .table-cell")
                    func pressed() throws -> [String] {
                        try browser.texts("#table .table-cell[aria-pressed=true] span")
                    }
                    for word in 1...2 { try browser.click("#table li:nth-child(\(word)) .table-cell") }
                    #expect(try pressed() == ["Spork"])
                    try browser.click("#table li:nth-child(2) .table-cell")
                    #expect(try pressed() == [])
                    try set(browser, "table", "selection", "Several")
                    for word in 1...2 {
                        try browser.click("#table div:first-child li:nth-child(\(word)) .table-cell")
                    }
                    #expect(try pressed() == ["Bear", "Spork"])
                    try set(browser, "table", "selection", "None")
                    try browser.click("#table li:nth-child(1) .table-cell")
                    #expect(try pressed() == [])
                    try set(browser, "cells", "editing", "on")
                    #expect(
                        try browser.texts("#cells [aria-label$=' up']").count
                            == browser.texts("#cells li").count - 1)
                    #expect(
                        try browser.run(
                            "return document.querySelector(\"#cells [aria-label='Move Bear up']\")") is NSNull
                    )
                    try browser.click("#cells [aria-label='Move Spork up']")
                    #expect(
                        try browser.texts("#cells label span:nth-child(2)").prefix(2) == ["Spork", "Bear"])
                    let links =
                        "[...document.querySelectorAll('#view .links a')].map((link) => link.getAttribute('href')).join(' ')"
                    #expect(try browser.text(links) == "https://www.swift.org")
                    try set(browser, "view", "telephone", "on")
                    try set(browser, "view", "mail", "on")
                    #expect(
                        try browser.text(links)
                            == "https://www.swift.org mailto:ann@example.org tel:+4930901820")
                    // The visible tiles follow the scroll position.
                    try browser.run(
                        "document.querySelector('#tiles .scroller').scrollTo({ left: 9600, top: 4800, behavior: 'instant' })"
                    )
                    try browser.until(
                        "document.querySelector('#tiles .scroller span').textContent === '100 / 100'")
                    let picked =
                        "[...document.querySelectorAll('#picker select')].map((wheel) => wheel.value).join(' ')"
                    #expect(try browser.text(picked) == "Fluffy Bear")
                    try browser.click("#picker button")
                    try browser.until(
                        "document.querySelector('#picker .happened').textContent.startsWith('“Shiny”')")
                }
            }

            @Test func `the catalog shows switches in forced colors`() async throws {
                try await browsing { browser, _ in
                    try browser.inspect(
                        "Emulation.setEmulatedMedia",
                        ["features": [["name": "forced-colors", "value": "active"]]])
                    try browser.open("/catalog")
                    #expect(try browser.text("matchMedia('(forced-colors: active)').matches") == "true")
                    #expect(
                        try browser.text("getComputedStyle(document.querySelector('.switch')).appearance")
                            == "auto")
                }
            }
        }
    }
#endif
