import LootCore
import WebServer

extension Site {
    /// How many lists one stream may follow.
    private static let greatestWishes = 32

    /// `GET /live?list=STATE/ADDRESS&list=…`: the steps of lists from the states that pages show, as Server-Sent
    /// Events. Many tabs of a browser share one stream.
    func addLive(to router: inout Router) {
        router.on(.get, "/live") { request in
            do {
                return try await self.answer(request) {
                    let texts = request.query.values(of: "list").prefix(Self.greatestWishes)
                    let wishes = try texts.compactMap(self.wish)
                    let others = try self.allowances.take(
                        max(0, wishes.count - 1), of: .streams, for: Caller.current.name)
                    return self.lists.response(to: wishes).holding(others)
                }
            } catch let error as LootError {
                return self.response(to: error)
            }
        }
    }

    /// The name of a state, and the address of a list.
    private func wish(_ text: String) throws(LootError) -> LiveLists.Wish? {
        guard let slash = text.firstIndex(of: "/"),
            let request = Request(.get, Self.local(String(text[slash...])))
        else { return nil }
        let list = try ListQuery(request, host).with { ($0.offset, $0.around) = (0, nil) }
        return LiveLists.Wish(
            list: list, query: try list.query(self), state: String(text[..<slash]),
            mayWrite: Caller.current.canWrite, person: Caller.current.name)
    }
}
