import CommandLineKit
import Localization
import LootActions
import LootCore
import LootPlugins

/// The command of an action: `loot favorite`.
struct ActionCommand: LootCommand {
    let declaration: Command
    private let action: Action

    init(_ action: Action) {
        self.action = action
        declaration = Command(
            action.id, summary: action.summary, group: "Items",
            arguments: ActionCommand.arguments(of: action),
            options: action.parameters.filter { !$0.isPositional }.map { ActionCommand.option(for: $0) }
                + (action.isForOne ? [ChangeOptions.trial] : ChangeOptions.choosing) + ItemOutput.options,
            examples: action.examples.map { .init($0.line, $0.summary) })
    }

    private static func arguments(of action: Action) -> [any AnyArgument] {
        guard let value = action.parameters.first(where: \.isPositional) else {
            return [ItemArguments.anyNumber]
        }
        return [ItemArguments.one, argument(for: value)]
    }

    private static func argument(for parameter: ParameterDeclaration) -> Argument<String?> {
        .optional(parameter.placeholder, parameter.summary)
    }

    private static func option(for parameter: ParameterDeclaration) -> any AnyOption {
        parameter.type == .flag ? flag(for: parameter) : value(for: parameter)
    }

    private static func flag(for parameter: ParameterDeclaration) -> Option<Bool> {
        .flag(parameter.name, aliases: parameter.aliases, parameter.summary)
    }

    private static func value(for parameter: ParameterDeclaration) -> Option<String?> {
        let suggested = parameter.field.map { Known.field($0).values } ?? .any
        return .value(
            parameter.name, parameter.placeholder, aliases: parameter.aliases, parameter.summary,
            values: parameter.choices.isEmpty ? suggested : .suggested(parameter.choices))
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let output = try ItemOutput(context)
        let isDryRun = context.isTrial
        // Dry runs use the runner's preview, so the store doesn't need a trial wrapper.
        context.onlyShows = true
        let inventory = try await context.inventory()
        let runner = ActionRunner(inventory)
        let prepared = try await runner.prepare(request(context, inventory))
        if prepared.plan.items.isEmpty {
            context.tell(String(localized: "No items match."))
            return .success
        }
        if isDryRun {
            let preview = try await runner.preview(prepared)
            try context.writePreview(preview.map { [$0.commit] } ?? []) { preview?.items[$0] }
            return .success
        }
        try await confirm(prepared, runner, context)
        let outcome = try await runner.commit(prepared)
        if output.isTable, context[ItemOutput.fields] == nil {
            context.tell(outcome.message.text)
            return .success
        }
        var items: [Item] = []
        for id in outcome.items {
            // The action may have removed some.
            if let item = try await inventory.store.item(id) { items.append(item) }
        }
        try await output.write(items, in: inventory)
        return .success
    }

    private func request(
        _ context: CommandContext, _ inventory: Inventory
    ) async throws(LootError) -> ActionRequest {
        let words = action.isForOne ? [context[ItemArguments.one]] : context[ItemArguments.anyNumber]
        let query = action.isForOne ? nil : try await context.selection()
        if (query == nil) == words.isEmpty {
            throw ItemArguments.refusal(hasBoth: query != nil)
        }
        let selection: Selection =
            if let query { .matching(query) } else {
                .items(try await context.items(words, in: inventory).map(\.id))
            }
        var arguments: [String: String] = [:]
        for parameter in action.parameters {
            if parameter.isPositional {
                arguments[parameter.name] = context[ActionCommand.argument(for: parameter)]
            } else if parameter.type != .flag {
                arguments[parameter.name] = context[ActionCommand.value(for: parameter)]
            } else if context[ActionCommand.flag(for: parameter)] {
                arguments[parameter.name] = "true"
            }
        }
        // Use the host's action with this ID, because it has the action's settings.
        return ActionRequest(
            context.host.actions.named(action.id) ?? action, on: selection, arguments: arguments,
            symbol: context.presentation.money.symbol)
    }

    /// The maximum number of items whose changes are shown with a question.
    private static let mostCompared = 10

    /// Asks for confirmation if the action changes items that the person didn't name, and shows the changes.
    private func confirm(
        _ prepared: PreparedAction, _ runner: ActionRunner, _ context: CommandContext
    ) async throws(LootError) {
        guard let question = prepared.question, !context[ChangeOptions.yes] else { return }
        if context.console.canAsk, let preview = try await runner.preview(prepared) {
            let output = ChangeOutput(context) { preview.items[$0] }
            for line in output.lines(preview.commit, most: ActionCommand.mostCompared) {
                context.console.writeError(context.rendered(line))
            }
        }
        try context.confirm(
            question.text,
            refusal: LootError(
                .usage, "Can't run “\(action.id)”.",
                reason: """
                    It changes items that you didn't name, and confirmation isn't possible without a terminal.
                    """, advice: "Confirm the change with --yes, or preview it with --dry-run."))
    }
}

extension Action {
    /// Whether the command accepts only one item, because it is followed by a value.
    fileprivate var isForOne: Bool { parameters.contains(where: \.isPositional) }
}
