public import LootCore
public import LootPlugins

/// Groups items into favorites and others.
public struct FavoriteSectioning: Sectioning {
    /// Creates the sectioning.
    public init() {}

    /// The section rule: by the flag `isFavorite`.
    public var rule: SectionRule? { .flag("isFavorite") }

    /// Returns `Favorites` or `Others`.
    public func title(for key: SectionKey) -> String {
        switch key {
        case .number(0): String(localized: "Favorites")
        case .number: String(localized: "Others")
        case .text, .amount, .place, .missing: String(localized: "Unknown")
        }
    }

    /// Returns a filled or an empty star.
    public func indexTitle(for key: SectionKey) -> String? {
        switch key {
        case .number(0): "★"
        case .number: "☆"
        case .text, .amount, .place, .missing: nil
        }
    }
}

extension SectioningPlugin {
    /// The plugin for sections by favorites: `"sections": { "use": "favorite" }`.
    public static let favorite = SectioningPlugin(
        "favorite", summary: "Favorites first, then the others."
    ) { _ in FavoriteSectioning() }
}
