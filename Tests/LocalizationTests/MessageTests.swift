import Localization
import Testing

@Suite struct MessageTests {
    @Test func `a message without arguments is its own text`() {
        let message: Message = "Lend items to a person."
        #expect(message.format == "Lend items to a person.")
        #expect(message.text == "Lend items to a person.")
    }

    @Test func `a message keeps its format and its arguments apart`() {
        let message: Message = "Lent “\("Drill")” to \("Ann")."
        #expect(message.format == "Lent “{1}” to {2}.")
        #expect(message.arguments == [.value("Drill"), .value("Ann")])
        #expect(message.text == "Lent “Drill” to Ann.")
    }

    @Test(arguments: [
        (0, "0 items"), (1, "1 item"), (2, "2 items"), (-1, "-1 item"), (1_234_567, "1,234,567 items"),
    ])
    func `a count is shown with its noun`(count: Int, text: String) {
        let message: Message = "Removed \(count, one: "item", other: "items")."
        #expect(message.format == "Removed {1:item|items}.")
        #expect(message.text == "Removed \(text).")
    }

    @Test func `an integer shows its digits`() {
        #expect(("Listening on port \(8080)." as Message).text == "Listening on port 8080.")
    }

    @Test func `messages can contain other messages`() {
        let inner: Message = "\(2, one: "photo", other: "photos")"
        #expect(("Removed \("Lamp") and \(inner)." as Message).text == "Removed Lamp and 2 photos.")
    }

    @Test(arguments: [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B, and C")])
    func `an enumeration has commas and a conjunction`(names: [String], text: String) {
        #expect(("\(list: names)" as Message).text == text)
    }

    @Test func `alternatives are joined with or`() {
        let titles: [Message] = ["Name", "Value"]
        #expect(("\(list: titles, .or)" as Message).text == "Name or Value")
    }

    @Test(arguments: ["{1}", "{", "{2} {x} {1:a|b}", ""])
    func `braces in an argument or in verbatim text aren't placeholders`(text: String) {
        #expect(Message(verbatim: text).text == text)
        #expect(("{ \(text) }" as Message).text == "{ \(text) }")
    }

    @Test func `equal messages have equal formats and arguments`() {
        func removed(_ name: String) -> Message { "Removed \(name)." }
        #expect(removed("A") == removed("A"))
        #expect(removed("A") != removed("B"))
        #expect(removed("7") != "Removed \(7).")
        #expect(Set([removed("A"), removed("A"), removed("B")]).count == 2)
    }
}
