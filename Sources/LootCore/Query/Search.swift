/// Words to find, each in any of the fields that are searched.
public struct Search: Hashable, Sendable {
    /// The words, folded.
    public let words: [SearchWord]
    /// The fields to look into; empty means every searchable one, and custom texts.
    public let scope: [FieldKey]

    /// Looks for every word of `text`; nil when it holds none.
    public init?(_ text: String, in scope: [FieldKey] = []) {
        words = text.split(whereSeparator: \.isWhitespace).map { SearchWord(String($0)) }.filter {
            !$0.folded.isEmpty
        }
        self.scope = scope
        if words.isEmpty { return nil }
    }

    /// Whether every word is found in the item.
    public func matches(_ item: Item) -> Bool {
        words.allSatisfy { word in
            if !scope.isEmpty { return scope.contains { word.isFound(in: $0, of: item) } }
            return word.isFound(inAnyFieldOf: item)
        }
    }
}

extension SearchWord {
    fileprivate func isFound(in key: FieldKey, of item: Item) -> Bool {
        if let entries = Field.with(key: key)?.entries { return entries(item).contains { isFound(in: $0) } }
        return isFound(in: item.value(for: key))
    }

    private func isFound(in value: FieldValue?) -> Bool {
        switch value {
        case .text(let text): isFound(in: text)
        case .list(let texts): texts.contains { isFound(in: $0) }
        default: false
        }
    }

    fileprivate func isFound(inAnyFieldOf item: Item) -> Bool {
        if item.letters.contains(letters), isFound(in: item.storedName) { return true }
        for text in SearchWord.coreTexts {
            if let text = text(item), isFound(in: text) { return true }
        }
        guard item.hasDetails else { return false }
        return Field.rare.contains { isFound(in: $0, of: item) }
            || item.custom.values.contains { isFound(in: $0) }
    }

    /// The texts of the core model that are searched besides the name.
    private static let coreTexts: [@Sendable (Item) -> String?] = Field.core.compactMap { field in
        guard field.key != "name", field.traits.contains(.searchable), case .text(let get, _) = field.access
        else { return nil }
        return get
    }

    private func isFound(in field: Field, of item: Item) -> Bool {
        guard field.traits.contains(.searchable) else { return false }
        switch field.access {
        case .text(let get, _): return get(item).map { isFound(in: $0) } ?? false
        case .list(let get, _): return get(item).contains { isFound(in: $0) }
        default: return false
        }
    }
}
