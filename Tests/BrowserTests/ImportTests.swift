#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Importing a file on the page` {
            @Test func `the page suggests the file's currency, and forgets the columns of another file`()
                async throws
            {
                try await browsing(["Lamp"]) { browser, served in
                    try served.loot("settings", "set", "currency", "USD")
                    let euros = served.folder.appending(path: "euros.json")
                    try Data(
                        #"{"format": "loot", "version": 1, "settings": {"currency": "EUR"}, "items": [{"name": "Vase", "valueInDollars": 5}]}"#
                            .utf8
                    ).write(to: euros)
                    let table = served.folder.appending(path: "table.csv")
                    try Data("Thing,Extra\nBed,7\n".utf8).write(to: table)
                    try browser.open("/import")
                    try browser.choose("#file", file: table.path())
                    try browser.click("#look")
                    _ = try browser.find("#take")
                    #expect(try browser.texts("#progress-title") == ["Preview only: nothing was imported."])
                    try browser.choose("#file", file: euros.path())
                    try browser.until("document.getElementById('outcome').children.length === 0")
                    #expect(try browser.texts("#progress-title") == [""])
                    try browser.click("#look")
                    _ = try browser.find("#failed")
                    #expect(try browser.text("document.getElementById('failed').textContent").contains("EUR"))
                    #expect(try browser.text("document.getElementById('currency').value") == "EUR")
                    #expect(try browser.texts("#progress-title") == ["Nothing was imported."])
                    // A click on Preview again accepts the suggestion.
                    try browser.click("#look")
                    try browser.click("#take")
                    try browser.until("document.getElementById('progress-title').textContent === 'Imported.'")
                    #expect(try browser.text("document.activeElement.id") == "done")
                    #expect(try served.items()[1]["currency"] as? String == "EUR")
                    #expect(try served.names() == ["Lamp", "Vase"])
                    // The sheets of a workbook can be chosen.
                    let book = served.folder.appending(path: "book.xlsx")
                    try served.loot("export", book.path())
                    try browser.choose("#file", file: book.path())
                    try browser.click("#look")
                    _ = try browser.find("#take")
                    #expect(
                        try browser.run("return document.getElementById('sheet').options.length") as? Int == 2
                    )
                    // A failure enables the buttons again.
                    try browser.choose("#file", file: table.path())
                    try browser.offline(true)
                    try browser.click("#look")
                    try browser.until(
                        "document.getElementById('failed')?.textContent.includes('can\\'t be reached')")
                    try browser.offline(false)
                    try browser.click("#look")
                    _ = try browser.find("#take")
                    #expect(try served.names() == ["Lamp", "Vase"])
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
