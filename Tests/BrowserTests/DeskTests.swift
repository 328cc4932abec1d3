#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `On a desk` {
            private static let names = (1...8).map { "Thing \($0)" }

            private func title(_ browser: Browser, _ text: String) throws {
                try browser.until("document.querySelector('#pane h2')?.textContent === '\(text)'")
            }

            @Test func `the detail is beside the list and follows the arrow keys`() async throws {
                try await browsing(Self.names) { browser, _ in
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.click(".row:nth-child(3) .name")
                    try title(browser, "Thing 3")
                    #expect(try browser.texts("#rows .row.current .name") == ["Thing 3"])
                    try browser.run("document.querySelector('.row:nth-child(3) .cell').focus()")
                    try browser.press(.down)
                    try title(browser, "Thing 4")
                    try browser.press(.up)
                    try browser.press(.up)
                    try title(browser, "Thing 2")
                    #expect(try browser.text("document.activeElement.textContent") == "Thing 2")
                    // A reload shows the same, and going back what was chosen before.
                    try browser.command("POST", "/refresh")
                    try title(browser, "Thing 2")
                    try browser.click(".row:nth-child(6) .name")
                    try title(browser, "Thing 6")
                    try browser.command("POST", "/back")
                    try title(browser, "Thing 2")
                    try browser.click("#pane button[title=Close]")
                    _ = try browser.find("#pane .empty")
                }
            }

            @Test func `an item is edited beside the list, and nothing typed is lost`() async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.click(".row:nth-child(2) .name")
                    try browser.click("#pane #edit")
                    try browser.fill("#field-location", "Attic")
                    try browser.click(".row:nth-child(5) .name")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    try browser.click("#pane .detail-form .prominent")
                    _ = try browser.find("#pane .notice.saved")
                    try browser.until(
                        "document.querySelector('.row:nth-child(2) .place')?.textContent === 'Attic'")
                    #expect(try served.items()[1]["location"] as? String == "Attic")
                    try browser.until("document.getElementById('status').textContent === 'Saved.'")
                    // What goes elsewhere goes here too.
                    let id = try served.items()[1]["id"] as? String ?? ""
                    let change = "{\"changes\": [{\"remove\": \"\(id)\"}]}"
                    #expect(try served.api.ask("POST", "/api/batch", change).status == 200)
                    _ = try browser.find("#pane .empty")
                }
            }

            @Test func `the palette leads to items, views and actions`() async throws {
                try await browsing(Self.names) { browser, _ in
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    try browser.press("k", holding: .control)
                    try browser.type("thing 5")
                    try browser.until(
                        "document.querySelector('.palette li')?.textContent.startsWith('Thing 5')")
                    try browser.press(.enter)
                    try title(browser, "Thing 5")
                    try browser.press("k", holding: .control)
                    try browser.type("favor")
                    try browser.until(
                        "document.querySelector('.palette [aria-selected=true]')?.textContent.startsWith('Favorites')"
                    )
                    try browser.press(.enter)
                    _ = try browser.find(".constant")
                    try browser.press("k", holding: .control)
                    try browser.type("more: exp")
                    try browser.press(.enter)
                    _ = try browser.find(".more")
                }
            }

            @Test func `keys are listed, and can be switched off`() async throws {
                try await browsing(["Lamp"]) { browser, _ in
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    try browser.press("?")
                    _ = try browser.find("dialog.help .keys")
                    #expect(try browser.texts("dialog.help dt").contains("CtrlK"))
                    try browser.click("dialog.help .switch")
                    try browser.press(.escape)
                    try browser.until("!document.querySelector('dialog')")
                    try browser.run("document.activeElement.blur()")
                    try browser.press("/")
                    try browser.press("?")
                    try browser.press("n")
                    #expect(try browser.text("document.activeElement.tagName") == "BODY")
                    #expect(try browser.run("return document.querySelector('dialog')") is NSNull)
                    try browser.press("k", holding: .control)
                    _ = try browser.find(".palette")
                    try browser.press(.escape)
                    try browser.open("/more")
                    #expect(
                        try browser.run("return document.querySelector('#keys .switch').checked") as? Bool
                            == false)
                    try browser.click("#keys .switch")
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    try browser.press("/")
                    try browser.until("document.activeElement.name === 'search'")
                }
            }

            @Test func `a new item is seen and has the focus`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "300")
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Quite new")
                    try browser.click(".detail-form .prominent")
                    try browser.until("document.activeElement.textContent === 'Quite new'")
                    try browser.until(
                        "(({ top, bottom }) => top > 60 && bottom < innerHeight)(document.activeElement.getBoundingClientRect())"
                    )
                    #expect(try browser.texts(".notice") == ["Added Quite new."])
                }
            }

            @Test func `what saves is within reach, and dates are the person's`() async throws {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["purchaseDate": "2026-03-01"])
                    let id = try served.items()[0]["id"] as? String ?? ""
                    for (width, height) in [(360, 640), (980, 700), (1440, 700)] {
                        try browser.resize(width, height)
                        try browser.open("/items/\(id)?edit")
                        _ = try browser.find("#field-name")
                        let isSeen =
                            "(({ top, bottom }) => top > 0 && bottom <= innerHeight)(document.querySelector('.detail-form .prominent').getBoundingClientRect())"
                        #expect(try browser.text(isSeen) == "true", "\(width)")
                    }
                    try browser.open("/items/\(id)")
                    try browser.until(
                        "document.querySelector('time[datetime=\"2026-03-01\"]')?.textContent === 'Mar 1, 2026'"
                    )
                }
            }
        }
    }
#endif
