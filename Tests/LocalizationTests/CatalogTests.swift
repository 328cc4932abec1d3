import Localization
import Testing

@Suite struct CatalogTests {
    private func german(_ catalog: String) -> Language {
        Language.german.adding(Catalog([UInt8](catalog.utf8)))
    }

    private func removed(_ count: Int) -> Message {
        "Removed \(count, one: "item", other: "items") from \("Attic")."
    }

    private static let removed = """
        msgid ""
        msgstr ""
        "Language: de\\n"

        #. Shown after items were removed.
        msgid "Removed {1} item from {2}."
        msgid_plural "Removed {1} items from {2}."
        msgstr[0] "Aus {2} wurde {1} Gegenstand entfernt."
        msgstr[1] "Aus {2} wurden {1} Gegenstände entfernt."
        """

    @Test(arguments: [
        (1, "wurde 1 Gegenstand"), (2, "wurden 2 Gegenstände"), (1_234, "wurden 1.234 Gegenstände"),
    ])
    func `a catalog translates a sentence for each plural form and orders its arguments`(
        count: Int, text: String
    ) {
        #expect(removed(count).text(in: german(Self.removed)) == "Aus Attic \(text) entfernt.")
    }

    @Test func `a message without a translation is English`() {
        #expect(("Not translated." as Message).text(in: german(Self.removed)) == "Not translated.")
    }

    @Test func `a nested message is translated, too`() {
        let language = german(
            "msgid \"Value\"\nmsgstr \"Wert\"\n\nmsgid \"Set {1}.\"\nmsgstr \"{1} setzen.\"\n")
        #expect(("Set \("Value" as Message)." as Message).text(in: language) == "Wert setzen.")
    }

    @Test func `a long text continues on the next lines, with escapes`() {
        let language = german(
            #"""
            msgid ""
            "Two\n"
            "lines"
            msgstr "Zwei \"Zeilen\"\\"
            """#)
        #expect(("Two\nlines" as Message).text(in: language) == #"Zwei "Zeilen"\"#)
    }

    @Test(arguments: [
        "#, fuzzy\nmsgid \"A\"\nmsgstr \"B\"", "msgid \"A\"\nmsgstr \"\"", "#~ msgid \"A\"\n#~ msgstr \"B\"",
    ])
    func `a translation that is missing, unchecked or obsolete isn't used`(catalog: String) {
        let language = german(catalog)
        #expect(("A" as Message).text(in: language) == "A")
        #expect(language.catalogProblems.isEmpty)
    }

    @Test(arguments: [
        "msgid \"A", "msgid A", "msgid \"A\"\nmsgstr \"x\\y\"", "msgid \"A\"\nmsgstr[1] \"B\"", "\"A\"",
        "<html>",
        "msgid \"A\"\nmsgstr \"a\"b\"",
    ])
    func `a damaged entry stays English and is a problem`(damaged: String) {
        let language = german(damaged + "\n\n" + Self.removed)
        #expect(("A" as Message).text(in: language) == "A")
        #expect(removed(1).text(in: language) == "Aus Attic wurde 1 Gegenstand entfernt.")
        #expect(language.catalogProblems.count == 1)
    }

    @Test func `a catalog that isn't UTF-8 is a problem`() {
        let language = Language.german.adding(Catalog([UInt8]("msgid \"A\"\nmsgstr \"".utf8) + [0xFF, 0x22]))
        #expect(("A" as Message).text(in: language) == "A")
        #expect(language.catalogProblems.count == 1)
    }

    @Test(arguments: Language.tags) func `the program's catalogs have no problems`(tag: String) throws {
        #expect(try #require(Language(tag)).tag == tag)
        #expect(try #require(Language(tag)).catalogProblems.isEmpty)
    }
}
