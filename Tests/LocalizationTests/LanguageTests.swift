import Localization
import Testing

@Suite struct LanguageTests {
    @Test(arguments: [
        ("de", "de"), ("de_DE.UTF-8", "de"), ("de-AT", "de"), ("DE_de@euro", "de"), ("pt_BR", "pt-BR"),
        ("pt", "pt-BR"),
        ("ja_JP.eucJP", "ja"), ("en_GB", "en"), ("C.UTF-8", "en"), ("POSIX", "en"),
    ])
    func `a locale selects a language`(locale: String, tag: String) throws {
        #expect(try #require(Language(locale)).tag == tag)
    }

    @Test(arguments: [
        "", "tlh", "deutsch", ".", "_", "-", "🇩🇪", "de de", String(repeating: "x", count: 10_000),
    ])
    func `an unknown locale selects no language`(locale: String) {
        #expect(Language(locale) == nil)
    }

    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de"), (["LC_MESSAGES": "fr_FR", "LANG": "de_DE"], "fr"),
        (["LC_ALL": "ja_JP", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"], "ja"), ([:], "en"),
        (["LC_ALL": "", "LANG": "pl_PL"], "pl"), (["LC_ALL": "C", "LANG": "de_DE"], "en"),
        (["LC_ALL": "xx_YY", "LANG": "de_DE"], "en"), (["LANG": "///"], "en"),
    ])
    func `the first variable that is set decides`(variables: [String: String], tag: String) {
        #expect(Language.ofEnvironment { variables[$0] }.tag == tag)
    }

    @Test(arguments: [
        ("de", "de"), ("tlh, de;q=0.5", "de"), ("en;q=0.3,fr;q=0.9,de", "de"), ("fr;q=0.8, it;q=0.8", "fr"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"), ("pt-BR,pt;q=0.9", "pt-BR"), ("de;q=x, es ; q = 0.1", "es"),
    ])
    func `the header's best known language is chosen`(header: String, tag: String) {
        #expect(Language.accepted(header)?.tag == tag)
    }

    @Test(arguments: ["", "*", "tlh", "de;q=0", ";;;,,,", ";q=1"])
    func `a header without a known language chooses none`(header: String) {
        #expect(Language.accepted(header) == nil)
    }

    @Test(arguments: [
        ("en", "1,234", "12,345,678", "-1,234"), ("de", "1.234", "12.345.678", "-1.234"),
        ("fr", "1\u{202F}234", "12\u{202F}345\u{202F}678", "-1\u{202F}234"),
        ("es", "1234", "12.345.678", "-1234"),
        ("pl", "1234", "12\u{A0}345\u{A0}678", "-1234"), ("ja", "1,234", "12,345,678", "-1,234"),
    ])
    func `whole numbers are grouped`(tag: String, small: String, large: String, negative: String) throws {
        let language = try #require(Language(tag))
        #expect(language.number(999) == "999")
        #expect(language.number(1_234) == small)
        #expect(language.number(12_345_678) == large)
        #expect(language.number(-1_234) == negative)
    }

    @Test(arguments: [
        ("en", "A, B, and C", "A or B"), ("de", "A, B und C", "A oder B"), ("fr", "A, B et C", "A ou B"),
        ("es", "A, B y C", "A o B"), ("it", "A, B e C", "A o B"), ("nl", "A, B en C", "A of B"),
        ("pt", "A, B e C", "A ou B"), ("pl", "A, B i C", "A lub B"), ("ja", "A、B、C", "AまたはB"),
    ])
    func `enumerations use the language's separators`(tag: String, all: String, either: String) throws {
        let language = try #require(Language(tag))
        #expect(language.list(["A", "B", "C"]) == all)
        #expect(language.list(["A", "B"], .or) == either)
        #expect(language.list(["A"]) == "A" && language.list([]) == "")
    }

    /// The examples from Unicode CLDR.
    @Test(arguments: [
        ("en", ["one": [1], "other": [0, 2, 11, 101]]), ("de", ["one": [1], "other": [0, 2, 11, 101]]),
        ("nl", ["one": [1], "other": [0, 2, 21]]),
        ("fr", ["one": [0, 1], "many": [1_000_000, 2_000_000], "other": [2, 17, 1_000_001]]),
        ("pt", ["one": [0, 1], "many": [1_000_000], "other": [2, 100]]),
        ("es", ["one": [1], "many": [1_000_000], "other": [0, 2, 100]]),
        ("it", ["one": [1], "many": [1_000_000], "other": [0, 2, 100]]),
        ("pl", ["one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 12, 14, 21, 112, 1_000]]),
        ("ja", ["other": [0, 1, 2, 100]]),
    ])
    func `plural forms follow CLDR`(tag: String, examples: [String: [Int]]) throws {
        let plurals = try #require(Language(tag)).conventions.plurals
        for (category, numbers) in examples {
            for number in numbers {
                #expect(plurals.categories[plurals.form(for: number)] == category, "\(number)")
            }
        }
    }
}
