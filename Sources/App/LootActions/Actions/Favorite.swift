import Localization
import LootCore
package import LootPlugins

extension Action {
    /// Marks items as favorites.
    package static let favorite = Action(
        "favorite", title: "Add to favorites", summary: "Add items to favorites", opposite: "unfavorite",
        suggestedKey: "f", symbol: "★", applies: .compare("isFavorite", .equal, .flag(false)),
        examples: [
            ("loot favorite '#1' '#4'", "Add the first and the fourth item to favorites"),
            ("loot favorite --where 'value > 1000' --dry-run", "Preview the change"),
        ]
    ) { input throws(LootError) in
        try await input.plan(title: { "Add \($0) to favorites" }, done: { "Added \($0) to favorites." }) {
            item in
            .update(item.id, ["isFavorite": .flag(true)])
        }
    }

    /// Removes items from favorites.
    package static let unfavorite = Action(
        "unfavorite", title: "Remove from favorites", summary: "Remove items from favorites",
        opposite: "favorite",
        symbol: "☆", applies: .compare("isFavorite", .equal, .flag(true)),
        examples: [
            ("loot unfavorite '#1' '#4'", "Remove the first and the fourth item from favorites"),
            ("loot unfavorite --where 'value < 10' --dry-run", "Preview the change"),
        ]
    ) { input throws(LootError) in
        try await input.plan(
            title: { "Remove \($0) from favorites" }, done: { "Removed \($0) from favorites." }
        ) {
            item in
            .update(item.id, ["isFavorite": .flag(false)])
        }
    }
}
