import Foundation
import LootCore
import LootPlugins
import Synchronization
import Testing

@testable import ProgramBridge

/// Runs `loot plugins test` on all templates and examples.
@Suite(.enabled(if: Tool.python != nil)) struct ProgramConformanceTests {
    private func check(
        _ path: String, _ place: Place, steps: Int = 60, record: String? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let lines = Mutex<[String]>([])
        let holds = try await place.bridge().test(PluginTrial(path, steps: steps, record: record)) { line in
            lines.withLock { $0.append(line) }
        }
        let broken = lines.withLock { $0.filter { $0.hasPrefix("  failed") } }
        #expect(holds, "\(broken.joined(separator: "\n"))", sourceLocation: location)
        #expect(lines.withLock { $0.last }?.hasSuffix(", 0 failed.") == true, sourceLocation: location)
    }

    @Test(arguments: ["store", "sectioning", "importer", "exporter", "hook", "action"])
    func
        `a Python template passes all laws, and every message matches the schema`(
            kind: String
        ) async throws
    {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: kind, in: "python", name: "try"))
        try await checkMessages(try place.program("try", text), place)
    }

    /// Checks the laws, and each message against the schema.
    private func checkMessages(_ path: String, _ place: Place) async throws {
        let record = "\(place.folder)/record"
        try await check(path, place, record: record)
        let schema = try Schema.ofProtocol()
        var count = 0
        for recorded in try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").dropFirst()
        {
            let words = recorded.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { continue }
            let line = String(words[1])
            // Some laws send unknown requests on purpose.
            if line.contains("no-such-") { continue }
            count += 1
            guard let fault = try schema.fault(inMessage: line) else { continue }
            Issue.record("\(fault) in \(recorded.prefix(300))")
            break
        }
        #expect(count > 5)
    }

    @Test(.enabled(if: Tool.jq != nil), arguments: ["sectioning", "importer", "exporter", "hook", "action"])
    func `a shell template passes all laws`(kind: String) async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: kind, in: "sh", name: "try"))
        try await check(try place.program("try", text), place)
    }

    @Test(.enabled(if: Tool.jq != nil))
    func `the shell template of a store passes all laws`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "sh", name: "try"))
        try await check(try place.program("try", text), place, steps: 15)
    }

    @Test(.enabled(if: Tool.jq != nil))
    func `a shell template ignores lines that aren't messages`() throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "sh", name: "try"))
        let program = Process()
        program.executableURL = URL(filePath: try place.program("try", text))
        program.environment = place.environment.merging(["LOOT_PLUGIN": "1"]) { $1 }
        let (input, output) = (Pipe(), Pipe())
        (program.standardInput, program.standardOutput) = (input, output)
        program.standardError = FileHandle.nullDevice
        try program.run()
        let lines = ["[1]", "7", "", #"{"id":1,"method":"hello","params":[]}"#]
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        try input.fileHandleForWriting.close()
        let answers = String(
            decoding: try #require(try output.fileHandleForReading.readToEnd()), as: UTF8.self)
        program.waitUntilExit()
        let told = answers.split(separator: "\n")
        #expect(
            told.count == 1 && told[0].hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"protocol":1"#),
            "\(answers)")
    }

    @Test(
        .enabled(if: Tool.go != nil, "Go isn't installed."),
        arguments: ["store", "sectioning", "importer", "exporter", "hook", "action"])
    func `a Go template passes all laws`(kind: String) async throws {
        let place = try Place()
        let source = "\(place.folder)/data/loot-plugin-try.go"
        let text = try #require(PluginTemplateFile.text(of: kind, in: "go", name: "try"))
        try Data(text.utf8).write(to: URL(fileURLWithPath: source))
        let build = Process()
        build.executableURL = URL(filePath: try #require(Tool.go))
        build.arguments = ["build", "-o", "\(place.folder)/bin/loot-plugin-try", source]
        // Share the compiled standard library with the builds of the other kinds.
        let cache = FileManager.default.temporaryDirectory.appending(path: "bridge-go").path()
        build.environment = place.environment.merging(["GOCACHE": cache, "GOTOOLCHAIN": "local"]) { $1 }
        try build.run()
        build.waitUntilExit()
        #expect(build.terminationStatus == 0)
        try await check("\(place.folder)/bin/loot-plugin-try", place)
    }

    @Test func `one law can be run for a program, and its standard error is printed once`()
        async throws
    {
        let misfit = try Misfit(try Place())
        try misfit.misbehave("raises")
        let lines = Mutex<[String]>([])
        let tell: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
        let bridge = misfit.place.bridge()
        #expect(try await !bridge.test(PluginTrial(misfit.path, only: "a MOVE"), tell: tell))
        let broken = lines.withLock { $0.filter { $0.hasPrefix("  failed") } }
        #expect(broken.count > 1 && broken.allSatisfy { $0.contains("a move") }, "\(broken)")
        let said = misfit.place.log.withLock { $0 }
        #expect(said.filter { $0.contains("Traceback") }.count == 1, "\(said)")
        #expect(said.filter { $0.hasSuffix("RuntimeError: it is broken") }.count == 1, "\(said)")

        try misfit.misbehave(nil)
        lines.withLock { $0 = [] }
        let only = "ASKED to close"
        #expect(try await bridge.test(PluginTrial(misfit.path, only: only), tell: tell))
        let passed = lines.withLock { $0.filter { $0.hasPrefix("  ") } }
        #expect(
            passed.count == 1 && passed[0].hasPrefix("  passed  the program ends when it is asked to close (")
        )
        let error = await #expect(throws: LootError.self) {
            try await bridge.test(PluginTrial(misfit.path, only: "no such law")) { _ in }
        }
        #expect(error?.reason.text == "No law has a name that contains “no such law”.")
    }

    @Test func `the guide shows the Python template of a store`() throws {
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "shelf"))
        #expect(try repository("Plugins/AUTHORS.md").contains("```python\n\(text)```"))
    }

    @Test func `the action in the guide passes all laws, and every message matches the schema`() async throws
    {
        let guide = try repository("Plugins/AUTHORS.md")
        let block = try #require(
            guide.components(separatedBy: "```python\n").first {
                $0.hasPrefix("from lootlogger import Action")
            })
        let text = try #require(block.components(separatedBy: "```").first)
        let place = try Place()
        try await checkMessages(try place.program("discount", "#!/usr/bin/env python3\n" + text), place)
    }

    @Test func `a program that breaks the protocol fails the law, even if it recovers`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "try"))
        let noisy = text.replacing(
            "        self.file.write(state)\n",
            with: "        self.file.write(state)\n        print('written', flush=True)\n")
        let lines = Mutex<[String]>([])
        let passed = try await place.bridge().test(
            PluginTrial(try place.program("try", noisy), steps: 0, only: "a move")
        ) { line in lines.withLock { $0.append(line) } }
        #expect(!passed)
        let failures = lines.withLock { $0.filter { $0.hasPrefix("  failed") } }
        #expect(failures.count > 1 && failures.allSatisfy { $0.contains("It sent") }, "\(failures)")
    }

    @Test(
        arguments: [
            (#"int(value)}"#, #"int(value)}"#, nil),
            (#"int(value)}"#, #""many"}"#, "the entries of the sample are items"),
            (#"int(value)}"#, #"int("x")}"#, "the entries of the sample are items"),
            ("yield number, {", "yield number + 9, {", "each line of the text has a line of the file"),
        ] as [(String, String, String?)])
    func `a sample finds importers that don't read their files`(
        code: String, broken: String, law: String?
    ) async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "importer", in: "python", name: "try"))
        #expect(text.contains(code))
        let path = try place.program("try", text.replacing(code, with: broken))
        let sample = "\(place.folder)/sample"
        try Data("Lamp = 40\nSofa = 100\n".utf8).write(to: URL(filePath: sample))
        let lines = Mutex<[String]>([])
        let passed = try await place.bridge().test(PluginTrial(path, sample: sample)) { line in
            lines.withLock { $0.append(line) }
        }
        let failures = lines.withLock { $0.filter { $0.hasPrefix("  failed") } }
        #expect(passed == (law == nil), "\(failures)")
        if let law { #expect(failures.contains { $0.contains(law) }, "\(failures)") }
    }

    @Test func `a script without an interpreter in its first line is rejected with that reason`() async throws
    {
        let place = try Place()
        let path = try place.program("try", "import lootlogger\n")
        let error = await #expect(throws: LootError.self) {
            try await place.bridge().test(PluginTrial(path)) { _ in }
        }
        #expect(error?.code == .unavailable)
        #expect(error?.reason.text == "Its first line isn't “#!” followed by an interpreter.")
    }

    @Test(arguments: [
        ("lest", "1", "It has no option “lest”."),
        ("least", "many", "Its option “least” can't be “many”."),
    ])
    func `a setting for a trial must be one of the options`(
        name: String, value: String, reason: String
    ) async throws {
        let place = try Place()
        let path = try place.program("bank", try repository("Plugins/Examples/loot-plugin-bank"))
        let error = await #expect(throws: LootError.self) {
            try await place.bridge().test(PluginTrial(path, settings: [name: value])) { _ in }
        }
        #expect(error?.code == .usage)
        #expect(error?.reason.text.hasPrefix(reason) == true, "\(error?.description ?? "")")
    }

    @Test func `a trial asks for required options`() async throws {
        let place = try Place()
        let text = try repository("Plugins/Examples/loot-plugin-bank").replacing(
            #""kind": "amount", "default": 0,"#, with: #""kind": "amount", "required": True,"#)
        let path = try place.program("bank", text)
        let error = await #expect(throws: LootError.self) {
            try await place.bridge().test(PluginTrial(path)) { _ in }
        }
        #expect(error?.reason.text == "Its option “least” is required and has no value.")
    }

    @Test(.enabled(if: Tool.jq != nil))
    func `a shell store with a full disk rejects changes and keeps its items`() async throws {
        let place = try Place()
        let text = try #require(PluginTemplateFile.text(of: "store", in: "sh", name: "try"))
        // A file that grows beyond the limit is truncated there, as on a full disk.
        let limited = text.replacing("#!/bin/sh\n", with: "#!/bin/sh\nulimit -f 4\n")
        #expect(limited != text)
        let program = try await place.trusted(try place.program("try", limited))
        let offer = try #require(program.greeting.offers.first)
        let settings = PluginSettings(["path": .text("\(place.folder)/items")])
        let store = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        try await store.add(Item(name: "Lamp"))
        var long = Item(name: "Book")
        long.notes = String(repeating: "word ", count: 5_000)
        let error = await #expect(throws: LootError.self) { try await store.add(long) }
        #expect(error?.code == .inputOutput)
        try await store.add(Item(name: "Sofa"))
        try await store.close()
        let again = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        #expect(try await again.items().map(\.name) == ["Lamp", "Sofa"])
        try await again.close()
    }

    @Test func `a store that loses acknowledged commits fails, with the seed and the steps`() async throws {
        let place = try Place()
        var text = try #require(PluginTemplateFile.text(of: "store", in: "python", name: "try"))
        let write = "        self.file.write(state)\n"
        #expect(text.contains(write))
        text = text.replacing(
            write,
            with: """
                        old = (self.read() or {"items": []})["items"]
                        self.file.write({**state, "items": old} if len(state["items"]) < len(old) else state)

                """)
        let lines = Mutex<[String]>([])
        let record = "\(place.folder)/record"
        let holds = try await place.bridge().test(
            PluginTrial(try place.program("try", text), seed: 3, steps: 60, record: record)
        ) { line in lines.withLock { $0.append(line) } }
        #expect(!holds)
        #expect(lines.withLock { $0.contains { $0.hasPrefix("  failed  60 random steps, with seed 3") } })
    }

    @Test(arguments: ["age", "bank", "discount", "needs-place", "vault"])
    func `an example passes the laws`(name: String) async throws {
        let place = try Place()
        let text = try repository("Plugins/Examples/loot-plugin-\(name)")
        try await check(try place.program(name, text), place)
    }

    @Test func `the store of Markdown files passes the laws`() async throws {
        let place = try Place()
        let text = try repository("Plugins/Examples/loot-plugin-notes")
        try await check(try place.program("notes", text), place)
    }

    @Test(.enabled(if: Tool.jq != nil && Tool.git != nil))
    func `the store in a git repository keeps items, and each change is a git commit`() async throws {
        let place = try Place()
        let program = try await place.trusted(
            try place.program("csvgit", try repository("Plugins/Examples/loot-plugin-csvgit")))
        let offer = try #require(program.greeting.offers.first)
        let settings = PluginSettings(["path": .text("\(place.folder)/things")])
        let store = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        var lamp = Item(name: "Lamp, \"red\"")
        lamp.notes = "two\nlines"
        try await store.add(lamp)
        _ = try await store.apply(
            ItemTransaction([.insert(Item(name: "Sofa"), at: .first)], title: "Add Sofa"))
        await #expect(throws: Never.self) { try await store.close() }
        let again = try await BridgedStore.open(offer, settings, Session(program, place.context()))
        #expect(try await again.items().map(\.name) == ["Sofa", "Lamp, \"red\""])
        #expect(try await again.item(lamp.id)?.notes == "two\nlines")
        try await again.close()
        let log = Process()
        let output = Pipe()
        log.executableURL = URL(filePath: try #require(Tool.git))
        log.arguments = ["-C", "\(place.folder)/things", "log", "--format=%s"]
        log.standardOutput = output
        try log.run()
        log.waitUntilExit()
        let titles = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(titles.hasPrefix("Add Sofa\n"))
    }

    @Test func `every example is shorter than 150 lines`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Plugins/Examples")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 150, "\(file.lastPathComponent)")
        }
    }
}
