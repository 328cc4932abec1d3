#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct ByKeyboard {
            @Test func `an item can be added, edited, made a favorite, deleted and restored`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.tab(to: "#add")
                    try browser.press(.enter)
                    _ = try browser.find("#field-name:focus")
                    try browser.type("Bed")
                    try browser.tab(to: "#field-valueInDollars")
                    try browser.press("a", holding: .control)
                    try browser.type("75")
                    try browser.press(.enter)
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    #expect(try served.items().last?["valueInDollars"] as? Int == 75)

                    try browser.tab(to: "#list .row:nth-child(3) .cell")
                    try browser.press(.enter)
                    _ = try browser.find("#edit")
                    try browser.tab(to: "#edit")
                    try browser.press(.enter)
                    _ = try browser.find("#field-name")
                    try browser.tab(to: "#field-name")
                    try browser.press("a", holding: .control)
                    try browser.type("Bunk bed")
                    try browser.tab(to: ".detail-form .prominent")
                    try browser.press(.space)
                    _ = try browser.find(".notice.saved")
                    try browser.tab(to: ".bar a.button")
                    try browser.press(.enter)
                    try browser.untilNames(["Lamp", "Chair", "Bunk bed"])

                    try browser.tab(to: "#list .row:nth-child(1) .star")
                    try browser.press(.enter)
                    _ = try browser.find("#list .row:nth-child(1)[data-favorite=true]")
                    try browser.tab(to: "#list .row:nth-child(2) .menu summary")
                    try browser.press(.enter)
                    _ = try browser.find("#list .row:nth-child(2) .menu[open]")
                    try browser.tab(to: "#list .row:nth-child(2) .choice")
                    try browser.press(.enter)
                    _ = try browser.find("#list .row:nth-child(2)[data-favorite=true]")

                    try browser.tab(to: "#list .row:nth-child(2) .menu summary")
                    try browser.press(.enter)
                    try browser.tab(to: "#list .row:nth-child(2) .menu [data-action=delete]")
                    try browser.press(.enter)
                    // The least destructive button has the focus, and Escape triggers it.
                    _ = try browser.find("dialog button:focus")
                    #expect(try browser.text("document.activeElement.textContent") == "Cancel")
                    try browser.press(.escape)
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try served.names().count == 3)
                    // The menu is closed, and the focus is back on the control that opened it.
                    _ = try browser.find("#list .row:nth-child(2) .menu:not([open]) summary:focus")
                    try browser.press("\u{E017}")
                    _ = try browser.find("dialog button:focus")
                    try browser.press(.tab)
                    try browser.press(.enter)
                    try browser.untilNames(["Lamp", "Bunk bed"])
                    try browser.press("z", holding: .control)
                    try browser.untilNames(["Lamp", "Chair", "Bunk bed"])
                    try browser.press("Z", holding: .control, .shift)
                    try browser.untilNames(["Lamp", "Bunk bed"])
                }
            }

            @Test func `arrow keys move between rows, and with Alt they move the row`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.tab(to: "#list .row:nth-child(1) .cell")
                    try browser.press(.down)
                    _ = try browser.find("#list .row:nth-child(2) .cell:focus")
                    try browser.press(.down, holding: .alt)
                    try browser.wait("the new order") {
                        try served.names() == ["Lamp", "Bed", "Chair"] ? () : nil
                    }
                    try browser.untilNames(["Lamp", "Bed", "Chair"])
                    // The step may arrive before the response to the move.
                    try browser.until("document.getElementById('status').textContent === 'Chair: row 3'")
                    try browser.until("document.activeElement.textContent.includes('Chair')")
                    // Only a list in the person's order can be reordered.
                    try browser.click(".panel summary")
                    try browser.set("[name=sort]", "name")
                    try browser.untilNames(["Bed", "Chair", "Lamp"])
                    try browser.run("document.querySelector('.row:nth-child(1) .cell').focus()")
                    try browser.press(.down, holding: .alt)
                    try served.add("Desk", 10)
                    try browser.untilNames(["Bed", "Chair", "Desk", "Lamp"])
                    #expect(try served.names() == ["Lamp", "Bed", "Chair", "Desk"])
                }
            }

            @Test func `a row that is moved past the edge of the window stays visible`() async throws {
                let names = (1...20).map { "Thing \($0)" }
                try await browsing(names) { browser, _ in
                    try browser.resize(980, 500)
                    try browser.open("/")
                    try browser.untilNames(names)
                    try browser.run("document.querySelector('.row:nth-child(2) .cell').focus()")
                    for row in 3...14 {
                        try browser.press(.down, holding: .alt)
                        try browser.until(
                            "document.activeElement.closest('.row')?.ariaPosInSet === '\(row)'")
                    }
                    let isSeen =
                        "(({ top, bottom }) => top > 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())"
                    #expect(try browser.text(isSeen) == "true")
                }
            }

            @Test func `the list can be searched, filtered, sorted and grouped`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, _ in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.press("/")
                    try browser.type("a")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.press(.tab)
                    try browser.type("N")
                    try browser.until("document.querySelector('.search select').value === 'name'")
                    try browser.tab(to: ".search [type=search]", backwards: true)
                    try browser.press("\u{E003}")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.tab(to: ".panel summary")
                    try browser.press(.enter)
                    try browser.tab(to: "[name=sections]")
                    try browser.type("By in")
                    // Moving through choices with keys doesn't change anything yet, and the focus stays.
                    try browser.until("document.activeElement.value === 'initial'")
                    #expect(try browser.text("document.querySelectorAll('#list section').length") == "0")
                    try browser.tab(to: ".arrange .prominent")
                    try browser.press(.enter)
                    try browser.until("document.querySelectorAll('#list section').length === 3")
                    try browser.tab(to: ".views a:nth-child(2)")
                    try browser.press(.enter)
                    _ = try browser.find("#list .constant")
                }
            }
        }
    }
#endif
