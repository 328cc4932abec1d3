public import LootCore
public import LootPlugins

/// Two sections: the favorites, and the others.
public enum FavoriteSectioning {
    /// Favorites apart from the others.
    public static func make() -> some Sectioning {
        SectionsByFavorite()
    }
}

/// The sections of ``FavoriteSectioning``.
struct SectionsByFavorite: Sectioning {
    /// A flag.
    var rule: SectionRule? { .flag("isFavorite") }

    /// `Favorites` or `Others`.
    func title(for key: SectionKey) -> String {
        switch key {
        case .number(0): "Favorites"
        case .number: "Others"
        case .text, .amount, .place, .missing: "Unknown"
        }
    }

    /// A star, full or empty.
    func indexTitle(for key: SectionKey) -> String? {
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
    ) { _ in FavoriteSectioning.make() }
}
