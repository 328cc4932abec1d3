import CommandLineKit
import LootControllers
import LootCore

/// `loot move`
struct MoveCommand: LootCommand {
    let declaration = Command(
        "move", summary: "Move an item in your order", group: "Items",
        arguments: [Argument("ITEM", "An id, the beginning of one, or #POSITION")],
        options: [
            .value("to", "POSITION", "To this position; the first is 1"),
            .value("before", "ITEM", "Just before another item"),
            .value("after", "ITEM", "Just behind another item"),
        ],
        examples: [
            .init("loot move '#5' --to 1", "To the top"),
            .init("loot move 2f1d --after '#3'", "Behind the third item"),
        ])

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let parsed = context.parsed
        let given = ["to", "before", "after"].filter(parsed.contains)
        guard given.count == 1 else {
            throw LootError(
                .usage, "can't move",
                because: given.isEmpty ? "no place was given" : "several places were given",
                next: "Give one of --to POSITION, --before ITEM and --after ITEM")
        }
        let position = try context.position("to")
        let inventory = try await context.inventory()
        guard let item = try await context.items(inventory).first else { return .usage }
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
            let text = parsed.value(of: given[0]) ?? ""
            let other = try await inventory.item(ItemReference(parsing: text))
            destination = given[0] == "before" ? .before(other.id) : .after(other.id)
        }
        let (target, commit) = try await inventory.move(item.id, to: destination)
        context.line(
            "\(commit == nil ? "Left" : "Moved") “\(item.shownName)” \(commit == nil ? "at" : "to") #\(target + 1)."
        )
        return .success
    }
}
