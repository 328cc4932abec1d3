package import LootCore
import LootFormats

/// An event of the store as the API tells it.
package struct FeedEvent: Hashable, Sendable {
    /// What happened.
    package enum Kind: Hashable, Sendable {
        /// The state that a client begins with.
        case state(Revision)
        /// A change.
        case commit(Commit)
        /// Everything is to be read anew.
        case reload(Revision)
        /// Something is wrong with the store: a code, and a sentence if there is one.
        case failed(LootError.Code, detail: String?)
    }

    /// The state that it has led to, with its epoch; empty for a failure.
    package let id: String
    package let kind: Kind

    /// An event.
    package init(_ kind: Kind, id: String = "") {
        self.kind = kind
        self.id = id
    }
}

extension AnswerKind where Output == FeedEvent {
    static let changes = events(nil, "The events, without end.") { event, bytes in
        event.append(to: &bytes)
    } read: {
        try FeedEvent(reading: $0)
    }
}

extension FeedEvent {
    fileprivate func append(to bytes: inout [UInt8]) {
        if !id.isEmpty { bytes += "id: \(id)\n".utf8 }
        switch kind {
        case .state(let revision): bytes += "event: state\ndata: {\"revision\":\(revision)}".utf8
        case .reload(let revision): bytes += "event: reload\ndata: {\"revision\":\(revision)}".utf8
        case .commit(let commit):
            bytes += "event: commit\ndata: ".utf8
            let start = bytes.count
            ChangeWriter().append(commit, to: &bytes)
            // JSON on one line, but for what an event stream alone takes for the end of one: JSON escapes those.
            assert(!bytes[start...].contains { $0 == 0x0A || $0 == 0x0D })
        case .failed(let code, let detail):
            let body: JSON = ["code": JSON(code.rawValue), "detail": JSON(detail ?? "")]
            bytes += Array("event: failed\ndata: ".utf8) + body.bytes
        }
        bytes += "\n\n".utf8
    }

    fileprivate init?(reading event: ServerSentEvent) throws {
        let data = try DocumentValue(json: Array(event.data.utf8).span, strict: true)
        switch event.kind {
        case "failed":
            guard let code = data["code"]?.text else { return nil }
            self.init(.failed(LootError.Code(rawValue: code), detail: data["detail"]?.text), id: event.id)
        case "commit": self.init(.commit(try ChangeReader.read(data) { $0.commit($1) }), id: event.id)
        case "state", "reload":
            guard let revision = data["revision"]?.revision else { return nil }
            self.init(event.kind == "state" ? .state(revision) : .reload(revision), id: event.id)
        default: return nil
        }
    }
}
