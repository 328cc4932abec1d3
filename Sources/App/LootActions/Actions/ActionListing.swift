import Localization
package import LootCore
package import LootPlugins

extension Action {
    /// The action as JSON: its declaration and its name in each front end.
    package var listing: ForeignValue {
        var members: [ForeignField] = [
            .init("id", .text(id)), .init("title", .text(title.text)), .init("summary", .text(summary.text)),
            .init("applies", .text(applies.description)),
            .init("parameters", .array(parameters.map(\.listing))),
            .init("offeredBy", .object(offers)),
        ]
        if let opposite { members.insert(.init("opposite", .text(opposite)), at: 3) }
        return .object(members)
    }

    /// The suggested key of the action or of its opposite.
    package var sharedKey: String? {
        suggestedKey ?? opposite.flatMap(Action.named)?.suggestedKey
    }

    private var offers: [ForeignField] {
        [
            .init("cli", .text(id)), .init("tui", sharedKey.map { .text($0) } ?? .null),
            .init("plain", .text(id)), .init("page", .text("POST /do/\(id)")),
            .init("api", .text("POST /api/actions/\(id)")), .init("mcp", .text(id)),
        ]
    }
}

extension ParameterDeclaration {
    fileprivate var listing: ForeignValue {
        .object([
            .init("name", .text(name)), .init("field", .text(field.rawValue)),
            .init("required", .flag(isRequired)),
        ])
    }
}
