public import LootCore

/// Code that runs before and after each commit.
public protocol CommitHook: Sendable {
    /// Returns the transaction to apply instead of this one. The default implementation returns it unchanged.
    ///
    /// This method is also called for previews, which aren't followed by a commit, so it must not have side effects. It
    /// isn't called for the program's own bookkeeping.
    ///
    /// - Throws: ``/LootCore/LootError`` to reject the transaction. In this case, nothing is changed.
    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction

    /// Called after a commit. The default implementation does nothing.
    ///
    /// - Returns: Messages for the person.
    /// - Throws: ``/LootCore/LootError``, which the person sees. It no longer affects the commit.
    func didCommit(_ commit: Commit) async throws(LootError) -> [String]

    /// Called when the store is closed. The default implementation does nothing.
    func close() async
}

extension CommitHook {
    /// Returns the transaction unchanged.
    public func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        transaction
    }

    /// Does nothing.
    public func didCommit(_ commit: Commit) async throws(LootError) -> [String] { [] }

    /// Does nothing.
    public func close() async {}
}

/// A plugin for a hook: `"hooks": ["needs-place"]`.
public struct HookPlugin: Plugin {
    /// The description of the plugin.
    package let descriptor: PluginDescriptor
    /// Creates the hook without starting anything.
    package let make: @Sendable (PluginSettings) throws(LootError) -> any CommitHook
    /// Whether the hook is always active. Such hooks are called before the configured ones.
    package let isStanding: Bool

    /// Creates a named hook.
    public init(
        _ name: String, summary: Message, options: [PluginOption] = [],
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any CommitHook
    ) {
        self.init(name, summary: summary, options: options, isStanding: false, make: make)
    }

    /// Creates a named hook, which may always be active.
    package init(
        _ name: String, summary: Message, options: [PluginOption] = [], isStanding: Bool,
        make: @escaping @Sendable (PluginSettings) throws(LootError) -> any CommitHook
    ) {
        descriptor = PluginDescriptor(.hook, name, summary: summary, options: options)
        self.isStanding = isStanding
        self.make = make
    }
}
