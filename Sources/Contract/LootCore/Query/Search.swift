package import TextSearch

/// Words to search for, each in any of the searched fields.
public struct Search: Hashable, Sendable {
    /// The words to search for.
    package let sought: [SearchWord]
    /// The folded words.
    public var words: [String] { sought.map(\.folded) }
    /// The fields to search, or an empty array for all searchable fields and custom texts.
    public let scope: [FieldKey]

    /// Creates a search for all words in a string. Returns `nil` if there are none.
    public init?(_ text: String, in scope: [FieldKey] = []) {
        sought = text.split(whereSeparator: \.isWhitespace).map { SearchWord(String($0)) }.filter {
            !$0.folded.isEmpty
        }
        self.scope = scope
        if sought.isEmpty { return nil }
    }

    /// Returns whether an item contains all words.
    package func matches(_ item: Item) -> Bool { test(item) }

    /// An optimized form of ``matches(_:)`` for many items.
    var test: ItemTest {
        .all(
            sought.map { word in
                let test = ValueTest(finding: word)
                if !scope.isEmpty { return .any(scope.map { Filter.test($0, test) }) }
                let own = ItemTest { item in
                    item.rare?.details.custom.values.contains(where: test.holds) ?? false
                }
                return .any(Search.fields.map { Filter.test($0, test) } + [own])
            })
    }

    /// The fields searched by default.
    private static let fields = Field.all.filter { $0.traits.contains(.searchable) }.map(\.key)
}
