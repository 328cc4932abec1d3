import Foundation
import Testing

private let canUnmount = getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")

@Suite struct `Without /proc` {
    @Test(.enabled(if: canUnmount, "only root can unmount /proc"))
    func `the program sees its arguments`() async throws {
        let folder = try TemporaryFolder()
        let path = try #require(Loot.path)
        let script = "umount -l /proc && test ! -e /proc/self && exec \"$0\" \"$@\""
        func run() async throws -> Loot.Outcome {
            try await Loot.system(
                "unshare", "--mount", "sh", "-c", script, path, "--store", folder("items.json"), "add", "Lamp"
            )
        }
        var outcome = try await run()
        // Dispatch counts its threads in /proc from time to time, and ends the program if it can't.
        for _ in 0..<5 where outcome.status == nil { outcome = try await run() }
        #expect(outcome.status == 0 && outcome.output.contains("Lamp"), "\(outcome)")
        #expect(folder.bytes("items.json") != nil)
    }
}
