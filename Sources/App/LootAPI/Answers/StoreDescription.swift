package import LootCore
import LootFormats

/// A server's description of its store.
package struct StoreDescription: Hashable, Sendable {
    package let revision: Revision
    /// The revision, including its epoch.
    package let state: String
    /// An ID that changes when the server restarts.
    package let server: String
    package let capabilities: StoreCapabilities
    /// The error code of the store, or `nil` if it works.
    package let problem: LootError.Code?
    /// The description of the error.
    package let detail: String?

    /// Creates a description.
    package init(
        revision: Revision, state: String, server: String, capabilities: StoreCapabilities,
        problem: LootError.Code? = nil, detail: String? = nil
    ) {
        self.revision = revision
        self.state = state
        self.server = server
        self.capabilities = capabilities
        self.problem = problem
        self.detail = detail
    }
}

extension AnswerKind where Output == StoreDescription {
    static let store = json("Store", "The capabilities and the state of the store.") { store, bytes in
        let names = StoreCapabilities.names.filter { store.capabilities.contains($0.capability) }
        var members: [(String, JSON)] = [
            ("revision", JSON(store.revision.rawValue)), ("state", JSON(store.state)),
            ("server", JSON(store.server)), ("capabilities", JSON(names.map { JSON($0.name) })),
        ]
        if let problem = store.problem { members.append(("problem", JSON(problem.rawValue))) }
        if let detail = store.detail { members.append(("detail", JSON(detail))) }
        bytes += JSON(members).bytes
    } read: { document in
        guard let revision = document["revision"]?.revision, let server = document["server"]?.text,
            let state = document["state"]?.text,
            let names = document["capabilities"]?.elements?.map(\.text)
        else { return nil }
        let capabilities = StoreCapabilities.names.reduce(into: StoreCapabilities()) { known, capability in
            if names.contains(capability.name) { known.formUnion(capability.capability) }
        }
        return StoreDescription(
            revision: revision, state: state, server: server, capabilities: capabilities,
            problem: document["problem"]?.text.map { LootError.Code(rawValue: $0) },
            detail: document["detail"]?.text)
    }
}

/// A snapshot held by a server.
package struct HeldSnapshot: Hashable, Sendable {
    package let id: String
    package let revision: Revision
    /// The number of seconds that the server holds the snapshot after the last access.
    package let lifetime: Int

    /// Creates a snapshot.
    package init(id: String, revision: Revision, lifetime: Int) {
        self.id = id
        self.revision = revision
        self.lifetime = lifetime
    }
}

extension AnswerKind where Output == HeldSnapshot {
    static let snapshot = json(
        "Snapshot", "The snapshot. It is released if it isn't read for heldFor seconds.", status: 201
    ) { snapshot, bytes in
        bytes +=
            ([
                "id": JSON(snapshot.id), "revision": JSON(snapshot.revision.rawValue),
                "heldFor": JSON(snapshot.lifetime),
            ] as JSON).bytes
    } read: { document in
        guard let id = document["id"]?.text, let revision = document["revision"]?.revision else { return nil }
        return HeldSnapshot(
            id: id, revision: revision, lifetime: document["heldFor"]?.digits.flatMap { Int($0) } ?? 0)
    }.with("Location")
}

/// The history, with or without the changes of its commits.
package struct HistoryAnswer: Hashable, Sendable {
    package let history: History
    /// Whether the commits include their changes and inverses.
    package let isWhole: Bool

    /// Creates a history.
    package init(_ history: History, isWhole: Bool) {
        self.history = history
        self.isWhole = isWhole
    }

    func append(to bytes: inout [UInt8]) { ChangeWriter().append(history, isWhole: isWhole, to: &bytes) }
}
