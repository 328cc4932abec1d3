/// The laws of a kind of plugin, checked for one plugin.
///
/// ```swift
/// for law in HookConformance.cases { print(law.name, await conformance.result(of: law)) }
/// ```
///
/// `LootTesting` checks all laws in a test.
public protocol PluginConformance: Sendable {
    /// The name of the plugin in reports: `The hook “needs-place”`.
    var subject: String { get }

    /// All laws, for a parameterized test.
    static var cases: [PluginLaw<Self>] { get }
}

/// A law of a kind of plugin.
public struct PluginLaw<Subject: Sendable>: Sendable {
    /// The law as a sentence.
    public let name: String
    let check: @Sendable (Subject) async throws -> Void

    package init(_ name: String, check: @escaping @Sendable (Subject) async throws -> Void) {
        (self.name, self.check) = (name, check)
    }
}

extension PluginConformance {
    /// Checks a law.
    public func result(of law: PluginLaw<Self>) async -> LawResult {
        await LawResult.of { try await law.check(self) }
    }
}
