#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `The browser's history` {
            @Test func `each step in the list is one entry, and going back and forward shows each`()
                async throws
            {
                try await browsing { browser, served in
                    try served.change(
                        (1...40).map {
                            ["insert": ["name": "\($0 < 20 ? "A" : "B") thing \($0)", "tags": ["old"]]]
                        })
                    let ids = try served.ids()
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.until("document.querySelectorAll('.row').length === 40")
                    let start = try browser.run("return history.length") as? Int ?? 0
                    var addresses = [try browser.text("location.href")]
                    func expectEntry(_ what: String, _ count: Int = 1, _ act: () throws -> Void) throws {
                        try act()
                        let last = addresses[addresses.count - 1]
                        if count > 0 { try browser.until("location.href !== '\(last)'") }
                        for _ in 0..<count { addresses.append(try browser.text("location.href")) }
                        let length = try browser.run("return history.length") as? Int ?? 0
                        #expect(length == start + addresses.count - 1, "\(what)")
                    }
                    try expectEntry("a view") { try browser.click(".views a:nth-child(2)") }
                    _ = try browser.find(".constant")
                    try browser.until(
                        "document.getElementById('status').textContent === document.getElementById('total').textContent"
                    )
                    try expectEntry("another view") { try browser.click(".views a:nth-child(1)") }
                    try browser.until("document.querySelectorAll('.row').length === 40")
                    try expectEntry("sections") {
                        try browser.click("#panel summary")
                        try browser.set("[name=sections]", "initial")
                        try browser.until("document.querySelectorAll('#list section').length === 2")
                    }
                    try browser.press(.escape)
                    try expectEntry("a section") { try browser.click(".sidebar li:nth-child(2) a") }
                    #expect(try browser.text("location.hash") == "#section-1")
                    try expectEntry("a mode") { try browser.click("#edit-toggle") }
                    _ = try browser.find("#list[data-mode=edit]")
                    try expectEntry("the end of a mode") { try browser.click("#edit-toggle") }
                    _ = try browser.find("#list[data-mode='']")
                    try expectEntry("an item") { try browser.click("#item-\(ids[25]) .name") }
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'B thing 26'")
                    try browser.until("location.search.includes('item=\(ids[25])')")
                    try expectEntry("a page of the item", 0) {
                        try browser.click("#pane #edit")
                        _ = try browser.find("#pane #field-name")
                    }
                    try expectEntry("a tag") {
                        try browser.click("#pane .detail-form .actions a.button")
                        _ = try browser.find("#pane .facts")
                        try browser.click("#pane .facts .tag")
                    }
                    _ = try browser.find(".chip.condition")
                    try expectEntry("a search") { try browser.set(".search [type=search]", "B") }
                    try browser.until("document.querySelectorAll('.row').length === 21")
                    for address in addresses.dropLast().reversed() {
                        try browser.command("POST", "/back")
                        try browser.until("location.href === '\(address)'")
                    }
                    try browser.until("document.querySelectorAll('.row').length === 40")
                    _ = try browser.find("#pane .empty")
                    for address in addresses.dropFirst() {
                        try browser.command("POST", "/forward")
                        try browser.until("location.href === '\(address)'")
                    }
                    try browser.until("document.querySelectorAll('.row').length === 21")
                    #expect(try browser.texts(".chip.condition .words") == ["tags = \"old\""])
                }
            }

            @Test func `a person's own changes are announced, and each can be undone and redone`()
                async throws
            {
                try await browsing(["Lamp", "Chair", "Bed"]) { browser, served in
                    func announced(_ text: String) throws {
                        try browser.until("document.getElementById('status').textContent === '\(text)'")
                    }
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click(".row:nth-child(1) .star")
                    try announced("Added “Lamp” to favorites.")
                    try browser.until("document.querySelector(\"form[action='/undo'] .what\")")
                    let title = try browser.text(
                        "document.querySelector(\"form[action='/undo'] .what\").textContent")
                    try browser.press("z", holding: .control)
                    try announced("Undone: \(title).")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=false]")
                    try browser.press("Z", holding: .control, .shift)
                    try announced("Redone: \(title).")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=true]")
                    try browser.click(".row:nth-child(2) .menu summary")
                    try browser.click(".row:nth-child(2) [data-action=delete]")
                    try browser.click("dialog .destructive")
                    try announced("Removed “Chair”. You can undo this.")
                    try browser.untilNames(["Lamp", "Bed"])
                    try browser.press("z", holding: .control)
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click("#edit-toggle")
                    try browser.drag(".row:nth-child(1) .handle", to: ".row:nth-child(3) .handle")
                    try announced("Lamp was moved.")
                    try browser.untilNames(["Chair", "Bed", "Lamp"])
                    try browser.run("document.querySelector('.row:nth-child(2) .move[title*=up]').click()")
                    try announced("Bed: row 1")
                    try browser.untilNames(["Bed", "Chair", "Lamp"])
                    #expect(try served.names() == ["Bed", "Chair", "Lamp"])
                    try browser.click("#edit-toggle")
                    try browser.click("#select-toggle")
                    for row in [1, 2] { try browser.click(".row:nth-child(\(row)) .mark") }
                    try browser.click(".bulk .set summary")
                    try browser.fill(".bulk [name=tags]", "+blue")
                    try browser.click(".bulk .sheet .prominent")
                    try announced("Changed 2 items. You can undo this.")
                    #expect(try browser.texts(".set[open]") == [])
                    #expect(
                        try browser.run("return document.querySelector('.bulk button').disabled") as? Bool
                            == false)
                    // All items are selected together: single ones can't be deselected.
                    try browser.click(".bulk [name=all]")
                    try browser.until("document.getElementById('marked').textContent === '3 selected'")
                    let boxes =
                        "[...document.querySelectorAll('.row')].map((row) => [row.matches('.marked'), row.querySelector('.mark').checked, row.querySelector('.mark').disabled]).join()"
                    #expect(
                        try browser.text(boxes)
                            == Array(repeating: "true,true,true", count: 3).joined(separator: ","))
                    try browser.click(".bulk [name=all]")
                    try browser.until("document.getElementById('marked').textContent === '2 selected'")
                    #expect(try browser.text(boxes) == "true,true,false,true,true,false,false,false,false")
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.click(".bulk .destructive")
                    #expect(try browser.texts("dialog h2") == ["Remove 1 item?"])
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try browser.texts("#marked") == ["1 selected"])
                    try browser.click(".bulk .destructive")
                    try browser.click("dialog .destructive")
                    try browser.untilNames(["Bed", "Lamp"])
                    try browser.until("document.getElementById('marked').textContent === 'Select items'")
                }
            }
        }
    }
#endif
