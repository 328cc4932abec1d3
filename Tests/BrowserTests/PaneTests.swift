#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `An item next to the list` {
            private static let names = (1...8).map { "Thing \($0)" }

            private func title(_ browser: Browser, _ text: String) throws {
                try browser.until("document.querySelector('#pane h2')?.textContent === '\(text)'")
            }

            private func pause(_ browser: Browser) throws {
                try browser.run("return new Promise((resolve) => setTimeout(resolve, 300))")
            }

            @Test func `the pane shows the item that was chosen last, its new state, and returns the focus`()
                async throws
            {
                try await browsing(Self.names) { browser, served in
                    let ids = try served.ids()
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    try browser.holdBack(ids[2])
                    try browser.click(".row:nth-child(3) .name")
                    try browser.until("heldBack === 1")
                    try browser.click(".row:nth-child(5) .name")
                    try title(browser, "Thing 5")
                    try browser.release()
                    try title(browser, "Thing 5")
                    #expect(try browser.texts(".row.current .name") == ["Thing 5"])
                    // Actions in the pane and in the row update both.
                    try browser.click("#pane .star")
                    try browser.until("document.querySelector('#pane .star').textContent === '★'")
                    _ = try browser.find(".row:nth-child(5)[data-favorite=true]")
                    try browser.click("#pane .tools .menu summary")
                    try browser.click("#pane a[href^='/do/lend']")
                    try browser.fill("dialog [name=to]", "Ann")
                    try browser.click("dialog .prominent")
                    try browser.until("document.querySelector('#pane .facts').textContent.includes('Ann')")
                    try browser.until("document.getElementById('status').textContent === 'Thing 5'")
                    try browser.click(".row:nth-child(1) .menu summary")
                    try browser.click(".row:nth-child(1) a[href^='/do/lend']")
                    try browser.fill("dialog [name=to]", "Bob")
                    try browser.click("dialog .prominent")
                    try browser.until(
                        "document.querySelector('.row:nth-child(1) .badge')?.textContent.includes('Bob')")
                    // The list's due items keep their relative dates.
                    try browser.click("#pane button[title=Close]")
                    _ = try browser.find("#pane .empty")
                    #expect(try browser.text("document.activeElement.textContent") == "Thing 5")
                    #expect(try browser.texts(".row.current") == [])
                    #expect(try browser.text("location.search") == "")
                    // In a narrow window, there is no pane, and its address is that of the list.
                    try browser.click(".row:nth-child(2) .name")
                    try title(browser, "Thing 2")
                    try browser.click("#pane .tools .menu summary")
                    try browser.click("#pane .tools [data-action=delete]")
                    #expect(try browser.texts("dialog h2") == ["Remove “Thing 2”?"])
                    try browser.click("dialog button:first-child")
                    try browser.until("location.search === '?item=\(ids[1])'")
                    try browser.resize(800)
                    try browser.until("location.search === ''")
                    try browser.click(".row:nth-child(2) .name")
                    try browser.until("location.pathname === '/items/\(ids[1])'")
                    // The address of an item next to a list shows the item in a narrow window, too.
                    try browser.open("/?item=\(ids[2])")
                    try browser.until("location.pathname === '/items/\(ids[2])'")
                }
            }

            @Test func `another item is shown from its top, and the displayed one isn't loaded again`()
                async throws
            {
                try await browsing(Self.names) { browser, served in
                    let notes = Array(repeating: "A line.", count: 80).joined(separator: "\n")
                    try served.change(
                        try served.ids().prefix(2).map { ["update": $0, "set": ["notes": notes]] })
                    try browser.resize(1440, 600)
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    try browser.click(".row:nth-child(1) .name")
                    try title(browser, "Thing 1")
                    let position = "document.getElementById('pane').scrollTop"
                    try browser.run("\(position) = 300")
                    #expect(try browser.text(position) == "300")
                    try browser.click(".row:nth-child(2) .name")
                    try title(browser, "Thing 2")
                    #expect(try browser.text(position) == "0")
                    // The pane follows the focus only to another item.
                    try browser.click("#pane #edit")
                    _ = try browser.find("#pane #field-name")
                    try browser.run("document.querySelector('.row:nth-child(2) .cell').focus()")
                    try pause(browser)
                    _ = try browser.find("#pane #field-name")
                }
            }

            @Test func `a result is announced, and due dates remain relative`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try served.loot("lend", "Chair", "--to", "Ann", "--due", "+4d")
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    #expect(try browser.texts(".due time") == ["in 4 days"])
                    try browser.click(".row:nth-child(1) .menu summary")
                    try browser.click(".row:nth-child(1) a[href^='/do/lend']")
                    try browser.fill("dialog [name=to]", "Bob")
                    try browser.click("dialog .prominent")
                    try browser.until(
                        "document.getElementById('status').textContent === 'Lent “Lamp” to Bob.'")
                    #expect(try browser.run("return document.querySelector('.menu[open]')") is NSNull)
                }
            }

            @Test func `text can be selected, and one field at a time is edited`() async throws {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["serialNumber": "A1", "notes": "Warm"])
                    let id = try served.ids()[0]
                    try browser.resize(1440)
                    try browser.open("/?item=\(id)")
                    let serial = "#pane .facts > div:has([data-field=serialNumber])"
                    try browser.until("document.querySelector('#pane .item-history time')?.title")
                    let heading = try browser.texts(".list-page .bar h1")
                    _ = try browser.find("\(serial) bdi")
                    let notes = "#pane .facts > div:has([data-field=notes])"
                    try browser.run(
                        "getSelection().selectAllChildren(document.querySelector(arguments[0]))", [serial])
                    try browser.run("document.querySelector(arguments[0]).click()", ["\(serial) bdi"])
                    try pause(browser)
                    #expect(try browser.texts(".one-field") == [])
                    try browser.run("getSelection().removeAllRanges()")
                    try browser.click("\(serial) bdi")
                    try browser.until("document.activeElement.id === 'field-serialNumber'")
                    try browser.press(.escape)
                    try browser.until("document.activeElement.matches('[data-field=serialNumber]')")
                    // Another field replaces the first one.
                    try browser.click("\(serial) bdi")
                    _ = try browser.find("#field-serialNumber")
                    try browser.click("\(notes) .edit-one")
                    try browser.until("document.activeElement.id === 'field-notes'")
                    #expect(try browser.texts("#pane .one-field").count == 1)
                    try browser.fill("#field-notes", "Cold")
                    try browser.click("#pane .one-field .prominent")
                    _ = try browser.find("#pane .notice.saved")
                    #expect(try served.items()[0]["notes"] as? String == "Cold")
                    // A change that another user makes in the meantime isn't overwritten.
                    try browser.click("\(serial) bdi")
                    try browser.fill("#field-serialNumber", "B2")
                    try served.change([["update": id, "set": ["serialNumber": "C3"]]])
                    try browser.click("#pane .one-field .prominent")
                    _ = try browser.find("#pane .conflict .theirs")
                    #expect(try browser.texts(".list-page .bar h1") == heading)
                    #expect(try served.items()[0]["serialNumber"] as? String == "C3")
                    try browser.click("#pane .conflict [value=mine]")
                    try browser.click("#pane .detail-form .prominent")
                    _ = try browser.find("#pane .notice.saved")
                    #expect(try served.items()[0]["serialNumber"] as? String == "B2")
                    // The input of a single field is a draft of the item.
                    try browser.click("\(serial) bdi")
                    try browser.fill("#field-serialNumber", "D4")
                    try browser.until("localStorage.length === 1")
                    try browser.open("/items/\(id)?edit")
                    try browser.acceptAlert()
                    try browser.click(".draft button")
                    #expect(try browser.text("document.getElementById('field-serialNumber').value") == "D4")
                    try browser.forgetErrors()
                }
            }

            @Test func `a draft doesn't overwrite changes that others made since, and closing the tab warns`()
                async throws
            {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["location": "Attic", "isFavorite": true])
                    let id = try served.ids()[0]
                    func warns() throws -> Bool? {
                        try browser.run(
                            "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))") as? Bool
                    }
                    try browser.open("/items/\(id)?edit")
                    try browser.click(".more-fields > summary")
                    #expect(try warns() == false)
                    try browser.fill("#field-location", "Cellar")
                    try browser.click("#field-isFavorite")
                    #expect(try warns() == true)
                    // Links within the page don't leave it.
                    try browser.run(
                        """
                        const link = Object.assign(document.createElement("a"), { href: "#field-name" });
                        document.querySelector("main").append(link);
                        link.click();
                        link.remove();
                        """)
                    #expect(try browser.texts("dialog") == [])
                    try browser.until("localStorage.length === 1")
                    try browser.open("/")
                    try browser.acceptAlert()
                    try browser.untilNames(["Lamp"])
                    try served.change([["update": id, "set": ["location": "Garage"]]])
                    try browser.open("/items/\(id)?edit")
                    _ = try browser.find(".draft")
                    #expect(try browser.text("document.getElementById('field-location').value") == "Garage")
                    try browser.click(".draft button")
                    #expect(
                        try browser.text("document.getElementById('field-isFavorite').checked") == "false")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".conflict .theirs")
                    #expect(try browser.texts(".theirs") == ["Garage"])
                    try browser.click(".conflict [value=mine]")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    #expect(try served.items()[0]["location"] as? String == "Cellar")
                    #expect(try served.items()[0]["isFavorite"] as? Bool != true)
                    // A discarded draft isn't offered again.
                    try browser.click("#edit")
                    try browser.fill("#field-name", "Lantern")
                    try browser.until("localStorage.length === 1")
                    try browser.open("/")
                    try browser.acceptAlert()
                    try browser.untilNames(["Lamp"])
                    try browser.open("/items/\(id)?edit")
                    try browser.click(".draft button:last-child")
                    try browser.until("!document.querySelector('.draft')")
                    #expect(try browser.text("localStorage.length") == "0")
                    #expect(try browser.text("document.getElementById('field-name').value") == "Lamp")
                    // An invalid field in a closed section becomes visible.
                    try browser.run(
                        """
                        document.querySelector(".more-fields").open = false;
                        document.getElementById("field-notes").setCustomValidity("Not this.");
                        """)
                    try browser.click(".detail-form .prominent")
                    try browser.until("document.querySelector('.more-fields').open")
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
