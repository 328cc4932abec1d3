import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import TerminalText

/// The `loot places` command.
struct PlacesCommand: LootCommand {
    private static let within = Option.value(
        "in", "PLACE", "Only this place and its contents", values: Known.places.values)
    private static let depth = Option.number("depth", "COUNT", "The number of levels", in: 1...Int.max)
    private static let place = Argument.required("PLACE", "The place", values: Known.places.values)
    private static let name = Argument.required("NAME", "The new name")
    private static let target = Argument.required(
        "INTO", "The new parent; / for none", values: Known.places.values)

    let declaration = Command(
        "places", summary: "Show places as a tree",
        discussion: """
            A place is a path that starts with the outermost place: House / Attic / Box 3. If the location \
            and name of an item form such a path, the item is that place, and its contents move with it.
            """,
        group: "Overview",
        options: [within, depth] + QueryOptions.selecting + OutputFormat.options,
        subcommands: [
            Command(
                "rename", summary: "Rename a place with its contents",
                arguments: [place, name], options: [ChangeOptions.trial, ChangeOptions.yes],
                examples: [
                    .init("loot places rename 'House / Attic' Loft", "Rename a place; one undo reverts it")
                ]),
            Command(
                "move", summary: "Move a place with its contents into another one",
                arguments: [place, target], options: [ChangeOptions.trial, ChangeOptions.yes],
                examples: [
                    .init("loot places move 'House / Attic / Box 3' Garage", "Move a box and its contents")
                ]
            ),
        ],
        examples: [
            .init("loot places", "Show all places with counts and totals"),
            .init("loot places --in House --depth 1", "Show the rooms of a house"),
            .init("loot places rename 'House / Attic' Loft", "Rename a place"),
        ])

    var isPaged: Bool { true }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let inventory = try await context.inventory()
        switch context.invocation.path.last {
        case "rename":
            let place = PlacePath(context[PlacesCommand.place])
            try await move(.rename(place, to: context[PlacesCommand.name]), inventory, context)
        case "move":
            let (place, target) = (context[PlacesCommand.place], context[PlacesCommand.target])
            try await move(.move(PlacePath(place), into: PlacePath(target)), inventory, context)
        default: try await show(inventory, context)
        }
        return .success
    }

    private func move(
        _ move: PlaceMove, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        try await confirm(move, inventory, context)
        let (commit, met) = try await inventory.move(move)
        let target = TextRules.visible(path: move.target.description)
        guard let commit else {
            return context.tellNothing(String(localized: "The place is already “\(target)”."))
        }
        let source = TextRules.visible(path: move.source.description)
        context.tell(
            String(
                localized:
                    "Moved “\(source)” to “\(target)”, with \(ItemPresentation.count(commit.changes.count)).")
        )
        if met > 0 {
            let count = try await inventory.count(in: move.target)
            context.tell(ItemPresentation.joined(move.target, count))
        }
    }

    /// Asks for confirmation if more than one item would change.
    private func confirm(
        _ move: PlaceMove, _ inventory: Inventory, _ context: CommandContext
    ) async throws(LootError) {
        if context.isTrial { return }
        let trial = TrialStore(wrapped: inventory.store)
        guard let commit = try await Inventory(trial, for: .owner).move(move).commit, commit.changes.count > 1
        else {
            return
        }
        let source = TextRules.visible(path: move.source.description)
        let target = TextRules.visible(path: move.target.description)
        let items = ItemPresentation.count(commit.changes.count)
        try context.confirm(
            String(localized: "Move “\(source)” to “\(target)”, with \(items)?"),
            refusal: LootError(
                .usage, "Can't change “\(source)”.",
                reason: """
                    This changes \(commit.changes.count, one: "item", other: "items"), and confirmation isn't possible \
                    without a terminal.
                    """, advice: "Confirm the change with --yes, or preview it with --dry-run."))
    }

    private func show(_ inventory: Inventory, _ context: CommandContext) async throws(LootError) {
        let tree = try await inventory.places(of: try await context.selection() ?? .kept)
        var rows = tree.rows.indices
        var base = 0
        if let text = context[PlacesCommand.within] {
            let place = PlacePath(text)
            if !place.parts.isEmpty {
                guard let row = tree.row(of: place) else { throw try await inventory.missing(place) }
                rows = tree.range(of: row)
                base = tree.rows[row].depth
            }
        }
        let limit = context[PlacesCommand.depth].map { base + $0 } ?? .max
        let shown = rows.filter { tree.rows[$0].depth < limit }
        let isAll = rows == tree.rows.indices
        try context.write(
            SectionOutput(context).records(tree, shown, from: base, withRest: isAll),
            empty: ItemPresentation.noItems)
    }
}
