import LootAPI
import LootCore
import WebClient

extension StoreDescription {
    /// The prefix of the revision in the IDs of events: the server's epoch and a hyphen.
    var eventPrefix: String { StoreDescription.eventPrefix(of: state) }

    /// Returns the prefix of the revision in a state's ID.
    static func eventPrefix(of id: String) -> String {
        id.lastIndex(of: "-").map { String(id[...$0]) } ?? ""
    }

    /// Returns the problem of the server's store, if it has one.
    func problem(at address: RemoteAddress) -> LootError? {
        problem.map { LootError(problem: $0, at: address, detail) }
    }
}

extension Transport {
    /// Sends a request and returns a successful response.
    func answer(to request: Request, from address: RemoteAddress) async throws(LootError) -> Answer {
        switch await send(request) {
        case .failure(let failure): throw LootError(failure, from: address)
        case .success(let answer):
            guard 200..<300 ~= answer.status else { throw LootError(answer, from: address) }
            return answer
        }
    }

    /// Requests the server's description of its store.
    func description(
        from address: RemoteAddress, patience: Duration
    ) async throws(LootError) -> StoreDescription {
        let request = address.request(API.describeStore.request(()), patience: patience)
        let answer = try await answer(to: request, from: address)
        if let description = try? API.describeStore.answer.read(answer.body) { return description }
        throw LootError(
            .unavailable, "Can't use the store at \(address.text).",
            reason: "This isn't a LootLogger server, or its version is too old.",
            advice: "Use the address that the server prints.")
    }
}
