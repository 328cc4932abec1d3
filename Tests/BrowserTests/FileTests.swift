#if os(Linux)
    import Foundation
    import LootCore
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `A file` {
            /// Creates a file with a numbered photo in the server's folder.
            private func file(_ number: Int, _ served: Served) throws -> String {
                let file = served.folder.appending(path: "photo-\(number).png")
                try Data(FileFixtures.bytes(number)).write(to: file)
                return file.path()
            }

            @Test func `a selected file appears immediately, with a thumbnail`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/")
                    try browser.click(".row .cell")
                    try browser.choose("#files", file: try file(1, served))
                    try browser.until("document.querySelector('.photo img')?.naturalWidth === 1")
                    try browser.click(".bar a.button")
                    try browser.until("document.querySelector('#list img.tile')?.naturalWidth === 120")
                    let item = try served.items()[0]
                    #expect(item["photo"] as? String == "\(FileID(of: FileFixtures.bytes(1)))")
                }
            }

            @Test func `one of several files dropped on an item appears immediately`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/")
                    try browser.click(".row .cell")
                    _ = try browser.find(".files")
                    _ = try browser.run(
                        """
                        const data = new DataTransfer();
                        data.items.add(new File(["%PDF-1.4 a receipt"], "receipt.pdf", { type: "application/pdf" }));
                        data.items.add(new File(["<script>alert(1)</script>"], "page.html", { type: "text/html" }));
                        for (const type of ["dragover", "drop"]) {
                          document.querySelector("main").dispatchEvent(
                            new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
                        }
                        """)
                    try browser.until("document.querySelectorAll('.file-list li').length === 2")
                    #expect((try served.items()[0]["files"] as? [Any])?.count == 2)
                    try browser.click("form[action$='/files/first'] button")
                    try browser.until("document.querySelector('.file-list bdi').textContent === 'page.html'")
                }
            }

            @Test
            func `a file can be chosen again after a failed upload, and a drag that leaves changes nothing`()
                async throws
            {
                try await browsing(["Lamp"]) { browser, served in
                    let file = try file(5, served)
                    try browser.open("/")
                    try browser.click(".row .cell")
                    _ = try browser.find(".files")
                    func drag(_ type: String) throws {
                        try browser.run(
                            """
                            const data = new DataTransfer();
                            data.items.add(new File(["A receipt"], "receipt.txt", { type: "text/plain" }));
                            const event = new DragEvent(arguments[0], { bubbles: true, cancelable: true, dataTransfer: data });
                            document.querySelector("main").dispatchEvent(event);
                            """, [type])
                    }
                    let isMarked = "document.querySelector('.detail-frame').classList.contains('dropping')"
                    try drag("dragover")
                    #expect(try browser.text(isMarked) == "true")
                    try drag("dragleave")
                    #expect(try browser.text(isMarked) == "false")
                    try browser.offline(true)
                    try browser.choose("#files", file: file)
                    try browser.until("document.querySelector('.files .problem')?.checkVisibility()")
                    #expect(try browser.text("document.getElementById('files').files.length") == "0")
                    #expect(try browser.texts(".files progress") == [])
                    try browser.offline(false)
                    try browser.choose("#files", file: file)
                    _ = try browser.find(".photo img")
                    #expect((try served.items()[0]["files"] as? [Any])?.count == 1)
                    #expect(
                        try browser.text("document.querySelector('.files .problem').checkVisibility()")
                            == "false")
                    try browser.forgetErrors()
                }
            }

            @Test func `a new item can have a file`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    try browser.choose("#files", file: try file(4, served))
                    try browser.click("button.prominent")
                    try browser.untilNames(["Lamp", "Vase"])
                    try browser.until("document.querySelector('#list img.tile')?.naturalWidth === 120")
                    #expect((try served.items()[1]["files"] as? [Any])?.count == 1)
                }
            }

            @Test func `a file that was added elsewhere is in the list and in the report`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try served.loot("photo", "#1", try file(2, served))
                    try browser.open("/")
                    try browser.until("document.querySelector('#list img.tile')?.naturalWidth === 1")
                    try browser.open("/report")
                    try browser.until("document.querySelector('.report img')?.naturalWidth === 1")
                    // The page creates the thumbnail of a large picture when it first displays it.
                    let picture = served.folder.appending(path: "large.png")
                    let content = try browser.command("GET", "/screenshot") as? String ?? ""
                    try #require(Data(base64Encoded: content)).write(to: picture)
                    try served.loot("photo", "#1", picture.path())
                    try browser.open("/")
                    _ = try browser.find("#list img.tile")
                    let tile = try browser.text(
                        "document.querySelector('#list img.tile').getAttribute('src')")
                    try browser.wait("a thumbnail") {
                        try served.api.ask("GET", tile).body.count < 20_000 ? () : nil
                    }
                }
            }

            @Test func `files can be added, shown and removed without JavaScript`() async throws {
                try await browsing(["Lamp"], script: false) { browser, served in
                    try browser.open("/")
                    try browser.click(".row .cell")
                    try browser.choose("#files", file: try file(3, served))
                    try browser.click(".files-form button")
                    _ = try browser.find(".photo img")
                    #expect(
                        try served.items()[0]["photo"] as? String == "\(FileID(of: FileFixtures.bytes(3)))")
                    try browser.click(".files form[action$=remove] button")
                    try browser.wait("no photo") { try served.items()[0]["photo"] == nil ? () : nil }
                }
            }
        }
    }
#endif
