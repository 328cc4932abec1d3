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

    @Test func `are those of the name that an item has now, and take no room`() throws {
        var item = Item(name: "Tent")
        let isLamp = try Filter(parsing: "name ~ lamp").test
        #expect(!isLamp(item))
        item.name = "Lamp"
        #expect(isLamp(item))
        item.name += " of the tent"
        #expect(
            isLamp(item)
                && item
                    == Item(id: item.id, name: "Lamp of the tent", value: 0, dateCreated: item.dateCreated)
        )
        #expect(Search("tent")?.matches(item) == true)
        #expect(MemoryLayout<Item>.stride == 80)
    }
}
