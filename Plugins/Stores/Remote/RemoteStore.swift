public import LootCore

/// Another `loot serve` as a store: items live there, and all clients of the server share them.
///
/// What a person reads is read from the server, what they change is changed there. Where the server can't be reached
/// every call says so, nothing is kept for later, and as soon as it can be reached again all is well again.
public enum RemoteStore {
    /// The store of the server at an address such as `https://example.org`.
    ///
    /// - Parameters:
    ///   - url: What `loot serve` printed, or the address of the proxy before it.
    ///   - token: What the server wants to know of its clients.
    ///   - timeout: For how many seconds nothing may come from the server while an answer is awaited.
    /// - Returns: the store, open.
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` when the server can't be reached, or `configuration`
    ///   when it wants another token, or the address is none.
    public static func open(_ url: String, token: String? = nil, timeout: Int = 30) async throws(LootError)
        -> some ItemStore
    { try await ServerStore.open(url, token: token, timeout: timeout) }
}
