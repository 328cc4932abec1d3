import Localization
import Testing

@Suite struct `Answers to questions with yes and no` {
    @Test(arguments: [("en", "y/n"), ("de", "j/n"), ("pl", "t/n"), ("ja", "y/n")])
    func `a question offers the letters of the language if every keyboard has them`(
        tag: String, expected: String
    ) throws {
        let letters = try #require(Language(tag)).lettersOfAnswers
        #expect("\(letters.yes)/\(letters.no)" == expected)
    }

    @Test(arguments: ["y", "Yes", "j", "JA", " ja "])
    func `English and the language's own words mean yes`(answer: String) {
        #expect(Language.german.isYes(answer))
    }

    @Test(arguments: ["", " ", "n", "nein", "s", "yellow"])
    func `everything else means no`(answer: String) { #expect(!Language.german.isYes(answer)) }
}
