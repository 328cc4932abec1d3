import Foundation
import LootCore
import LootFormats
import LootMerge
import LootTesting
import Testing

/// Two clones of one repository, whose lists two people change.
private struct Clones {
    let folder: TemporaryFolder
    let file: String
    let store: [String]

    static let isGitThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/git") }

    init(_ file: String) async throws {
        folder = try TemporaryFolder()
        self.file = file
        store = ["--store", "\(file.hasSuffix("plist") ? "plist" : "json"):\(file)"]
    }

    /// Creates three items in one clone, and a second clone of it. Sets up git in both, unless git should merge by
    /// lines.
    func begin(setsUp: Bool = true) async throws {
        try await must("git", "init", "-q", "-b", "main", "one", in: "")
        try await configure("one")
        for name in ["Lamp", "Bear", "Mac"] { try await loot("add", name, "--value", "10", in: "one") }
        if setsUp { try await loot("git", "setup", in: "one") }
        try await commit("Begin", in: "one")
        try await must("git", "clone", "-q", "one", "two", in: "")
        try await configure("two")
        if setsUp { try await loot("git", "setup", in: "two") }
    }

    private func configure(_ clone: String) async throws {
        try await must("git", "config", "user.name", "Eve", in: clone)
        try await must("git", "config", "user.email", "eve@example.org", in: clone)
        try await must("git", "config", "commit.gpgsign", "false", in: clone)
    }

    func commit(_ message: String, in clone: String) async throws {
        try await must("git", "add", file, in: clone)
        if FileManager.default.fileExists(atPath: folder("\(clone)/.gitattributes")) {
            try await must("git", "add", ".gitattributes", in: clone)
        }
        try await must("git", "commit", "-q", "-m", message, in: clone)
    }

    func run(_ words: String..., in clone: String) async throws -> Loot.Outcome {
        try await Running("/usr/bin/env", words, in: clone.isEmpty ? folder.path : folder(clone)).outcome()
    }

    func must(_ words: String..., in clone: String) async throws {
        let outcome = try await Running(
            "/usr/bin/env", words, in: clone.isEmpty ? folder.path : folder(clone)
        ).outcome()
        try #require(outcome.status == 0, "\(words): \(outcome)")
    }

    @discardableResult
    func loot(_ words: String..., in clone: String, status: Int32 = 0) async throws -> String {
        let outcome = try await Loot.run(store + words, in: folder(clone))
        try #require(outcome.status == status, "\(words): \(outcome)")
        return outcome.output
    }

    func items(in clone: String) throws -> [Item] {
        let bytes = try #require(folder.bytes("\(clone)/\(file)"))
        return try (ItemFormat.ofFile(named: file) ?? .json).decoder().items(in: bytes.span)
    }
}

@Suite(.enabled(if: Clones.isGitThere, "git is not installed")) struct `Two clones` {
    enum Way: String, CaseIterable {
        case merge, rebase, stash
    }

    @Test(arguments: ["items.json", "my things.plist"], Way.allCases)
    func `lists with additions, edits and moves on both sides merge without a conflict`(
        file: String, way: Way
    ) async throws {
        let clones = try await Clones(file)
        try await clones.begin()
        try await clones.loot("add", "Ours", in: "two")
        try await clones.loot("edit", "#1", "--value", "999", "--tags", "red", in: "two")
        try await clones.loot("move", "#3", "--to", "1", in: "two")
        try await clones.loot("add", "Theirs", in: "one")
        try await clones.loot("edit", "#1", "--notes", "from Aunt May", "--tags", "old", in: "one")
        try await clones.loot("edit", "#2", "--name", "Big Bear", in: "one")
        try await clones.commit("Theirs", in: "one")
        switch way {
        case .merge:
            try await clones.commit("Ours", in: "two")
            try await clones.must("git", "pull", "-q", "--no-rebase", "--no-edit", in: "two")
        case .rebase:
            try await clones.commit("Ours", in: "two")
            try await clones.must("git", "pull", "-q", "--rebase", in: "two")
        case .stash:
            try await clones.must("git", "stash", "-q", in: "two")
            try await clones.must("git", "pull", "-q", "--ff-only", in: "two")
            try await clones.must("git", "stash", "pop", "-q", in: "two")
        }
        let items = try clones.items(in: "two")
        #expect(items.map(\.name).prefix(3) == ["Mac", "Lamp", "Big Bear"])
        #expect(Set(items.map(\.name).dropFirst(3)) == ["Ours", "Theirs"])
        let lamp = try #require(items.first { $0.name == "Lamp" })
        #expect(lamp.valueInDollars == 999 && lamp.notes == "from Aunt May")
        #expect(Set(lamp.tags) == ["red", "old"])
        #expect(items.allSatisfy { $0.conflicts.isEmpty })
        #expect(try await clones.loot("check", in: "two").contains("No problems found."))
        #expect(try await clones.loot("conflicts", in: "two") == "No conflicts.\n")
    }

    @Test(arguments: ["items.json", "items.plist"])
    func `a field that both sides set creates a valid file with both values`(file: String)
        async throws
    {
        let clones = try await Clones(file)
        try await clones.begin()
        try await clones.loot("edit", "#1", "--value", "20", in: "two")
        try await clones.commit("Twenty", in: "two")
        try await clones.loot("edit", "#1", "--value", "30", in: "one")
        try await clones.commit("Thirty", in: "one")
        let pull = try await clones.run("git", "pull", "-q", "--no-rebase", "--no-edit", in: "two")
        #expect(pull.status == 1)
        #expect(pull.errors.contains("“Lamp”: value: $20 here, $30 there"), "\(pull)")
        #expect(try await clones.loot("list", in: "two").contains("Lamp"))
        let listed = try await clones.loot("conflicts", in: "two", status: 1)
        #expect(listed.contains("Lamp") && listed.contains("$20") && listed.contains("$30"))
        try await clones.loot("conflicts", "#1", "value", "--take", "theirs", in: "two")
        #expect(try await clones.loot("conflicts", in: "two") == "No conflicts.\n")
        try await clones.must("git", "add", file, in: "two")
        try await clones.must("git", "commit", "-q", "--no-edit", in: "two")
        let lamp = try #require(try clones.items(in: "two").first)
        #expect(lamp.name == "Lamp" && lamp.valueInDollars == 30 && lamp.foreign.isEmpty)
    }

    @Test(arguments: ["items.json", "items.plist"])
    func `a list that git merged by lines is recognized, and recovered with both sides`(file: String)
        async throws
    {
        let clones = try await Clones(file)
        try await clones.begin(setsUp: false)
        try await clones.loot("add", "Ours", in: "two")
        try await clones.commit("Ours", in: "two")
        try await clones.loot("add", "Theirs", in: "one")
        try await clones.commit("Theirs", in: "one")
        let pull = try await clones.run("git", "pull", "-q", "--no-rebase", "--no-edit", in: "two")
        #expect(pull.status == 1)
        let list = try await Loot.run(clones.store + ["list"], in: clones.folder("two"))
        #expect(list.status == 65 && list.errors.contains("both sides"), "\(list)")
        let recover = try await Loot.run(clones.store + ["recover", "--write"], in: clones.folder("two"))
        #expect(recover.status == 0 && recover.output.contains("Kept 5 items."), "\(recover)")
        let names = try clones.items(in: "two").map(\.name)
        #expect(names.prefix(3) == ["Lamp", "Bear", "Mac"] && Set(names.dropFirst(3)) == ["Ours", "Theirs"])
        #expect(try await clones.loot("check", in: "two").contains("No problems found."))
    }

    @Test func `the merge driver is set up once, and repeating it changes nothing`() async throws {
        let clones = try await Clones("my things.json")
        try await clones.begin()
        let attributes = clones.folder.bytes("one/.gitattributes")
        #expect(attributes.map { String(decoding: $0, as: UTF8.self) } == "\"/my things.json\" merge=loot\n")
        let again = try await clones.loot("git", "setup", in: "one")
        #expect(again.contains("already"))
        #expect(clones.folder.bytes("one/.gitattributes") == attributes)
        let outside = try await Loot.run(
            ["--store", "json:items.json", "git", "setup"], in: clones.folder.path)
        #expect(outside.status == 66 && outside.errors.contains("isn't in a Git repository"), "\(outside)")
    }
}
