#if os(Linux)
    import Foundation
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `A phone browser` {
            @Test func `one row of controls is above the list, and those for the thumb are below it`()
                async throws
            {
                try await browsing { browser, served in
                    try served.add(
                        "A name that is so long that it needs more than one line on a narrow screen, whatever",
                        123_456)
                    try served.add(
                        "Lamp", 10, ["location": "House / Attic", "tags": ["old", "to sell", "broken"]])
                    for width in [320, 390] {
                        try browser.resize(width, 800)
                        try browser.open("/")
                        try browser.until("document.querySelectorAll('#rows .row').length === 2")
                        let tops = try browser.run(
                            "return [...document.querySelectorAll('#rows .row')].map((r) => Math.round(r.getBoundingClientRect().top))"
                        )
                        #expect((tops as? [Int])?.first ?? 999 < 150, "\(width)")
                        let heights = try browser.run(
                            "return [...document.querySelectorAll('#rows .row')].map((r) => r.offsetHeight)")
                        #expect((heights as? [Int])?.max() ?? 999 < 125, "\(width)")
                        #expect(try browser.text("document.documentElement.scrollWidth") == "\(width)")
                        #expect(try browser.texts(".dock span") == ["Views", "Search", "Add", "More"])
                    }
                    try browser.click(".dock .find")
                    try browser.until("document.activeElement.name === 'search'")
                    #expect(try browser.text("location.hash") == "")
                    try browser.type("lamp")
                    try browser.untilNames(["Lamp"])
                    try browser.click(".dock-views summary")
                    try browser.click(".dock-views .sheet a:nth-child(2)")
                    _ = try browser.find(".constant")
                    try browser.until("!document.querySelector('.dock details[open]')")
                    try browser.click(".panel summary")
                    let isSeen =
                        "(({ top, bottom }) => top > 0 && bottom <= innerHeight)(document.querySelector('.arrange .prominent').getBoundingClientRect())"
                    try browser.until(isSeen)
                    try browser.click(".arrange .prominent")
                    try browser.click(".dock .add")
                    _ = try browser.find("#field-name")
                }
            }

            @Test(arguments: [320, 390])
            func `no amount makes the page wider than the window`(width: Int) async throws {
                try await browsing { browser, served in
                    for number in 1...11 { try served.add("Thing \(number)", number * number * number * 97) }
                    try served.loot("add", "Of no known value")
                    try served.add("Clock", 123_456_789, ["currency": "EUR"])
                    try served.loot("edit", "Clock", "--notes", "Something to undo")
                    try browser.resize(width, 640)
                    for path in ["/", "/?edit=true", "/?select=true"] {
                        try browser.open(path)
                        try browser.until("document.querySelectorAll('.row').length === 13")
                        #expect(try browser.text("innerWidth") == "\(width)", "\(path)")
                        let seen = """
                            [".history button", ".dock, .bulk", "#total"].every((part) => {
                              const box = document.querySelector(part).getBoundingClientRect();
                              return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
                            })
                            """
                        #expect(try browser.text(seen) == "true", "\(path)")
                    }
                    try browser.open("/")
                    try browser.until("document.querySelectorAll('.row .star').length === 13")
                    // The stars are aligned, and don't cover any name.
                    let stars =
                        "new Set([...document.querySelectorAll('.row .star')].map((star) => star.getBoundingClientRect().left)).size"
                    #expect(try browser.text(stars) == "1")
                    let isFree = """
                        [...document.querySelectorAll(".row")].every((row) =>
                          row.querySelector(".name bdi").getBoundingClientRect().right <= row.querySelector(".star").getBoundingClientRect().left + 1)
                        """
                    #expect(try browser.text(isFree) == "true")
                }
            }

            @Test func `a printed page shows only the content, in the wide layout`() async throws {
                try await browsing { browser, served in
                    try served.add(
                        String(repeating: "A very long name ", count: 12), 123_456, ["isFavorite": true])
                    try served.add("Lamp", 10)
                    let id = try served.items()[1]["id"] as? String ?? ""
                    // A4 without its margins is narrower than the limit for phones.
                    try browser.resize(680, 900)
                    try browser.inspect("Emulation.setEmulatedMedia", ["media": "print"])
                    func isShown(_ selector: String) throws -> Bool {
                        try browser.run(
                            "return [...document.querySelectorAll(arguments[0])].some((part) => part.checkVisibility())",
                            [selector]) as? Bool ?? true
                    }
                    try browser.open("/")
                    try browser.until("document.querySelectorAll('.row').length === 2")
                    #expect(
                        try !isShown(
                            ".menu, .dock, .tools, .search, .history button, .row[data-favorite=false] .star")
                    )
                    #expect(try isShown(".row[data-favorite=true] .star"))
                    try browser.open("/items/\(id)")
                    try browser.until("document.querySelector('.item-history')")
                    #expect(try !isShown("button, .button, .edit-one, input, .files, .item-history"))
                    // The total of several currencies is long.
                    try served.add("Vase", 999_999, ["currency": "EUR"])
                    try browser.open("/report")
                    let isWhole = """
                        [...document.querySelectorAll(".report tbody td.number")].every((cell) => {
                          const range = document.createRange();
                          range.selectNodeContents(cell);
                          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size <= 1;
                        })
                        """
                    #expect(try browser.text(isWhole) == "true")
                    let widths = """
                        [...document.querySelectorAll(".report thead th")].map((cell) => cell.offsetWidth)
                        """
                    #expect(try browser.text("Math.max(...\(widths)) === \(widths)[0]") == "true")
                }
            }

            @Test func `the index remains reachable`() async throws {
                try await browsing { browser, served in
                    try served.loot("add", "--random", "300")
                    try browser.resize(390, 800)
                    try browser.open("/?sections=initial")
                    try browser.until("document.querySelectorAll('.index a').length > 1")
                    try browser.run("scrollTo(0, 6000)")
                    #expect(
                        try browser.text(
                            "(({ top, bottom }) => top > 0 && bottom < innerHeight)(document.querySelector('.index a').getBoundingClientRect())"
                        ) == "true")
                }
            }

            @Test func `the page can be installed as an app with icons`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/")
                    let script = """
                        const address = document.querySelector("link[rel=manifest]").href;
                        return fetch(address).then((answer) => answer.json()).then(async ({ icons, display }) => {
                          const sizes = [];
                          for (const { src, sizes: wanted } of icons) {
                            const image = new Image();
                            image.src = new URL(src, address).href;
                            await image.decode();
                            sizes.push(wanted === "any" || wanted === `${image.naturalWidth}x${image.naturalHeight}`);
                          }
                          return display === "standalone" && sizes.length > 2 && sizes.every(Boolean);
                        });
                        """
                    #expect(try browser.run(script) as? Bool == true)
                    let told = try browser.inspect("Page.getAppManifest", [:])
                    #expect((told["errors"] as? [Any])?.isEmpty == true)
                }
            }

            @Test func `several photos can be taken while an item is added`() async throws {
                try await browsing { browser, served in
                    let files = try (1...3).map { number in
                        let file = served.folder.appending(path: "photo-\(number).png")
                        try Data(FileFixtures.bytes(number)).write(to: file)
                        return file.path()
                    }
                    try browser.resize(390, 800)
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    #expect(try browser.texts(".camera") == ["Take a photo"])
                    for (index, file) in files.enumerated() {
                        try browser.choose(index == 0 ? "input[capture]" : "#files", file: file)
                        try browser.until("document.querySelectorAll('.chosen img').length === \(index + 1)")
                    }
                    // The same file counts once.
                    try browser.choose("#files", file: files[2])
                    try browser.until("document.querySelectorAll('.chosen img').length === 3")
                    try browser.click(".chosen li:nth-child(2) .cross")
                    try browser.until("document.querySelectorAll('.chosen img').length === 2")
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Vase"])
                    #expect((try served.items()[0]["files"] as? [Any])?.count == 2)
                }
            }
        }
    }
#endif
