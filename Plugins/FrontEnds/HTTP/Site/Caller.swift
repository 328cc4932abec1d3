import LootActions
import LootCore
import LootPlugins
import WebServer

/// The user who sends a request.
enum Caller: Sendable, Hashable {
    /// The person who runs the server: anyone who has its token or, if it requires none, anyone.
    case owner
    /// A person, with the name of the requested list.
    case person(People.Person, list: String?)
    /// An unknown client, with its network.
    case visitor(String)

    /// The caller of the current request.
    @TaskLocal static var current = Caller.visitor("")

    /// The name for the history.
    var name: String? { if case .person(let person, _) = self { person.name } else { nil } }

    /// The name to which the use of resources is charged, or `nil` for the person who runs the server.
    var account: String? {
        switch self {
        case .owner: nil
        case .person(let person, _): person.name
        case .visitor(let network): "a visitor from \(network)"
        }
    }

    /// The role in the requested list.
    var role: Role {
        if case .person(let person, let list) = self { person.role(in: list) } else { role(in: nil) }
    }

    /// Returns the role in a list.
    func role(in list: String?) -> Role {
        switch self {
        case .owner: .manage
        case .person(let person, _): person.role(in: list)
        case .visitor: .none
        }
    }

    /// Whether the caller is a person who can sign in with a password.
    var hasPassword: Bool { if case .person(let person, _) = self { person.password != nil } else { false } }

    /// Whether the caller can change items.
    var canWrite: Bool { role >= .write }

    /// Throws an error if the caller's role in the requested list is lower than `required`.
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

    /// Runs `body` on behalf of the caller. The changes that it makes have the caller as their author.
    func acting<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await Caller.$current.withValue(self) {
            try await Inventory.$role.withValue(role) {
                guard let name else { return try await body() }
                return try await Inventory.$person.withValue(name) { try await body() }
            }
        }
    }
}

/// The sender of a request, according to its headers. The server has checked them.
struct Sender: Sendable {
    let caller: Caller
    /// The session of the browser, or `nil` if the request identifies the caller in another way.
    var session: People.Session?
}

extension Request {
    /// The sender that ``Access/check(_:)`` has determined. Before this check, the sender is an unknown client.
    var sender: Sender { attachment as? Sender ?? Sender(caller: .visitor(peer.host)) }

    /// The user who sends the request.
    var caller: Caller { sender.caller }
}
