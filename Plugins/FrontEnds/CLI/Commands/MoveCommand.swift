import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// `loot move`
struct MoveCommand: LootCommand {
    private static let position = Option.number(
        "to", "POSITION", "To this position; the first is 1", in: 1...Int.max)
    private static let before = Option.value(
        "before", "ITEM", "Just before another item", values: Known.items.values)
    private static let after = Option.value(
        "after", "ITEM", "Just behind another item", values: Known.items.values)

    let declaration = Command(
        "move", summary: "Move an item in your order", group: "Items",
        arguments: [ItemArguments.one],
        options: [position, before, after],
        examples: [
            .init("loot move '#5' --to 1", "To the top"),
            .init("loot move 2f1d --after '#3'", "Behind the third item"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let position = context[MoveCommand.position].map { $0 - 1 }
        let (before, after) = (context[MoveCommand.before], context[MoveCommand.after])
        let given = [position != nil, before != nil, after != nil].count { $0 }
        guard given == 1 else {
            throw LootError(
                .usage, "can't move",
                because: given == 0 ? "no place was given" : "several places were given",
                next: "Give one of --to POSITION, --before ITEM and --after ITEM")
        }
        let inventory = try await context.inventory()
        let item = try await inventory.item(ItemReference(parsing: context[ItemArguments.one]))
        let destination: Destination
        if let position {
            let count = try await inventory.store.summary().count
            guard position < count else {
                throw LootError(
                    .positionOutOfRange, "can't move to position \(position + 1)",
                    because: "positions go from 1 to \(count)", item: item.id)
            }
            destination = .position(position)
        } else {
            let other = try await inventory.item(ItemReference(parsing: before ?? after ?? ""))
            destination = before == nil ? .after(other.id) : .before(other.id)
        }
        let (target, commit) = try await inventory.move(item.id, to: destination)
        context.line(
            "\(commit == nil ? "Left" : "Moved") “\(item.shownName)” \(commit == nil ? "at" : "to") #\(target + 1)."
        )
        return .success
    }
}
