import Localization
package import LootCore
package import LootPlugins

extension [Action] {
    /// Returns an action as JSON: its declaration and its name in each front end.
    package func listing(of action: Action) -> ForeignValue {
        action.listing(key: key(of: action))
    }
}

extension Action {
    fileprivate func listing(key: String?) -> ForeignValue {
        var members: [ForeignField] = [
            .init("id", .text(id)), .init("title", .text(title.text(in: .english))),
            .init("summary", .text(summary.text(in: .english))),
            .init("applies", .text(applies.description)),
            .init("role", .text(requiredRole.rawValue)),
            .init("parameters", .array(parameters.map(\.listing))),
            .init("offeredBy", .object(offers(key: key))),
        ]
        if isForList { members.insert(.init("target", .text("list")), at: 3) }
        if minimumItems > 1 { members.insert(.init("minimumItems", .number(String(minimumItems))), at: 4) }
        if let opposite { members.insert(.init("opposite", .text(opposite)), at: 3) }
        return .object(members)
    }

    private func offers(key: String?) -> [ForeignField] {
        let local: [ForeignField] = [
            .init("cli", .text(isForList ? id.replacing("-", with: " ", maxReplacements: 1) : id)),
            .init("tui", key.map { .text($0) } ?? .null),
            .init("plain", minimumItems > 1 ? .null : .text(id)),
        ]
        let served: [ForeignField] = [
            .init("page", .text("POST /do/\(id)")), .init("api", .text("POST /api/actions/\(id)")),
            .init("mcp", .text(id)),
        ]
        return isServed ? local + served : local
    }
}

extension ParameterDeclaration {
    fileprivate var listing: ForeignValue {
        var members: [ForeignField] = [.init("name", .text(name)), .init("type", .text(type.rawValue))]
        if let field { members.append(.init("field", .text(field.rawValue))) }
        if !choices.isEmpty { members.append(.init("choices", .array(choices.map { .text($0) }))) }
        if isPositional { members.append(.init("positional", .flag(true))) }
        return .object(members + [.init("required", .flag(isRequired))])
    }
}
