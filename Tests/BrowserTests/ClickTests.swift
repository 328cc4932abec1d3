#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Clicks and keys` {
            /// Defines `pressed`, which presses a key on an element and returns whether the page handles it.
            private static let keys = """
                window.pressed = (key, selector, more = {}) => {
                  const target = selector ? document.querySelector(selector) : document.activeElement;
                  return !target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
                };
                """

            /// Clicks elements with each modifier key. Returns those whose click the page handles.
            private static func handled(_ browser: Browser, _ selectors: [String]) throws -> [String] {
                let script = """
                    const handled = [];
                    let current;
                    const last = (event) => { if (event.defaultPrevented) handled.push(current); event.preventDefault(); };
                    addEventListener("click", last);
                    for (const selector of arguments[0]) for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
                      current = `${selector} ${key}`;
                      document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true }));
                    }
                    removeEventListener("click", last);
                    return handled;
                    """
                return try browser.run(script, [selectors]) as? [String] ?? ["an error"]
            }

            @Test func `a click with a modifier key is left to the browser`() async throws {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["serialNumber": "A1", "tags": ["old"]])
                    try served.add("Chair", 20)
                    let id = try served.ids()[0]
                    try browser.resize(1440)
                    try browser.open("/?sections=initial&item=\(id)")
                    _ = try browser.find("#pane .facts")
                    let address = try browser.text("location.href")
                    let links = [
                        "#rows .name", "#rows .tag", ".views a:nth-child(2)", "#select-toggle",
                        ".row a[href^='/do/lend']", ".row [data-action=delete]", ".sidebar a",
                        "#pane .facts .tag", "#pane .facts dd", "#pane .edit-one", "#pane #edit",
                    ]
                    #expect(try Self.handled(browser, links) == [])
                    // The item has unsaved changes now, and the links open elsewhere.
                    try browser.click("#pane #edit")
                    try browser.fill("#pane #field-name", "Lantern")
                    #expect(try Self.handled(browser, Array(links.prefix(7))) == [])
                    try browser.run("return new Promise((resolve) => setTimeout(resolve, 200))")
                    #expect(try browser.texts("dialog") == [])
                    #expect(try browser.text("location.href").hasPrefix(address))
                    try browser.run("document.querySelector('.detail-form').reset()")
                    // With Ctrl, a row is opened in another tab even if items are selected.
                    try browser.open("/?select=true")
                    _ = try browser.find(".mark")
                    let script = """
                        const link = document.querySelector(".row .cell");
                        const seen = [];
                        addEventListener("click", (event) => { seen.push(event.defaultPrevented); event.preventDefault(); }, { capture: false });
                        for (const key of ["ctrlKey", "metaKey"]) link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true }));
                        return seen;
                        """
                    #expect(try browser.run(script) as? [Bool] == [false, false])
                    #expect(try browser.texts("#marked") == ["Select items"])
                }
            }

            @Test func `keys act only where the help says`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    func pressed(_ arguments: String) throws -> String {
                        try browser.text("pressed(\(arguments))")
                    }
                    func focus(_ selector: String) throws {
                        try browser.until("document.activeElement.matches(\"\(selector)\")")
                    }
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.run(Self.keys)
                    for key in ["x", "s", "Delete", "ArrowUp", "Home", "End", "a", "Escape"] {
                        #expect(try pressed("'\(key)'") == "false", "\(key)")
                    }
                    for more in ["altKey", "isComposing"] {
                        #expect(try pressed("'f', undefined, { \(more): true }") == "false", "\(more)")
                    }
                    // The arrow keys lead from the page into the list, and stay in it.
                    #expect(try pressed("'ArrowDown'") == "true")
                    try focus(".row:nth-child(1) .cell")
                    #expect(try pressed("'ArrowUp'") == "true")
                    try focus(".row:nth-child(1) .cell")
                    for more in ["shiftKey", "ctrlKey", "metaKey"] {
                        #expect(
                            try pressed("'ArrowDown', undefined, { \(more): true }") == "false", "\(more)")
                    }
                    for (key, row) in [
                        ("ArrowDown", 2), ("End", 3), ("ArrowDown", 3), ("ArrowUp", 2), ("Home", 1),
                    ] {
                        #expect(try pressed("'\(key)'") == "true")
                        try focus(".row:nth-child(\(row)) .cell")
                    }
                    for key in ["Home", "End"] {
                        #expect(try pressed("'\(key)', undefined, { altKey: true }") == "false")
                    }
                    // A row at an end of the list can't be moved further.
                    #expect(try pressed("'ArrowUp', undefined, { altKey: true }") == "true")
                    #expect(try browser.texts("#status") == ["Lamp can't be moved further up here."])
                    #expect(try pressed("'ArrowDown', '.row:nth-child(3) .cell', { altKey: true }") == "true")
                    #expect(try browser.texts("#status") == ["Bed can't be moved further down here."])
                    #expect(try served.names() == ["Lamp", "Chair", "Bed"])
                    // Keys for text remain available in text fields. Ctrl-K works everywhere.
                    try browser.click(".search [type=search]")
                    for key in ["n", "e", "ArrowDown", "Home", "Delete"] {
                        #expect(try pressed("'\(key)'") == "false", "\(key)")
                    }
                    #expect(try pressed("'z', undefined, { ctrlKey: true }") == "false")
                    #expect(try pressed("'k', undefined, { metaKey: true }") == "true")
                    try focus(".palette input")
                    #expect(try pressed("'K', undefined, { ctrlKey: true }") == "true")
                    #expect(try browser.texts("dialog").count == 1)
                    try browser.press(.escape)
                    try browser.until("!document.querySelector('dialog')")
                    // The key for removing an item asks first.
                    try browser.run("document.querySelector('.row:nth-child(2) .cell').focus()")
                    #expect(try pressed("'Delete'") == "true")
                    #expect(
                        try browser.texts("dialog h2, dialog p") == ["Remove “Chair”?", "You can undo this."])
                    try browser.click("dialog button:first-child")
                    // A capital letter is the same key.
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try pressed("'E'") == "true")
                    _ = try browser.find("#list[data-mode=edit]")
                    // Elsewhere, the keys of the list do nothing, and the others work.
                    try browser.open("/items/\(try served.ids()[0])")
                    _ = try browser.find("#edit")
                    try browser.run(Self.keys)
                    for key in ["/", "f", "x", "Delete", "ArrowDown"] {
                        #expect(try pressed("'\(key)'") == "false", "\(key)")
                    }
                    try browser.press("s")
                    _ = try browser.find(
                        ".detail-page .star[aria-pressed=true], .detail-page .star[title*='emove']")
                    #expect(try served.items()[0]["isFavorite"] as? Bool == true)
                    try browser.press("e")
                    _ = try browser.find("#field-name")
                }
            }

            @Test func `Escape closes one thing at a time`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    let id = try served.ids()[0]
                    try browser.resize(1440)
                    try browser.open("/?item=\(id)")
                    _ = try browser.find("#pane .facts")
                    try browser.click(".row:nth-child(2) .menu summary")
                    try browser.press(.escape)
                    try browser.until(
                        "document.activeElement.matches('.row:nth-child(2) .menu:not([open]) summary')")
                    #expect(try browser.texts("#pane .facts").count == 1)
                    // In the list, Escape leaves the pane open. In the pane, it closes it, except while typing.
                    try browser.press(.escape)
                    #expect(try browser.texts("#pane .facts").count == 1)
                    try browser.click("#pane #edit")
                    _ = try browser.find("#pane #field-name:focus")
                    try browser.press(.escape)
                    #expect(try browser.texts("#pane #field-name").count == 1)
                    try browser.run("document.getElementById('pane').focus()")
                    try browser.press(.escape)
                    _ = try browser.find("#pane .empty")
                    #expect(try browser.texts("#pane .empty") == ["Choose an item to show it here."])
                    try browser.until("document.activeElement.matches('.row:nth-child(1) .cell')")
                    #expect(try browser.text("location.search") == "")
                }
            }

            @Test func `the help lists all keys, and the settings show the same list`() async throws {
                try await browsing(["Lamp"]) { browser, _ in
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    try browser.press("?")
                    try browser.until("document.activeElement.matches('dialog.help .prominent')")
                    let keys = try browser.texts("dialog.help dt")
                    #expect(
                        keys == [
                            "CtrlK", "/", "N", "E", "F", "S", "X", "Delete", "CtrlZ", "CtrlShiftZ", "?", "↓↑",
                            "HomeEnd",
                            "Enter", "Alt↑↓", "Esc",
                        ])
                    let descriptions = try browser.texts("dialog.help dd")
                    #expect(Set(descriptions).count == keys.count && !descriptions.contains(""))
                    let problems = try Audit.problems(of: browser)
                    #expect(problems == [])
                    try browser.press(.enter)
                    try browser.until("!document.querySelector('dialog')")
                    try browser.open("/more")
                    _ = try browser.find("#keys .switch:checked")
                    #expect(try browser.texts("#keys dt") == keys)
                    #expect(try browser.texts("#keys dd") == descriptions)
                }
            }
        }
    }
#endif
