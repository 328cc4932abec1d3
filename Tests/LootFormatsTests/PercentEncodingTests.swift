import LootFormats
import Testing

@Suite struct `Percent encoding` {
    @Test(arguments: [
        ("Lamp-1_2.3~", "Lamp-1_2.3~"), ("a b&c=d", "a%20b%26c%3Dd"), ("Gemälde", "Gem%C3%A4lde"),
        ("\n", "%0A"), ("1+1", "1%2B1"),
    ])
    func `everything except letters, digits and four characters is encoded as bytes`(
        text: String, encoded: String
    ) {
        #expect(PercentEncoding.encode(text) == encoded)
    }

    @Test func `an empty query is empty`() {
        #expect(PercentEncoding.query([]) == "")
        #expect(PercentEncoding.query([("a b", "1&2"), ("c", "")]) == "?a%20b=1%262&c=")
    }
}
