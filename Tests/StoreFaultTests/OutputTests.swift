import Foundation
import LootTesting
import Testing

@Suite struct `Output and arguments` {
    private func shell(_ line: String, in folder: String) async throws -> Loot.Outcome {
        let loot = try #require(Loot.path, "loot isn't built")
        return try await Running("/bin/sh", ["-c", "loot() { '\(loot)' \"$@\"; }\n\(line)"], in: folder)
            .outcome()
    }

    @Test func `a process whose output fails reports that the change was made`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await shell("loot add Lamp > /dev/full", in: folder.path)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.hasSuffix(
                "loot: Can't write the output. No space left on device. The change “Add ‘Lamp’” was completed.\n"
            ),
            "\(outcome.errors)")
        #expect(try await shell("loot list --fields name", in: folder.path).output.contains("Lamp"))
    }

    @Test func `a QR code in a file has no colors`() async throws {
        let folder = try TemporaryFolder()
        let loot = try #require(Loot.path, "loot isn't built")
        let outcome = try await shell(
            """
            '\(loot)' --store memory:3 serve --port 0 --qr > code 2>&1 & server=$!
            for _ in $(seq 100); do [ $(wc -l < code) -gt 10 ] && break; sleep 0.1; done
            kill $server; wait $server; cat code
            """, in: folder.path)
        #expect(outcome.output.contains("http://") && outcome.output.count > 400, "\(outcome)")
        #expect(!outcome.output.contains("\u{1B}"), "\(outcome)")
    }

    @Test func `a process with arguments that aren't text rejects them`() async throws {
        let folder = try TemporaryFolder()
        let argument = try await shell("loot add \"$(printf 'caf\\351')\"", in: folder.path)
        #expect(argument.status == 64 && argument.output.isEmpty)
        #expect(argument.errors.hasPrefix("loot: Can't read argument 2. “caf\\xE9” isn't valid UTF-8."))
        let variable = try await shell(
            "export LOOT_STORE_PATH=\"$(printf 'caf\\351.json')\"; loot add Lamp", in: folder.path)
        #expect(
            variable.status == 78 && variable.errors.contains("LOOT_STORE_PATH. The value isn't valid UTF-8.")
        )
        let other = try await shell("export OTHER=\"$(printf 'caf\\351')\"; loot list", in: folder.path)
        #expect(other.status == 0)
    }
}
