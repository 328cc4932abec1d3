public import LootCore

/// Code that runs before and after each commit.
public protocol CommitHook: Sendable {
    /// Returns the transaction to apply instead of this one. The default implementation returns it unchanged.
    ///
    /// It is also called for previews, which no commit follows. It must not change anything.
    ///
    /// - Throws: ``/LootCore/LootError`` to refuse the transaction. Then nothing is changed.
    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction

    /// A transaction was made. The default implementation does nothing.
    ///
    /// - Returns: what a person should know, as sentences; what fails here changes nothing any more.
    func didCommit(_ commit: Commit) async -> [String]

    /// The store is closed. The default implementation does nothing.
    func close() async
}

extension CommitHook {
    /// Lets it pass.
    public func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        transaction
    }

    /// Nothing.
    public func didCommit(_ commit: Commit) async -> [String] { [] }

    /// Nothing.
    public func close() async {}
}

/// A hook that a configuration can select: `"hooks": ["needs-place"]`.
public struct HookPlugin: Plugin {
    /// What it says of itself.
    package let descriptor: PluginDescriptor
    /// Makes the hook. Nothing is started yet.
    package let make: @Sendable (PluginSettings) throws(LootError) -> any CommitHook
    /// Whether it is asked, before those that a configuration lists, without being listed.
    package let isStanding: Bool

    /// A hook under a name.
    public init(
        _ name: String, summary: String, options: [PluginOption] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any CommitHook
    ) {
        self.init(name, summary: summary, options: options, isStanding: false, make: make)
    }

    /// A hook that may be a standing one.
    package init(
        _ name: String, summary: String, options: [PluginOption] = [], isStanding: Bool,
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any CommitHook
    ) {
        descriptor = PluginDescriptor(.hook, name, summary: summary, options: options)
        self.isStanding = isStanding
        self.make = make
    }
}
