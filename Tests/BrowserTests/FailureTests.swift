#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Failures on the page` {
            private static let token = "a-long-secret-for-tests"

            @Test func `after a session ended, the page asks for the token and repeats the request`()
                async throws
            {
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
                    // A form keeps its input, too.
                    try browser.click(".cell")
                    try browser.click("#edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.command("DELETE", "/cookie")
                    try browser.click(".detail-form .prominent")
                    try browser.fill("dialog #token", Self.token)
                    try browser.click("dialog .prominent")
                    _ = try browser.find(".notice.saved")
                    #expect(try browser.texts(".facts dd").contains("Attic"))
                    // A form with a file behaves the same way.
                    let file = served.folder.appending(path: "receipt.txt")
                    try Data("Receipt".utf8).write(to: file)
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    try browser.choose("#files", file: file.path())
                    try browser.command("DELETE", "/cookie")
                    try browser.click(".detail-form .prominent")
                    try browser.fill("dialog #token", Self.token)
                    try browser.click("dialog .prominent")
                    try browser.untilNames(["Lamp", "Vase"])
                    try browser.forgetErrors()
                }
            }

            @Test func `two requests without a session ask once, and a refusal ends both`() async throws {
                try await browsing([], ["--token", Self.token]) { browser, served in
                    for name in ["Lamp", "Chair"] { try served.loot("add", name) }
                    try browser.open("/")
                    try browser.fill("#token", Self.token)
                    try browser.click("button.prominent")
                    try browser.untilNames(["Lamp", "Chair"])
                    let stars = "for (const star of document.querySelectorAll('.star')) star.click();"
                    try browser.command("DELETE", "/cookie")
                    try browser.run(stars)
                    try browser.click("dialog button[type=button]")
                    try browser.until(
                        "!document.querySelector('dialog') && document.querySelector('.failure')")
                    #expect(
                        try browser.texts(".failure span") == ["You are signed out; nothing was changed."])
                    try browser.run(stars)
                    _ = try browser.find("dialog #token")
                    #expect(try browser.texts("dialog").count == 1)
                    try browser.fill("dialog #token", Self.token)
                    try browser.click("dialog .prominent")
                    try browser.until("document.querySelectorAll('.row[data-favorite=true]').length === 2")
                    #expect(try browser.texts("dialog") == [])
                    try browser.forgetErrors()
                }
            }

            @Test func `an open page reports that its session has ended`() async throws {
                try await browsing([], ["--token", Self.token]) { browser, served in
                    let source = """
                        delete window.SharedWorker;
                        window.EventSource = class extends EventSource {
                          constructor(address) { super(address); window.stream = this; }
                        };
                        """
                    try browser.inspect("Page.enable", [:])
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": source])
                    try browser.open("/")
                    try browser.fill("#token", Self.token)
                    try browser.click("button.prominent")
                    try browser.until("window.stream?.readyState === 1")
                    try browser.command("DELETE", "/cookie")
                    try browser.run("stream.dispatchEvent(new Event('error'))")
                    try browser.click("dialog button[type=button]")
                    try browser.until(
                        "document.querySelector('#banner a')?.getAttribute('href').startsWith('/sign-in')")
                    try browser.forgetErrors()
                }
            }

            @Test func `if the server is unreachable, the error is shown next to the control`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    func open(_ path: String) throws {
                        try browser.offline(false)
                        try browser.open(path)
                        try browser.untilNames(["Lamp", "Chair"])
                        try browser.offline(true)
                    }
                    func expectFailure(_ place: String) throws {
                        _ = try browser.find("\(place) + .failure.away")
                        try browser.click(".failure button")
                        try browser.until("!document.querySelector('.failure')")
                    }
                    try open("/")
                    try browser.click(".row:nth-child(1) .star")
                    try expectFailure(".row:nth-child(1)")
                    try open("/?edit=true")
                    // Arrow hints are only for keyboards.
                    #expect(
                        try browser.run("return document.querySelector('.move').form.offsetWidth") as? Int
                            ?? 9 < 2
                    )
                    try browser.tab(to: ".row:nth-child(2) .move[title$=up]")
                    _ = try browser.find(".row:nth-child(2) .move[title$=up]")
                    try browser.press(.enter)
                    try expectFailure(".row:nth-child(2)")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.click(".row:nth-child(1) .delete")
                    try browser.click("dialog .destructive")
                    try expectFailure(".row:nth-child(1)")
                    try open("/?select=true")
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.click(".bulk [value=favorite]")
                    try expectFailure(".bulk .actions")
                    try open("/")
                    try browser.click(".views a:nth-child(2)")
                    try expectFailure(".summary")
                    try browser.offline(false)
                    try browser.click(".views a:nth-child(2)")
                    _ = try browser.find(".constant")
                    #expect(try served.names() == ["Lamp", "Chair"])
                    try browser.forgetErrors()
                }
            }

            @Test func `a failed save shows an error at the buttons until the server is back`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let id = try served.items()[0]["id"] as? String ?? ""
                    try browser.resize(390, 600)
                    try browser.open("/items/\(id)?edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.offline(true)
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".failure.away")
                    // Another attempt replaces the error.
                    try browser.click(".detail-form .prominent")
                    try browser.until("!document.querySelector('.detail-form .prominent').disabled")
                    #expect(try browser.texts(".failure").count == 1)
                    // Nothing covers the element.
                    let script = """
                        const line = document.querySelector(".failure");
                        const { left, top, width, height } = line.getBoundingClientRect();
                        return line.contains(document.elementFromPoint(left + width / 2, top + height / 2));
                        """
                    #expect(try browser.run(script) as? Bool == true)
                    try browser.offline(false)
                    try browser.until("!document.querySelector('.failure')")
                    #expect(try browser.text("document.getElementById('field-location').value") == "Attic")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    try browser.forgetErrors()
                }
            }

            @Test func `a wrong filter is corrected where the error is shown`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, _ in
                    try browser.open("/")
                    try browser.click("#panel summary")
                    try browser.fill(".arrange [name=where]", "valu > 30")
                    try browser.press(.enter)
                    _ = try browser.find("#problem .notice[role=alert]")
                    #expect(try browser.texts(".row") == [])
                    #expect(try browser.text("document.querySelector('.correct input').value") == "valu > 30")
                    try browser.fill(".correct input", "value > 30")
                    try browser.press(.enter)
                    try browser.untilNames(["Chair"])
                    try browser.forgetErrors()
                }
            }

            @Test func `an unknown address shows a page`() async throws {
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
