import CommandLineKit
import Foundation
import Testing

/// Compares output with the files in `Snapshots`; `UPDATE_SNAPSHOTS=1` updates them.
@Suite struct SnapshotTests {
    @Test(arguments: [[], ["add"], ["move"], ["config"], ["config", "check"], ["help"]])
    func `help matches its snapshot`(path: [String]) throws {
        try compare(shelf.help(for: path), with: (["help"] + path).joined(separator: "-") + ".txt")
    }

    @Test(arguments: [[], ["add"], ["config"]])
    func `manual pages match their snapshots`(path: [String]) throws {
        let page = shelf.manual(for: path, version: "1.0")
        try compare(page, with: (["manual"] + path).joined(separator: "-") + ".1")
        guard case .manual(let asked) = try shelf.parse(["help", "--man"] + path) else { throw NotACommand() }
        #expect(asked == path)
    }

    @Test func `a text that looks like roff remains text`() {
        let program = Program(Command("x", summary: ".TH is 'nothing' \\fB", discussion: ".SH -- \"a\""))
        let page = program.manual()
        #expect(page.contains("\n\\&.TH is \\(aqnothing\\(aq \\efB.\n"))
        #expect(page.contains("\n\\&.SH \\-\\- \"a\"\n"))
        #expect(program.manual(for: ["nonsense"]).isEmpty)
    }

    @Test func `help fits a narrow terminal`() throws {
        let help = shelf.help(for: ["add"], width: 40)
        try compare(help, with: "help-add-40.txt")
        let prose = help.split(separator: "\n").filter { !$0.contains("shelf add") }
        #expect(prose.allSatisfy { $0.count <= 40 })
        #expect(!shelf.help(width: -1).isEmpty)
    }

    @Test func `headings can be styled, and unknown topics have no help`() {
        #expect(shelf.help(heading: { "<\($0)>" }).hasPrefix("<Usage:> shelf"))
        #expect(shelf.help(for: ["nonsense"]).isEmpty)
    }

    @Test func `help uses the program's own name`() {
        let other = Program(
            Command(
                "rack", summary: "Books.", discussion: Shelf.root.discussion,
                subcommands: Shelf.root.subcommands),
            calling: "shelf")
        #expect(other.help().contains("A second paragraph: rack list, and rack again, but no bookshelf."))
        #expect(other.help(for: ["add"]).contains("  rack add --random 5\n"))
        #expect(other.completionScript(for: .bash).contains("complete -F _rack_complete 'rack'"))
    }

    @Test(arguments: Shell.allCases)
    func `completions match their snapshots`(shell: Shell) throws {
        try compare(shelf.completionScript(for: shell), with: "completions.\(shell.rawValue)")
    }

    private func compare(_ text: String, with name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(name)")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, "UPDATE_SNAPSHOTS=1 updates \(name)")
    }
}
