public import LootCore

/// A store on another `loot serve`, shared by all clients of the server.
///
/// Items are read and changed on the server. If the server is unreachable, all calls throw, and no changes are
/// queued. When it is reachable again, calls succeed again.
public enum RemoteStore {
    /// Opens the store of a server at an address such as `https://example.org`.
    ///
    /// - Parameters:
    ///   - url: The address that `loot serve` prints, or the address of a reverse proxy.
    ///   - token: The token for the server.
    ///   - timeout: The maximum time without data from the server while waiting for a response, in seconds.
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` with code `unavailable` if the server can't be reached, or `configuration`
    ///   if the token or the address is wrong.
    public static func open(_ url: String, token: String? = nil, timeout: Int = 30) async throws(LootError)
        -> some ItemStore
    { try await ServerStore.open(url, token: token, timeout: timeout) }
}
