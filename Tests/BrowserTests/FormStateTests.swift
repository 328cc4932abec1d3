#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `The state of a form` {
            private static let save =
                "(({ disabled, ariaBusy }) => `${disabled} ${ariaBusy}`)(document.querySelector('.detail-form .prominent'))"

            @Test func `a form is saved once, and shows why it wasn't saved`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let id = try served.ids()[0]
                    try browser.open("/items/\(id)?edit")
                    try browser.fill("#field-name", "Lantern")
                    // While the form is being saved, it can't be saved again.
                    try browser.holdBack("/items/")
                    try browser.click(".detail-form .prominent")
                    try browser.until("heldBack === 1")
                    #expect(try browser.text(Self.save) == "true true")
                    try browser.run("document.querySelector('.detail-form').requestSubmit()")
                    #expect(try browser.text("heldBack") == "1")
                    try browser.run("release()")
                    _ = try browser.find(".notice.saved")
                    #expect(try browser.texts("h1") == ["Lantern"])
                    #expect(try browser.text("localStorage.length") == "0")
                    // A refusal is shown at the buttons, and the input remains.
                    try browser.click("#edit")
                    try browser.fill("#field-name", "Torch")
                    try browser.refuse("Not today.")
                    for _ in 1...2 {
                        try browser.click(".detail-form .prominent")
                        try browser.until(
                            "document.querySelector('.actions > .failure:first-child')?.textContent === 'Not saved. Not today.'"
                        )
                        try browser.until("\(Self.save) === 'false null'")
                    }
                    #expect(try browser.texts(".failure[role=alert]").count == 1)
                    #expect(try browser.texts(".failure.away") == [])
                    #expect(try browser.text("localStorage.length") == "1")
                    try browser.allow()
                    // An invalid field has the focus, and the heading and the other input remain.
                    try browser.run("document.querySelector('.detail-form').noValidate = true")
                    try browser.fill("#field-valueInDollars", "much")
                    try browser.click(".detail-form .prominent")
                    try browser.until(
                        "document.activeElement.matches('#field-valueInDollars[aria-invalid=true]')")
                    #expect(try browser.texts("h1") == ["Edit Lantern"] || browser.texts("h1").count == 1)
                    #expect(try browser.text("document.getElementById('field-name').value") == "Torch")
                    try browser.fill("#field-valueInDollars", "12")
                    try browser.click(".detail-form .prominent")
                    _ = try browser.find(".notice.saved")
                    let item = try served.items()[0]
                    #expect(item["name"] as? String == "Torch" && item["valueInDollars"] as? Int == 12)
                    try browser.forgetErrors()
                }
            }

            @Test func `a question before leaving names the choices, and returns to the field`() async throws
            {
                try await browsing(["Lamp"]) { browser, served in
                    let id = try served.ids()[0]
                    try browser.open("/items/\(id)?edit")
                    try browser.fill("#field-name", "Lantern")
                    try browser.fill("#field-serialNumber", "A1")
                    try browser.click(".bar a.button")
                    #expect(
                        try browser.texts("dialog h2, dialog p") == [
                            "Save your changes?", "They haven't been saved yet.",
                        ])
                    #expect(try browser.texts("dialog button") == ["Keep editing", "Don't save", "Save"])
                    #expect(try browser.text("document.activeElement.textContent") == "Keep editing")
                    try browser.press(.enter)
                    try browser.until("document.activeElement.id === 'field-serialNumber'")
                    // Links that open elsewhere don't ask, and neither does a form without changes.
                    let asks = """
                        (() => {
                          const link = Object.assign(document.createElement("a"), { href: "/places", target: "loot-other", textContent: "x" });
                          document.querySelector("main").append(link);
                          link.addEventListener("click", (event) => { setTimeout(() => {}); });
                          const isHandled = () => {
                            let prevented;
                            const last = (event) => { prevented = event.defaultPrevented; event.preventDefault(); };
                            addEventListener("click", last);
                            link.click();
                            removeEventListener("click", last);
                            return prevented;
                          };
                          const results = [isHandled()];
                          link.href = "#field-name";
                          link.target = "";
                          results.push(isHandled());
                          link.href = "/places";
                          results.push(isHandled());
                          link.remove();
                          return results.join();
                        })()
                        """
                    #expect(try browser.text(asks) == "false,false,true")
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog')")
                    try browser.set("#field-serialNumber", "")
                    try browser.fill("#field-name", "Lamp")
                    try browser.until("localStorage.length === 0")
                    try browser.click(".bar a.button")
                    try browser.until("!document.getElementById('field-name')")
                    // Saving from the question saves.
                    try browser.open("/items/\(id)?edit")
                    try browser.fill("#field-name", "Lantern")
                    try browser.click(".actions a.button")
                    try browser.press(.escape)
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try browser.text("document.activeElement.id") == "field-name")
                    try browser.click(".actions a.button")
                    try browser.click("dialog .prominent")
                    _ = try browser.find(".notice.saved")
                    #expect(try served.names() == ["Lantern"])
                }
            }

            @Test func `a draft restores every kind of field, and is offered only if it differs`()
                async throws
            {
                try await browsing { browser, served in
                    func leave() throws {
                        try browser.until("localStorage.length === 1")
                        try browser.open("/places")
                        try browser.acceptAlert()
                        try browser.until("location.pathname === '/places'")
                    }
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    try browser.click(".more-fields > summary")
                    try browser.click("#field-isFavorite")
                    try browser.fill("#field-notes", "Old")
                    try browser.click(".custom summary")
                    try browser.fill("[name=custom-name]", "color")
                    try browser.set("[name=custom-type]", "text")
                    try browser.fill("[name=custom-value]", "red")
                    try leave()
                    try browser.open("/items/new")
                    _ = try browser.find(".draft[role=status]")
                    #expect(
                        try browser.text("document.querySelector('.draft p').textContent").contains(
                            /^Your input from .*\d.* wasn't saved\.$/))
                    #expect(try browser.texts(".draft button") == ["Restore", "Discard"])
                    #expect(try browser.text("document.querySelector('.custom').open") == "false")
                    try browser.click(".draft button:first-of-type")
                    try browser.until("document.activeElement.id === 'field-name'")
                    let values = """
                        ["field-name", "field-notes"].map((id) => document.getElementById(id).value).concat(
                          [document.getElementById("field-isFavorite").checked, document.querySelector(".custom").open],
                          ["custom-name", "custom-value"].map((name) => document.querySelector(`[name=${name}]`).value)).join()
                        """
                    #expect(try browser.text(values) == "Vase,Old,true,true,color,red")
                    #expect(try browser.texts(".draft") == [])
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Vase"])
                    let item = try served.items()[0]
                    #expect(item["custom"] as? [String: String] == ["color": "red"])
                    #expect(item["isFavorite"] as? Bool == true)
                    // Input that was removed again leaves no draft, and the time of a new form isn't input.
                    try browser.open("/items/new")
                    _ = try browser.find("#field-name")
                    #expect(try browser.texts(".draft") == [])
                    try browser.fill("#field-name", "Bowl")
                    try browser.until("localStorage.length === 1")
                    try browser.set("#field-name", "")
                    try browser.until("localStorage.length === 0")
                    try browser.run(
                        """
                        const values = new URLSearchParams(new FormData(document.querySelector(".detail-form")));
                        values.set("dateCreated", "2020-01-01T00:00:00");
                        for (const name of ["back", "files"]) values.delete(name);
                        localStorage.setItem("loot-draft new", JSON.stringify({ at: 1, fields: String(values) }));
                        """)
                    try browser.open("/items/new")
                    _ = try browser.find("#field-name")
                    #expect(try browser.texts(".draft") == [])
                    // The draft of one item isn't offered for another, and discarding it returns to the form.
                    try browser.fill("#field-name", "Bowl")
                    try leave()
                    try browser.open("/items/\(try served.ids()[0])?edit")
                    _ = try browser.find("#field-name")
                    #expect(try browser.texts(".draft") == [])
                    try browser.open("/items/new")
                    try browser.click(".draft button:last-of-type")
                    try browser.until("document.activeElement.id === 'field-name'")
                    #expect(try browser.text("document.activeElement.value") == "")
                    #expect(try browser.text("localStorage.length") == "0")
                }
            }

            @Test func `the wheel changes neither a number nor the focus of other fields`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/items/new")
                    let script = """
                        document.querySelector(".more-fields").open = true;
                        const roll = (id) => document.getElementById(id).dispatchEvent(new WheelEvent("wheel", { bubbles: true, deltaY: 9 }));
                        const states = [];
                        for (const [focused, rolled] of [["field-name", "field-name"], ["field-name", "field-quantity"], ["field-quantity", "field-name"], ["field-quantity", "field-quantity"]]) {
                          document.getElementById(focused).focus();
                          roll(rolled);
                          states.push(document.activeElement.id === focused);
                        }
                        return states;
                        """
                    _ = try browser.find("#field-name")
                    #expect(try browser.run(script) as? [Bool] == [true, true, true, false])
                }
            }
        }
    }
#endif
