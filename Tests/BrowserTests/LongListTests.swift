#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `A long list` {
            /// Returns the numbers of the visible rows, starting at 1.
            private static func seen(_ browser: Browser) throws -> [Int] {
                let script = """
                    return [...document.querySelectorAll("#rows .row[data-id]")].filter((row) => {
                      const box = row.getBoundingClientRect();
                      return box.bottom > 100 && box.top < innerHeight - 50;
                    }).map((row) => Number(row.ariaPosInSet));
                    """
                return try browser.run(script) as? [Int] ?? []
            }

            private static func scroll(_ browser: Browser, to fraction: Double) throws {
                try browser.run(
                    """
                    const room = document.documentElement.scrollHeight - innerHeight;
                    scrollTo({ top: arguments[0] * room, behavior: "instant" });
                    """, [fraction])
            }

            @Test func `a long list has a correct scroll bar that reaches every row`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "20000")
                    try browser.open("/")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '20000'")
                    let height = try browser.run("return document.documentElement.scrollHeight") as? Int ?? 0
                    #expect(height > 20_000 * 50)
                    for (fraction, rows) in [
                        (0.5, 9_700...10_300), (0.9, 17_700...18_300), (1.0, 20_000...20_000),
                        (0.1, 1_700...2_300),
                        (0.0, 1...1),
                    ] {
                        try Self.scroll(browser, to: fraction)
                        try browser.wait("row \(rows)") {
                            try Self.seen(browser).contains { rows.contains($0) } ? () : nil
                        }
                        #expect(try browser.texts("#rows .row").count <= 300)
                    }
                }
            }

            @Test func `a list that is longer than browsers support can be scrolled to both ends`()
                async throws
            {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "220000")
                    try browser.open("/")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '220000'")
                    for (fraction, row) in [(1.0, 220_000), (0.0, 1)] {
                        try Self.scroll(browser, to: fraction)
                        try browser.wait("row \(row)") { try Self.seen(browser).contains(row) ? () : nil }
                    }
                    // Moving also works with keys, and the row stays visible when the scroll bar is
                    // corrected.
                    try browser.run("document.querySelector('.row .cell').focus()")
                    try browser.press("\u{E010}")
                    try browser.wait("the last row at rest") { () -> Void? in
                        let before = try browser.text("scrollY")
                        Thread.sleep(forTimeInterval: 0.5)
                        guard try browser.text("scrollY") == before else { return nil }
                        return try Self.seen(browser).contains(220_000) ? () : nil
                    }
                    try Self.scroll(browser, to: 0.5)
                    try browser.wait("the middle") {
                        try Self.seen(browser).contains { (105_000...115_000).contains($0) } ? () : nil
                    }
                    // From there, the rows are contiguous.
                    for _ in 0..<10 { try browser.run("scrollBy({ top: 600, behavior: 'instant' })") }
                    try browser.wait("rows in a row") { () -> Void? in
                        let rows = try Self.seen(browser)
                        guard let first = rows.first, rows.count > 5 else { return nil }
                        return rows == Array(first..<first + rows.count) ? () : nil
                    }
                }
            }

            @Test func `rows are loaded before they are visible, and distant ones are unloaded`() async throws
            {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "700")
                    try browser.open("/")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '700'")
                    for (way, last, isNear) in [
                        (way: 900, last: 700, isNear: "bottom > innerHeight + 600"),
                        (way: -900, last: 1, isNear: "top < -600"),
                    ] {
                        for _ in 1...35 {
                            try browser.run("scrollBy({ top: \(way), behavior: 'instant' })")
                            try browser.until(
                                """
                                document.querySelector("#rows .row[aria-posinset='\(last)']") ||
                                  (({ top, bottom }) => \(isNear))(document.querySelector("#rows .rows").getBoundingClientRect())
                                """)
                        }
                        #expect(try browser.texts("#rows .row").count <= 300)
                        #expect(try Self.seen(browser).count > 5)
                    }
                }
            }

            @Test func `a long list keeps the focus for a row that is unloaded`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "3000")
                    try browser.open("/")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '3000'")
                    try browser.run("document.querySelector('.row:nth-child(5) .cell').focus()")
                    let id = try browser.text("document.querySelector('.row:nth-child(5)').id")
                    try Self.scroll(browser, to: 0.6)
                    try browser.until("!document.getElementById('\(id)')")
                    #expect(try browser.text("document.activeElement.id") == "list")
                    try Self.scroll(browser, to: 0)
                    try browser.until("document.activeElement.matches('#\(id) .cell')")
                    try browser.press("\u{E010}")
                    try browser.until("document.activeElement.closest('.row')?.ariaPosInSet === '3000'")
                    try browser.press("\u{E011}")
                    try browser.until("document.activeElement.closest('.row')?.ariaPosInSet === '1'")
                }
            }

            @Test func `a distant section is shown from its beginning, although its rows weren't loaded`()
                async throws
            {
                try await browsing { browser, served in
                    try served.change(
                        (0..<900).map { number in
                            let item: [String: Any] = [
                                "name": "Item \(1000 + number)", "valueInDollars": number < 600 ? 10 : 100,
                            ]
                            return ["insert": item]
                        })
                    try browser.resize(1200)
                    try browser.open("/?sections=value:50&sort=value")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '900'")
                    #expect(try browser.text("document.getElementById('section-1')") == "null")
                    try browser.run("document.querySelector('.sidebar a[href$=\"#section-1\"]').click()")
                    let top = "document.getElementById('section-1')?.getBoundingClientRect().top"
                    try browser.until("\(top) < 200")
                    #expect(try browser.text("\(top) > 0") == "true")
                    try browser.until(
                        "document.getElementById('item-' + document.querySelector('.row[aria-posinset=\"601\"]')?.dataset.id)"
                    )
                }
            }

            @Test func `a long list has pages with links without JavaScript`() async throws {
                try await browsing(script: false) { browser, served in
                    try served.loot("add", "--random", "250")
                    try browser.open("/")
                    try browser.click("#next")
                    try browser.click("#next")
                    #expect(try browser.texts(".pager span") == ["201–250 of 250"])
                }
            }
        }
    }
#endif
