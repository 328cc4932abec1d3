import LootAPI
import LootCore
import WebClient

extension LootError {
    /// Creates the error described by a server's response.
    init(_ answer: Transport.Answer, from address: RemoteAddress) {
        let problem =
            answer.type == "application/problem+json"
            ? Problem(reading: answer.body, status: answer.status) : nil
        switch answer.status {
        case 401:
            self = LootError(
                .configuration, "Can't access the store at \(address.text).",
                reason: "The server rejects the token.",
                advice: "Set store.token or store.tokenFile to the server's token.", place: "store.token")
        case 413:
            self = LootError(
                .unsupported, "Can't save the change.", reason: "The change is too large for the server.",
                advice: "Split the change, or start the server with a larger frontEnd.bodyBytes.")
        case 400...:
            guard let problem else { fallthrough }
            // A snapshot that the server has released is a conflict, as in stores without snapshots.
            let code = answer.status == 410 ? .conflict : Code(rawValue: problem.code)
            let (failure, reason, advice) = LootError.parts(
                of: problem.detail, hasAdvice: problem.remedy != nil)
            self = LootError(
                // A closed store on the server doesn't mean that this store is closed.
                code == .closed ? .unavailable : code, failure, reason: reason, advice: advice,
                remedy: problem.remedy, item: problem.item, field: problem.field)
            change = problem.change
        default:
            self = LootError(
                .unavailable, "Can't use the store at \(address.text).",
                reason: "This isn't a LootLogger server (status \(answer.status)).",
                advice: "Use the address that the server prints.")
        }
    }

    /// Splits the description of an error into the failure, the reason and the advice. The description
    /// consists of sentences; periods in quoted text don't end one. If a sentence is split or joined by
    /// mistake, the error still has the same text.
    private static func parts(
        of detail: String, hasAdvice: Bool
    ) -> (failure: Message, reason: Message, advice: Message) {
        var sentences: [Substring] = []
        var rest = detail[...]
        var depth = 0
        for index in detail.indices {
            switch detail[index] {
            case "“": depth += 1
            case "”": depth -= 1
            case " " where depth <= 0 && rest.startIndex < index:
                guard ".?!".contains(detail[detail.index(before: index)]) else { continue }
                sentences.append(rest[..<index])
                rest = detail[detail.index(after: index)...]
            default: break
            }
        }
        sentences.append(rest)
        let failure = sentences.removeFirst()
        let advice = hasAdvice ? sentences.popLast() ?? "" : ""
        return (
            Message(verbatim: String(failure)), Message(verbatim: sentences.joined(separator: " ")),
            Message(verbatim: String(advice))
        )
    }

    /// Creates the error for a problem of the server's store, given as a code and an optional sentence.
    init(problem code: Code, at address: RemoteAddress, _ detail: String? = nil) {
        let detail = detail ?? ""
        self.init(
            code, "Can't change the store at \(address.text).",
            reason: detail.isEmpty ? "The server's store has a problem." : Message(verbatim: detail),
            advice: "See the server's log.")
    }

    /// Creates the error for a request without a response.
    init(_ failure: Transport.Failure, from address: RemoteAddress) {
        self.init(
            .unavailable, "Can't reach the store at \(address.text).", reason: failure.reason,
            advice: "Check that the server is running, and check the network.", place: address.text,
            underlying: failure.underlying)
    }

    /// Returns the error for a response with unexpected content.
    static func unreadable(_ address: RemoteAddress, _ error: any Error) -> LootError {
        LootError(
            .unavailable, "Can't read the response from the store at \(address.text).",
            reason: "This version doesn't support the response.",
            advice: "Check that both sides have the same version.", place: address.text,
            underlying: "\(error)")
    }
}
