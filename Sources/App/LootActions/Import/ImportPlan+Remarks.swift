import LootCore

extension ImportPlan {
    /// A sentence that lists the unknown keys, most frequent first, or `nil` if there are none.
    package var remarkOnUnknownKeys: String? {
        if unknownKeys.isEmpty { return nil }
        let most = 20
        let keys = unknownKeys.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let names = Field.all.map(\.name)
        let texts = keys.prefix(most).map { key, _ in
            let near = Suggestions.nearest(to: key, among: names).first
            let quoted = TextRules.quoted(key)
            return near.map { String(localized: "\(quoted) (did you mean “\($0)”?)") } ?? quoted
        }
        let all = Language.current.list(texts, .none)
        return keys.count > most
            ? String(
                localized: """
                    Unknown keys (kept, but not shown): \(all) and \
                    \(keys.count - most, one: "more", other: "more").
                    """)
            : String(localized: "Unknown keys (kept, but not shown): \(all).")
    }
}
