import Localization
import Testing

@Suite struct PunctuationTests {
    @Test func `quoted text has the marks of the language, and others inside`() {
        #expect(Language.english.quoted("a “b” c") == "“a ‘b’ c”")
        #expect(Language.german.quoted("a „b“ c") == "„a ‚b‘ c“")
        #expect(Language.japanese.quoted("ランプ") == "「ランプ」")
    }

    @Test func `sentences are joined with the space of the language, and empty ones are omitted`() {
        #expect(Language.english.joined(["It failed.", "", "Try again."]) == "It failed. Try again.")
        #expect(Language.japanese.joined(["失敗しました。", "もう一度お試しください。"]) == "失敗しました。もう一度お試しください。")
    }

    @Test func `a title and its value are separated by the colon of the language`() {
        #expect(Language.english.titled("Value", "$40") == "Value: $40")
        #expect(Language.french.titled("Valeur", "40 €") == "Valeur\u{202F}: 40 €")
        #expect(Language.japanese.titled("評価額", "40") == "評価額：40")
    }

    @Test func `an enumeration without a conjunction has the separator of the language`() {
        #expect(Language.german.list(["A", "B", "C"], .none) == "A, B, C")
        #expect(Language.japanese.list(["A", "B"], .none) == "A、B")
        #expect(Language.japanese.ended("完了") == "完了。")
    }

    @Test func `a sentence introduces an example without its period`() {
        #expect(
            Language.english.sentence("See the list.", introducing: "loot list") == "See the list: loot list")
        #expect(
            Language.french.sentence("Voir la liste.", introducing: "loot list")
                == "Voir la liste\u{202F}: loot list")
        #expect(
            Language.japanese.sentence("一覧を見てください。", introducing: "loot list") == "一覧を見てください：loot list")
    }
}
