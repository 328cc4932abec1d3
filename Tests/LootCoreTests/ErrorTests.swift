import LootTesting
import Testing

@testable import LootCore
import LootPlugins

@Suite struct ErrorTests {
    @Test func `an error is a sentence, with advice if there is any`() {
        #expect(
            LootError(.invalidValue, "Can't add the item.", reason: "Its name is empty.").description
                == "Can't add the item. Its name is empty.")
        #expect(
            LootError(.locked, "Can't open the store.", reason: "It's in use.", advice: "Try again later.")
                .description
                == "Can't open the store. It's in use. Try again later.")
        #expect(
            LootError(.unknownField, "“valeu” isn't a field.", advice: "Did you mean “value”?").description
                == "“valeu” isn't a field. Did you mean “value”?")
    }

    @Test func `a wrapped error keeps its parts`() {
        let error = LootError.missing(ItemID())
        let larger = error.during("Can't undo the change.")
        #expect(larger.failure == "Can't undo the change.")
        #expect(larger.code == error.code && larger.reason == error.failure && larger.item == error.item)
        #expect(larger.during("Can't import the file.").reason == error.failure)
    }

    @Test(
        arguments: [
            (.usage, 64), (.unknownField, 64), (.unknownSectioning, 64), (.invalidValue, 65),
            (.malformed, 65),
            (.ambiguousItem, 65), (.duplicateItem, 65), (.positionOutOfRange, 65), (.damaged, 65),
            (.newerFormat, 69),
            (.noSuchItem, 66), (.noSuchFile, 66), (.nothingToUndo, 66), (.unavailable, 69), (.closed, 69),
            (.unsupported, 69),
            (LootError.Code(rawValue: "of-a-plugin"), 69), (.readOnly, 73), (.cannotCreate, 73),
            (.storeFull, 69), (.noSpace, 74),
            (.declined, 1), (.inputOutput, 74), (.conflict, 75), (.locked, 75), (.cancelled, 75),
            (.configuration, 78),
        ] as [(LootError.Code, Int32)])
    func `every kind of failure has an exit status`(code: LootError.Code, status: Int32) {
        #expect(LootError(code, "It failed.").exitStatus.rawValue == status)
    }

    @Test func `codes are unique names that scripts can use`() {
        let codes: [LootError.Code] = [
            .invalidValue, .malformed, .unknownField, .unknownSectioning, .usage, .noSuchItem, .ambiguousItem,
            .duplicateItem, .positionOutOfRange, .conflict, .nothingToUndo, .readOnly, .closed, .unavailable,
            .locked,
            .damaged, .newerFormat, .noSuchFile, .cannotCreate, .noSpace, .storeFull, .inputOutput,
            .configuration,
            .unsupported,
            .cancelled, .declined,
        ]
        #expect(Set(codes.map(\.rawValue)).count == codes.count)
        for code in codes { #expect(code.rawValue.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }) }
    }

    @Test func `the errors of a list contain the requested and the available values`() {
        let id = ItemID(high: 0x2F1D_7C60_95E4_4C6E, low: 0x8F3E_0D2B_9A51_C7AA)
        #expect(
            LootError.missing(id).description
                == "No item has the ID 2f1d7c60-95e4-4c6e-8f3e-0d2b9a51c7aa.")
        #expect(
            LootError.outOfRange(9, count: 3, item: id).description
                == "Can't put an item at position 9. Positions range from 0 to 3.")
        #expect(LootError.outOfRange(0, count: -1, item: id).reason.text == "Positions range from 0 to 0.")
        #expect(
            LootError.stale(Revision(rawValue: 3), current: Revision(rawValue: 5)).reason.text
                == "The list was changed in the meantime (revision 5 instead of 3).")
    }
}

@Suite struct TextRulesTests {
    @Test func `control characters are rejected, and all others accepted`() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> where value < 0x3000 || value > 0xD000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isRefused =
                scalar.properties.generalCategory == .control || value == 0xFFFE || value == 0xFFFF
            let found = TextRules.firstRefused(in: "a\(scalar)b", allowingLines: false)
            if (found == scalar) != isRefused { Issue.record("\(TextRules.name(of: scalar))") }
        }
        #expect(TextRules.firstRefused(in: "a\n\tb", allowingLines: true) == nil)
        #expect(TextRules.firstRefused(in: "a\r\n", allowingLines: true) == "\r")
        #expect(TextRules.firstRefused(in: "", allowingLines: false) == nil)
    }

    @Test func `quoted external text is safe for a terminal`() {
        #expect(TextRules.visible("a\u{1B}[31mb") == "a<U+001B>[31mb")
        #expect(TextRules.visible("a\nb") == "a<U+000A>b")
        #expect(TextRules.visible("a\r\nb") == "a<U+000D>b")
        #expect(TextRules.visible("Straße 👩‍👩‍👧") == "Straße 👩‍👩‍👧")
        #expect(TextRules.visible(String(repeating: "x", count: 60)).count == 60)
        #expect(
            TextRules.visible(String(repeating: "x", count: 61)) == String(repeating: "x", count: 60) + "…")
        #expect(TextRules.visible(String(repeating: "\0", count: 1_000_000)).count < 80)
        #expect(TextRules.name(of: "\u{10FFFF}") == "U+10FFFF")
    }
}

@Suite struct SuggestionsTests {
    private let names = ["name", "value", "serial", "created", "favorite", "quantity", "location", "tags"]

    @Test(arguments: [
        ("locatoin", "location"), ("vale", "value"), ("VALUE", "value"), ("quantiy", "quantity"),
        ("favourite", "favorite"),
        ("seri", "serial"), ("tag", "tags"), ("nmae", "name"),
    ])
    func `a typo is recognized`(typed: String, meant: String) {
        #expect(Suggestions.nearest(to: typed, among: names).first == meant)
    }

    @Test func `without a similar name, all names are listed`() {
        #expect(Suggestions.nearest(to: "zzzzz", among: names) == [])
        #expect(Suggestions.advice(for: "zzzzz", among: ["a", "b"]).text == "Choose one of a and b.")
        #expect(Suggestions.advice(for: "zzzzz", among: ["a"]).text == "The only choice is a.")
        #expect(Suggestions.advice(for: "nmae", among: names).text == "Did you mean “name”?")
        #expect(Suggestions.advice(for: "nmae", among: []).isEmpty)
        #expect(Suggestions.nearest(to: "", among: names).count <= 3)
        #expect(Suggestions.nearest(to: String(repeating: "x", count: 100_000), among: names) == [])
    }

    @Test func `the exact name is the nearest`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let typed = ItemFixtures.anyText(using: &generator)
            #expect(Suggestions.nearest(to: typed, among: names + [typed]).first == typed)
        }
    }
}

@Suite struct SettingsTests {
    @Test func `settings are read by type`() {
        let settings = PluginSettings([
            "path": "items.json", "limit": 5, "on": true, "names": ["a", "b"], "numbers": [1, 2],
            "mixed": [1, "a"],
        ])
        #expect(
            settings.text("path") == "items.json" && settings.text("limit") == nil
                && settings.text("none") == nil)
        #expect(settings.integer("limit") == 5 && settings.integer("path") == nil)
        #expect(settings.flag("on") && !settings.flag("path") && !settings.flag("none"))
        #expect(
            settings.texts("names") == ["a", "b"] && settings.texts("mixed") == ["a"]
                && settings.texts("path") == [])
        #expect(settings.integers("numbers") == [1, 2] && settings.integers("mixed") == [1])
    }
}
