package import LootCore
import LootFormats

/// A store event in the API's stream of changes.
package struct FeedEvent: Hashable, Sendable {
    /// The kind of an event.
    package enum Kind: Hashable, Sendable {
        /// The initial revision.
        case state(Revision)
        /// A commit.
        case commit(Commit)
        /// Clients must read everything again.
        case reload(Revision)
        /// The store failed, with an error code and, if available, a description.
        case failed(LootError.Code, detail: String?)
    }

    /// The state after the event, including its epoch. Empty for a failure.
    package let id: String
    package let kind: Kind

    /// Creates an event.
    package init(_ kind: Kind, id: String = "") {
        self.kind = kind
        self.id = id
    }
}

extension AnswerKind where Output == FeedEvent {
    static let changes = events(nil, "An endless stream of events.") { event, bytes in
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
            // The JSON must be on one line, because a line break ends the data. JSON escapes line breaks.
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
