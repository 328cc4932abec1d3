#if os(Linux)
    import Foundation
    import Testing

    extension InBrowser {
        @Suite struct `Scanning with a camera` {
            /// A simulated camera and detector. `codes` are what the camera shows, one after the other.
            private static let camera = """
                window.codes = [];
                window.tracks = [];
                navigator.mediaDevices.getUserMedia = async (wanted) => {
                  window.wanted = wanted;
                  if (window.refusal) throw new DOMException("", refusal);
                  const canvas = document.createElement("canvas");
                  const drawing = canvas.getContext("2d");
                  setInterval(() => drawing.fillRect(Math.random() * 100, 0, 9, 9), 20);
                  const stream = canvas.captureStream(20);
                  tracks.push(...stream.getTracks());
                  return stream;
                };
                window.BarcodeDetector = class {
                  static async getSupportedFormats() { return ["aztec", "ean_13", "ean_8", "upc_a", "upc_e", "itf", "qr_code"]; }
                  constructor({ formats }) { window.formats = String(formats); }
                  async detect() {
                    if (window.isBroken) throw new Error("No picture");
                    const [code] = codes.splice(0, 1);
                    return code ? [{ format: code[0], rawValue: code[1] }] : [];
                  }
                };
                """

            private static let button = "form.barcode button[type=button]"

            /// Opens a page with a catalog, which isn't asked in these tests.
            private func browsing(
                _ names: [String] = [], _ test: @escaping @Sendable (Browser, Served) throws -> Void
            ) async throws {
                let file = FileManager.default.temporaryDirectory.appending(path: "catalogs-\(UUID()).json")
                defer { try? FileManager.default.removeItem(at: file) }
                let configuration = """
                    {"catalogs": [{"use": "web", "name": "none", "address": "http://127.0.0.1:9/{code}", "fields": ["name=name"]}]}
                    """
                try Data(configuration.utf8).write(to: file)
                try await BrowserTests.browsing(names, ["--config", file.path()], test)
            }

            private func open(_ browser: Browser) throws {
                try browser.open("/items/new")
                _ = try browser.find(Self.button)
            }

            @Test func `each kind of code has its effect, and unknown ones are skipped`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let id = try served.ids()[0]
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera])
                    for (kind, text) in [
                        ("ean_13", "4006381333931"), ("ean_8", "96385074"), ("upc_a", "036291000054"),
                        ("itf", "10012345678902"),
                    ] {
                        try open(browser)
                        try browser.run(
                            "codes = [null, ['aztec', 'x'], ['qr_code', 'https://example.org/x'], arguments[0]]",
                            [[kind, text]])
                        try browser.click(Self.button)
                        try browser.until("location.search.includes('barcode=\(text)')")
                    }
                    try open(browser)
                    try browser.run("codes = [['qr_code', arguments[0]]]", ["\(served.address)/i/\(id)"])
                    try browser.click(Self.button)
                    try browser.until("location.pathname === '/items/\(id)'")
                    try browser.forgetErrors()
                }
            }

            @Test func `the dialog is named, and closing it returns to the button`() async throws {
                try await browsing { browser, _ in
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera])
                    try open(browser)
                    try browser.click(Self.button)
                    try browser.until(
                        "document.querySelector('dialog.scan video')?.videoWidth && window.formats")
                    #expect(try browser.text("formats") == "ean_13,ean_8,upc_a,upc_e,itf,qr_code")
                    #expect(
                        try browser.text("JSON.stringify(wanted)")
                            == #"{"video":{"facingMode":"environment","width":{"ideal":1280}}}"#)
                    let state = """
                        (() => {
                          const dialog = document.querySelector("dialog.scan");
                          const video = dialog.querySelector("video");
                          return [dialog.ariaLabel, dialog.querySelector("p").textContent, video.muted, video.playsInline,
                            document.querySelector("form.barcode button[type=button]").disabled, dialog.querySelector("button").textContent].join("|");
                        })()
                        """
                    let hint = "Point the camera at a barcode or label."
                    #expect(try browser.text(state) == "\(hint)|\(hint)|true|true|true|Close")
                    try browser.click("dialog.scan button")
                    try browser.until(
                        "!document.querySelector('dialog') && tracks.every((track) => track.readyState === 'ended')"
                    )
                    try browser.until("document.activeElement.matches('\(Self.button):not(:disabled)')")
                    #expect(try browser.text("location.search") == "")
                    #expect(try browser.texts(".failure") == [])
                }
            }

            @Test func `each reason why the camera can't be used is explained`() async throws {
                try await browsing { browser, _ in
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera])
                    try open(browser)
                    for (name, text) in [
                        ("NotFoundError", "There is no camera."),
                        ("NotAllowedError", "The browser doesn't let this page use the camera."),
                    ] {
                        try browser.run("refusal = arguments[0]", [name])
                        try browser.click(Self.button)
                        try browser.until(
                            "document.querySelector('form.barcode + .failure')?.textContent === `\(text) Type the digits below the bars.×`"
                        )
                        try browser.until("document.activeElement.matches('\(Self.button):not(:disabled)')")
                        #expect(try browser.texts("dialog") == [])
                    }
                    try browser.run("refusal = ''; isBroken = true")
                    try browser.click(Self.button)
                    try browser.until(
                        "document.querySelector('form.barcode + .failure')?.textContent === 'Images from the camera can\\'t be read here. Type the digits below the bars instead.×'"
                    )
                    try browser.until(
                        "!document.querySelector('dialog') && tracks.every((track) => track.readyState === 'ended')"
                    )
                }
            }

            @Test func `a stocktake counts every label that the camera shows, once`() async throws {
                try await browsing(["Lamp", "Drill", "Bike"]) { browser, served in
                    let ids = try served.ids()
                    _ = try served.loot("stocktake", "start")
                    try browser.inspect("Page.addScriptToEvaluateOnNewDocument", ["source": Self.camera])
                    try browser.open("/stocktake")
                    try browser.click("form.count button[type=button]")
                    let codes = [ids[0], ids[0], ids[2], "0"].map {
                        $0 == "0" ? ["code_128", "X-1"] : ["qr_code", "\(served.address)/i/\($0)"]
                    }
                    try browser.run("codes = arguments[0]", [codes])
                    try browser.until("document.querySelector('dialog.scan p')?.textContent.includes('X-1')")
                    try browser.click("dialog.scan button")
                    try browser.until("!document.querySelector('dialog')")
                    try browser.until("document.querySelectorAll('main section').length === 3")
                    #expect(
                        try browser.texts("main section h2") == ["Missing (1)", "Unknown (1)", "Seen (2)"])
                    #expect(try served.loot("history").components(separatedBy: "Scan").count == 4)
                }
            }
        }
    }
#endif
