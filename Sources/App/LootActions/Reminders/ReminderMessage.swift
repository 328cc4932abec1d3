import Basics
import Localization
import LootCore
import Platform

/// The content of a reminder, independent of its channel.
struct ReminderMessage: Sendable {
    /// A line about the number of due dates.
    let title: String
    /// A line for each due date.
    let text: String
    /// The due dates as JSON, as in `/api/due`.
    let document: [UInt8]

    init(_ dates: [DueDate], on today: Day, listTitle: String?) {
        let count = dates.count
        let summary = String(localized: "\(count, one: "date is", other: "dates are") due")
        title = listTitle.map { Language.current.titled($0, summary) } ?? summary
        text = dates.map { date in
            let days = ItemPresentation.remaining(date.days(from: today))
            let name = TextRules.visible(date.item.shownName)
            return "\(date.day.text(in: .current)) (\(days)): \(name), \(ItemPresentation.what(date))"
        }.joined(separator: "\n")
        let late = dates.filter { $0.day < today }.count
        document = DueListing.document(
            of: DueList(
                today: today, last: dates.map(\.day).max() ?? today, dates: dates, count: count, late: late))
    }

    /// Returns the first lines of the text, of at most `limit` bytes. If there are more, the last line is “…”.
    func text(limit: Int) -> String {
        if text.utf8.count <= limit { return text }
        var rest = limit - "…".utf8.count
        let lines = text.split(separator: "\n").prefix { line in
            rest -= line.utf8.count + 1
            return rest >= 0
        }
        return (lines + ["…"]).joined(separator: "\n")
    }

    /// Returns the message for a mail server (RFC 5322). `id` makes repetitions of a message recognizable.
    func mail(from sender: String, to recipient: String, id: String, at moment: Moment = .now) -> [UInt8] {
        let domain = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        var lines = [
            "Date: \(ReminderMessage.date(moment))", "From: <\(sender)>", "To: <\(recipient)>",
            "Subject: \(ReminderMessage.encodedHeader(title))", "Message-ID: <\(id)@\(domain)>",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ]
        var rest = Base64.encode(Array("\(text)\n".utf8))[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(76)))
            rest = rest.dropFirst(76)
        }
        return Array(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    /// Returns text as the value of a header that permits only ASCII: words of at most 75 characters (RFC 2047).
    static func encodedHeader(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var words: [String] = []
        var bytes: [UInt8] = []
        func end() {
            if !bytes.isEmpty { words.append("=?UTF-8?B?\(Base64.encode(bytes))?=") }
            bytes = []
        }
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            guard let encoded = UTF8.encode(scalar) else { continue }
            if bytes.count + encoded.count > 45 { end() }
            bytes += encoded
        }
        end()
        return words.joined(separator: " ")
    }

    /// Returns a moment as in mail headers: `Sat, 28 Nov 2026 05:00:00 +0000`.
    private static func date(_ moment: Moment) -> String {
        let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
        // January 1, 1970 was a Thursday.
        let weekdays = "Thu Fri Sat Sun Mon Tue Wed".split(separator: " ")
        let parts = moment.description.split { "-T:Z".contains($0) }
        let weekday = weekdays[((Int(moment.day.daysSinceEpoch) % 7) + 7) % 7]
        guard parts.count >= 6, let month = Int(parts[1]), (1...12).contains(month) else { return "" }
        return
            "\(weekday), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) +0000"
    }
}
