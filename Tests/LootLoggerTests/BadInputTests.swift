import Foundation
import LootCore
import LootLogger
import LootPlugins
import Testing

@Suite struct `A file that can't be read` {
    @Test(arguments: BadFile.inJSON + BadFile.inPropertyLists)
    func `the error has a position and advice, and the file isn't changed`(bad: BadFile) async {
        let session = FileSession()
        session[bad.file] = bad.bytes
        let isNewer = bad.name.contains("newer")
        let status = isNewer ? LootPlugins.ExitStatus.unavailable : .badData
        for words in [
            ["list"], ["add", "Mug"], ["check"], ["recover"], ["sections"], ["remove", "#1", "--yes"],
        ] {
            let outcome = await session.run(["--store", "\(bad.store):\(bad.file)"] + words)
            let said = words == ["recover"] && !isNewer ? outcome.output : outcome.errors
            #expect(outcome.status == status || words.first == "remove", "\(words) \(outcome)")
            if words.first != "remove" {
                #expect(said.contains(bad.place) && said.contains(bad.why), "\(words): \(said)")
            }
            if words != ["recover"], words.first != "remove" {
                #expect(said.contains("FOLDER/\(bad.file)"), "\(words): \(said)")
                #expect(
                    said.contains(isNewer ? "Update" : "loot recover") || said.contains("plutil"), "\(said)")
            }
            #expect(session[bad.file] == bad.bytes, "\(words)")
            #expect(session.names == [bad.file])
        }
    }

    /// Returns the positions of the bytes to change. Bytes inside words, numbers and spaces are treated
    /// alike, so their first and last ones are enough.
    private func seams(of bytes: [UInt8]) -> [Int] {
        let kinds = bytes.map { byte in
            switch byte {
            case UInt8(ascii: " "): " "
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): "a"
            default: ""
            }
        }
        return bytes.indices.filter { index in
            let around = kinds[max(0, index - 1)...min(kinds.count - 1, index + 1)]
            return around.count < 3 || kinds[index].isEmpty || !around.allSatisfy { $0 == kinds[index] }
        }
    }

    @Test(arguments: ["json", "plist"])
    func `a file that is cut at any byte is damaged or empty, never shorter`(store: String)
        async throws
    {
        let session = FileSession()
        let words = ["--store", "\(store):items"]
        for name in ["Lamp", "Übung & <😀>"] {
            await session.run(words + ["add", name, "--tags", "a,b"])
        }
        let whole = try #require(session["items"])
        session[".items.loot"] = nil
        for length in seams(of: whole).dropLast() {
            let cut = Array(whole[..<length])
            session["items"] = cut
            let list = await session.run(words + ["list", "--count"])
            #expect(list.status == .badData, "cut at \(length)")
            #expect(list.errors.contains("FOLDER/items at line "), "cut at \(length): \(list.errors)")
            if length % 8 == 0 {
                #expect(await session.run(words + ["add", "x"]).status == .badData, "cut at \(length)")
            }
            #expect(session["items"] == cut && session.names == ["items"], "cut at \(length)")
        }
    }

    @Test(arguments: ["json", "plist"])
    func `a file with a flipped byte is rejected or read, and never changed by reading`(store: String)
        async throws
    {
        let session = FileSession()
        let words = ["--store", "\(store):items"]
        for name in ["Lamp", "Vase"] { await session.run(words + ["add", name, "--value", "12"]) }
        let whole = try #require(session["items"])
        session[".items.loot"] = nil
        var refused = 0
        let seams = seams(of: whole)
        for index in seams {
            var flipped = whole
            flipped[index] ^= 0x80
            session["items"] = flipped
            let outcome = await session.run(words + ["check"])
            #expect(outcome.status == .badData, "byte \(index)")
            if outcome.errors.contains("loot recover") { refused += 1 }
            #expect(session["items"] == flipped, "byte \(index)")
        }
        #expect(refused == seams.count)
    }

    @Test func `recovering a file with a flipped byte loses at most one item`() async throws {
        for store in ["json", "plist"] {
            let session = FileSession()
            let words = ["--store", "\(store):items"]
            for name in ["Lamp", "Vase", "Fork", "Mug"] { await session.run(words + ["add", name]) }
            let whole = try #require(session["items"])
            session[".items.loot"] = nil
            let lines = String(decoding: whole, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(lines.first { $0.contains("Vase") })
            let start = try #require(whole.firstRange(of: Array(line.utf8))).lowerBound
            for index in start..<start + line.utf8.count {
                var flipped = whole
                flipped[index] ^= 0x80
                session["items"] = flipped
                let output = await session.run(words + ["recover"]).output
                #expect(
                    output.contains("keep 3 items") || output.contains("keep 4 items"),
                    "\(store) \(index): \(output)")
            }
        }
    }

    @Test(arguments: ["json", "plist"])
    func `a folder, a pipe or a broken link is rejected`(store: String) async throws {
        let session = FileSession()
        try FileManager.default.createDirectory(
            atPath: session.folder + "/folder", withIntermediateDirectories: true)
        #expect(mkfifo(session.folder + "/pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: session.folder + "/loop", withDestinationPath: "loop")
        for (name, why) in [
            ("folder", "is a folder. Choose a file."),
            ("pipe", "is a pipe or a device, not a file. Choose a file."),
            ("loop", "don't lead to a file. Fix or remove the link."),
        ] {
            for words in [["list"], ["add", "Mug"], ["check"], ["recover", "--write"]] {
                let outcome = await session.run(["--store", "\(store):\(name)"] + words)
                #expect(outcome.status == .inputOutput, "\(outcome)")
                #expect(
                    outcome.errors.contains("FOLDER/\(name)") && outcome.errors.contains(why), "\(outcome)")
            }
        }
        #expect(session.names == ["folder", "loop", "pipe"])
    }
}
