import LootCore
import LootLogger
import LootPlugins
import LootWiring
import Testing

@Suite struct `An action that another package registers` {
    private func registry(with id: String) throws -> Registry {
        let action = Action(id, title: "A", summary: "An action") { input throws(LootError) in
            try await input.plan(title: { $0 }, done: { $0 }) { _ in nil }
        }
        return try Registry.builtIn().with(try Registry(actions: [action]))
    }

    @Test(arguments: ["add", "help", "serve", "remove", "quit", "lend"])
    func `the ID of an action can't be a word of commands, screens or other actions`(id: String) {
        let error = #expect(throws: LootError.self) { try registry(with: id) }
        #expect(error?.code == .configuration)
    }

    @Test func `any other word can be the ID of an action`() throws {
        #expect(try registry(with: "archive").actions.last?.id == "archive")
    }
}
