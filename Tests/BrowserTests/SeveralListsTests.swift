#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Several lists on a page` {
            private static func add(_ name: String, to list: String, _ served: Served) throws -> String {
                let body = #"{"name": "\#(name)", "valueInDollars": 20}"#
                let (status, answer) = try served.api.ask("POST", "/l/\(list)/api/items", body)
                #expect(status == 201)
                let item = try JSONSerialization.jsonObject(with: answer) as? [String: Any]
                return try #require(item?["id"] as? String)
            }

            @Test func `the page of a list reads and changes only this list`() async throws {
                try await browsing(lists: ["cabin", "home"]) { browser, served in
                    let canoe = try Self.add("Canoe", to: "cabin", served)
                    _ = try Self.add("Lamp", to: "home", served)
                    try browser.resize(1440)
                    try browser.open("/")
                    try browser.until("location.pathname.startsWith('/l/')")
                    try browser.open("/l/cabin/")
                    try browser.untilNames(["Canoe"])

                    // A change by another client arrives.
                    _ = try Self.add("Paddle", to: "cabin", served)
                    try browser.untilNames(["Canoe", "Paddle"])
                    try browser.until("document.getElementById('total').textContent.startsWith('2 items')")

                    // An item opens next to the list, and its actions and their undo change it.
                    try browser.click(".row:nth-child(1) .name")
                    try browser.until("document.querySelector('#pane h2')?.textContent === 'Canoe'")
                    try browser.until("location.pathname + location.search === '/l/cabin/?item=\(canoe)'")
                    try browser.click("#pane .star")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=true]")
                    try browser.click(".history form[action$='/undo'] button")
                    _ = try browser.find(".row:nth-child(1)[data-favorite=false]")

                    // A search has an address in the list, and the browser's history returns from it.
                    try browser.fill("#search input", "paddle\n")
                    try browser.untilNames(["Paddle"])
                    try browser.until("location.pathname + location.search === '/l/cabin/?search=paddle'")
                    try browser.run("history.back()")
                    try browser.untilNames(["Canoe", "Paddle"])

                    // The menu leads to the other list.
                    try browser.click(".lists summary")
                    #expect(try browser.texts(".lists a[aria-current]") == ["cabin"])
                    try browser.click(".lists a[href='/l/home/']")
                    try browser.untilNames(["Lamp"])
                    try browser.until("location.pathname === '/l/home/'")
                    let (_, items) = try served.api.ask("GET", "/l/home/api/items")
                    #expect(String(decoding: items, as: UTF8.self).contains("Canoe") == false)
                }
            }

            @Test func `an item can be added, changed and removed without leaving the list`() async throws {
                try await browsing(lists: ["cabin", "home"]) { browser, served in
                    try browser.resize(420)
                    try browser.open("/l/cabin/items/new")
                    try browser.fill("[name=name]", "Anchor")
                    try browser.click("form button.prominent")
                    try browser.untilNames(["Anchor"])
                    try browser.until("location.pathname === '/l/cabin/'")
                    try browser.click(".row .name")
                    try browser.until("location.pathname.startsWith('/l/cabin/items/')")
                    try browser.click(".tools .menu summary")
                    try browser.click("[data-action=delete]")
                    try browser.click("dialog .destructive")
                    try browser.until("location.pathname === '/l/cabin/'")
                    try browser.untilNames([])
                }
            }
        }
    }
#endif
