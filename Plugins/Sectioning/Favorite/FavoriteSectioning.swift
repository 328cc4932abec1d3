public import LootCore
public import LootPlugins

/// Two sections: the favorites, and the others.
public struct FavoriteSectioning: Sectioning {
    /// Favorites apart from the others.
    public init() {}

    /// A flag.
    public var rule: SectionRule? { .flag("isFavorite") }

    /// `Favorites` or `Others`.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .number(0): "Favorites"
        case .number: "Others"
        case .text, .amount, .place, .missing: "Unknown"
        }
    }

    /// A star, full or empty.
    public func indexTitle(for key: SectionKey) -> String? {
        switch key {
        case .number(0): "★"
        case .number: "☆"
        case .text, .amount, .place, .missing: nil
        }
    }
}

extension SectioningPlugin {
    /// `"sections": { "use": "favorite" }`
    public static let favorite = SectioningPlugin(
        "favorite", summary: "Favorites first, then the others."
    ) { _ in FavoriteSectioning() }
}
