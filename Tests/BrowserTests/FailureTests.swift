#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `What fails is seen` {
            private static let token = "a-long-secret-for-tests"

            @Test func `a session that ended asks again, and then does what was asked`() async throws {
                try await browsing([], ["--token", Self.token]) { browser, served in
                    try served.loot("add", "Lamp")
                    try browser.open("/")
                    try browser.fill("#token", Self.token)
                    try browser.click("button.prominent")
                    try browser.untilNames(["Lamp"])
                    try browser.command("DELETE", "/cookie")
                    try browser.click(".star")
                    try browser.fill("dialog #token", "not the token at all")
                    try browser.click("dialog .prominent")
                    try browser.until("document.querySelector('dialog .problem')?.textContent")
                    try browser.fill("dialog #token", Self.token)
                    try browser.click("dialog .prominent")
                    _ = try browser.find(".row[data-favorite=true]")
                    #expect(try browser.run("return document.querySelector('dialog')") is NSNull)
                    // A form too, with what was typed.
                    try browser.click(".cell")
                    try browser.click("#edit")
                    try browser.fill("#field-location", "Attic")
                    try browser.command("DELETE", "/cookie")
                    try browser.click(".detail-form .prominent")
                    try browser.fill("dialog #token", Self.token)
                    try browser.click("dialog .prominent")
                    _ = try browser.find(".notice.saved")
                    #expect(try browser.texts(".facts dd").contains("Attic"))
                    try browser.forgetErrors()
                }
            }

            @Test func `a server that is away is told beside what was tried`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try browser.open("/?edit=true")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.offline(true)
                    func expect(_ text: String) throws {
                        try browser.until(
                            "document.querySelector('.failure')?.textContent.includes('\(text)')")
                        try browser.click(".failure button")
                        try browser.until("!document.querySelector('.failure')")
                    }
                    try browser.click(".row:nth-child(1) .star")
                    try expect("can’t be reached; nothing was changed")
                    try browser.click(".row:nth-child(2) .move[title$=up]")
                    try expect("the row was put back")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.click(".row:nth-child(1) .delete")
                    try browser.click("dialog .destructive")
                    try expect("nothing was deleted")
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.click(".bulk [value=favorite]")
                    try expect("nothing was changed")
                    try browser.click(".views a:nth-child(2)")
                    try expect("this is the list as it was")
                    try browser.offline(false)
                    try browser.click(".views a:nth-child(2)")
                    _ = try browser.find(".constant")
                    #expect(try served.names() == ["Lamp", "Chair"])
                    try browser.forgetErrors()
                }
            }

            @Test func `an unknown address is a page for people`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/nowhere/at/all")
                    #expect(try browser.texts("h1") == ["Not Found"])
                    try browser.click("main a.button")
                    _ = try browser.find("#list")
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
