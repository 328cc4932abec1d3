import Foundation
import LootCore
import LootPlugins
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct WatchCommandTests {
    /// Runs a watch that ends after some changes, while a person changes the list. Returns its lines.
    private func watch(
        _ words: [String], in session: FileSession, change: @escaping @Sendable (Int) -> [String]
    )
        async throws -> [[String: Any]]
    {
        let isOver = Mutex(false)
        // A session is a folder. Its commands can run concurrently.
        nonisolated(unsafe) let shared = session
        async let outcome = {
            let outcome = await shared.run(["--store", "json:items.json", "watch"] + words)
            isOver.withLock { $0 = true }
            return outcome
        }()
        var number = 0
        while !isOver.withLock(\.self) {
            number += 1
            _ = await session.run(["--store", "json:items.json"] + change(number))
        }
        let result = await outcome
        #expect(result.status == .success, "\(result.errors)")
        return try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `a watch prints the list first, and then each change by row`() async throws {
        let session = FileSession()
        await session.run("--store", "json:items.json", "add", "Lamp", "--value", "40")
        let lines = try await watch(["--sort", "name", "--steps", "1"], in: session) {
            ["add", "Anvil \($0)"]
        }
        try #require(lines.count >= 2)
        #expect(lines[0]["count"] as? Int ?? 0 >= 1)
        let last = try #require(lines.last)
        let inserted = try #require(last["inserted"] as? [[String: Any]])
        #expect(inserted.count >= 1)
        let item = try #require(inserted.first?["item"] as? [String: Any])
        #expect((item["name"] as? String)?.hasPrefix("Anvil") == true)
        #expect(last["removed"] == nil && last["moved"] == nil && last["changed"] == nil)
    }

    @Test func `changes that a watch excludes only advance its revision`() async throws {
        let session = FileSession()
        await session.run("--store", "json:items.json", "add", "Lamp", "--value", "40")
        let lines = try await watch(["--where", "value > 30", "--steps", "1"], in: session) {
            ["add", "Pin \($0)", "--value", "1"]
        }
        #expect(lines.allSatisfy { $0["count"] as? Int == 1 && $0["inserted"] == nil })
    }

    @Test func `a watch without steps prints only the list`() async {
        let session = FileSession()
        await session.run("--store", "json:items.json", "add", "Lamp")
        let outcome = await session.run(
            "--store", "json:items.json", "watch", "--steps", "0", "--sections", "initial")
        #expect(outcome.status == .success)
        #expect(
            outcome.output
                == #"{"revision":1,"count":1,"sections":[{"title":"L","start":0,"count":1}]}"# + "\n")
    }
}
