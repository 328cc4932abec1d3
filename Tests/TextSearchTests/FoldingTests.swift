import Foundation
import LootCore
import LootTesting
import Testing
import TextSearch

@Suite struct FoldingTests {
    private static let scalars: [Unicode.Scalar] = (0...0x1FFFF as ClosedRange<UInt32>).compactMap(
        Unicode.Scalar.init)

    @Test func `folding is idempotent`() {
        let failures = FoldingTests.scalars.filter { scalar in
            let folded = Folding.fold(String(scalar))
            return !Folding.fold(folded).utf8.elementsEqual(folded.utf8)
        }
        #expect(failures == [])
    }

    @Test func `composed and decomposed texts fold the same`() {
        let failures = FoldingTests.scalars.filter { scalar in
            let text = String(scalar)
            return [text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping]
                .contains {
                    !Folding.fold($0).utf8.elementsEqual(Folding.fold(text).utf8)
                }
        }
        #expect(failures == [])
    }

    @Test func `texts that differ in case fold the same`() {
        let failures = FoldingTests.scalars.filter { scalar in
            let text = String(scalar)
            // Turkish has special forms of the letter i, and the table lacks letters of newer Unicode
            // versions.
            let isKnown = (text.lowercased() + text.uppercased()).unicodeScalars.allSatisfy {
                $0.properties.age.map { $0.major <= 14 } == true
            }
            guard isKnown, scalar != "İ", scalar != "ı" else { return false }
            return !Folding.same(text.lowercased(), text) || !Folding.same(text.uppercased(), text)
        }
        #expect(failures == [], "\(failures.map { "U+" + String($0.value, radix: 16) })")
    }

    @Test func `European letters fold like in Foundation`() {
        // Letters with a stroke and ligatures fold to plain letters, unlike in Foundation.
        let own = Set("ØøĐđĦħŁłŊŋŦŧÐðÞþßẞÆæŒœıĿŀĸŉſƠơƯư".unicodeScalars)
        for scalar in (0x20...0x17F as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
            + "ǍǎȘșȚțẀẁỲỳ".unicodeScalars
        where !own.contains(scalar) && scalar.properties.generalCategory != .control {
            let text = String(scalar)
            let expected = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            if scalar.properties.isAlphabetic { #expect(Folding.fold(text) == expected, "\(text)") }
        }
    }

    @Test(arguments: [
        ("Straße", "STRASSE"), ("ÀÉÎ", "aei"), ("ﬁsh", "fish"), ("Øre", "ore"), ("Łódź", "lodz"),
        ("Æsop", "aesop"),
        ("ΣΊΣΥΦΟΣ", "σισυφος"), ("Ёлка", "елка"), ("한", "\u{1112}\u{1161}\u{11AB}"), ("A\u{30A}", "å"),
        ("K", "k"),
    ])
    func `a search ignores case, accents and ligatures`(left: String, right: String) {
        #expect(Folding.same(left, right))
        #expect(Folding.fold(left).utf8.elementsEqual(Folding.fold(right).utf8))
    }

    @Test(arguments: [("a", "b"), ("0", "o"), ("é", "f"), ("и", "н"), ("か", "き"), ("", "a")])
    func `a search distinguishes different letters`(left: String, right: String) {
        #expect(Folding.order(left, right) == .ascending)
        #expect(Folding.order(right, left) == .descending)
    }

    @Test func `texts are ordered by their folded forms`() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            let (left, right) = (
                ItemFixtures.anyText(using: &generator), ItemFixtures.anyText(using: &generator)
            )
            let folded = (Array(Folding.fold(left).utf8), Array(Folding.fold(right).utf8))
            let expected: Order =
                folded.0 == folded.1
                ? .same : folded.0.lexicographicallyPrecedes(folded.1) ? .ascending : .descending
            #expect(
                Folding.order(left, right) == expected, "\(left.debugDescription) \(right.debugDescription)")
            #expect(Folding.same(left, right) == (expected == .same))
        }
    }

    @Test func `a word is found if the folded text contains the folded word`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            let (text, part) = (
                ItemFixtures.anyText(using: &generator), ItemFixtures.anyText(using: &generator)
            )
            let word =
                generator.next() % 3 == 0 ? String(part.prefix(2)) : String(text.dropFirst(1).prefix(3))
            let (folded, foldedWord) = (Array(Folding.fold(text).utf8), Array(Folding.fold(word).utf8))
            let isThere =
                foldedWord.isEmpty || folded.indices.contains { folded[$0...].starts(with: foldedWord) }
            #expect(
                SearchWord(word).isFound(in: text) == isThere,
                "\(word.debugDescription) in \(text.debugDescription)")
            #expect(SearchWord(word).isPrefix(of: text) == folded.starts(with: foldedWord))
        }
    }

    @Test func `a word is found anywhere in a long text`() {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("aAbB@`12".unicodeScalars)
        for _ in 0..<3000 {
            func text(_ count: ClosedRange<Int>) -> String {
                let count = Int.random(in: count, using: &generator)
                return String(
                    String.UnicodeScalarView(
                        (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }
                    ))
            }
            let (text, word) = (
                text(0...40) + (generator.next() % 4 == 0 ? "é" : "") + text(0...20), text(1...4)
            )
            let (folded, foldedWord) = (Array(Folding.fold(text).utf8), Array(Folding.fold(word).utf8))
            #expect(
                SearchWord(word).isFound(in: text)
                    == folded.indices.contains { folded[$0...].starts(with: foldedWord) },
                "\(word) in \(text)")
        }
    }

    @Test(
        arguments: [
            ("apple", "A"), ("Éclair", "E"), ("ßig", "S"), ("øre", "O"), ("ﬁsh", "F"), ("яблоко", "Я"),
            ("日本", "日"),
            ("4K", nil), ("", nil), (" a", nil), ("👻", nil), ("_x", nil),
        ] as [(String, String?)])
    func `a text is grouped by its first letter`(text: String, letter: String?) {
        #expect(SectionRule.initial(of: text) == letter)
    }
}
