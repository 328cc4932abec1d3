/// The laws of a kind of plugin, checked for one plugin.
///
/// ```swift
/// for law in HookConformance.cases { print(law.name, await conformance.failure(of: law) ?? "holds") }
/// ```
///
/// `LootTesting` checks all laws in a test.
public protocol PluginConformance: Sendable {
    /// The plugin in reports: `The hook “needs-place”`.
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
    /// Returns a description of how the plugin violates a law, or `nil` if the law holds.
    public func failure(of law: PluginLaw<Self>) async -> String? {
        do { try await law.check(self) } catch { return "\(error)" }
        return nil
    }
}
