#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct ForEveryone {
            private static func fill(_ served: Served) throws {
                try served.add("Rusty Spork", 5, ["serialNumber": "A9F03C11", "location": "Kitchen"])
                try served.add("Shiny Mac", 950, ["isFavorite": true, "tags": ["work", "insured"]])
                try served.add(
                    "A name that is so long that it needs more than one line on a narrow screen", 60)
            }

            private func expectNone(_ problems: [String], _ place: String) {
                #expect(problems.isEmpty, "\(place):\n\(problems.joined(separator: "\n"))")
            }

            private static let pages = [
                "/", "/?edit=true", "/?select=true", "/?sections=initial", "/?favorites=true&search=none",
                "/items/new", "/places",
                "/import", "/report", "/more", "/?where=value%20%3E%201&sort=name&sections=value:50",
                "/catalog",
            ]

            @Test(arguments: ["light", "dark"], [(1440, 900), (360, 780)])
            func `every page has names, structure, contrast and large enough touch targets`(
                scheme: String, size: (width: Int, height: Int)
            ) async throws {
                try await browsing { browser, served in
                    try Self.fill(served)
                    let id = try served.items()[1]["id"] as? String ?? ""
                    try browser.prefer(scheme)
                    try browser.resize(size.width, size.height)
                    for path in Self.pages + ["/items/\(id)", "/items/\(id)?edit", "/items/\(id)/delete"] {
                        try browser.open(path)
                        try browser.until("document.readyState === 'complete'")
                        // Content that is wider than the window makes a phone zoom out.
                        let width = try browser.text("innerWidth")
                        #expect(width == "\(size.width)", "\(path) is too wide")
                        try expectNone(Audit.problems(of: browser), "\(path), \(size.width), \(scheme)")
                    }
                    try browser.open("/")
                    try browser.click(".row:nth-child(2) .menu summary")
                    try expectNone(Audit.problems(of: browser), "the menu, \(size.width), \(scheme)")
                    try browser.click(".menu[open] [data-action=delete]")
                    _ = try browser.find("dialog[open]")
                    try expectNone(Audit.problems(of: browser), "the alert, \(size.width), \(scheme)")
                }
            }

            @Test func `the dark appearance is dark and the light one is light`() async throws {
                try await browsing(["Lamp"]) { browser, _ in
                    func brightness() throws -> Int {
                        let color = try browser.text("getComputedStyle(document.body).backgroundColor")
                        return color.split { !$0.isNumber }.prefix(3).compactMap { Int($0) }.reduce(0, +)
                    }
                    try browser.prefer("light")
                    try browser.open("/")
                    try browser.untilNames(["Lamp"])
                    #expect(try brightness() > 600)
                    try browser.prefer("dark")
                    try browser.wait("the dark") { try brightness() < 150 ? () : nil }
                }
            }

            @Test func `the focus moves in order, and is visible`() async throws {
                try await browsing { browser, served in
                    for number in 1...12 { try served.add("Thing \(number)", number) }
                    let item = try served.items()[1]["id"] as? String ?? ""
                    for path in [
                        "/?sections=initial", "/?edit=true", "/items/new", "/items/\(item)",
                        "/items/\(item)?edit", "/catalog",
                    ] {
                        try browser.open(path)
                        try browser.until("document.readyState === 'complete'")
                        try expectNone(Audit.focusProblems(of: browser), path)
                    }
                }
            }

            @Test func `text in the largest size fits`() async throws {
                try await browsing { browser, served in
                    try Self.fill(served)
                    try browser.resize(360, 780)
                    try browser.open("/more")
                    try browser.set(".text-size select", "ax5")
                    _ = try browser.find("html[data-text-size=ax5]")
                    try browser.open("/")
                    try browser.until("document.documentElement.scrollWidth <= 360")
                    #expect(try browser.texts("#list .row .value").contains { $0.contains("950") })
                }
            }

            @Test func `every control in the catalog works`() async throws {
                try await browsing { browser, _ in
                    try browser.open("/more")
                    try browser.click("a[href='/catalog']")
                    _ = try browser.find("#button .stage button")
                    #expect(
                        try browser.run("return document.querySelectorAll('.sample').length") as? Int == 24)
                    // Change every property and restore it. No change may cause an error on the page.
                    try browser.run(
                        """
                        for (const control of document.querySelectorAll("[data-property]")) {
                          const tell = () => control.dispatchEvent(new Event("input", { bubbles: true }));
                          if (control.type === "checkbox") { control.click(); control.click(); continue; }
                          const was = control.value;
                          const others = control.options ? [...control.options].map((o) => o.value)
                            : [control.type === "number" ? control.max : "Other words"];
                          for (const other of [...others, was]) { control.value = other; tell(); }
                        }
                        """)
                    func happened(_ id: String) throws -> String {
                        try browser.texts("#\(id) .happened").first ?? ""
                    }
                    try browser.click("#button .stage button")
                    #expect(try happened("button") == "“Press me” pressed; 1 in all.")
                    try browser.click("#stepper [data-by='1']")
                    #expect(try happened("stepper") == "The value is 6.")
                    try browser.click("#segments label:nth-of-type(2)")
                    #expect(try happened("segments") == "“Search” chosen.")
                    try browser.click("#picker select option:nth-child(2)")
                    #expect(try happened("picker").contains("“Rusty”"))
                    try browser.click("#table .groups li:nth-child(2) .table-cell")
                    #expect(try happened("table") == "“Spork” selected.")
                    try browser.click("#alert [data-ask=sign-in]")
                    try browser.fill("dialog input", "Ada")
                    try browser.press(.enter)
                    try browser.wait("the answer") {
                        try happened("alert") == "Signed in as “Ada”." ? () : nil
                    }
                }
            }
        }
    }
#endif
