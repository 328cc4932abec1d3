#if os(Linux)
    import Foundation
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `A desktop browser` {
            private static let names = (1...8).map { "Thing \($0)" }

            private func title(_ browser: Browser, _ text: String) throws {
                try browser.until("document.querySelector('#pane h2')?.textContent === '\(text)'")
            }

            @Test func `the detail is next to the list and follows the arrow keys`() async throws {
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
                    // Reloading shows the same item, and going back the previous one.
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

            @Test func `an item can be edited next to the list, and no input is lost`() async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.click(".row:nth-child(2) .name")
                    try browser.click("#pane #edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.click(".row:nth-child(5) .name")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    // The pane follows the focus in the list only if that is allowed.
                    try browser.run("document.querySelector('.row:nth-child(5) .cell').focus()")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    // The other modes of the list have no pane.
                    try browser.click("#edit-toggle")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    try browser.click("#pane .detail-form .prominent")
                    _ = try browser.find("#pane .notice.saved")
                    try browser.until(
                        "document.querySelector('.row:nth-child(2) .place')?.textContent === 'Attic'")
                    #expect(try served.items()[1]["location"] as? String == "Attic")
                    try browser.until("document.getElementById('status').textContent === 'Saved.'")
                    // After the input is discarded, the chosen item is shown in the pane.
                    try browser.click("#pane #edit")
                    try browser.fill("#field-location", "Cellar")
                    try browser.click(".row:nth-child(5) .name")
                    try browser.click("dialog .destructive")
                    try title(browser, "Thing 5")
                    #expect(try served.items()[1]["location"] as? String == "Attic")
                    try browser.click(".row:nth-child(2) .name")
                    try title(browser, "Thing 2")
                    // Links from elsewhere open in the pane, too.
                    let id = try served.items()[1]["id"] as? String ?? ""
                    let change = "{\"changes\": [{\"remove\": \"\(id)\"}]}"
                    #expect(try served.api.ask("POST", "/api/batch", change).status == 200)
                    _ = try browser.find("#pane .empty")
                    // The focus moves to the next row, and the pane doesn't follow it.
                    try browser.run("return new Promise((resolve) => setTimeout(resolve, 300))")
                    #expect(try browser.texts("#pane .empty").count == 1)
                }
            }

            @Test func `a person who chooses to keep editing is asked once`() async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.click(".row:nth-child(2) .name")
                    try browser.click("#pane #edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.run(
                        """
                        window.questions = 0;
                        new MutationObserver((changes) => {
                          for (const { addedNodes } of changes) for (const node of addedNodes) if (node.matches?.("dialog")) questions += 1;
                        }).observe(document.body, { childList: true });
                        """)
                    try browser.click(".row:nth-child(5) .name")
                    try browser.click("dialog button:first-child")
                    // The focus must not be in the row, because the pane would follow it.
                    try browser.until("document.activeElement.id === 'field-location'")
                    try browser.type(" / Box")
                    try browser.click("#pane .detail-form .prominent")
                    _ = try browser.find("#pane .notice.saved")
                    #expect(try browser.run("return questions") as? Int == 1)
                    #expect(try served.items()[1]["location"] as? String == "Attic / Box")
                }
            }

            @Test func `the palette has one scroll bar and an empty state`()
                async throws
            {
                try await browsing { browser, served in
                    for number in 1...20 { try served.add("Thing \(number)", number) }
                    try browser.resize(1440, 500)
                    try browser.open("/")
                    try browser.until("document.querySelectorAll('.row').length === 20")
                    try browser.press("k", holding: .control)
                    try browser.type("thing")
                    try browser.until("document.querySelectorAll('.palette li').length >= 8")
                    #expect(
                        try browser.text("getComputedStyle(document.querySelector('.palette')).overflowY")
                            == "hidden")
                    try browser.type(" of which there is none")
                    _ = try browser.find(".palette p:not(.hidden)")
                }
            }

            @Test func `changes to files appear in an item's recent changes`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let file = served.folder.appending(path: "receipt.png")
                    try Data(FileFixtures.bytes(1)).write(to: file)
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.click(".row .name")
                    try browser.until("document.querySelectorAll('#pane ol.history > li').length === 1")
                    try browser.choose("#files", file: file.path())
                    try browser.until("document.querySelectorAll('#pane ol.history > li').length === 2")
                    #expect(try browser.text("document.querySelectorAll('.item-history').length") == "1")
                }
            }

            @Test func `the five newest of an item's changes are shown`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    for value in 1...7 { try served.loot("edit", "#1", "--value", "\(value)") }
                    try browser.open("/items/\(try served.items()[0]["id"] as? String ?? "")")
                    try browser.until("document.querySelectorAll('.item-history li').length > 0")
                    #expect(try browser.texts(".item-history ol.history > li").count == 5)
                    #expect(try browser.texts(".item-history ol.history > li")[0].contains("$7"))
                }
            }

            @Test func `letters with Alt, and letters while typing, aren't shortcuts`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, _ in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.press("n", holding: .alt)
                    try browser.click(".search input")
                    try browser.type("n")
                    try browser.until("document.querySelector('.search input').value === 'n'")
                    #expect(try browser.text("location.pathname") == "/")
                }
            }

            @Test func `the palette shows the results for the newest input`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, _ in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    // The response to the first search arrives after the response to the second one.
                    try browser.run(
                        """
                        const fetch = window.fetch;
                        window.fetch = async (address, options) => {
                          const answer = await fetch(address, options);
                          if (String(address).endsWith("search=Lamp")) {
                            await new Promise((resolve) => { setTimeout(resolve, 600); });
                            setTimeout(() => { window.isLate = true; }, 100);
                          }
                          return answer;
                        };
                        """)
                    try browser.press("k", holding: .control)
                    try browser.type("Lamp")
                    try browser.until(
                        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('search=Lamp'))"
                    )
                    try browser.fill(".palette input", "Chair")
                    try browser.until(
                        "[...document.querySelectorAll('.palette bdi')].some((name) => name.textContent === 'Chair')"
                    )
                    try browser.until("window.isLate")
                    let names = try browser.texts(".palette bdi")
                    #expect(names.last == "Chair" && !names.contains("Lamp"), "\(names)")
                }
            }

            @Test(arguments: ["America/Los_Angeles", "Pacific/Kiritimati"])
            func `a date is the same in every time zone`(zone: String) async throws {
                try await browsing { browser, served in
                    try served.add(
                        "Lamp", 10, ["purchaseDate": "2026-03-01", "dateCreated": "2026-03-01T00:30:00Z"])
                    let id = try served.items()[0]["id"] as? String ?? ""
                    try browser.inspect("Emulation.setTimezoneOverride", ["timezoneId": zone])
                    try browser.open("/items/\(id)")
                    try browser.until("document.querySelector('time[datetime=\"2026-03-01\"]')?.title")
                    #expect(try browser.texts("time[datetime='2026-03-01']") == ["Mar 1, 2026"])
                    // A time is shown in the person's time zone.
                    let moment = zone.hasPrefix("America") ? "Feb 28, 2026, 4:30 PM" : "Mar 1, 2026, 2:30 PM"
                    let shown = try browser.text(
                        "document.querySelector('time[datetime^=\"2026-03-01T\"]').textContent.replaceAll('\\u202f', ' ')"
                    )
                    #expect(shown == moment)
                }
            }

            @Test func `all numbers use the browser's format`() async throws {
                try await browsing { browser, served in
                    try served.add("Piano", 1200, ["location": "House"])
                    try served.add("Car", 123_456, ["location": "House"])
                    try browser.inspect("Emulation.setLocaleOverride", ["locale": "de-DE"])
                    func expect(_ selector: String, _ texts: [String]) throws {
                        try browser.wait("\(texts)") { try browser.texts(selector) == texts ? () : nil }
                    }
                    try browser.open("/?sections=initial")
                    try expect("#list .value", ["$123.456", "$1.200"])
                    try expect("#total", ["2 items · $124.656"])
                    try expect("#list .footer", ["1 item, $123.456", "1 item, $1.200"])
                    // The same applies after a step, and when rows are rendered again.
                    try served.add("Cello", 2500)
                    try expect("#list .value", ["$123.456", "$2.500", "$1.200"])
                    try expect("#total", ["3 items · $127.156"])
                    try expect("#list .footer", ["2 items, $125.956", "1 item, $1.200"])
                    try browser.open("/places")
                    try expect(".places .value", ["$124.656", "$2.500"])
                    try browser.inspect("Emulation.setLocaleOverride", ["locale": "de-CH"])
                    try browser.open("/places")
                    // The apostrophe that separates groups depends on the browser's version.
                    let swiss = try [124_656, 2500].map {
                        "$" + (try browser.text("(\($0)).toLocaleString()"))
                    }
                    #expect(swiss[0] != "$124,656")
                    try expect(".places .value", swiss)
                }
            }

            @Test func `the palette opens items, views and actions`() async throws {
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

            @Test func `keyboard shortcuts are listed and can be turned off`() async throws {
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

            @Test func `a new item is visible and has the focus`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "300")
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Quite new")
                    try browser.click(".detail-form .prominent")
                    try browser.until("document.activeElement.textContent === 'Quite new'")
                    try browser.until(
                        "(({ top, bottom }) => top > 60 && bottom < innerHeight)(document.activeElement.getBoundingClientRect())"
                    )
                    #expect(try browser.texts(".notice") == ["Added: Quite new"])
                }
            }

            @Test func `the save button is reachable, and dates use the person's format`() async throws {
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
