#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Gestures and selection` {
            private static let names = (1...12).map { "Thing \($0)" }

            @Test(arguments: ["mouse", "touch"], [5, 40])
            func `a row can be dragged at any speed`(pointer: String, step: Int) async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.open("/?edit=true")
                    try browser.untilNames(Self.names)
                    try browser.grip(".row:nth-child(2) .handle", pointer)
                    let way = try browser.distance(".row:nth-child(2) .handle", ".row:nth-child(8) .handle")
                    try browser.pull(through: way, by: step, pointer)
                    try browser.letGo(pointer)
                    var wanted = Self.names
                    wanted.insert(wanted.remove(at: 1), at: 7)
                    try browser.wait("the new order") { try served.names() == wanted ? () : nil }
                    try browser.untilNames(wanted)
                    #expect(try browser.run("return document.querySelector('.row.dragging')") is NSNull)
                }
            }

            @Test func `a row can be dropped at each position, and where it was`() async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.open("/?edit=true")
                    try browser.untilNames(Self.names)
                    try browser.grip(".row:nth-child(4) .handle", "mouse")
                    for way in [200, -210] { try browser.pull(through: way, by: 20, "mouse") }
                    try browser.letGo("mouse")
                    try served.add("Last", 1)
                    var names = Self.names + ["Last"]
                    try browser.untilNames(names)
                    #expect(
                        try !browser.text("document.getElementById('status').textContent").contains("moved"))
                    for (from, to) in [(3, 2), (4, 1), (2, 3), (1, 6)] {
                        try browser.grip(".row:nth-child(\(from)) .handle", "mouse")
                        let way = try browser.distance(
                            ".row:nth-child(\(from)) .handle", ".row:nth-child(\(to)) .handle")
                        try browser.pull(through: way + (way > 0 ? 10 : -10), by: 20, "mouse")
                        try browser.letGo("mouse")
                        names.insert(names.remove(at: from - 1), at: to - 1)
                        try browser.wait("the order \(names)") { try served.names() == names ? () : nil }
                        try browser.untilNames(names)
                    }
                }
            }

            @Test func `Escape cancels a drag, and a drag scrolls at the edge`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "400")
                    try browser.open("/?edit=true")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '400'")
                    let names = try served.names()
                    try browser.grip(".row:nth-child(2) .handle", "mouse")
                    try browser.pull(through: 300, by: 30, "mouse")
                    try browser.press(.escape)
                    try browser.letGo("mouse")
                    try browser.until("!document.querySelector('.row.dragging')")
                    #expect(
                        try browser.text("document.getElementById('status').textContent").hasSuffix(
                            "was put back."))
                    let id = try browser.text("document.querySelector('.row:nth-child(2)').dataset.id")
                    try browser.grip(".row:nth-child(2) .handle", "mouse")
                    let room = try browser.run(
                        "return Math.round(innerHeight - 50 - document.querySelector('.dragging').getBoundingClientRect().top)"
                    )
                    try browser.pull(through: room as? Int ?? 0, by: 40, "mouse")
                    // The list scrolls beyond the rows that were loaded at the start.
                    try browser.until("document.querySelectorAll('.row').length > 120 && scrollY > 6000")
                    try browser.letGo("mouse")
                    try browser.wait("its new place") { () -> Void? in
                        let ids = try served.items(limit: 400).compactMap { $0["id"] as? String }
                        return (ids.firstIndex(of: id) ?? 0) > 90 ? () : nil
                    }
                    #expect(try served.names().first == names.first)
                }
            }

            @Test func `a finger that scrolls doesn't swipe, and the right button doesn't drag`() async throws
            {
                try await browsing(Self.names) { browser, served in
                    try browser.open("/")
                    try browser.untilNames(Self.names)
                    let touch = """
                        const row = document.querySelector(".row:nth-child(3)");
                        row.setPointerCapture = () => {};
                        const send = (kind, x, y) => row.querySelector(".name").dispatchEvent(new PointerEvent(kind, {
                          bubbles: true, pointerId: 5, pointerType: "touch", clientX: 400 + x, clientY: 300 + y,
                        }));
                        send("pointerdown", 0, 0);
                        for (const [x, y] of arguments[0]) send("pointermove", x, y);
                        const hint = Boolean(row.querySelector(".swipe-hint"));
                        send("pointerup", ...arguments[0].at(-1));
                        return hint;
                        """
                    #expect(try browser.run(touch, [[[0, 30], [-60, 60], [-200, 60]]]) as? Bool == false)
                    #expect(try browser.run(touch, [[[-30, 10], [-200, 60]]]) as? Bool == true)
                    try browser.click("dialog button:first-child")
                    try browser.until("!document.querySelector('dialog, .swipe-hint')")
                    try browser.open("/?edit=true")
                    try browser.untilNames(Self.names)
                    try browser.run(
                        """
                        document.querySelector(".row:nth-child(2) .handle").dispatchEvent(new PointerEvent("pointerdown", {
                          bubbles: true, pointerId: 6, pointerType: "mouse", button: 2,
                        }));
                        """)
                    #expect(try browser.texts(".dragging") == [])
                    #expect(try served.names() == Self.names)
                }
            }

            @Test func `a canceled touch leaves the row in place`() async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.open("/?edit=true")
                    try browser.untilNames(Self.names)
                    try browser.touch(".row:nth-child(2) .handle", thenDown: 300)
                    try browser.until("document.querySelector('.row.dragging')")
                    #expect(try browser.texts("#list .row .name") != Self.names)
                    try browser.inspect(
                        "Input.dispatchTouchEvent", ["type": "touchCancel", "touchPoints": [Any]()])
                    try browser.until("!document.querySelector('.row.dragging')")
                    try browser.untilNames(Self.names)
                    // If the row had been moved, the move would have been made before this addition.
                    try served.add("Last", 1)
                    try browser.untilNames(Self.names + ["Last"])
                    #expect(try served.names() == Self.names + ["Last"])
                }
            }

            @Test func `items that others removed are deselected`() async throws {
                try await browsing(Self.names) { browser, served in
                    let ids = try served.items().compactMap { $0["id"] as? String }
                    try browser.open("/?select=true")
                    for row in [2, 4, 6] { try browser.click(".row:nth-child(\(row)) .mark") }
                    try browser.until("document.getElementById('marked').textContent === '3 selected'")
                    let change = "{\"changes\": [{\"remove\": \"\(ids[3])\"}]}"
                    #expect(try served.api.ask("POST", "/api/batch", change).status == 200)
                    try browser.until("document.querySelectorAll('.row').length === 11")
                    try browser.until("document.getElementById('marked').textContent === '2 selected'")
                    try browser.click(".bulk [value=favorite]")
                    try browser.until("document.querySelectorAll('.row[data-favorite=true]').length === 2")
                    #expect(try browser.run("return document.querySelector('.failure')") is NSNull)
                }
            }

            @Test func `many items are selected, changed and removed in one step`() async throws {
                try await browsing(Self.names) { browser, served in
                    try browser.open("/")
                    try browser.click("#select-toggle")
                    // Nothing is selected yet, so no fields can be set.
                    try browser.click(".bulk .set summary")
                    #expect(try browser.run("return document.querySelector('.set').open") as? Bool == false)
                    try browser.click(".row:nth-child(2) .mark")
                    try browser.holding(.shift) { try browser.click(".row:nth-child(5) .mark") }
                    try browser.until("document.getElementById('marked').textContent === '4 selected'")
                    // Clicking anywhere in the row selects the item.
                    try browser.click(".row:nth-child(9) .cell")
                    try browser.until("document.getElementById('marked').textContent === '5 selected'")
                    try browser.run(
                        """
                        URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return "#"; };
                        HTMLAnchorElement.prototype.click = function () { window.name = this.download; };
                        """)
                    try browser.click(".bulk [value=export]")
                    try browser.until("window.name === 'loot.csv' && window.saved")
                    let lines = try browser.text("saved").split(whereSeparator: \.isNewline)
                    #expect(lines.count == 6 && lines.last?.contains("Thing 9") == true)
                    try browser.click(".bulk .set summary")
                    try browser.fill(".bulk [name=tags]", "+blue")
                    try browser.fill(".bulk [name=location]", "Attic")
                    try browser.click(".bulk .sheet .prominent")
                    try browser.until("document.querySelectorAll('#rows .tag').length === 5")
                    #expect(try served.items().count { $0["location"] as? String == "Attic" } == 5)
                    try browser.click("form[action='/undo'] button")
                    try browser.until("document.querySelectorAll('#rows .tag').length === 0")
                    try browser.click(".bulk [name=all]")
                    try browser.until("document.getElementById('marked').textContent === '12 selected'")
                    try browser.click(".bulk .destructive")
                    try browser.click("dialog .destructive")
                    try browser.until("document.querySelector('.constant')")
                    try browser.until(
                        "document.getElementById('status').textContent.startsWith('Removed 12 items.')")
                    try browser.click("form[action='/undo'] button")
                    try browser.untilNames(Self.names)
                }
            }

            @Test func `an action that needs two items is shown when two are selected`() async throws {
                try await browsing(["A", "A", "B"]) { browser, _ in
                    func isShown() throws -> Bool? {
                        try browser.run(
                            "return document.querySelector('.bulk [value=join]').checkVisibility()")
                            as? Bool
                    }
                    try browser.open("/?select=true")
                    try browser.until("document.getElementById('marked').textContent === 'Select items'")
                    #expect(try isShown() == false)
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.until("document.getElementById('marked').textContent === '1 selected'")
                    #expect(try isShown() == false)
                    try browser.click(".row:nth-child(2) .mark")
                    try browser.until("document.getElementById('marked').textContent === '2 selected'")
                    #expect(try isShown() == true)
                    try browser.click(".row:nth-child(2) .mark")
                    try browser.until("document.getElementById('marked').textContent === '1 selected'")
                    #expect(try isShown() == false)
                }
            }

            @Test func `selected items are lent in a dialog, and a problem keeps it open`() async throws {
                try await browsing(["A", "B", "C"]) { browser, served in
                    try browser.open("/?select=true")
                    for row in [1, 3] { try browser.click(".row:nth-child(\(row)) .mark") }
                    try browser.click(".bulk [value=lend]")
                    try browser.fill("dialog [name=to]", "Ann")
                    try browser.click("dialog .prominent")
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try served.items().map { $0["lentTo"] as? String } == ["Ann", nil, "Ann"])
                    // Ann has two of the items already.
                    try browser.click(".row:nth-child(2) .mark")
                    try browser.click(".bulk [value=lend]")
                    try browser.fill("dialog [name=to]", "Bob")
                    try browser.click("dialog .prominent")
                    try browser.until("document.querySelector('dialog .problem').textContent.includes('Ann')")
                    #expect(try served.items().map { $0["lentTo"] as? String } == ["Ann", nil, "Ann"])
                    try browser.forgetErrors()
                    // Canceling stays on the page.
                    try browser.run("window.isSame = true")
                    try browser.click("dialog a.button")
                    try browser.until("!document.querySelector('dialog')")
                    #expect(try browser.text("window.isSame") == "true")
                }
            }

            @Test func `many items can be changed without JavaScript`() async throws {
                try await browsing(["A", "B", "C"], script: false) { browser, served in
                    try browser.open("/?select=true")
                    try browser.click(".row:nth-child(1) .mark")
                    try browser.click(".row:nth-child(3) .mark")
                    try browser.click(".bulk [value=favorite]")
                    try browser.until(
                        "document.querySelector('.notice')?.textContent === 'Added 2 items to favorites.'")
                    #expect(try served.items().map { $0["isFavorite"] as? Bool } == [true, false, true])
                    try browser.click(".bulk [name=all]")
                    try browser.click(".bulk [value=remove]")
                    _ = try browser.find(".constant")
                }
            }

            @Test func `a filter is shown as a chip, which can be edited and removed`() async throws {
                try await browsing(Self.names) { browser, _ in
                    try browser.open("/?where=value%20%3E%20180&sort=value:desc")
                    try browser.untilNames(["Thing 12", "Thing 11", "Thing 10"])
                    #expect(
                        try browser.texts(".chip .words") == [
                            "value > 180", "Sorted by: Value, highest first",
                        ])
                    try browser.click(".chip.condition summary")
                    try browser.fill(".chip.condition input[name=where]", "value > 200")
                    try browser.press(.enter)
                    try browser.untilNames(["Thing 12", "Thing 11"])
                    try browser.click(".chip.condition .cross")
                    try browser.untilNames(Self.names.reversed())
                    try browser.click(".chip.sort .cross")
                    try browser.untilNames(Self.names)
                }
            }

            @Test func `tags and places link to other items with them`() async throws {
                try await browsing { browser, served in
                    try served.add("Lamp", 10, ["tags": ["old", "to sell"], "location": "House / Attic"])
                    try served.add("Chair", 20, ["tags": ["to sell"]])
                    try served.add("Bed", 30, ["location": "House"])
                    try browser.open("/")
                    try browser.click(".row:nth-child(1) .tag:nth-of-type(3)")
                    try browser.untilNames(["Lamp", "Chair"])
                    #expect(try browser.texts(".chip .words") == ["tags = \"to sell\""])
                    try browser.command("POST", "/back")
                    try browser.untilNames(["Lamp", "Chair", "Bed"])
                    try browser.click(".row:nth-child(3) .place")
                    try browser.untilNames(["Lamp", "Bed"])
                    try browser.click(".row:nth-child(1) .cell")
                    try browser.click(".facts .tag")
                    try browser.untilNames(["Lamp"])
                }
            }

            @Test func `a swipe moves the whole row`() async throws {
                try await browsing(["Lamp", "Chair"]) { browser, _ in
                    for width in [360, 980] {
                        try browser.resize(width, 700)
                        try browser.open("/")
                        try browser.untilNames(["Lamp", "Chair"])
                        let star = try browser.run(
                            """
                            const row = document.querySelector(".row:nth-child(2)");
                            const left = () => Math.round(row.querySelector(".star").getBoundingClientRect().left);
                            addEventListener("pointermove", () => {
                              const hint = row.querySelector(".swipe-hint");
                              if (!hint) return;
                              const isWhole = hint.firstChild.offsetWidth <= hint.offsetWidth;
                              window.seen = { left: left(), text: hint.textContent, isWhole };
                            });
                            return left();
                            """)
                        try browser.grip(".row:nth-child(2) .value", "touch")
                        try browser.pull(sideways: -150, by: 15, "touch")
                        try browser.letGo("touch")
                        let seen = try browser.run("return window.seen") as? [String: Any] ?? [:]
                        #expect(seen["left"] as? Int == (star as? Int ?? 0) - 150)
                        #expect(seen["text"] as? String == "Remove…")
                        #expect(seen["isWhole"] as? Bool == true)
                        try browser.click("dialog button:first-child")
                        try browser.until("!document.querySelector('dialog, .swipe-hint')")
                    }
                }
            }

            @Test func `one search is one entry in the browser's history`() async throws {
                try await browsing(Self.names) { browser, _ in
                    try browser.open("/")
                    let length = try browser.run("return history.length") as? Int ?? 0
                    try browser.press("/")
                    for (typed, count) in [("t", 12), ("h", 12), ("ing 1", 4)] {
                        try browser.type(typed)
                        try browser.until(
                            "location.search.endsWith('\(typed.split(separator: " ").last ?? "")')")
                        try browser.until("document.querySelectorAll('#rows .row').length === \(count)")
                    }
                    #expect(try browser.run("return history.length") as? Int == length + 1)
                    try browser.command("POST", "/back")
                    try browser.untilNames(Self.names)
                }
            }
        }
    }
#endif
