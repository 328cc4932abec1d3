/// A language that people read, with its catalog of messages.
public struct Language: Hashable, Sendable {
    /// The language's tag: `en`, `pt-BR`.
    public let tag: String

    /// English, the language in which messages are written.
    public static let english = Language(tag: "en")

    /// The format of a message in this language; nil for English, and where the catalog doesn't have it.
    func translation(of message: Message) -> String? { nil }

    /// A whole number with separators between thousands: `1,234`.
    public func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// An enumeration: `Attic, Cellar, and Garage`.
    public func list(_ texts: [String], _ conjunction: MessageList.Conjunction = .and) -> String {
        let word = conjunction == .and ? "and" : "or"
        guard texts.count > 2, let last = texts.last else { return texts.joined(separator: " \(word) ") }
        return texts.dropLast().joined(separator: ", ") + ", \(word) " + last
    }
}
