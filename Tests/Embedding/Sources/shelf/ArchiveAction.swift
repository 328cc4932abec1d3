import Localization
import LootCore
import LootPlugins

extension Action {
    /// Moves items to the archive and adds a note with the reason.
    static let archive = Action(
        "archive", title: "Archive", summary: "Move items to the archive", suggestedKey: "Z",
        applies: .not(.compare("location", .equal, .text("Archive"))),
        parameters: [reason, box],
        examples: [("loot archive '#1' --reason broken --box large", "The first item")]
    ) { input throws(LootError) in
        let (reason, box) = (try input[reason], try input[box])
        return try await input.plan(title: { "Archive \($0)" }, done: { "Archived \($0)." }) { item in
            .update(
                item.id,
                ["location": .text("Archive"), "notes": .text(reason), .custom("box"): .text(box)])
        }
    }

    private static let reason = Parameter.required("reason", .text, sets: "notes", title: "Reason")
    private static let box = Parameter.required(
        "box", .text, summary: "The size of the box.", choices: ["small", "large"])
}
