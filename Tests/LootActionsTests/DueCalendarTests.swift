import Foundation
@testable import LootActions
import LootCore
import MemoryStorePlugin
import Testing

@Suite struct DueCalendarTests {
    private let today = Day("2026-11-23") ?? .first
    private let now = Moment("2026-11-23T10:00:00Z") ?? .first

    private func calendar(_ items: [Item]) async throws -> String {
        var bytes: [UInt8] = []
        let calendar = DueCalendar(on: today, at: now)
        try await calendar.write(try Inventory(MemoryStore(items), for: .owner), through: .last) { piece in
            bytes += piece
            return true
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `an event is an all-day event with a stable identifier`() async throws {
        let id = try #require(ItemID("00000001-0000-4000-8000-000000000001"))
        var item = Item(id: id, name: "Drill", serialNumber: "D-1")
        item.location = "House / Cellar"
        (item.lentTo, item.lentUntil) = ("Ann", Day("2026-12-07"))
        let text = try await calendar([item])
        #expect(
            text
                == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//LootLogger//loot//EN
                CALSCALE:GREGORIAN
                METHOD:PUBLISH
                X-WR-CALNAME:Loot
                BEGIN:VEVENT
                UID:00000001-0000-4000-8000-000000000001-loan@lootlogger
                DTSTAMP:20261123T100000Z
                DTSTART;VALUE=DATE:20261207
                SUMMARY:Drill: due back from Ann
                DESCRIPTION:Serial number: D-1
                LOCATION:House / Cellar
                CATEGORIES:LOAN
                TRANSP:TRANSPARENT
                BEGIN:VALARM
                ACTION:DISPLAY
                TRIGGER:-PT15H
                DESCRIPTION:Drill: due back from Ann
                END:VALARM
                END:VEVENT
                END:VCALENDAR

                """.replacing("\n", with: "\r\n"))
    }

    @Test func `texts are escaped`() async throws {
        var item = Item(name: "A; B, C\\D: \"E\"")
        item.nextService = today
        item.serviceEvery = CalendarSpan(6, .month)
        item.notes = "one\ntwo\tthree\nEND:VEVENT"
        let text = try await calendar([item])
        #expect(text.contains("\r\nSUMMARY:A\\; B\\, C\\\\D: \"E\": service\r\n"))
        #expect(text.contains("\r\nDESCRIPTION:Every 6 months\\none\\ntwo\tthree\\nEND:VEVENT\r\n"))
    }

    @Test func `no line has more than 75 bytes, and no character is split`() async throws {
        var items: [Item] = []
        for length in 55..<80 {
            var item = Item(
                name: String(repeating: "ä", count: length / 2) + String(repeating: "👩‍🔧", count: length))
            item.warrantyUntil = today
            items.append(item)
        }
        let text = try await calendar(items)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.utf8.contains(0x0A) })
        #expect(!text.unicodeScalars.contains("\u{FFFD}"))
        let unfolded = lines.reduce("") {
            $1.utf8.first == 0x20 ? $0 + String($1.unicodeScalars.dropFirst()) : $0 + "|" + $1
        }
        for item in items { #expect(unfolded.contains("|SUMMARY:\(item.name): warranty ends|")) }
    }

    @Test func `expired warranties aren't in calendars, but overdue loans are`() async throws {
        var old = Item(name: "Old")
        old.warrantyUntil = Day("2026-11-22")
        var late = Item(name: "Late")
        late.lentUntil = Day("2020-01-01")
        let text = try await calendar([old, late])
        #expect(!text.contains("Old") && text.contains("SUMMARY:Late: loan ends\r\n"))
    }

    /// Lets another program parse the events.
    private static let script = """
        import sys, icalendar
        for event in icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk("VEVENT"):
            print(event["UID"], event.decoded("DTSTART").isoformat(), event["SUMMARY"], repr(str(event.get("DESCRIPTION", ""))))
        """

    @Test func `another program reads every event`() async throws {
        var generator = SeededGenerator(seed: 7)
        var items: [Item] = []
        for number in 0..<40 {
            var item = Item(name: "Thing \(number), \\ ; \(String(repeating: "納戸é", count: number))")
            item.notes = "one\ntwo; \(number)"
            item.nextService = Day(daysSinceEpoch: Int.random(in: 0...40_000, using: &generator))
            items.append(item)
        }
        let bytes = Array(try await calendar(items).utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script]
        process.environment = ["PYTHONIOENCODING": "utf-8"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return print("skipped: /usr/bin/python3 can't be run") }
        // A program that has already ended reads nothing.
        try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try? input.fileHandleForWriting.close()
        let read = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        if read.isEmpty {
            return print("skipped: icalendar is not installed (apt install python3-icalendar)")
        }
        let expected = items.sorted { ($0.nextService ?? .first) < ($1.nextService ?? .first) }.map { item in
            "\(item.id)-service@lootlogger \(item.nextService?.description ?? "") \(item.name): service "
                + "'\(item.notes?.replacing("\n", with: "\\n") ?? "")'"
        }
        #expect(Set(read.split(separator: "\n").map(String.init)) == Set(expected))
    }
}
