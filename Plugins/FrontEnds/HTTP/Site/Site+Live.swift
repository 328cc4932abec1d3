import LootCore
import LootPlugins
import WebServer

extension Site {
    /// The maximum number of lists per stream.
    private static let greatestWishes = 32

    /// Adds the route `GET /live?list=STATE/ADDRESS&list=…`. It sends the steps of lists since the states that pages
    /// display, as server-sent events. All tabs of a browser share one stream.
    func addLive(to router: inout Router) {
        router.on(.get, "/live") { request in
            try await request.inLanguage {
                do {
                    return try await self.answer(request, for: .read) {
                        let texts = request.query.values(of: "list").prefix(Self.greatestWishes)
                        var wishes: [LiveLists.Wish] = []
                        for text in texts {
                            if let wish = try await self.wish(text) { wishes.append(wish) }
                        }
                        let others = try self.allowances.take(
                            max(0, wishes.count - 1), of: .streams, for: Caller.current.account)
                        return self.lists.response(to: wishes).holding(others)
                    }
                } catch let error as LootError {
                    return self.response(to: error)
                }
            }
        }
    }

    /// Parses the ID of a state and the address of a list.
    private func wish(_ text: String) async throws(LootError) -> LiveLists.Wish? {
        guard let slash = text.firstIndex(of: "/"),
            let request = Request(.get, ListAddresses.local(String(text[slash...])))
        else { return nil }
        let list = try ListQuery(request, host).with { ($0.offset, $0.around) = (0, nil) }
        return LiveLists.Wish(
            list: list, query: try await list.query(self), state: String(text[..<slash]),
            role: Caller.current.role, person: Caller.current.account)
    }
}
