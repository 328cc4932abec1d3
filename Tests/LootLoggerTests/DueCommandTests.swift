import LootCore
import LootPlugins
import Synchronization
import Testing
import WebServer

@Suite struct DueCommandTests {
    private func session(_ names: String...) throws -> Session {
        try Session(names.map { Item(name: $0, value: nil) })
    }

    private func ids(_ session: Session) async throws -> [String] {
        try await session.store.items().map { $0.id.short }
    }

    @Test func `a loan is in the due list until it is returned`() async throws {
        let session = try session("Drill", "Saw")
        let until = try #require(Day.today.adding(CalendarSpan(14, .day)))
        let lent = await session.run("lend", "#1", "--to", "Ann", "--until", "+14d")
        #expect(lent.status == .success && lent.output == "Lent “Drill” to Ann until \(until).\n")
        let due = await session.run("due", "--no-header")
        #expect(
            due.output == "\(until)  in 14 days  \(try await ids(session)[0])  Drill  due back from Ann\n")
        #expect(await session.run("due", "--within", "1w").output.hasPrefix("Nothing is due until "))
        #expect(await session.run("show", "#1").output.contains("\(until) (in 14 days)"))
        #expect(await session.run("list", "--where", "lent is set", "--format", "jsonl").lines.count == 1)
        #expect(
            await session.run("return", "#1", "#2").output == "Returned “Drill”.\n")
        #expect(await session.run("due").output.hasPrefix("Nothing is due"))
        #expect(await session.run("undo").output.contains("Return “Drill”"))
    }

    @Test(arguments: ["--until", "--due"])
    func `the due date of a loan is shown in until and due`(option: String) async throws {
        let session = try session("Drill")
        #expect(await session.run("lend", "#1", "--to", "Ann", option, "2027-01-01").status == .success)
        #expect(try await session.store.items()[0].lentUntil == Day("2027-01-01"))
    }

    @Test func `returning an item that isn't lent has no effect, which is reported`() async throws {
        let session = try session("Drill")
        let revision = try await session.store.summary().revision
        let outcome = await session.run("return", "#1")
        #expect(outcome.output == "No changes were needed.\n" && outcome.status == .success)
        #expect(try await session.store.summary().revision == revision)
    }

    @Test(arguments: [
        (["lend", "#1"], "Enter a value for “to”. The person who borrows the items."),
        (["lend", "#1", "--to", ""], "Enter a value for “to”."),
        (["lend", "--to", "Ann"], "Can't select the items. No item was given."),
        (["lend", "#1", "--to", "Ann", "--until", "2025-02-30"], "doesn't exist in the calendar."),
        (["lend", "#1", "--to", "Ann", "--until", "+9999y"], "is outside the years 1 to 9999."),
        (["serviced", "#1", "--on", "soon"], "“soon” isn't a date. Enter a date such as"),
        (["edit", "#1", "--every", "0 days"], "“0 days” has no length."),
        (["edit", "#1", "--every", "99999 years"], "beyond the year 9999"),
        (
            ["edit", "#1", "--warranty", "36 months"],
            "Enter a date, or also set “Purchased”: --purchased DAY"
        ),
        (
            ["add", "Lamp", "--warranty", "36 months"],
            "Enter a date, or also set “Purchased”: --purchased DAY"
        ),
        (
            ["due", "--within", "soon"],
            "It isn't a period. Enter a period such as 6 months, 2 weeks or 10 days."
        ),
    ])
    func `invalid arguments are rejected and change nothing`(words: [String], why: String) async throws {
        let session = try session("Drill")
        let items = try await session.store.items()
        let outcome = await session.run(words)
        #expect(outcome.errors.contains(why) && outcome.status != .success, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(try await session.store.items() == items)
    }

    @Test func `the period of a warranty counts from the given or known day of purchase`() async throws {
        let session = try Session()
        await session.run("add", "Camera", "--warranty", "36months", "--purchased", "2024-02-29")
        #expect(try await session.store.items()[0].warrantyUntil?.description == "2027-02-28")
        await session.run("edit", "#1", "--warranty", "P1Y")
        #expect(try await session.store.items()[0].warrantyUntil?.description == "2025-02-28")
    }

    @Test func `a service sets the next one`() async throws {
        let session = try Session()
        await session.run("add", "Pump", "--service", "-3d", "--every", "6mo")
        #expect(await session.run("due").output.contains("3 days overdue"))
        let outcome = await session.run("serviced", "#1", "--on", "2026-08-31")
        #expect(outcome.output == "The next service of “Pump” is due on 2027-02-28.\n")
        await session.run("edit", "#1", "--every", "")
        #expect(await session.run("serviced", "#1").output == "No further service of “Pump” is due.\n")
    }

    @Test func `a service is logged with its cost, listed and added up`() async throws {
        let session = try Session()
        await session.run("add", "Pump", "--every", "6mo", "--care", "2026-01-05: Cleaned\\, oiled")
        await session.run("add", "Lamp")
        let repair = await session.run(
            "serviced", "#1", "#2", "--note", "New belt; long", "--cost", "EUR 40.50", "--on", "2026-02-01",
            "--repair")
        #expect(
            repair.output
                == "Recorded maintenance of 2 items.\n")
        await session.run("serviced", "#1", "--cost", "12", "--on", "2026-03-01")
        let pump = try await session.store.items()[0]
        #expect(pump.nextService == Day("2026-09-01"))
        let show = await session.run("show", "#1").output
        #expect(show.contains("2026-03-01, $12: Serviced\n") && show.contains("$12 + €40.50 in total\n"))
        let all = await session.run("care", "--no-header").output
        #expect(all.hasPrefix("2026-03-01") && all.hasSuffix("$12 + €81 in total\n"))
        #expect(await session.run("care", "#2").output.hasSuffix("€40.50 in total\n"))
        let csv = await session.run(
            "care", "--where", "name = Pump", "--since", "2026-02-01", "--format", "csv")
        #expect(
            csv.output == "date,cost,currency,note,item,name\n2026-03-01,12,,Serviced,\(pump.id),Pump\n"
                + "2026-02-01,40.5,EUR,New belt; long,\(pump.id),Pump\n")
        let json = await session.run("care", "#1", "--since", "2026-03-01", "--format", "json").output
        #expect(
            json
                == "[\n{\"date\":\"2026-03-01\",\"cost\":12,\"note\":\"Serviced\",\"item\":\"\(pump.id)\",\"name\":\"Pump\"}\n]\n"
        )
        #expect(await session.run("list", "--where", "care ~ belt", "--count").output == "2\n")
        await session.run("edit", "#1", "--care", "-2026-01-05: Cleaned\\, oiled")
        #expect(try await session.store.items()[0].careLog.count == 2)
        await session.run("undo")
        await session.run("undo")
        #expect(try await session.store.items()[0].careLog.count == 2)
    }

    @Test func `programs can read due items as JSON, CSV and a calendar`() async throws {
        let session = try Session()
        await session.run("add", "Pump, old", "--service", "-3d")
        let id = try await session.store.items()[0].id
        let day = try #require(Day.today.adding(CalendarSpan(-3, .day)))
        let json = await session.run("due", "--format", "json").output
        #expect(
            json.hasPrefix(
                "[\n{\"kind\":\"service\",\"date\":\"\(day)\",\"days\":-3,\"item\":{\"id\":\"\(id)\","))
        #expect(json.hasSuffix("}}\n]\n"))
        let csv = await session.run("due", "--format", "csv").output
        #expect(csv == "kind,date,days,id,name,lentTo\nservice,\(day),-3,\(id),\"Pump, old\",\n")
        let calendar = await session.run("due", "--format", "ics").output
        #expect(calendar.contains("SUMMARY:Pump\\, old: service\r\n"))
        await session.run("serviced", "#1")
        #expect(await session.run("due", "--format", "json").output == "[]\n")
    }

    @Test func `reminders are sent by due --notify, once`() async throws {
        let received = Mutex(0)
        var router = Router()
        router.on(.post, "/") { _ in
            received.withLock { $0 += 1 }
            return Response(.noContent)
        }
        let server = try Server(ServerConfiguration(), router: router)
        let session = try session("Drill")
        #expect(await session.run("due", "--notify").status == .usage)
        let set = await session.run("settings", "set", "reminders.me", "json \(server.url)")
        #expect(set.status == .success)
        #expect(await session.run("due", "--notify").output == "me: nothing new is due.\n")
        await session.run("lend", "#1", "--to", "Ann", "--until", "tomorrow")
        #expect(await session.run("due", "--notify").output == "me: sent 1 due date.\n")
        #expect(await session.run("due", "--notify").output == "me: nothing new is due.\n")
        #expect(received.withLock { $0 } == 1)
        #expect(!(await session.run("settings").output.contains("sentReminders")))
        #expect(await session.run("undo").output.contains("Drill"))
        await server.stop()
    }

    @Test func `an invalid reminder isn't saved`() async throws {
        let session = try session("Drill")
        let outcome = await session.run("settings", "set", "reminders.me", "mail ann")
        #expect(outcome.status == .badData)
        #expect(outcome.errors.contains("“me”"))
        let settings = await session.run("settings").output
        #expect(!settings.contains("reminders"))
    }
}
