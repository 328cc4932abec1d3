import LootActions

/// Who asks, as far as the server knows it.
struct Caller: Sendable, Hashable {
    /// The person, where the token is a person's; nil for the server's own token, and where none is needed.
    let name: String?
    /// What they may do.
    let role: People.Role

    /// Who may do everything and is no person in particular.
    static let anyone = Caller(name: nil, role: .write)

    /// For whom a request is answered.
    @TaskLocal static var current = Caller.anyone

    /// Whether the list may be changed.
    var canWrite: Bool { role == .write }

    /// Does something for the caller: what it changes is theirs.
    func acting<Result>(_ body: () async throws -> Result) async throws -> Result {
        if self == .anyone { return try await body() }
        return try await Caller.$current.withValue(self) {
            try await Inventory.$person.withValue(name) { try await body() }
        }
    }
}
