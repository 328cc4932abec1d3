import Foundation
@testable import LootActions
import LootCore
import LootFormats
import LootMerge
import LootPlugins
import MemoryStorePlugin
import Testing
import WebClient
import WebServer

@Suite(.timeLimit(.minutes(1))) struct `Sending reminders` {
    private static let today = Day("2026-11-23") ?? .first
    private static let quick = Retries(limit: 3) { _ in .milliseconds(1) }

    private static func items() -> [Item] {
        var (drill, pump, camera) = (Item(name: "Drill"), Item(name: "Pumpe ü"), Item(name: "Camera"))
        (drill.lentTo, drill.lentUntil) = ("Ann", Day("2026-11-24"))
        pump.nextService = Day("2026-11-20")
        camera.warrantyUntil = Day("2026-12-20")
        return [drill, pump, camera]
    }

    /// Sets the reminders and calls `body` while an inbox is running. `$` in an address is the URL of the inbox.
    private func reminding(
        _ reminders: [(String, ForeignValue)], inbox: Inbox = Inbox(), store: (any ItemStore)? = nil,
        _ body: (Inventory, Inbox, String) async throws -> Void
    ) async throws {
        let store = try store ?? MemoryStore(Self.items())
        let server = try inbox.start()
        let fields = reminders.map { name, value in
            ForeignField(name, Self.replacing(value, with: server.url))
        }
        try await store.apply(ItemTransaction([.set("reminders", .object(fields))]))
        try await body(Inventory(store, for: .owner), inbox, server.url)
        await server.stop()
    }

    private static func replacing(_ value: ForeignValue, with url: String) -> ForeignValue {
        switch value {
        case .text(let text): .text(text.replacing("$", with: url))
        case .object(let fields):
            .object(fields.map { ForeignField($0.key, replacing($0.value, with: url)) })
        default: value
        }
    }

    private func send(
        _ inventory: Inventory, on day: Day = today, _ environment: [String: String] = [:],
        listName: String? = nil
    ) async throws -> [ReminderSender.Outcome] {
        try await ReminderSender(
            inventory, listName: listName, environment: environment, retries: Self.quick
        ).run(on: day)
    }

    @Test func `a reminder lists what is due, and is sent once per due date`() async throws {
        try await reminding([("me", .text("ntfy $one"))]) { inventory, inbox, _ in
            #expect(try await send(inventory).map(\.count) == [2])
            #expect(try await send(inventory).map(\.count) == [0])
            let text = try #require(inbox.texts("one").first)
            #expect(text.contains("Drill") && text.contains("Pumpe ü") && !text.contains("Camera"))
            #expect(inbox.all[0].headers["Title"] == "2 dates are due")
            // The warranty becomes due later.
            #expect(try await send(inventory, on: try #require(Day("2026-12-18"))).map(\.count) == [1])
            #expect(inbox.texts("one").count == 2 && inbox.texts("one")[1].contains("Camera"))
        }
    }

    @Test func `a due date that changes is sent again`() async throws {
        try await reminding([("me", .text("json $one"))]) { inventory, inbox, _ in
            _ = try await send(inventory)
            let drill = try await inventory.store.items()[0]
            try await inventory.commit(
                ItemTransaction([.update(drill.id, ["lentUntil": .day(try #require(Day("2026-11-25")))])]))
            #expect(try await send(inventory).map(\.count) == [1])
            #expect(inbox.texts("one")[1].contains("\"date\":\"2026-11-25\""))
        }
    }

    @Test func `each service gets its own format`() async throws {
        try await reminding([
            ("a", .text("slack $one")), ("b", .text("discord $two")), ("c", .text("matrix $three")),
        ]) { inventory, inbox, _ in
            let drill = try await inventory.store.items()[0]
            try await inventory.commit(
                ItemTransaction([.update(drill.id, ["name": .text("<@everyone> & co")])]))
            #expect(try await send(inventory).map(\.count) == [2, 2, 2])
            let (slack, discord, matrix) = (inbox.texts("one"), inbox.texts("two"), inbox.texts("three"))
            #expect(slack.first?.hasPrefix("{\"text\":\"2 dates are due\\n") == true)
            #expect(slack.first?.contains("&lt;@everyone&gt; &amp; co") == true)
            #expect(discord.first?.hasPrefix("{\"content\":\"2 dates are due\\n") == true)
            #expect(discord.first?.contains("<@everyone> & co") == true)
            #expect(discord.first?.contains(#""allowed_mentions":{"parse":[]}"#) == true)
            #expect(matrix.first?.hasPrefix("{\"text\":\"2 dates are due\\n\\n") == true)
        }
    }

    @Test func `a long message is cut at a line if the service limits it`() async throws {
        let items = (1...200).map { number in
            var item = Item(name: "Bohrmaschine für Löcher \(number)")
            item.nextService = Day("2026-11-20")
            return item
        }
        let reminders: [(String, ForeignValue)] = [
            ("a", .text("ntfy $one")), ("b", .text("discord $two")), ("c", .text("matrix $three")),
        ]
        try await reminding(reminders, store: try MemoryStore(items)) { inventory, inbox, _ in
            let outcomes = try await send(inventory)
            #expect(outcomes.map(\.count) == [200, 200, 200])
            let texts = ["one", "two", "three"].compactMap { inbox.texts($0).first }
            #expect((3_900...4_096).contains(texts[0].utf8.count) && texts[0].hasSuffix("\n…"))
            #expect((1_900...2_100).contains(texts[1].utf8.count) && texts[1].contains("\\n…\""))
            #expect(texts[2].contains("Löcher 200"))
        }
    }

    @Test func `a reminder can be limited to kinds, items and a time before`() async throws {
        func reminder(_ parts: [(String, String)]) -> ForeignValue {
            .object(([("to", "json $one")] + parts).map { ForeignField($0.0, .text($0.1)) })
        }
        try await reminding([
            ("loans", reminder([("about", "loan")])), ("some", reminder([("where", "name ~ pump")])),
            ("early", reminder([("before", "1 month")])), ("late", reminder([("before", "0 days")])),
        ]) { inventory, _, _ in
            let outcomes = try await send(inventory)
            #expect(outcomes.map(\.count) == [1, 1, 3, 1])
        }
    }

    @Test func `a failing channel is retried, reported, and doesn't block the others`() async throws {
        let inbox = Inbox(refusing: ["one": 2, "two": 3])
        try await reminding(
            [("a", .text("json $one")), ("b", .text("json $two")), ("c", .text("json $three"))], inbox: inbox
        ) {
            inventory, inbox, _ in
            let outcomes = try await send(inventory)
            #expect(outcomes.map(\.count) == [2, 0, 2])
            #expect(outcomes.map { $0.error?.code } == [nil, .unavailable, nil])
            #expect(inbox.attempts("one") == 3 && inbox.attempts("two") == 3)
            // The next run sends only what failed.
            #expect(try await send(inventory).map(\.count) == [0, 2, 0])
            #expect(inbox.all.count == 3)
        }
    }

    @Test func `several programs at once send each reminder once`() async throws {
        let store = try MemoryStore(Self.items())
        try await reminding(
            [("a", .text("json $one")), ("b", .text("json $two")), ("c", .text("json $three"))], store: store
        ) { _, inbox, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        _ = try await ReminderSender(
                            Inventory(store, for: .owner), listName: nil, environment: [:],
                            retries: Self.quick
                        ).run(on: Self.today)
                    }
                }
                try await group.waitForAll()
            }
            #expect(inbox.all.map(\.name).sorted() == ["one", "three", "two"])
        }
    }

    @Test func `an expired claim of a program that ended is replaced, and a valid one isn't`() async throws {
        try await reminding([("a", .text("json $one"))]) { inventory, inbox, _ in
            func claim(until end: Moment) async throws {
                let claim = ForeignField("claim", .text("x \(end)"))
                try await inventory.commit(ItemTransaction([.set("sentReminders.a", .object([claim]))]))
            }
            try await claim(until: .last)
            #expect(try await send(inventory).map(\.isClaimed) == [true])
            #expect(inbox.all.isEmpty)
            try await claim(until: .first)
            #expect(try await send(inventory).map(\.count) == [2])
            #expect(inbox.all.count == 1)
        }
    }

    @Test func `a program whose day began later doesn't send again what an earlier one sent`() async throws {
        try await reminding([("a", .text("json $one"))]) { inventory, inbox, _ in
            let tomorrow = try #require(Day("2026-12-17"))
            #expect(try await send(inventory, on: tomorrow).map(\.count) == [3])
            #expect(try await send(inventory, on: try #require(Day("2026-12-16"))).map(\.count) == [0])
            #expect(try await send(inventory, on: tomorrow).map(\.count) == [0])
            #expect(inbox.all.count == 1)
        }
    }

    @Test func `two copies of a list remember together what was sent`() async throws {
        try await reminding([("a", .text("json $one"))]) { inventory, _, _ in
            let base = try await inventory.settings()
            _ = try await send(inventory, on: try #require(Day("2026-11-20")))
            let ours = try await inventory.settings()
            _ = try await send(inventory)
            let theirs = try await inventory.settings()
            #expect(ours != theirs)
            let merge = ListSettings.merge(base: base, ours: ours, theirs: theirs)
            #expect(merge.conflicts.isEmpty && merge.settings == theirs)
        }
    }

    @Test func `the record of a removed reminder is removed`() async throws {
        try await reminding([("a", .text("json $one"))]) { inventory, _, url in
            _ = try await send(inventory)
            let other = ForeignValue.object([ForeignField("b", .text("json \(url)two"))])
            try await inventory.commit(ItemTransaction([.set("reminders", other)]))
            _ = try await send(inventory)
            let keys = try await inventory.settings().keys.map(\.rawValue)
            #expect(keys.sorted() == ["reminders", "sentReminders.b"])
        }
    }

    /// A store that changes nothing for canceled tasks, as databases do.
    private struct CancelableStore: StoreWrapper {
        let wrapped: any ItemStore

        func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
            if Task.isCancelled { throw LootError(.unavailable, "The task was canceled.") }
            return try await wrapped.apply(transaction)
        }
    }

    @Test func `a canceled task doesn't wait for a service that doesn't respond, and records the result`()
        async throws
    {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        var router = Router()
        router.on(.post, "/") { _ in
            arrived.yield()
            for await _ in gate {}
            return Response(.noContent)
        }
        let server = try Server(ServerConfiguration(), router: router)
        let store = CancelableStore(wrapped: try MemoryStore(Self.items()))
        let entry = ForeignField("a", .text("json \(server.url)"))
        _ = try await store.apply(ItemTransaction([.set("reminders", .object([entry]))]))
        let start = ContinuousClock.now
        let sending = Task { try await send(Inventory(store, for: .owner)) }
        for await _ in arrivals { break }
        sending.cancel()
        #expect(try await sending.value.map { $0.error?.code } == [.unavailable])
        #expect(ContinuousClock.now - start < .seconds(9))
        // The next program doesn't have to wait until the claim expires.
        #expect(try await store.settings()["sentReminders.a"] == nil)
        open.finish()
        await server.stop()
    }

    @Test func `sending isn't in the history, and keeps undo and redo`() async throws {
        try await reminding([("a", .text("json $one"))]) { inventory, inbox, _ in
            try await inventory.add([Item(name: "Last")])
            try await inventory.undo()
            let before = try await inventory.history(limit: 9)
            #expect(try await send(inventory).map(\.count) == [2])
            #expect(try await inventory.settings()["sentReminders.a"] != nil)
            #expect(try await inventory.history(limit: 9) == before)
            #expect(try await inventory.titles(limit: 9) == before.titles)
            try await inventory.redo()
            #expect(try await inventory.names() == ["Drill", "Pumpe ü", "Camera", "Last"])
            while try await !inventory.titles(limit: 1).undoable.isEmpty { try await inventory.undo() }
            #expect(try await inventory.settings().keys == ["sentReminders.a"])
            #expect(inbox.all.count == 1)
        }
    }

    @Test func `a stock is sent again after it was refilled`() async throws {
        var tape = Item(name: "Tape")
        tape.minimum = 2
        try await reminding([("a", .text("json $one"))], store: try MemoryStore([tape])) { inventory, _, _ in
            func set(_ quantity: Int) async throws {
                try await inventory.commit(
                    ItemTransaction([.update(tape.id, ["quantity": .integer(quantity)])]))
            }
            #expect(try await send(inventory).map(\.count) == [1])
            #expect(try await send(inventory, on: try #require(Day("2026-11-24"))).map(\.count) == [0])
            try await set(5)
            #expect(try await send(inventory).map(\.count) == [0])
            try await set(1)
            #expect(try await send(inventory).map(\.count) == [1])
        }
    }

    @Test func `a secret address is in the environment`() async throws {
        try await reminding([]) { inventory, inbox, url in
            let value = ForeignValue.object([ForeignField("a", .text("json $LOOT_REMINDER_URL"))])
            try await inventory.commit(ItemTransaction([.set("reminders", value)]))
            #expect(try await send(inventory).map { $0.error?.code } == [.configuration])
            let outcomes = try await send(inventory, ["LOOT_REMINDER_URL": "\(url)one"])
            #expect(outcomes.map(\.count) == [2] && inbox.all.count == 1)
        }
    }

    @Test func `without a mail server, mail is passed to a command`() async throws {
        try await reminding([("a", .text("mail ann@example.org"))]) { inventory, _, _ in
            let outcomes = try await send(
                inventory, ["LOOT_SENDMAIL": "grep -q '^To: <ann@example.org>'", "LOOT_MAIL_FROM": "l@x.org"])
            #expect(outcomes.map(\.count) == [2] && outcomes.allSatisfy { $0.error == nil })
        }
        try await reminding([("a", .text("mail ann@example.org"))]) { inventory, _, _ in
            let outcomes = try await send(inventory, ["LOOT_SENDMAIL": "exit 75"])
            #expect(outcomes.map { $0.error?.code } == [.unavailable])
            #expect(outcomes[0].error?.reason.text(in: .english).contains("75") == true)
        }
    }

    @Test func `mail contains text in any language`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "mail-\(ItemID())").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await reminding([("a", .text("mail ann@example.org"))]) { inventory, _, _ in
            try await inventory.commit(ItemTransaction([.set("title", .text("Höfe"))]))
            _ = try await send(inventory, ["LOOT_SENDMAIL": "cat > '\(file)'", "LOOT_MAIL_FROM": "l@x.org"])
        }
        let mail = try String(contentsOfFile: file, encoding: .utf8)
        #expect(mail.contains("\r\nFrom: <l@x.org>\r\nTo: <ann@example.org>\r\n"))
        let subject = Data("Höfe: 2 dates are due".utf8).base64EncodedString()
        #expect(mail.contains("\r\nSubject: =?UTF-8?B?\(subject)?=\r\n"))
        let parts = mail.split(separator: "\r\n\r\n", maxSplits: 1)
        let text = try #require(Data(base64Encoded: String(parts[1]), options: .ignoreUnknownCharacters))
        #expect(String(decoding: text, as: UTF8.self).contains("Pumpe ü"))
    }

    @Test(arguments: [
        ("LOOT_MAIL_SERVER", "https://mail.example.org"), ("LOOT_MAIL_FROM", "Loot <l@x.org>"),
        ("LOOT_MAIL_FROM", "x.org"),
    ])
    func `an invalid variable is reported with its name before anything is sent`(
        name: String, value: String
    ) async throws {
        try await reminding([("a", .text("mail ann@example.org")), ("b", .text("json $one"))]) {
            inventory, inbox, _ in
            let error = await #expect(throws: LootError.self) { try await send(inventory, [name: value]) }
            #expect(error?.code == .configuration)
            #expect(error?.reason.text(in: .english).contains(name) == true)
            let keys = try await inventory.settings().keys
            #expect(inbox.all.isEmpty && keys == ["reminders"])
        }
    }

    @Test func `a message names the list by its title, or else by its name`() async throws {
        try await reminding([("a", .text("ntfy $one"))]) { inventory, inbox, _ in
            _ = try await send(inventory, listName: "home")
            try await inventory.commit(ItemTransaction([.set("title", .text("Cabin"))]))
            _ = try await send(inventory, on: try #require(Day("2026-12-18")), listName: "home")
            #expect(
                inbox.all.map { $0.headers["Title"] } == ["home: 2 dates are due", "Cabin: 1 date is due"])
        }
    }

    @Test func `a loan until the same day is sent again for another borrower only`() async throws {
        try await reminding([("a", .text("json $one"))]) { inventory, _, _ in
            for (people, count) in [(["Ann", "Ben"], 2), (["Ben"], 0), (["Zoë"], 1)] {
                let old = try await inventory.store.items()[0]
                var drill = old
                let loans = people.map { LoanEntry(to: $0, quantity: 1, until: Day("2026-11-24")) }
                drill.lend(loans, others: [])
                try await inventory.edit([drill.id], Patch(from: old, to: drill))
                #expect(try await send(inventory).map(\.count) == [count])
            }
        }
    }
}
