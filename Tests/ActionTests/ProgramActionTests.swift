import Foundation
import LootAPI
import LootCore
import LootFormats
import LootPlugins
import ProgramBridge
import Testing
import WebServer

/// The example of an action in Python, trusted in a temporary configuration.
final class TrustedExample: Sendable {
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    /// A configuration that lets the page, the API and assistants offer the action.
    static let serving = #"{"actions": [{ "use": "discount", "serve": true }]}"#
    let actions: [Action]
    private let folder: URL

    init() async throws {
        folder = URL.temporaryDirectory.appending(path: "actions-\(ItemID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let environment = ["XDG_CONFIG_HOME": folder.path(), "PATH": "/usr/bin:/bin"]
        let home = folder.path()
        func bridge() -> ProgramBridge {
            ProgramBridge(environment: environment, home: home) { _ in }
        }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let program = folder.appending(path: "loot-plugin-discount")
        try FileManager.default.copyItem(
            at: root.appending(path: "Plugins/Examples/loot-plugin-discount"), to: program)
        _ = try await bridge().trust(program.path())
        actions = bridge().actions
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

/// Actions that programs offer.
@Suite struct `Actions of programs` {
    @Test(.enabled(if: TrustedExample.isPossible))
    func `a program's action is previewed, made and undone`() async throws {
        let example = try await TrustedExample()
        let house = try Household(actions: example.actions)
        _ = try await house.runCommand(["edit", "#1", "--value", "50"])
        let before = try await house.store.items()
        let words = ["discount", "#1", "#2", "--percent", "20", "--note"]
        let preview = try await house.runCommand(words + ["--dry-run"])
        #expect(preview.hasPrefix("Would do: Apply “Discount” to 2 items\n"))
        #expect(try await house.store.items() == before)
        _ = try await house.runCommand(words)
        let drill = try await house.store.items()[0]
        #expect(drill.valueInDollars == 40 && drill.notes == "The value was 50.")
        _ = try await house.runCommand(["undo"])
        #expect(try await house.store.items() == before)
        let error = await #expect(throws: LootError.self) {
            try await house.runCommand(["discount", "#1", "--percent", "0"])
        }
        #expect(error?.code == .invalidValue)
    }

    @Test(.enabled(if: TrustedExample.isPossible))
    func `a program's action is served only if the configuration allows it`() async throws {
        let example = try await TrustedExample()
        let body = "{\"items\":[\"\(Household.items[0].id)\"],\"arguments\":{\"percent\":20}}"
        for (configuration, status) in [(nil, 404), (TrustedExample.serving, 200)] as [(String?, Int)] {
            let house = try Household(actions: example.actions, configuration: configuration)
            #expect(try await house.ask(.post, "/api/actions/discount", body).status == status)
            let tools = try #require(try await house.callTools("tools/list")["tools"]?.elements)
            #expect(tools.contains { $0["name"]?.text == "discount" } == (status == 200))
        }
    }
}
