#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct ByMouse {
            @Test func `an item can be added, and each of its fields edited`() async throws {
                try await browsing { browser, served in
                    try browser.open("/")
                    try browser.until("document.querySelector('.constant').textContent === 'No items!'")
                    try browser.click("#add")
                    try browser.fill("#field-name", "Rusty Spork")
                    try browser.fill("#field-valueInDollars", "40")
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Rusty Spork"])
                    try browser.click(".cell")
                    try browser.click("#edit")
                    _ = try browser.find("#field-name")
                    try browser.click(".more-fields > summary")
                    let written = try edit(browser)
                    #expect(written.count > 10)
                    try browser.click(".custom summary")
                    try browser.fill("[name=custom-name]", "weight")
                    try browser.set("[name=custom-type]", "decimal")
                    try browser.fill("[name=custom-value]", "1.5")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    try browser.click("#edit")
                    _ = try browser.find("#field-name")
                    for (name, value) in written {
                        #expect(
                            try browser.text("document.getElementById('field-\(name)').value") == value,
                            "\(name)")
                    }
                    #expect(
                        try browser.run("return document.getElementById('field-isFavorite').checked") as? Bool
                            == true)
                    #expect(try served.items().first?["custom"] != nil)
                }
            }

            /// Sets every field, and returns the values by name.
            private func edit(_ browser: Browser) throws -> [String: String] {
                let script = """
                    return [...document.querySelectorAll("[id^=field-]:not([type=file])")].filter((e) => e.matches("input, textarea"))
                      .map((e) => [e.id, e.type, e.inputMode]);
                    """
                var written: [String: String] = [:]
                for field in try browser.run(script) as? [[String]] ?? [] {
                    let (id, type, mode) = (field[0], field[1], field[2])
                    switch type {
                    case "checkbox":
                        try browser.click("#\(id)")
                        continue
                    case "date": written[id] = "2027-03-01"
                    case "datetime-local": written[id] = "2026-05-04T03:02:01"
                    case "number": written[id] = "7"
                    case "textarea": written[id] = "Two\nlines"
                    default:
                        written[id] =
                            if mode == "decimal" {
                                "2.5"
                            } else if id.hasSuffix("tags") {
                                "one, two"
                            } else if id.hasSuffix("currency") {
                                "EUR"
                            } else if id.hasSuffix("careLog") {
                                "2026-11-20 EUR 40: New belt"
                            } else if id.hasSuffix("serviceEvery") {
                                "6 months"
                            } else if id.hasSuffix("depreciation") {
                                "declining 20%"
                            } else {
                                "New \(id)"
                            }
                    }
                    try browser.set("#\(id)", written[id] ?? "")
                }
                return Dictionary(uniqueKeysWithValues: written.map { (String($0.dropFirst(6)), $1) })
            }

            @Test func `a form shows which field is wrong and keeps the input`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Lamp")
                    try browser.fill("#field-valueInDollars", "40")
                    // The wheel scrolls the page, and doesn't change the number.
                    let hasFocus = """
                        const field = document.querySelector(".detail-form input[type=number]");
                        field.focus();
                        field.dispatchEvent(new WheelEvent("wheel", { bubbles: true, deltaY: 100 }));
                        return document.activeElement === field;
                        """
                    #expect(try browser.run(hasFocus) as? Bool == false)
                    // Disable the browser's validation, as in a browser that can't validate the field.
                    try browser.run(
                        "const f = document.getElementById('field-valueInDollars'); f.type = 'text'; f.value = 'much'"
                    )
                    try browser.run("document.querySelector('.detail-form').noValidate = true")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find("#field-valueInDollars[aria-invalid=true]")
                    #expect(try browser.text("document.getElementById('field-name').value") == "Lamp")
                    try browser.forgetErrors()
                }
            }

            @Test func `favorites are set with the star, the menu and a swipe`() async throws {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    func rows(_ value: Bool) -> String {
                        "#list .row[data-favorite=\(value)]"
                    }
                    try browser.click("#list .row:nth-child(1) .star")
                    try browser.until("document.querySelectorAll('\(rows(true))').length === 1")
                    try browser.click("#list .row:nth-child(2) .menu summary")
                    try browser.click("#list .row:nth-child(2) .choice")
                    try browser.until("document.querySelectorAll('\(rows(true))').length === 2")
                    try browser.swipe("#list .row:nth-child(3) .name", by: 200)
                    try browser.until("document.querySelectorAll('\(rows(true))').length === 3")
                    try browser.swipe("#list .row:nth-child(2) .name", by: 200)
                    try browser.until("document.querySelectorAll('\(rows(false))').length === 1")
                    try browser.click(".views a:nth-child(2)")
                    try browser.untilNames(["Lamp", "Bed"])
                    try browser.click(".views a:nth-child(1)")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    // A swipe can start at the right edge over the buttons without pressing them.
                    for control in [".menu summary", ".star"] {
                        try browser.swipe("#list .row:nth-child(2) \(control)", by: -200)
                        try browser.click("dialog button:first-child")
                        try browser.until("!document.querySelector('dialog')")
                        #expect(try browser.run("return document.querySelector('.menu[open]')") is NSNull)
                    }
                    #expect(try browser.texts("\(rows(true)) .name") == ["Lamp", "Bed"])
                    // A short swipe does nothing.
                    for distance in [60, -60] {
                        try browser.swipe("#list .row:nth-child(2) .name", by: distance)
                    }
                    try browser.swipe("#list .row:nth-child(2) .name", by: -200)
                    #expect(try browser.texts("\(rows(true)) .name") == ["Lamp", "Bed"])
                    try browser.click("dialog .destructive")
                    try browser.untilNames(["Lamp", "Bed"])
                    #expect(try served.names() == ["Lamp", "Bed"])
                }
            }

            @Test func `the list can be searched in scopes, sorted, and grouped into sections with an index`()
                async throws
            {
                try await browsing { browser, served in
                    try served.add("Mac", 900, ["serialNumber": "Spork-1"])
                    try served.add("Rusty Spork", 10)
                    try served.add("Bear", 30)
                    try browser.open("/")
                    try browser.untilNames(["Mac", "Rusty Spork", "Bear"])
                    try browser.fill(".search [type=search]", "spork")
                    try browser.untilNames(["Mac", "Rusty Spork"])
                    try browser.set(".search select", "name")
                    try browser.untilNames(["Rusty Spork"])
                    try browser.set(".search [type=search]", "")
                    try browser.untilNames(["Mac", "Rusty Spork", "Bear"])
                    try browser.click(".panel summary")
                    try browser.set("[name=sort]", "name")
                    try browser.untilNames(["Bear", "Mac", "Rusty Spork"])
                    try browser.set("[name=sections]", "initial")
                    try browser.until("document.querySelectorAll('#list section').length === 3")
                    #expect(try browser.texts(".index a") == ["B", "M", "R"])
                    try browser.press(.escape)
                    try browser.resize(900, 300)
                    try browser.click(".index li:last-child a")
                    try browser.until("location.hash === '#section-2' && scrollY > 0")
                    try browser.command("POST", "/back")
                    try browser.until("location.hash === ''")
                }
            }

            @Test func `rows are reordered by dragging and deleted after an alert, and both can be undone`()
                async throws
            {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    try browser.open("/")
                    try browser.click("#edit-toggle")
                    _ = try browser.find("#list[data-mode=edit] .handle")
                    #expect(
                        try browser.run("return document.querySelector('#list .mark, #list .menu')") is NSNull
                    )
                    // The delete control is on the left, the handle on the right.
                    let order = """
                        [".delete", ".name", ".value", ".handle"]
                          .map((part) => document.querySelector(`.row ${part}`).getBoundingClientRect().left)
                          .every((left, index, all) => index === 0 || left > all[index - 1])
                        """
                    #expect(try browser.text(order) == "true")
                    try browser.drag(
                        "#list .row:nth-child(1) .handle", to: "#list .row:nth-child(3) .handle")
                    try browser.wait("the new order") {
                        try served.names() == ["Chair", "Bed", "Lamp"] ? () : nil
                    }
                    try browser.untilNames(["Chair", "Bed", "Lamp"])
                    try browser.click("#list .row:nth-child(2) .delete")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try served.names().count == 3)
                    try browser.click("#list .row:nth-child(2) .delete")
                    try browser.click("dialog .destructive")
                    try browser.untilNames(["Chair", "Lamp"])
                    try browser.click("form[action='/undo'] button")
                    try browser.untilNames(["Chair", "Bed", "Lamp"])
                    try browser.click("form[action='/undo'] button")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click("form[action='/redo'] button")
                    try browser.untilNames(["Chair", "Bed", "Lamp"])
                }
            }

            @Test func `a photo can be added and removed, and the browser creates its thumbnail`()
                async throws
            {
                try await browsing(["Lamp"]) { browser, served in
                    let file = served.folder.appending(path: "photo.png")
                    try browser.open("/")
                    // The picture is a screenshot of the browser.
                    let picture = try browser.command("GET", "/screenshot") as? String ?? ""
                    try #require(Data(base64Encoded: picture)).write(to: file)
                    try browser.click(".cell")
                    _ = try browser.find(".files")
                    try browser.choose("#files", file: file.path())
                    _ = try browser.find(".photo img")
                    try browser.open("/")
                    try browser.until("document.querySelector('img.tile')?.naturalWidth > 0")
                    let thumbnail = try browser.text("document.querySelector('img.tile').getAttribute('src')")
                    #expect(try served.api.ask("GET", thumbnail).body.count < 20_000)
                    try browser.click(".cell")
                    try browser.click("form[action$='/files/remove'] button")
                    try browser.wait("an item without a photo") {
                        try served.items().first?["photo"] is String ? nil : ()
                    }
                }
            }

            @Test func `a file is imported after a preview`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let file = served.folder.appending(path: "list.csv")
                    let lines = (1...2000).map { "Thing \($0),\($0)" }
                    try Data(("name,valueInDollars\n" + lines.joined(separator: "\n")).utf8).write(to: file)
                    try browser.open("/")
                    try browser.click("#more")
                    try browser.click("a[href='/import']")
                    _ = try browser.find("#file")
                    // Record everything that the bar shows, however briefly.
                    try browser.run(
                        """
                        window.shown = [];
                        new MutationObserver(() => {
                          window.shown.push(document.getElementById("progress-title").textContent);
                        }).observe(document.getElementById("progress-title"), { childList: true });
                        """)
                    try browser.choose("#file", file: file.path())
                    try browser.click("#look")
                    try browser.until(
                        "document.querySelector('#outcome .notice')?.textContent.startsWith('2,000 items to add')"
                    )
                    #expect(try served.names() == ["Lamp"])
                    #expect(
                        try browser.run("return window.shown.some((t) => t.startsWith('Uploaded'))") as? Bool
                            == true)
                    try browser.click("#take")
                    try browser.until(
                        "document.querySelector('#outcome .notice')?.textContent.startsWith('2,000 items added')"
                    )
                    try browser.click("#outcome a")
                    try browser.until(
                        "document.getElementById('total').textContent.startsWith('2,001 items') || document.getElementById('total').textContent.startsWith('2001 items')"
                    )
                    // More rows are loaded when the list is scrolled to its end.
                    try browser.run("scrollTo(0, document.body.scrollHeight)")
                    try browser.until(
                        "document.querySelector('#list .row:last-child').ariaPosInSet === '2001'")
                }
            }

            @Test func `two windows show each other's changes and those of other programs`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    let first = try browser.windows[0]
                    let second = try browser.newWindow()
                    try browser.switch(to: second)
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    try browser.click(".star")
                    try browser.switch(to: first)
                    _ = try browser.find(".row[data-favorite=true]")
                    try browser.click(".star")
                    try browser.switch(to: second)
                    _ = try browser.find(".row[data-favorite=false]")
                    try served.loot("add", "From a shell")
                    try browser.untilNames(["Lamp", "From a shell"])
                    try browser.switch(to: first)
                    try browser.untilNames(["Lamp", "From a shell"])
                }
            }

            @Test func `the page works without JavaScript`() async throws {
                try await browsing(["Lamp", "Chair"], script: false) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    #expect(try browser.text("document.documentElement.className") == "")
                    try browser.click("#add")
                    try browser.fill("#field-name", "Bed")
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click("#list .row:nth-child(2) .cell")
                    try browser.click("#edit")
                    try browser.fill("#field-name", "Arm chair")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    try browser.click(".bar a.button")
                    try browser.untilNames(["Lamp", "Arm chair", "Bed"])
                    try browser.click(
                        "#list .row:nth-child(1) .star button, #list .row:nth-child(1) button.star")
                    _ = try browser.find(".row[data-favorite=true]")
                    try browser.click("#edit-toggle")
                    try browser.click("#list .row:nth-child(3) .move[title^='Move Bed up']")
                    try browser.untilNames(["Lamp", "Bed", "Arm chair"])
                    try browser.click("#list .row:nth-child(1) .delete")
                    try browser.click(".small .destructive")
                    try browser.untilNames(["Bed", "Arm chair"])
                    #expect(try served.names() == ["Bed", "Arm chair"])
                    try browser.click("form[action='/undo'] button")
                    try browser.untilNames(["Lamp", "Bed", "Arm chair"])
                }
            }
        }
    }
#endif
