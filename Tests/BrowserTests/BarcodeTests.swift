#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `A product's barcode` {
            private static let code = "036291000054"

            /// A simulated camera, which shows a barcode once `isBeforeCamera` is true.
            private static let camera = """
                navigator.mediaDevices.getUserMedia = async () => {
                  const canvas = document.createElement("canvas");
                  const drawing = canvas.getContext("2d");
                  setInterval(() => drawing.fillRect(Math.random() * 100, 0, 9, 9), 20);
                  return canvas.captureStream(20);
                };
                window.BarcodeDetector = class {
                  static async getSupportedFormats() { return ["aztec", "ean_13", "upc_e"]; }
                  constructor({ formats }) { this.formats = String(formats); }
                  async detect(video) {
                    if (!window.isBeforeCamera || !video.videoWidth || this.formats !== "ean_13,upc_e") return [];
                    return [{ format: "upc_e", rawValue: window.shortCode ?? "03629154" }];
                  }
                };
                """

            /// Opens a page whose catalog is another list with one product.
            private func browsing(
                _ names: [String] = [],
                film: @escaping @Sendable (Served) throws -> Film? = { _ in nil },
                _ test: @escaping @Sendable (Browser, Served) throws -> Void
            ) async throws {
                let shelf = try Served()
                defer { shelf.stop() }
                try shelf.add("Tissues", 3, ["custom": ["barcode": Self.code, "brand": "Softly"]])
                let address = "\(shelf.address)/api/items?where=custom.barcode%20%3D%20%22{code}%22"
                let configuration: [String: Any] = [
                    "catalogs": [
                        [
                            "use": "web", "name": "shelf", "address": address,
                            "fields": ["name=items.0.name", "custom.brand=items.0.custom.brand"],
                        ]
                    ]
                ]
                let file = shelf.folder.appending(path: "catalogs.json")
                try JSONSerialization.data(withJSONObject: configuration).write(to: file)
                try await BrowserTests.browsing(names, ["--config", file.path()], film: film, test)
            }

            @Test func `a typed or scanned barcode fills the form of a new item`() async throws {
                try await browsing { browser, served in
                    try browser.inspect(
                        "Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera])
                    try browser.open("/items/new")
                    try browser.click("form.barcode button[type=button]")
                    try browser.until("document.querySelector('dialog.scan video')?.videoWidth")
                    let problems = try Audit.problems(of: browser)
                    #expect(problems.isEmpty, "\(problems)")
                    // A closed dialog stops scanning and releases the camera.
                    try browser.run("window.seen = document.querySelector('dialog.scan video').srcObject")
                    try browser.click("dialog.scan button")
                    try browser.until(
                        "!document.querySelector('dialog') && !seen.getTracks().some((t) => t.readyState === 'live')"
                    )
                    try browser.click("form.barcode button[type=button]")
                    try browser.run("window.isBeforeCamera = true")
                    try browser.until("location.search.includes('barcode=\(Self.code)')")
                    _ = try browser.find("form.barcode + .notice")
                    #expect(try browser.text("document.getElementById('field-name').value") == "Tissues")
                    let filled = try Audit.problems(of: browser)
                    #expect(filled.isEmpty, "\(filled)")
                    // A product that was only looked up can be discarded without confirmation.
                    try browser.open("/")
                    _ = try browser.find("#list")
                    try browser.open("/items/new?barcode=\(Self.code)")
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Tissues"])
                    let item = try served.items()[0]
                    #expect(
                        item["custom"] as? [String: String] == ["barcode": Self.code, "brand": "Softly"])
                }
            }

            @Test func `each form of a short code is expanded`() async throws {
                try await browsing { browser, _ in
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera])
                    for (short, code) in [
                        ("01234505", "012000003455"), ("01234514", "012100003454"),
                        ("01234523", "012200003453"),
                        ("01234531", "012300000451"), ("01234543", "012340000053"),
                        ("01234558", "012345000058"),
                    ] {
                        try browser.open("/items/new")
                        try browser.run(
                            "[window.shortCode, window.isBeforeCamera] = [arguments[0], true]", [short])
                        try browser.click("form.barcode button[type=button]")
                        try browser.until("location.search.includes('barcode=\(code)')")
                    }
                    try browser.forgetErrors()
                }
            }

            @Test func `a barcode can be typed if there is no camera, and is kept if no catalog knows it`()
                async throws
            {
                try await browsing { browser, served in
                    let refusal =
                        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); };"
                    try browser.inspect(
                        "Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera + refusal])
                    try browser.open("/items/new")
                    try browser.click("form.barcode button[type=button]")
                    _ = try browser.find(".failure")
                    #expect(try browser.texts(".failure")[0].contains("doesn't let this page use the camera"))
                    try browser.fill("form.barcode input[name=barcode]", "9638 5074")
                    try browser.click("form.barcode button:not([type=button])")
                    _ = try browser.find("form.barcode + .notice")
                    #expect(
                        try browser.texts("form.barcode + .notice")[0].contains("Can't look up the barcode"))
                    try browser.fill("#field-name", "Soap")
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Soap"])
                    #expect(
                        try served.items()[0]["custom"] as? [String: String] == ["barcode": "96385074"])
                    try browser.forgetErrors()
                }
            }

            @Test func `the camera reads a product's barcode in browsers without a detector`() async throws {
                try await browsing(film: { _ in Film(product: Self.code) }) { browser, _ in
                    try browser.resize(320)
                    try browser.open("/items/new")
                    #expect(try browser.texts("form.barcode button") == ["Look up", "Scan"])
                    #expect(try browser.text("'BarcodeDetector' in window") == "false")
                    try browser.click("form.barcode button[type=button]")
                    try browser.until("location.search.includes('barcode=\(Self.code)')")
                    _ = try browser.find("form.barcode + .notice")
                    #expect(try browser.text("document.getElementById('field-name').value") == "Tissues")
                    #expect(try browser.text("document.documentElement.scrollWidth <= innerWidth") == "true")
                }
            }

            @Test func `scanning an item's label opens the item`() async throws {
                try await browsing(
                    ["Lamp", "Drill"],
                    film: { served in
                        Film(
                            sheet: try served.loot(
                                "labels", "Drill", "--url", served.address, "--format", "html"))
                    },
                    { browser, served in
                        let drill = try served.items().first { $0["name"] as? String == "Drill" }
                        let id = try #require(drill?["id"] as? String)
                        try browser.open("/items/new")
                        try browser.click("form.barcode button[type=button]")
                        try browser.until("location.pathname === '/items/\(id)'")
                    })
            }

            @Test func `a page without HTTPS explains that it can't use the camera`() async throws {
                try await browsing { browser, _ in
                    try browser.inspect(
                        "Page.addScriptToEvaluateOnNewDocument",
                        ["source": "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })"])
                    try browser.open("/items/new")
                    try browser.click("form.barcode button[type=button]")
                    _ = try browser.find(".failure")
                    #expect(try browser.texts(".failure")[0].contains("HTTPS"))
                }
            }
        }
    }
#endif
