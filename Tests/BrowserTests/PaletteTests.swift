#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `The command palette` {
            private static let option =
                "document.querySelector('.palette [aria-selected=true]')?.textContent.trim()"

            private func find(_ browser: Browser, _ text: String) throws {
                try browser.press("k", holding: .control)
                _ = try browser.find(".palette input:focus")
                try browser.type(text)
            }

            /// Closes the palette. The first Escape clears the text.
            private func close(_ browser: Browser) throws {
                try browser.wait("the end of the dialog") {
                    try browser.press(.escape)
                    return try browser.texts("dialog").isEmpty ? () : nil
                }
            }

            @Test func `each entry of the program leads to its page`() async throws {
                try await browsing(["Lamp"]) { browser, _ in
                    try browser.open("/places")
                    for (name, path) in [
                        ("Favorites", "/?favorites=true"), ("Add an item", "/items/new"),
                        ("Places", "/places"),
                        ("Import", "/import"), ("Insurance report", "/report"), ("More", "/more"),
                        ("List", "/"),
                    ] {
                        try browser.open("/places")
                        try find(browser, name.lowercased() + " go to")
                        try browser.until("\(Self.option)?.startsWith('\(name)')")
                        #expect(try browser.text(Self.option).hasSuffix("Go to"))
                        try browser.press(.enter)
                        try browser.until("location.pathname + location.search === '\(path)'")
                        try browser.until("document.readyState === 'complete'")
                    }
                }
            }

            @Test func `it offers what is on the page, and reports what it finds`() async throws {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["location": "Attic"])
                    try served.add("Lamp shade", 10)
                    try served.add("Bed", 30)
                    try browser.resize(1440)
                    try browser.open("/?sections=initial")
                    try browser.untilNames(["Bed", "Lamp", "Lamp shade"])
                    try browser.press("k", holding: .control)
                    _ = try browser.find(".palette input:focus")
                    let first = try browser.texts(".palette bdi")
                    #expect(first.count == 12 && Set(first).count == 12)
                    #expect(try browser.texts(".palette [role=status]") == ["12 found"])
                    let state = """
                        (() => {
                          const field = document.querySelector(".palette input");
                          const chosen = document.getElementById(field.getAttribute("aria-activedescendant"));
                          return [field.role, field.ariaExpanded, field.ariaAutoComplete, chosen?.role, chosen?.ariaSelected,
                            document.getElementById(field.getAttribute("aria-controls")).role].join(" ");
                        })()
                        """
                    #expect(try browser.text(state) == "combobox true list option true listbox")
                    // All words must match, and only arrow keys and Return are taken from the field.
                    try browser.type("view fav")
                    try browser.until("document.querySelectorAll('.palette li').length === 1")
                    #expect(try browser.text(Self.option) == "Favorites View")
                    let kept = """
                        ["ArrowLeft", "Home", "a"].filter((key) => !document.activeElement.dispatchEvent(
                          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))).length
                        """
                    #expect(try browser.text(kept) == "0")
                    try close(browser)
                    // An item is described by its place, and a section by its kind.
                    try find(browser, "lamp")
                    try browser.until("document.querySelectorAll('.palette li').length === 2")
                    #expect(try browser.texts(".palette li") == ["Lamp Attic", "Lamp shade Item"])
                    #expect(try browser.texts(".palette [role=status]") == ["2 found"])
                    try browser.press(.down)
                    try browser.press(.enter)
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'Lamp shade'")
                    #expect(try browser.texts("dialog") == [])
                    try find(browser, "section l")
                    try browser.until("\(Self.option) === 'L Section'")
                    try browser.press(.enter)
                    try browser.until("location.hash === '#section-1'")
                    // Nothing is opened if nothing is found.
                    try find(browser, "xyz")
                    _ = try browser.find(".palette p:not(.hidden)")
                    #expect(try browser.texts(".palette [role=status]") == ["Nothing found."])
                    #expect(
                        try browser.run("return document.activeElement.getAttribute('aria-activedescendant')")
                            is NSNull)
                    for key in [Browser.Key.down, .up, .enter] { try browser.press(key) }
                    #expect(try browser.texts("dialog").count == 1)
                    try browser.offline(true)
                    try browser.type("l")
                    try browser.until(
                        "document.querySelector('.palette [role=status]').textContent === 'The server can\\'t be reached.'"
                    )
                    try browser.offline(false)
                    try browser.forgetErrors()
                }
            }

            @Test func `outside the list, an item opens its page, and actions of the page can be chosen`()
                async throws
            {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    let ids = try served.ids()
                    try browser.open("/items/\(ids[0])")
                    try find(browser, "edit")
                    try browser.until("document.querySelector('.palette li')")
                    let names = try browser.texts(".palette li")
                    #expect(names.first?.hasSuffix("Action") == true, "\(names)")
                    try close(browser)
                    try find(browser, "chair")
                    try browser.until("document.querySelector('.palette li')?.textContent === 'Chair Item'")
                    try browser.press(.enter)
                    try browser.until("location.pathname === '/items/\(ids[1])'")
                    #expect(try browser.text("location.search") == "")
                }
            }
        }
    }
#endif
