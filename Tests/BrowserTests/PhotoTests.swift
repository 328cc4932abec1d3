#if os(Linux)
    import Foundation
    import LootCore
    import LootTesting
    import Testing

    extension InBrowser {
        @Suite struct `A photo` {
            /// A file with a photo, of this number, in the server's folder.
            private func file(_ number: Int, _ served: Served) throws -> String {
                let file = served.folder.appending(path: "photo-\(number).png")
                try Data(PhotoFixtures.bytes(number)).write(to: file)
                return file.path()
            }

            @Test func `that is chosen is there at once, with a thumbnail`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try browser.open("/")
                    try browser.click(".row .cell")
                    try browser.choose("#photo", file: try file(1, served))
                    try browser.until("document.querySelector('.photo img')?.naturalWidth === 1")
                    try browser.click(".bar a.button")
                    try browser.until("document.querySelector('#list img.tile')?.naturalWidth === 120")
                    let item = try served.items()[0]
                    #expect(item["photo"] as? String == "\(PhotoID(of: PhotoFixtures.bytes(1)))")
                }
            }

            @Test func `that came another way is in the list and in the report`() async throws {
                try await browsing(["Lamp"]) { browser, served in
                    try served.loot("photo", "#1", try file(2, served))
                    try browser.open("/")
                    try browser.until("document.querySelector('#list img.tile')?.naturalWidth === 1")
                    try browser.open("/report")
                    try browser.until("document.querySelector('.report img')?.naturalWidth === 1")
                }
            }

            @Test func `is sent, shown and taken away without script`() async throws {
                try await browsing(["Lamp"], script: false) { browser, served in
                    try browser.open("/")
                    try browser.click(".row .cell")
                    try browser.choose("#photo", file: try file(3, served))
                    try browser.click(".photo-form button")
                    _ = try browser.find(".photo img")
                    #expect(
                        try served.items()[0]["photo"] as? String == "\(PhotoID(of: PhotoFixtures.bytes(3)))")
                    try browser.click(".photo form[action$=delete] button")
                    try browser.wait("no photo") { try served.items()[0]["photo"] == nil ? () : nil }
                }
            }
        }
    }
#endif
