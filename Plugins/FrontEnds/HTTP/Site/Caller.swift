import LootActions
import LootCore
import LootPlugins
import WebServer

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
    var role: Role { role(in: list) }

    /// Returns the role in a list.
    func role(in list: String?) -> Role { person?.role(in: list) ?? .manage }

    /// The caller of the current request.
    @TaskLocal static var current = Caller.anyone

    /// Whether the caller can change items.
    var canWrite: Bool { role >= .write }

    /// Throws if the caller has a lower role in the list.
    func require(_ required: Role) throws(HTTPError) {
        if role >= required { return }
        throw HTTPError(
            .forbidden,
            role == .none
                ? String(
                    localized: """
                        You are signed in as \(TextRules.quoted(name ?? "")), who has no access to this list. Ask the \
                        person who runs this server for access.
                        """)
                : String(
                    localized: """
                        This requires the role “\(required.rawValue)”. \(TextRules.quoted(name ?? "")) has the role \
                        “\(role.rawValue)”.
                        """))
    }

    /// Runs a closure on behalf of the caller, who becomes the author of its changes.
    func acting<Result>(_ body: () async throws -> Result) async throws -> Result {
        if self == .anyone { return try await body() }
        return try await Caller.$current.withValue(self) {
            try await Inventory.$person.withValue(name) {
                try await Inventory.$role.withValue(role) { try await body() }
            }
        }
    }
}
