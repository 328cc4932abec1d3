/// Words to find, each in any of the fields that are searched.
public struct Search: Hashable, Sendable {
    /// What is looked for.
    package let sought: [SearchWord]
    /// The words, without case and accents.
    public var words: [String] { sought.map(\.folded) }
    /// The fields to look into; empty means every searchable one, and custom texts.
    public let scope: [FieldKey]

    /// Looks for every word of `text`; nil when it holds none.
    public init?(_ text: String, in scope: [FieldKey] = []) {
        sought = text.split(whereSeparator: \.isWhitespace).map { SearchWord(String($0)) }.filter {
            !$0.folded.isEmpty
        }
        self.scope = scope
        if sought.isEmpty { return nil }
    }

    /// Whether every word is found in the item.
    package func matches(_ item: Item) -> Bool { test(item) }

    /// ``matches(_:)`` for many items.
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

    /// The fields that are searched where nothing else is said.
    private static let fields = Field.all.filter { $0.traits.contains(.searchable) }.map(\.key)
}
