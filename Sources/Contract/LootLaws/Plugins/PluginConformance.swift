/// Checks a plugin against the laws for all plugins of its kind.
///
/// ```swift
/// let conformance = HookConformance("needs-place") { NeedsPlace() }
/// for law in HookConformance.cases { print(law.name, await conformance.result(of: law)) }
/// ```
///
/// In a test, use `LootTesting`. It checks all laws with a single call and records an issue for each violated one.
public protocol PluginConformance: Sendable {
    /// The name of the plugin as the subject of a sentence, such as `The hook “needs-place”`.
    var subject: String { get }

    /// All laws, as the arguments of a parameterized test.
    static var cases: [PluginLaw<Self>] { get }
}

/// A law for all plugins of a kind.
public struct PluginLaw<Subject: Sendable>: Sendable {
    /// The law as a sentence, such as `a hook keeps conditions, author and purpose`.
    public let name: String
    let check: @Sendable (Subject) async throws -> Void

    package init(_ name: String, check: @escaping @Sendable (Subject) async throws -> Void) {
        (self.name, self.check) = (name, check)
    }
}

extension PluginConformance {
    /// Checks the plugin against the given law. A violation is a result and not an error.
    public func result(of law: PluginLaw<Self>) async -> LawResult {
        await LawResult.of { try await law.check(self) }
    }
}
