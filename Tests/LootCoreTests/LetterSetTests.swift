import LootTesting
import Testing

@testable import LootCore

@Suite struct `The letters of a text` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `are among those of every text in which a word is found`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "a", "B", "lamp", "ß", "e\u{301}", "É", "ﬁ", "Ａ", "1", " ", "-", "\u{212A}", "日本", "😀", "_", "\0",
        ]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &generator))
                .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
        }
        var found = 0
        for _ in 0..<3000 {
            let (word, text) = (SearchWord(text(2)), text(6))
            guard word.isFound(in: text) || word.isPrefix(of: text) || word.isAll(of: text) else { continue }
            found += 1
            #expect(
                LetterSet(of: text).contains(word.letters), "seed \(seed): “\(word.folded)” in “\(text)”")
        }
        #expect(found > 300)
    }

    @Test func `tell of most words that they are not there`() {
        let letters = LetterSet(of: "A lamp of brass")
        #expect(letters.contains(SearchWord("LAMP").letters))
        for word in ["lamps are high", "tent", "bulb 7", "chair"] {
            #expect(!letters.contains(SearchWord(word).letters), "\(word)")
        }
    }

    @Test func `are told of by a number, which is never the one of no text`() {
        let numbers = (0..<64).map { index in
            index == 1 ? FieldColumn.unset : LetterSet(of: index == 0 ? "_" : "A lamp").number
        }
        #expect(numbers[0] == -1)
        let (line, lamp) = (SearchWord("_").letters, SearchWord("lamp").letters)
        numbers.withUnsafeBufferPointer { numbers in
            guard let numbers = numbers.baseAddress else { return }
            #expect(line.among(numbers) == 1)
            #expect(lamp.among(numbers) == UInt64.max & ~2)
            #expect(SearchWord("tent").letters.among(numbers) == 1)
            #expect(LetterSet(neededFor: []).among(numbers) == UInt64.max & ~2)
        }
    }

    @Test func `take no room in an item`() {
        #expect(MemoryLayout<Item>.stride == 80)
    }
}
