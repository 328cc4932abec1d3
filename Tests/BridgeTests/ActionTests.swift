import Foundation
import LootCore
import Testing

@testable import ProgramBridge

/// Actions of programs in other languages.
@Suite(.enabled(if: Tool.python != nil && Program.path != nil)) struct `An action of a program` {
    /// An action that needs two items.
    private static let level = """
        #!/usr/bin/env python3
        from lootlogger import Action, run


        class Level(Action):
            \"""Give items the same value.\"""

            minimum_items = 2

            def change(self, item, arguments):
                return {"valueInDollars": 10}


        run(Level)

        """

    @Test func `an action can require several items, and is refused for fewer`() throws {
        let place = try Place()
        let path = try place.program("level", Self.level)
        #expect(try Program.run(["plugins", "test", path], place).status == 0)
        #expect(try Program.run(["plugins", "trust", path, "--yes"], place).status == 0)
        let actions = try Program.run(["actions", "--format", "json"], place).output
        let listed = try #require(
            try JSONSerialization.jsonObject(with: Data(actions.utf8)) as? [[String: Any]])
        let level = try #require(listed.first { $0["id"] as? String == "level" })
        #expect(level["minimumItems"] as? Int == 2)
        for name in ["Lamp", "Spork"] { #expect(try Program.run(["add", name], place).status == 0) }
        let refused = try Program.run(["level", "Lamp"], place)
        #expect(refused.status != 0 && refused.errors.contains("It needs at least 2 items."))
        #expect(try Program.run(["level", "Lamp", "Spork"], place).status == 0)
        let values = try Program.run(["list", "--format", "{value}"], place).output
        #expect(values == "10\n10\n")
    }

    @Test(arguments: ["0", "501", "\"two\"", "1.5"])
    func `a number of items that isn't from 1 to 500 is refused`(number: String) async throws {
        let place = try Place()
        let text = Self.level.replacing("minimum_items = 2", with: "minimum_items = \(number)")
        let path = try place.program("level", text)
        let error = await #expect(throws: LootError.self) { try await place.trusted(path) }
        #expect(error?.code == .malformed && error?.reason.text.contains("minimumItems") == true)
    }
}
