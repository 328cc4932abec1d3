import CommandLineKit
import LootActions
import LootCore
import LootPlugins

/// The `loot move` command.
struct MoveCommand: LootCommand {
    private static let position = Option.value("to", "POSITION", "The new position; the first is 1")
    private static let before = Option.value(
        "before", "ITEM", "Move the items before this item", values: Known.items.values)
    private static let after = Option.value(
        "after", "ITEM", "Move the items after this item", values: Known.items.values)

    let declaration = Command(
        "move", summary: "Change the order of items",
        discussion: """
            Several items are placed in the order in which they are specified or found. To move items to \
            another place, use “loot edit ITEM --location PLACE” or “loot places move”.
            """,
        group: "Items",
        arguments: [ItemArguments.anyNumber],
        options: [position, before, after] + ChangeOptions.choosing,
        examples: [
            .init("loot move '#5' --to 1", "Move an item to the top"),
            .init("loot move 2f1d --after '#3'", "Move an item after the third one"),
            .init("loot move --where favorite --to 1", "Move all favorites to the top"),
        ])

    /// Returns the index for a position that a person wrote.
    private static func index(_ text: String) throws(LootError) -> Int {
        if let position = Int(text), position >= 1 { return position - 1 }
        let isPlace = !text.isEmpty && !text.contains(where: \.isNumber)
        throw LootError(
            .usage, "Can't move to “\(TextRules.visible(text))”.",
            reason: "A position is a whole number, starting at 1.",
            advice: isPlace
                ? "To change the place of an item, run “loot edit ITEM --location PLACE”." : "")
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let position = try context[MoveCommand.position].map(MoveCommand.index)
        let (before, after) = (context[MoveCommand.before], context[MoveCommand.after])
        let given = [position != nil, before != nil, after != nil].count { $0 }
        guard given == 1 else {
            throw LootError(
                .usage, "Can't move the items.",
                reason: given == 0 ? "No position was given." : "More than one position was given.",
                advice: "Use --to POSITION, --before ITEM or --after ITEM.")
        }
        let inventory = try await context.inventory()
        var target = 0
        let messages = Chosen.Messages(
            question: { "Move \($0)?" }, failure: { "Can't move \($0)." })
        let chosen = try await Chosen(context, inventory, messages) {
            (items, inventory) async throws(LootError) in
            let destination: Destination
            if let position {
                let count = try await inventory.store.summary().count
                guard position + items.count <= count else {
                    throw LootError(
                        .positionOutOfRange, "Can't move to position \(position + 1).",
                        reason: items.count == 1
                            ? "The position must be from 1 to \(count)."
                            : """
                            The position of \(items.count, one: "item", other: "items") must be from 1 to \
                            \(count - items.count + 1).
                            """, item: items[0].id)
                }
                destination = .position(position)
            } else {
                let other = try await inventory.item(ItemReference(parsing: before ?? after ?? ""))
                if items.count > 1, items.contains(where: { $0.id == other.id }) {
                    throw LootError(
                        .usage, "Can't move the items.",
                        reason: "“\(TextRules.visible(other.shownName))” is one of the items to move.",
                        advice: before == nil
                            ? "Specify another item with --after." : "Specify another item with --before.",
                        item: other.id)
                }
                destination = before == nil ? .after(other.id) : .before(other.id)
            }
            let commit: Commit?
            (target, commit) = try await inventory.move(items.map(\.id), to: destination)
            return commit
        }
        guard let chosen else { return .success }
        let isMoved = chosen.commit != nil
        let what =
            chosen.items.count == 1
            ? Language.current.quoted(chosen.items[0].shownName) : ItemPresentation.count(chosen.items.count)
        context.tell(
            isMoved
                ? String(localized: "Moved \(what) to #\(target + 1).")
                : String(localized: "Left \(what) at #\(target + 1)."))
        return .success
    }
}
