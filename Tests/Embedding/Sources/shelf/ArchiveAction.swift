import Localization
import LootCore
import LootPlugins

extension Action {
    /// Moves items to the archive and adds a note with the reason.
    static let archive = Action(
        "archive", title: "Archive", summary: "Move items to the archive",
        applies: .not(.compare("location", .equal, .text("Archive"))), parameters: [reason]
    ) { input throws(LootError) in
        let text = try input[reason]
        return try await input.plan(title: { "Archive \($0)" }, done: { "Archived \($0)." }) { item in
            .update(item.id, ["location": .text("Archive"), "notes": .text(text)])
        }
    }

    private static let reason = Parameter<String>.required("reason", sets: "notes")
}
