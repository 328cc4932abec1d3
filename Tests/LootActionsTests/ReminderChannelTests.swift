@testable import LootActions
import LootCore
import LootFormats
import Testing

@Suite struct `The channel of a reminder` {
    @Test(arguments: [
        "ann@example.org", "mail ann", "mail a@b@c", "mail <ann@example.org>", "fax 123", "ntfy ntfy.sh/x",
        "ntfy file:///etc/passwd", "json https://user:secret@example.org", "json $HOME", "",
    ])
    func `an invalid channel is rejected`(text: String) async throws {
        let setting = try KnownSetting.named("reminders")
        #expect(throws: LootError.self) {
            try setting.checked(.object([ForeignField("a", .text(text))]))
        }
        #expect(throws: Never.self) {
            try setting.checked(.object([ForeignField("a", .text("mail ann@example.org"))]))
        }
    }

    @Test(arguments: [("about", "birthday"), ("before", "soon"), ("where", "valu > 3"), ("every", "1 day")])
    func `an invalid part of a reminder is rejected`(part: String, text: String) throws {
        let fields = [ForeignField("to", .text("mail a@b.org")), ForeignField(part, .text(text))]
        #expect(throws: LootError.self) {
            try KnownSetting.named("reminders").checked(.object([ForeignField("a", .object(fields))]))
        }
    }

    @Test func `a command that hangs is ended with the programs that it started`() throws {
        let start = ContinuousClock.now
        let error = #expect(throws: LootError.self) {
            try PipedCommand.run(
                "sleep 50 | sleep 60", input: Array(repeating: 0, count: 1 << 20),
                timeLimit: .milliseconds(100))
        }
        #expect(error?.code == .unavailable)
        #expect(ContinuousClock.now - start < .seconds(40))
    }
}
