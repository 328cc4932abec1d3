import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct `Secrets of settings` {
    private func file(_ content: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())").path
        try Data(content.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test(arguments: ["open sesame", "open sesame\n", "open sesame\r\nand a line that is ignored\n"])
    func `a secret is the first line of its file`(content: String) throws {
        let path = try file(content)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try PluginSettings(["file": .text(path)]).secret("token", orIn: "file") == "open sesame")
    }

    @Test func `the configuration takes precedence over a file`() throws {
        let settings = PluginSettings(["token": .text("mine"), "file": .text("/nowhere")])
        #expect(try settings.secret("token", orIn: "file") == "mine")
        #expect(try PluginSettings().secret("token", orIn: "file") == nil)
    }

    @Test func `a missing file and an empty first line are configuration errors`() throws {
        let path = try file("\nhidden\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        for path in [path, path + ".none"] {
            let error = #expect(throws: LootError.self) {
                try PluginSettings(["file": .text(path)]).secret("token", orIn: "file")
            }
            #expect(error?.code == .configuration)
            #expect(error?.place == path)
            #expect(!"\(String(describing: error))".contains("hidden"))
        }
    }
}
