#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `A form in the browser` {
            private func path(_ served: Served) throws -> String {
                "/items/\(try served.items()[0]["id"] as? String ?? "")"
            }

            private func change(_ served: Served, _ json: String) throws {
                let id = try served.items()[0]["id"] as? String ?? ""
                let status = try served.api.ask("PATCH", "/api/items/\(id)", json).status
                #expect(status == 200)
            }

            @Test func `a form asks before input is lost, and keeps it as a draft`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let path = try path(served)
                    try browser.open("\(path)?edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.click(".bar a.button")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try browser.text("document.getElementById('field-location').value") == "Attic")
                    // The tab closes anyway, as in a crash: the browser asks, and the test leaves.
                    try browser.until("localStorage.length === 1")
                    try browser.open("/")
                    try browser.acceptAlert()
                    try browser.untilNames(["Lamp"])
                    try browser.open("\(path)?edit")
                    try browser.click(".draft button")
                    #expect(try browser.text("document.getElementById('field-location').value") == "Attic")
                    try browser.click(".bar a.button")
                    try browser.click("dialog .prominent")
                    _ = try browser.find(".notice.saved")
                    #expect(try served.items()[0]["location"] as? String == "Attic")
                    #expect(try browser.run("return localStorage.length") as? Int == 0)
                    // A discarded draft is forgotten.
                    try browser.click("#edit")
                    try browser.fill("#field-location", "Cellar")
                    try browser.until("localStorage.length === 1")
                    try browser.click(".actions a.button")
                    try browser.click("dialog .destructive")
                    _ = try browser.find("#edit")
                    try browser.click("#edit")
                    _ = try browser.find("#field-location")
                    #expect(try browser.run("return localStorage.length") as? Int == 0)
                    #expect(try browser.run("return document.querySelector('.draft')") is NSNull)
                    #expect(try served.items()[0]["location"] as? String == "Attic")
                    // A phone can discard a hidden page without warning, even before a pause in typing saves
                    // the draft.
                    try browser.run(
                        """
                        const field = document.getElementById("field-location");
                        field.value = "Garage";
                        dispatchEvent(new PageTransitionEvent("pagehide"));
                        """)
                    #expect(try browser.run("return localStorage.length") as? Int == 1)
                }
            }

            @Test(arguments: [true, false])
            func `a form returns to the list that it was opened from`(script: Bool) async throws {
                try await browsing(["Lamp", "Chair"], script: script) { browser, _ in
                    try browser.open("/?sort=name")
                    try browser.untilNames(["Chair", "Lamp"])
                    try browser.click(".row:nth-child(2) .cell")
                    try browser.click("#edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    try browser.click(".bar a.button")
                    try browser.untilNames(["Chair", "Lamp"])
                    #expect(try browser.text("new URLSearchParams(location.search).get('sort')") == "name")
                    #expect(try browser.texts(".row:nth-child(2) .place") == ["Attic"])
                }
            }

            @Test func `the form of a new item shows the main fields, and the rest under More`() async throws
            {
                try await browsing { browser, served in
                    try browser.open("/items/new")
                    _ = try browser.find("#field-name")
                    let shown = """
                        [...document.querySelectorAll('.detail-form [id^=field-], .detail-form #files')]
                          .filter((field) => field.checkVisibility()).map((field) => field.id).join(' ')
                        """
                    let fields = Set(try browser.text(shown).split(separator: " ").map(String.init))
                    #expect(
                        fields == [
                            "field-name", "field-serialNumber", "field-valueInDollars", "field-dateCreated",
                            "field-location", "field-quantity", "field-purchasePrice", "field-purchaseDate",
                            "field-warrantyUntil", "files",
                        ])
                    try browser.fill("#field-name", "Lamp")
                    try browser.fill("#field-serialNumber", "A1")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Lamp"])
                    #expect(try served.items()[0]["serialNumber"] as? String == "A1")
                    try browser.click(".cell")
                    try browser.click("#edit")
                    _ = try browser.find("#field-name")
                    #expect(
                        try browser.text(shown)
                            == "field-name field-serialNumber field-valueInDollars field-dateCreated field-location"
                    )
                }
            }

            @Test(arguments: [980, 1440])
            func `clicking a value edits only that field`(width: Int) async throws {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["serialNumber": "A1", "notes": "Warm"])
                    try browser.resize(width)
                    try browser.open("/")
                    try browser.click(".row .cell")
                    let fact = ".facts > div:has([data-field=serialNumber])"
                    try browser.click("\(fact) bdi")
                    try browser.until("document.activeElement.id === 'field-serialNumber'")
                    try browser.press(.escape)
                    try browser.until("document.querySelector('\(fact) dd')?.textContent === 'A1'")
                    try browser.click("\(fact) bdi")
                    try browser.fill("#field-serialNumber", "B2")
                    // The form works like any other: no input is lost.
                    try browser.click("\(fact) .actions button[type=button]")
                    try browser.click("dialog button:first-child")
                    try browser.until("document.activeElement.id === 'field-serialNumber'")
                    try browser.press(.enter)
                    _ = try browser.find(".notice.saved")
                    try browser.until("document.querySelector('\(fact) dd')?.textContent === 'B2'")
                    let item = try served.items()[0]
                    #expect(item["serialNumber"] as? String == "B2" && item["notes"] as? String == "Warm")
                    #expect(item["valueInDollars"] as? Int == 10)
                }
            }

            @Test(arguments: [true, false])
            func `a form shows both values after a conflict, and saves the chosen one`(script: Bool)
                async throws
            {
                try await browsing(["Lamp"], script: script) { browser, served in
                    try browser.open("\(try path(served))?edit")
                    try browser.fill("#field-valueInDollars", "10")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-notes", "To be cleaned")
                    try change(served, #"{"valueInDollars": 999, "location": "Attic"}"#)
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".conflict .theirs")
                    #expect(try browser.texts(".theirs") == ["$999"])
                    #expect(
                        try browser.run("return document.querySelectorAll(':checked[type=radio]').length")
                            as? Int == 0)
                    if script {
                        let problems = try Audit.problems(of: browser)
                        #expect(problems.isEmpty, "\(problems)")
                    }
                    #expect(try served.items()[0]["valueInDollars"] as? Int == 999)
                    try browser.click(".conflict [value=theirs]")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    let item = try served.items()[0]
                    #expect(item["valueInDollars"] as? Int == 999)
                    #expect(item["notes"] as? String == "To be cleaned")
                    #expect(item["location"] as? String == "Attic")
                    try browser.forgetErrors()
                }
            }

            @Test func `a form keeps its input while the server is unreachable`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("\(try path(served))?edit")
                    try browser.click(".more-fields > summary")
                    try browser.fill("#field-location", "Attic")
                    try browser.offline(true)
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".failure[role=alert]")
                    #expect(try browser.text("document.getElementById('field-location').value") == "Attic")
                    try browser.offline(false)
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    #expect(try served.items()[0]["location"] as? String == "Attic")
                    try browser.forgetErrors()
                }
            }

            @Test func `a form keeps its input if the session expired, with and without JavaScript`()
                async throws
            {
                for script in [true, false] {
                    try await browsing(script: script, ["--token", "correct-horse"]) {
                        browser, served in
                        try served.loot("add", "Lamp")
                        try browser.open("/sign-in")
                        try browser.fill("#token", "correct-horse")
                        try browser.click(".prominent")
                        try browser.click("#list .cell")
                        try browser.click("#edit")
                        try browser.click(".more-fields > summary")
                        try browser.fill("#field-location", "Attic")
                        try browser.command("DELETE", "/cookie")
                        try browser.click(".detail-form .prominent")
                        if script {
                            // A person who doesn't sign in stays in the form and can try again.
                            try browser.click("dialog button[type=button]")
                            _ = try browser.find(".failure")
                            #expect(
                                try browser.text("document.getElementById('field-location').value")
                                    == "Attic")
                            try browser.click(".detail-form .prominent")
                            try browser.fill("dialog #token", "correct-horse")
                            try browser.click("dialog .prominent")
                        } else {
                            try browser.fill("#token", "correct-horse")
                            try browser.click(".prominent")
                            try browser.until(
                                "document.querySelector('h1').textContent === 'You are signed in'")
                            try browser.click(".prominent")
                        }
                        _ = try browser.find(".notice.saved")
                        #expect(try browser.texts("dd").contains("Attic"))
                        try browser.forgetErrors()
                    }
                }
            }
        }

        @Suite struct `A page with a failing store` {
            @Test func `the page shows the problem, offers no changes, and recovers by itself`() async throws
            {
                try await browsing(["Lamp"]) { browser, served in
                    let file = served.folder.appending(path: "items.json")
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    let whole = try Data(contentsOf: file)
                    try Data("garbage".utf8).write(to: file)
                    try browser.until(
                        "document.querySelector('#banner p')?.textContent.includes('items.json')")
                    try browser.until(
                        "!document.getElementById('add') && !document.getElementById('edit-toggle')")
                    #expect(try !browser.text("document.body.innerText").contains("No items!"))
                    #expect(try served.api.ask("GET", "/healthz").status == 503)
                    try whole.write(to: file)
                    try browser.until("!document.querySelector('#banner p')")
                    try browser.untilNames(["Lamp"])
                    _ = try browser.find("#add")
                }
            }

            @Test func `a failed star, move or deletion is reported next to its control`()
                async throws
            {
                try await browsing(["Lamp", "Chair"]) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.offline(true)
                    try browser.click("#list .row:nth-child(1) .star")
                    try browser.until("document.querySelector('.row + .failure')")
                    _ = try browser.find(".row[data-favorite=false]")
                    try browser.offline(false)
                    try browser.open("/?edit=true")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.offline(true)
                    try browser.drag("#list .row:nth-child(1) .handle", to: "#list .row:nth-child(2) .handle")
                    try browser.until("document.querySelector('.row + .failure')")
                    try browser.untilNames(["Lamp", "Chair"])
                    try browser.click("#list .row:nth-child(1) .delete")
                    try browser.click("dialog .destructive")
                    _ = try browser.find(".row:nth-child(1) + .failure.away")
                    try browser.offline(false)
                    try browser.click("#edit-toggle")
                    try browser.click("#list .row:nth-child(1) .star")
                    _ = try browser.find(".row[data-favorite=true]")
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
