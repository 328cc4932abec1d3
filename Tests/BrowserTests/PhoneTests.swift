#if os(Linux)
    import Foundation
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `On a phone` {
            @Test func `one row of controls stands above the list, and what a thumb needs below it`()
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
                    try browser.type("lamp")
                    try browser.untilNames(["Lamp"])
                    try browser.click(".dock-views summary")
                    try browser.click(".dock-views .sheet a:nth-child(2)")
                    _ = try browser.find(".constant")
                    try browser.click(".panel summary")
                    let isSeen =
                        "(({ top, bottom }) => top > 0 && bottom <= innerHeight)(document.querySelector('.arrange .prominent').getBoundingClientRect())"
                    try browser.until(isSeen)
                    try browser.click(".arrange .prominent")
                    try browser.click(".dock .add")
                    _ = try browser.find("#field-name")
                }
            }

            @Test func `the index stays in reach`() async throws {
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

            @Test func `the page is an application with icons`() async throws {
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

            @Test func `photos are gathered one after the other while one adds an item`() async throws {
                try await browsing { browser, served in
                    func file(_ number: Int) throws -> String {
                        let file = served.folder.appending(path: "photo-\(number).png")
                        try Data(FileFixtures.bytes(number)).write(to: file)
                        return file.path()
                    }
                    try browser.resize(390, 800)
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    #expect(try browser.texts(".camera") == ["Take a photo"])
                    for number in 1...3 {
                        try browser.choose("#files", file: try file(number))
                        try browser.until("document.querySelectorAll('.chosen img').length === \(number)")
                    }
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
