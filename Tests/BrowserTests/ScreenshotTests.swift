#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        /// The pictures of the README: `LOOT_SCREENSHOTS=1 swift test --filter Screenshots` makes them anew.
        @Suite(
            .enabled(
                if: ProcessInfo.processInfo.environment["LOOT_SCREENSHOTS"] != nil,
                "LOOT_SCREENSHOTS is not set"))
        struct Screenshots {
            private static var things: [(String, Int, [String: Any])] {
                [
                    ("Bicycle", 700, ["serialNumber": "WBK-7719", "isFavorite": true, "location": "Garage"]),
                    ("Rusty Spork", 5, ["serialNumber": "A9F03C11", "location": "Kitchen"]),
                    (
                        "Espresso machine", 420,
                        ["serialNumber": "ES-2210-X", "location": "Kitchen", "isFavorite": true]
                    ),
                    ("Fluffy Bear", 12, ["location": "Bedroom"]),
                    (
                        "Shiny Mac", 950,
                        ["serialNumber": "C02XK1", "location": "Study", "tags": ["work", "insured"]]
                    ),
                    ("Folding chair", 30, ["quantity": 6, "location": "Garage"]),
                    (
                        "Camera, 35 mm", 310,
                        ["serialNumber": "NK-884120", "location": "Study", "tags": ["insured"]]
                    ),
                    (
                        "Atlas of the World, 1911 edition, with all of its plates", 85,
                        ["location": "Living room"]
                    ),
                    ("Desk lamp", 40, ["serialNumber": "L-1", "location": "Study"]),
                    (
                        "Violin", 1800,
                        ["serialNumber": "VN-1954", "location": "Living room", "isFavorite": true]
                    ),
                    ("Kettle", 25, ["location": "Kitchen"]), ("Raincoat", 60, ["location": "Hall"]),
                ]
            }

            @Test func `at three widths`() async throws {
                let folder = URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(path: "../Pictures")
                try await browsing { browser, served in
                    for (name, value, rest) in Self.things { try served.add(name, value, rest) }
                    func shoot(_ name: String, _ width: Int, _ height: Int, _ scheme: String, _ path: String)
                        throws
                    {
                        try browser.resize(width, height)
                        try browser.prefer(scheme)
                        try browser.open(path)
                        try browser.until("document.readyState === 'complete'")
                        if path.contains("&item=") { _ = try browser.find("#pane .item-history") }
                        try browser.run("document.activeElement.blur()")
                        let picture = try browser.command("GET", "/screenshot") as? String ?? ""
                        let data = try #require(Data(base64Encoded: picture))
                        try data.write(to: folder.appending(path: "\(name).png"))
                    }
                    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let shown = try served.items()[9]["id"] as? String ?? ""
                    try shoot("phone", 390, 700, "light", "/")
                    try shoot("tablet", 768, 640, "dark", "/?sections=initial")
                    try shoot("desktop", 1440, 800, "light", "/?sections=field:location&item=\(shown)")
                    guard ProcessInfo.processInfo.environment["LOOT_SCREENSHOTS"] == "all" else { return }
                    let id = try served.items()[4]["id"] as? String ?? ""
                    for (width, height) in [(360, 780), (768, 900), (1440, 900)] {
                        for scheme in ["light", "dark"] {
                            for (name, path) in [
                                ("list", "/"), ("sections", "/?sections=initial"), ("edit", "/?edit=true"),
                                ("detail", "/items/\(id)"),
                                ("import", "/import"), ("catalog", "/catalog"),
                            ] { try shoot("all-\(name)-\(width)-\(scheme)", width, height, scheme, path) }
                        }
                    }
                }
            }
        }
    }
#endif
