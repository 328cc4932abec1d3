#if os(Linux)
    import Foundation
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `Details of files` {
            @Test func `a thumbnail shows the center of its picture, and belongs to its file`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/items/\(try served.ids()[0])")
                    try browser.until("document.getElementById('files')")
                    // A wide picture: one third each of red, green and blue. Its ends are cut off.
                    let script = """
                        const canvas = new OffscreenCanvas(720, 240);
                        const pen = canvas.getContext("2d");
                        for (const [at, color] of [[0, "#f00"], [240, "#0f0"], [480, "#00f"]]) { pen.fillStyle = color; pen.fillRect(at, 0, 240, 240); }
                        pen.fillStyle = "#fff";
                        pen.fillRect(240, 0, 240, 60);
                        return canvas.convertToBlob().then((blob) => {
                          const data = new DataTransfer();
                          data.items.add(new File(["A receipt"], "receipt.txt", { type: "text/plain" }));
                          data.items.add(new File([blob], "picture.png", { type: "image/png" }));
                          window.bars = [];
                          new MutationObserver(() => {
                            const bar = document.querySelector(".files-form progress");
                            if (bar) bars.push([bar.ariaLabel, bar.max, document.querySelector(".files").matches(".busy")].join());
                          }).observe(document.querySelector(".files"), { subtree: true, childList: true, attributes: true });
                          const field = document.getElementById("files");
                          field.files = data.files;
                          field.dispatchEvent(new Event("change", { bubbles: true }));
                        });
                        """
                    try browser.run(script)
                    _ = try browser.find(".photo img")
                    try browser.until("document.activeElement.id === 'files'")
                    #expect(try browser.text("bars[0]") == "Upload progress,1,true")
                    #expect(try browser.texts(".files progress") == [])
                    #expect(try browser.texts(".file-list bdi").sorted() == ["picture.png", "receipt.txt"])
                    try browser.open("/")
                    try browser.until("document.querySelector('#list img.tile')?.naturalWidth === 120")
                    let colors = """
                        (() => {
                          const image = document.querySelector("#list img.tile");
                          const pen = new OffscreenCanvas(120, 120).getContext("2d");
                          pen.drawImage(image, 0, 0);
                          return [[2, 60], [117, 60], [60, 117], [60, 10], [60, 50]].map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].join("/")).join(" ");
                        })()
                        """
                    #expect(
                        try browser.text("document.querySelector('#list img.tile').naturalHeight") == "120")
                    let green = "0/255/0/255"
                    #expect(
                        try browser.text(colors)
                            == [green, green, green, "255/255/255/255", green].joined(separator: " "))
                }
            }

            @Test func `files for a new item can be left out again, and are sent with it`() async throws {
                try await browsing { browser, served in
                    let files = try (1...3).map { number in
                        let file = served.folder.appending(path: "photo-\(number).png")
                        try Data(FileFixtures.bytes(number)).write(to: file)
                        return file.path()
                    }
                    let note = served.folder.appending(path: "note.txt")
                    try Data("A note".utf8).write(to: note)
                    try browser.open("/items/new")
                    try browser.fill("#field-name", "Vase")
                    #expect(
                        try browser.text("document.querySelector('input[capture]').getAttribute('capture')")
                            == "environment")
                    #expect(try browser.text("document.querySelector('input[capture]').accept") == "image/*")
                    for file in files + [note.path()] { try browser.choose("#files", file: file) }
                    try browser.until("document.querySelectorAll('.chosen li').length === 4")
                    #expect(
                        try browser.texts(".chosen bdi") == [
                            "photo-1.png", "photo-2.png", "photo-3.png", "note.txt",
                        ])
                    #expect(try browser.texts(".chosen li:has(img) bdi").count == 3)
                    let label = "document.querySelector('.chosen li:nth-child(2) .cross').ariaLabel"
                    #expect(try browser.text(label) == "Remove photo-2.png")
                    try browser.click(".chosen li:nth-child(2) .cross")
                    #expect(try browser.texts(".chosen bdi") == ["photo-1.png", "photo-3.png", "note.txt"])
                    #expect(try browser.text("document.activeElement.className") == "button camera")
                    #expect(try browser.text("document.getElementById('files').files.length") == "3")
                    // The button opens the camera, which can take the same picture again.
                    try browser.run(
                        "HTMLInputElement.prototype.click = function () { window.clicked = this.getAttribute('capture'); }"
                    )
                    try browser.click(".camera")
                    #expect(try browser.text("window.clicked") == "environment")
                    try browser.choose("input[capture]", file: files[1])
                    try browser.until("document.querySelectorAll('.chosen li').length === 4")
                    #expect(try browser.text("document.querySelector('input[capture]').value") == "")
                    try browser.run(
                        """
                        window.bars = [];
                        new MutationObserver(() => {
                          const bar = document.querySelector(".detail-form progress");
                          if (bar) bars.push([bar.ariaLabel, bar.max, bar.nextElementSibling.className].join());
                        }).observe(document.querySelector(".detail-form"), { subtree: true, childList: true });
                        addEventListener("pagehide", () => { sessionStorage.bars = bars[0]; });
                        """)
                    try browser.click(".detail-form .prominent")
                    try browser.untilNames(["Vase"])
                    #expect(try browser.text("sessionStorage.bars") == "Upload progress,1,actions sticky")
                    let names = (try served.items()[0]["files"] as? [[String: Any]])?.compactMap {
                        $0["name"] as? String
                    }
                    #expect(names == ["photo-1.png", "photo-3.png", "note.txt", "photo-2.png"])
                }
            }

            @Test func `a refused file is explained, and a phone offers its camera`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    let file = served.folder.appending(path: "photo.png")
                    try Data(FileFixtures.bytes(1)).write(to: file)
                    try browser.inspect("Emulation.setTouchEmulationEnabled", ["enabled": true])
                    try browser.resize(390, 800)
                    try browser.open("/items/\(try served.ids()[0])")
                    #expect(try browser.text("matchMedia('(pointer: coarse)').matches") == "true")
                    #expect(try browser.texts(".drop + .camera") == ["Take a photo"])
                    let script = """
                        const field = document.getElementById("files");
                        const click = HTMLInputElement.prototype.click;
                        let seen;
                        HTMLInputElement.prototype.click = function () { seen = [this.id, this.getAttribute("capture"), this.accept]; };
                        document.querySelector(".camera").click();
                        HTMLInputElement.prototype.click = click;
                        return [...seen, field.hasAttribute("capture"), field.hasAttribute("accept")].join();
                        """
                    #expect(try browser.run(script) as? String == "files,environment,image/*,false,false")
                    try browser.choose("#files", file: file.path())
                    _ = try browser.find(".photo img")
                    #expect(try browser.texts(".drop + .camera").count == 1)
                    // The server refuses a removal: the reason is shown, and the file remains.
                    try browser.refuse("Not today.")
                    try browser.click("form[action$='/files/remove'] button")
                    try browser.until(
                        "document.querySelector('.files .problem')?.textContent === 'Not today.'")
                    #expect(try browser.texts(".photo img").count == 1)
                    #expect(try browser.texts(".files.busy") == [])
                    try browser.allow()
                    try browser.click("form[action$='/files/remove'] button")
                    try browser.until("!document.querySelector('.photo')")
                    #expect(
                        try browser.text("document.querySelector('.files .problem').checkVisibility()")
                            == "false")
                    try browser.forgetErrors()
                }
            }
        }
    }
#endif
