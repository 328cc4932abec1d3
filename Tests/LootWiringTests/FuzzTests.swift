import LootCore
import LootPlugins
import LootWiring
import Testing

@Suite struct FuzzTests {
    private static let words = [
        "json", "memory", "remote", "none", "value", "date", "cli", "http", "audit", "limit", "", "x", "~",
        "~/a", "/",
        "a.json", "http://h", ":", "json:", "json:b", "value:1,2", "value:,", "date::", "25,50", "-1", "true",
        "9223372036854775808", "\u{0}", "\u{301}", "🧸", "a=b", "null",
    ]
    private static let keys = [
        "use", "with", "path", "indent", "backups", "url", "token", "pins", "bounds", "by", "currency",
        "plain", "port",
        "most", "", "x", "$schema", "é",
    ]
    private static let sections = ["store", "sections", "frontEnd", "$schema", "stoer", ""]

    private func json(_ depth: Int, _ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 8), using: &generator) {
        case 0, 1: quoted(Self.words.randomElement(using: &generator) ?? "")
        case 2: String(Int.random(in: -5...100, using: &generator))
        case 3:
            ["true", "false", "null", "1.5", "1e999", "99999999999999999999"].randomElement(using: &generator)
                ?? ""
        case 4: "[]"
        case 5: "[" + (0..<2).map { _ in json(depth + 1, &generator) }.joined(separator: ",") + "]"
        default: object(Self.keys, depth, &generator)
        }
    }

    private func object(_ keys: [String], _ depth: Int, _ generator: inout SeededGenerator) -> String {
        let chosen = keys.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator))
        return "{" + chosen.map { "\(quoted($0)): \(json(depth + 1, &generator))" }.joined(separator: ", ")
            + "}"
    }

    private func quoted(_ text: String) -> String {
        text == "\u{0}" ? "\"\\u0000\"" : "\"\(text)\""
    }

    private func house(_ generator: inout SeededGenerator) -> Fixture {
        var text = object(Self.sections, 0, &generator)
        if Int.random(in: 0..<4, using: &generator) == 0 {
            var bytes = Array(text.utf8)
            for _ in 0..<2 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        var house = Fixture(text)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let section = ["STORE", "SECTIONS", "FRONT_END", "FRONTEND", "STROE", "", "_"].randomElement(
                using: &generator)
            let key = Self.keys.randomElement(using: &generator) ?? ""
            let name =
                "LOOT_\(section ?? "")\(["", "_"].randomElement(using: &generator) ?? "")\(key.uppercased())"
            house.environment[name] = Self.words.randomElement(using: &generator)
            let section2 = Self.sections.randomElement(using: &generator) ?? ""
            house.settings.append(
                ["\(section2).\(key)=", "\(section2)=", key].randomElement(using: &generator)
                    .map { $0 + (Self.words.randomElement(using: &generator) ?? "") } ?? "")
        }
        if Bool.random(using: &generator) { house.storeAddress = Self.words.randomElement(using: &generator) }
        if Bool.random(using: &generator) { house.home = nil }
        return house
    }

    @Test func `a random configuration is valid or has problems, and a valid one can be opened`()
        async throws
    {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var sound = 0
        for round in 0..<1500 {
            let house = house(&generator)
            let place: Comment = "seed \(seed), round \(round)"
            let application = try house.application()
            // Only the sectioning checks the order of bounds, so the store can still be opened.
            let isSound = application.configurationProblems().allSatisfy {
                $0.place == "sections" && $0.reason == "The bounds don't ascend."
            }
            if isSound { sound += 1 }
            for entry in application.configuration() { #expect(!entry.origin.isEmpty, place) }
            do throws(LootError) {
                let store = try await application.store()
                #expect(isSound, place)
                let settings = (store as? FakeStore)?.settings ?? PluginSettings()
                if let path = settings.text("path") { #expect(path.hasPrefix("/"), place) }
                if let indent = settings.integer("indent") { #expect((0...8).contains(indent), place) }
            } catch { #expect(!isSound, "\(place): \(error)") }
            for word in Self.words { _ = try? application.sectioning(word) }
        }
        #expect(sound > 0, "seed \(seed): no random configuration is valid")
    }
}
