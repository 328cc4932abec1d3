import Localization
import Testing

@Suite struct PseudoLanguageTests {
    private let pseudo = Language("en-XA")

    @Test func `the pseudo-language has accents and is longer, and keeps arguments`() throws {
        let message: Message = "Removed \(3, one: "item", other: "items") from \("Attic")."
        let text = message.text(in: try #require(pseudo))
        #expect(text.contains("3 ") && text.contains("Attic"))
        #expect(!text.replacing("Attic", with: "").contains { $0.isASCII && $0.isLetter })
        #expect(text.count > message.text(in: .english).count)
    }

    @Test func `the pseudo-language isn't offered`() throws {
        #expect(try #require(pseudo).tag == "en-XA")
        #expect(!Language.tags.contains("en-XA"))
    }

    @Test func `a message without a language is in that of the task`() async throws {
        let message: Message = "Removed \(2, one: "item", other: "items")."
        #expect(message.text == "Removed 2 items.")
        Language.$named.withValue(pseudo) {
            #expect(Language.current.tag == "en-XA")
            #expect(message.text != "Removed 2 items.")
            #expect(String(localized: "Cancel") != "Cancel")
            Language.$isForProgram.withValue(true) { #expect(message.text == "Removed 2 items.") }
        }
    }
}
