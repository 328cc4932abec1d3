package import LootCore

/// Writes due dates as an iCalendar file (RFC 5545) with one all-day event each. Calendar programs recognize an event
/// again by its item and kind.
package struct DueCalendar {
    private let today: Day
    private let stamp: String

    /// Creates a calendar. `moment` is the time stamp of its events.
    package init(on today: Day = .today, at moment: Moment = .now) {
        self.today = today
        stamp = moment.description.filter { $0 != "-" && $0 != ":" }
    }

    /// Writes everything that is due until a day to a sink, piece by piece. Stops when the sink returns `false`.
    package func write(
        _ inventory: Inventory, through last: Day, to sink: ([UInt8]) async throws(LootError) -> Bool
    ) async throws(LootError) {
        var bytes: [UInt8] = []
        begin(&bytes)
        for kind in DueDate.Kind.allCases {
            let query = kind.query(from: today, through: last)
            let isWanted = try await inventory.store.withRows(of: query) { rows throws(LootError) in
                try await rows.forEachPage { page throws(LootError) in
                    for item in page.items {
                        if let date = DueDate(kind, of: item, on: today) { append(date, to: &bytes) }
                    }
                    defer { bytes.removeAll(keepingCapacity: true) }
                    return try await sink(bytes)
                }
            }
            if !isWanted { return }
        }
        end(&bytes)
        _ = try await sink(bytes)
    }

    /// Appends the header.
    func begin(_ bytes: inout [UInt8]) {
        append("BEGIN", "VCALENDAR", to: &bytes)
        append("VERSION", "2.0", to: &bytes)
        append("PRODID", "-//LootLogger//loot//EN", to: &bytes)
        append("CALSCALE", "GREGORIAN", to: &bytes)
        append("METHOD", "PUBLISH", to: &bytes)
        append("X-WR-CALNAME", String(localized: "Loot"), to: &bytes)
    }

    /// Appends an event.
    func append(_ date: DueDate, to bytes: inout [UInt8]) {
        append("BEGIN", "VEVENT", to: &bytes)
        append("UID", "\(date.item.id)-\(date.kind.rawValue)@lootlogger", to: &bytes)
        append("DTSTAMP", stamp, to: &bytes)
        append("DTSTART;VALUE=DATE", date.day.description.filter { $0 != "-" }, to: &bytes)
        append(text: "\(date.item.shownName): \(ItemPresentation.what(date))", "SUMMARY", to: &bytes)
        let lines = DueCalendar.lines(of: date)
        if !lines.isEmpty { append(text: lines.joined(separator: "\n"), "DESCRIPTION", to: &bytes) }
        if let location = date.item.location { append(text: location, "LOCATION", to: &bytes) }
        append("CATEGORIES", date.kind.rawValue.uppercased(), to: &bytes)
        // The event doesn't mark the day as busy.
        append("TRANSP", "TRANSPARENT", to: &bytes)
        appendAlarm(of: date, to: &bytes)
        append("END", "VEVENT", to: &bytes)
    }

    /// Appends an alarm at 9 o'clock on the day before. A stock has none: its event is always today, so that it would
    /// cause an alarm every day.
    private func appendAlarm(of date: DueDate, to bytes: inout [UInt8]) {
        if date.kind == .stock { return }
        append("BEGIN", "VALARM", to: &bytes)
        append("ACTION", "DISPLAY", to: &bytes)
        append("TRIGGER", "-PT15H", to: &bytes)
        append(text: "\(date.item.shownName): \(ItemPresentation.what(date))", "DESCRIPTION", to: &bytes)
        append("END", "VALARM", to: &bytes)
    }

    /// Appends the end of the calendar.
    func end(_ bytes: inout [UInt8]) { append("END", "VCALENDAR", to: &bytes) }

    /// Returns the lines of the event's description.
    private static func lines(of date: DueDate) -> [String] {
        var lines: [String] = []
        if let serial = date.item.serialNumber { lines.append(String(localized: "Serial number: \(serial)")) }
        if date.kind == .service, let period = date.item.serviceEvery {
            lines.append(String(localized: "Every \(period)"))
        }
        if let notes = date.item.notes { lines.append(notes) }
        return lines
    }

    private func append(text: String, _ name: String, to bytes: inout [UInt8]) {
        append(name, DueCalendar.escaped(text), to: &bytes)
    }

    /// Returns text as a property value: line breaks and separators are escaped, and invalid characters removed.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}":
                result.append("\\")
                result.append("n")
            case "\\", ";", ",":
                result.append("\\")
                result.append(scalar)
            case "\t": result.append(scalar)
            default: if scalar.value >= 0x20, scalar.value != 0x7F { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Appends a line. It is folded between characters if it has more than 75 bytes.
    private func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        var length = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let encoded = UTF8.encode(scalar)
            let size = encoded?.count ?? 0
            if length + size > 75 {
                bytes += Array("\r\n ".utf8)
                length = 1
            }
            if let encoded { bytes.append(contentsOf: encoded) }
            length += size
        }
        bytes += Array("\r\n".utf8)
    }
}
