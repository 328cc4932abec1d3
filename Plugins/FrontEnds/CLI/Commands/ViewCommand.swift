import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins
import LootQueryText
import TerminalText

/// The `loot view` command.
struct ViewCommand: LootCommand {
    private static let name = Argument.required("NAME", "The name of the view", values: Known.views.values)
    private static let fields = Option.value(
        "fields", "A,B", "The fields to show", values: Known.fields.values)

    private static let isPrivate = Option.flag(
        "private", "Save the view in your configuration, for all of your lists and only for you")

    let declaration: Command

    var listNeed: ListNeed { .beginning }

    init(_ sectionings: [String]) {
        declaration = Command(
            "view", summary: "Save and list views",
            discussion: """
                A view is a filter with a sort order, sections and fields. It is stored with the list. Use it as \
                @NAME, as in “loot list @insured”, and as --view NAME in stats, export, report, labels and watch. \
                The screens and the page show views as tabs.
                """,
            group: "Overview", options: OutputFormat.options,
            subcommands: [
                Command("list", summary: "List all views", options: OutputFormat.options),
                Command(
                    "save",
                    summary:
                        "Save a view in the list, or replace a view with the same name",
                    arguments: [Self.name],
                    options: [QueryOptions.sections(of: sectionings), Self.fields, Self.isPrivate]
                        + QueryOptions.choosing,
                    examples: [
                        .init(
                            "loot view save insured --where 'value >= 500' --sort value:desc",
                            "Save a view of expensive items, the most expensive first")
                    ]),
                Command("remove", summary: "Remove a view", arguments: [Self.name]),
            ],
            examples: [
                .init(
                    "loot view save lent --where 'lentTo is set' --fields name,lentTo,lentUntil",
                    "Save a view of lent items"),
                .init("loot list @lent", "Show the view"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        // Open the list, if possible, because it can contain views, too.
        let inventory = try? await context.inventory()
        switch context.invocation.path.last {
        case "save": try await save(context)
        case "remove":
            let name = context[ViewCommand.name].viewName
            let removed =
                if let inventory { try await inventory.removeView(name, for: context.host) } else {
                    try context.host.removeView(name)
                }
            context.tell(
                String(localized: "Removed “\(removed.name)”. Restore it with: \(command(removed, context))"))
        default: try show(context)
        }
        return .success
    }

    private func save(_ context: CommandContext) async throws(LootError) {
        let name = context[ViewCommand.name].viewName
        let fields = context[ViewCommand.fields]?.split { $0 == "," || $0 == " " }.map(String.init) ?? []
        let view = SavedView(name, try await context.queryTextInSections(), fields: fields)
        guard view.text != QueryText() || !fields.isEmpty else {
            throw LootError(
                .usage, "Can't save the view \(TextRules.quoted(name)).",
                reason: "It has no filter, order, sections or fields.",
                advice: """
                    Add one, for example with “\(context.program.name) view save \(name.quotedForShell) --where 'value \
                    > 500'”.
                    """)
        }
        try view.check()
        if case .named(let sections) = view.text.sections { _ = try context.host.sectioning(sections) }
        let old = context.host.views().first { $0.isCalled(name) }
        if context[ViewCommand.isPrivate] {
            try context.host.keep(view)
        } else {
            try await context.inventory().save(view, for: context.host)
        }
        if let old, old != view {
            context.tell(String(localized: "Replaced “\(name)”. Previous value: \(command(old, context))"))
        } else {
            let view = "@\(name)".quotedForView
            context.tell(String(localized: "Saved. Show it with: \(context.program.name) list \(view)"))
        }
    }

    private func show(_ context: CommandContext) throws(LootError) {
        let views = context.host.views()
        if context[OutputFormat.option] == .json {
            let all = ForeignValue.object(views.map { ForeignField($0.name, $0.json) })
            return context.write(all.json(columns: 80) + "\n")
        }
        // Write the value of each option instead of a command line, which a spreadsheet might interpret as a formula.
        let names = SavedView.names + ["fields"]
        var records = Records(
            [
                .init("name", String(localized: "View"), wraps: true, resists: true),
                .init("options", String(localized: "Options"), wraps: true),
            ] + names.map { .init($0, nil) }, sharing: ["name"] + names)
        for view in views {
            records.append(
                [
                    .init(.text(view.name), StyledText("@\(view.name)")), .init(view.options, Style(.dim)),
                ] + names.map { .init(view.said(by: $0)) })
        }
        try context.write(
            records,
            empty: String(
                localized: "No views. Save one with: \(context.program.name) view save NAME --where FILTER"))
    }

    /// Returns the command that saves a view.
    private func command(_ view: SavedView, _ context: CommandContext) -> String {
        "\(context.program.name) view save \(view.name.quotedForShell) \(view.options)"
    }
}

extension SavedView {
    /// Returns the view's value for an option as a single text, or `nil` if there is none. Multiple conditions are
    /// combined with `and`.
    fileprivate func said(by name: String) -> String? {
        if name == "fields" { return fields.isEmpty ? nil : fields.joined(separator: ",") }
        let values = text.parameters().filter { $0.name == name }.map(\.value)
        if values.count < 2 { return values.first }
        return values.map { "(\($0))" }.joined(separator: " and ")
    }

    /// The view as command-line options.
    fileprivate var options: String {
        var words: [String] = []
        for (name, value) in text.parameters() {
            let values = name == "sort" ? value.split(separator: ",").map(String.init) : [value]
            words +=
                QueryText.flags.contains(name)
                ? ["--\(name)"] : values.flatMap { ["--\(name)", $0.quotedForView] }
        }
        if !fields.isEmpty { words += ["--fields", fields.joined(separator: ",").quotedForView] }
        return words.joined(separator: " ")
    }
}

extension String {
    /// The text as the name of a view, without a leading `@`.
    var viewName: String { hasPrefix("@") ? String(dropFirst()) : self }

    /// The text in quotes, if a shell requires them. Unlike `quotedForShell`, doesn't quote text because of `@`,
    /// colons or commas.
    var quotedForView: String {
        let rest = replacing("@", with: "").replacing(":", with: "").replacing(",", with: "")
        return rest.quotedForShell == rest && !isEmpty ? self : quotedForShell
    }
}
