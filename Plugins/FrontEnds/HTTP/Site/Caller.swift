import LootActions

/// The user who sends a request.
struct Caller: Sendable, Hashable {
    /// The name of the person to whom the token belongs. It is `nil` for the server's own token, or if no token is
    /// required.
    let name: String?
    /// The permissions of the caller.
    let role: People.Role

    /// The anonymous caller with all permissions.
    static let anyone = Caller(name: nil, role: .write)

    /// The caller of the current request.
    @TaskLocal static var current = Caller.anyone

    /// Whether the caller can change the list.
    var canWrite: Bool { role == .write }

    /// Runs a closure on behalf of the caller, who becomes the author of its changes.
    func acting<Result>(_ body: () async throws -> Result) async throws -> Result {
        if self == .anyone { return try await body() }
        return try await Caller.$current.withValue(self) {
            try await Inventory.$person.withValue(name) { try await body() }
        }
    }
}
