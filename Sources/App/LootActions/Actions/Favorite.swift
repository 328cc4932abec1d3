import Localization
import LootCore
package import LootPlugins

extension Action {
    /// Marks items as favorites.
    package static let favorite = Action(
        "favorite", title: "Mark as favorite", summary: "Mark items as favorites", opposite: "unfavorite",
        suggestedKey: "f", symbol: "★", applies: .compare("isFavorite", .equal, .flag(false)),
        examples: [
            ("loot favorite '#1' '#4'", "Mark the first and the fourth item"),
            ("loot favorite --where 'value > 1000' --dry-run", "Preview the change"),
        ]
    ) { input throws(LootError) in
        try await input.plan(title: { "Favorite \($0)" }, done: { "Added \($0) to favorites." }) { item in
            .update(item.id, ["isFavorite": .flag(true)])
        }
    }

    /// Removes items from favorites.
    package static let unfavorite = Action(
        "unfavorite", title: "Remove from favorites", summary: "Remove items from favorites",
        opposite: "favorite",
        symbol: "☆", applies: .compare("isFavorite", .equal, .flag(true)),
        examples: [
            ("loot unfavorite '#1' '#4'", "Unmark the first and the fourth item"),
            ("loot unfavorite --where 'value < 10' --dry-run", "Preview the change"),
        ]
    ) { input throws(LootError) in
        try await input.plan(title: { "Unfavorite \($0)" }, done: { "Removed \($0) from favorites." }) {
            item in
            .update(item.id, ["isFavorite": .flag(false)])
        }
    }
}
