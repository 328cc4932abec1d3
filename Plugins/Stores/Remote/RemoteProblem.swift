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
                .configuration, "can't access the store at \(address.text)",
                because: "the server rejects the token",
                next: "Set store.token or store.tokenFile to the server's token", place: "store.token")
        case 413:
            self = LootError(
                .unsupported, "can't change the store",
                because: "the change is too large for the server",
                next: "Split the change, or start the server with a larger frontEnd.bodyBytes")
        case 400...:
            guard let problem else { fallthrough }
            // The detail has the format of an error's description: `what failed: why. What to do next.`
            let parts = problem.detail.split(separator: ": ", maxSplits: 1)
            // A snapshot that the server has released is a conflict, as in stores without snapshots.
            let code = answer.status == 410 ? .conflict : Code(rawValue: problem.code)
            var why = parts.count == 2 ? parts[1] : Substring(problem.detail)
            var next = Substring()
            if problem.remedy != nil, let end = why.ranges(of: ". ").last {
                next = why[end.upperBound...]
                why = why[..<end.lowerBound]
            }
            self = LootError(
                // A closed store on the server doesn't mean that this store is closed.
                code == .closed ? .unavailable : code,
                parts.count == 2 ? String(parts[0]) : "can't use the store at \(address.text)",
                because: why.hasSuffix(".") ? String(why.dropLast()) : String(why),
                next: next.hasSuffix(".") ? String(next.dropLast()) : String(next), remedy: problem.remedy,
                item: problem.item,
                field: problem.field)
            change = problem.change
        default:
            self = LootError(
                .unavailable, "can't use the store at \(address.text)",
                because: "this isn't a LootLogger server (status \(answer.status))",
                next: "Use the address that the server prints")
        }
    }

    /// Creates the error for a problem of the server's store, given as a code and an optional sentence.
    init(problem code: Code, at address: RemoteAddress, _ detail: String? = nil) {
        let said = detail.flatMap { $0.isEmpty ? nil : $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        self.init(
            code, "can't change the store at \(address.text)",
            because: said.map { "the server says: \($0)" } ?? "the server's store has a problem",
            next: "See the server's log")
    }

    /// Creates the error for a request without a response.
    init(_ failure: Transport.Failure, from address: RemoteAddress) {
        self.init(
            .unavailable, "can't reach the store at \(address.text)", because: failure.why,
            next: "Check that the server is running, and check the network", place: address.text,
            underlying: failure.underlying)
    }

    /// Returns the error for a response with unexpected content.
    static func unreadable(_ address: RemoteAddress, _ error: any Error) -> LootError {
        LootError(
            .unavailable, "can't read the response of the store at \(address.text)",
            because: "this version doesn't support the response",
            next: "Check that both sides have the same version", place: address.text, underlying: "\(error)")
    }
}
