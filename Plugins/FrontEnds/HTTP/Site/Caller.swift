import LootActions

/// The user who sends a request.
struct Caller: Sendable, Hashable {
    /// The person to whom the token belongs. It is `nil` for the server's own token, or if no token is required.
    let person: People.Person?
    /// The name of the requested list, or `nil` if it has none.
    let list: String?

    /// The anonymous caller with all permissions.
    static let anyone = Caller(person: nil, list: nil)

    /// The name for the history.
    var name: String? { person?.name }

    /// The role in the requested list.
    var role: People.Role { role(in: list) }

    /// Returns the role in a list.
    func role(in list: String?) -> People.Role { person?.role(in: list) ?? .write }

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
