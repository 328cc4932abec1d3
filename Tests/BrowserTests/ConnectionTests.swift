#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `A page that loses its server` {
            /// Lets requests fail, or succeed again, without an event of the browser.
            private func fail(_ browser: Browser, _ isFailing: Bool) throws {
                try browser.run(
                    """
                    window.working ??= window.fetch;
                    window.fetch = arguments[0] ? async () => { throw new TypeError("Failed to fetch"); } : working;
                    """, [isFailing])
            }

            private static let streams = """
                delete window.SharedWorker;
                window.streams = [];
                const Real = window.EventSource;
                window.EventSource = class extends Real { constructor(address) { super(address); streams.push(this); } };
                """

            @Test func `each control says what didn't happen, until the stream is open again`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    let ids = try served.ids()
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.streams])
                    try browser.resize(1440)
                    try browser.open("/?item=\(ids[0])")
                    _ = try browser.find("#pane .star")
                    try browser.until("streams.at(-1)?.readyState === 1")
                    func expectFailure(_ place: String, _ text: String) throws {
                        try browser.until(
                            "document.querySelector('\(place) + .failure.away')?.textContent === `\(text) The server can't be reached.×`"
                        )
                        #expect(try browser.texts(".failure").count == 1)
                        #expect(try browser.texts(".failure [role=alert], .failure[role=alert]").count == 1)
                    }
                    try fail(browser, true)
                    try browser.click(".row:nth-child(2) .star")
                    try expectFailure(".row:nth-child(2)", "Nothing was changed.")
                    #expect(
                        try browser.text("document.querySelector('.row:nth-child(2) .star').ariaBusy")
                            == "null")
                    try browser.click("#pane .star")
                    try expectFailure("#pane form:has(.star)", "Nothing was changed.")
                    try browser.click("#pane .tools .menu summary")
                    try browser.click("#pane .tools [data-action=delete]")
                    try browser.click("dialog .destructive")
                    try expectFailure("#pane .pane-bar", "Not removed.")
                    try browser.run("document.querySelector('.row:nth-child(2) .cell').click()")
                    try expectFailure("#pane .pane-bar", "The item wasn't loaded.")
                    #expect(try browser.text("document.getElementById('pane').ariaBusy") == "null")
                    #expect(try browser.texts("#pane h2").first == "Lamp")
                    try browser.click(".row:nth-child(1) .menu summary")
                    try browser.run("document.querySelector('.views a:nth-child(2)').click()")
                    try expectFailure(".summary", "This is the previous version of the list.")
                    #expect(try browser.text("document.getElementById('list').ariaBusy") == "null")
                    #expect(try browser.text("location.search") == "?item=\(ids[0])")
                    // The stream is interrupted and opens again. Nothing is reported for a short interruption.
                    try fail(browser, false)
                    try browser.run("streams.at(-1).dispatchEvent(new Event('error'))")
                    try browser.until("streams.length > 1 && streams.at(-1).readyState === 1")
                    try browser.until("!document.querySelector('.failure')")
                    #expect(try browser.texts("#banner p") == [])
                    try browser.click("#pane .star")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=true]")
                    #expect(try browser.texts(".failure") == [])
                }
            }

            @Test func `a lost stream is explained, and a list that can't be updated says so`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.streams])
                    try browser.open("/")
                    try browser.until("streams.at(-1)?.readyState === 1")
                    // A state that the page doesn't know makes it load the list again.
                    let unknown = """
                        const list = document.getElementById("list").dataset.list;
                        const [epoch, number] = document.getElementById("list").dataset.state.split("-");
                        const data = JSON.stringify({ list, state: `${epoch}-${Number(number) + 5}` });
                        streams.at(-1).dispatchEvent(new MessageEvent("state", { data }));
                        """
                    try fail(browser, true)
                    try browser.run(unknown)
                    try browser.until(
                        "document.querySelector('.summary + .failure')?.textContent === 'The list wasn\\'t updated. The server can\\'t be reached.×'"
                    )
                    try browser.run(
                        "const last = streams.at(-1); window.EventSource = class { addEventListener() {} close() {} }; last.dispatchEvent(new Event('error'))"
                    )
                    try browser.until(
                        "document.querySelector('#banner p')?.textContent === 'The server can\\'t be reached. This page may be out of date, and changes can\\'t be saved.'"
                    )
                    #expect(try browser.texts("#banner a") == [])
                }
            }

            @Test func `a signed-out page leads back to itself`() async throws {
                let token = "a-long-secret-for-tests"
                try await browsing([], ["--token", token]) { browser, served in
                    try served.loot("add", "Lamp")
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.streams])
                    try browser.open("/sign-in?next=/%3Fsort%3Dname")
                    try browser.fill("#token", token)
                    try browser.click("button.prominent")
                    try browser.untilNames(["Lamp"])
                    try browser.until("streams.at(-1)?.readyState === 1")
                    try browser.command("DELETE", "/cookie")
                    try browser.run(
                        """
                        const last = streams.at(-1);
                        window.EventSource = class { addEventListener() {} close() {} };
                        last.dispatchEvent(new Event("error"));
                        """)
                    _ = try browser.find("dialog.sign-in #token")
                    #expect(
                        try browser.texts("dialog h2, dialog h2 + p") == [
                            "You are signed out", "Sign in to continue.",
                        ])
                    #expect(try browser.texts("dialog .actions button").first == "Cancel")
                    #expect(
                        try browser.text("document.querySelector('dialog').getAttribute('aria-labelledby')")
                            == browser.text("document.querySelector('dialog h2').id"))
                    try browser.fill("dialog #token", "something else")
                    try browser.click("dialog .prominent")
                    try browser.until(
                        "document.querySelector('dialog .problem[role=alert]').textContent.length > 9"
                    )
                    #expect(try browser.text("document.activeElement.id") == "token")
                    #expect(
                        try browser.text(
                            "document.activeElement.selectionEnd - document.activeElement.selectionStart")
                            == "14")
                    try browser.click("dialog button[type=button]")
                    try browser.until("document.querySelector('#banner a')")
                    #expect(
                        try browser.texts("#banner p") == [
                            "You are signed out. This page may be out of date. Sign in"
                        ])
                    #expect(
                        try browser.text("document.querySelector('#banner a').getAttribute('href')")
                            == "/sign-in?next=%2F%3Fsort%3Dname")
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
