import LootAPI
import Localization
import LootCore
import LootPlugins
import Synchronization
import WebServer

/// The lists with live updates. If several pages display the same list, its steps are computed once.
final class LiveLists: Sendable {
    /// A list that a page displays.
    struct Wish: Sendable {
        let list: ListQuery
        let query: Query
        /// The ID of the state that the page displays.
        let state: String
        /// The role of the person. It determines the controls of the list.
        let role: Role
        /// The account of the person who follows the list.
        let person: String?
    }

    static let greatestCount = 256

    let maker: ListMaker
    private let lists = Mutex<[String: LiveList]>([:])
    /// Events for all pages, regardless of their list.
    private let news = Broadcast()

    init(_ maker: ListMaker) {
        self.maker = maker
        maker.condition.onChange { [news] problem in news.send { LiveLists.condition(problem) } }
    }

    /// The number of lists with followers.
    var count: Int { lists.withLock { $0.values.count { $0.isInUse } } }

    /// Sends heartbeats to keep connections open, until the task is canceled.
    func run() async { try? await StreamBeat.run { news.send { StreamBeat.bytes } } }

    /// Ends all streams.
    func finish() {
        let all = lists.withLock { lists in
            defer { lists = [:] }
            return lists.values
        }
        for list in all { list.finish() }
        news.finish()
    }

    /// Returns a server-sent event with the given name and JSON data.
    static func event(_ name: String, _ data: JSON) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + data.bytes + Array("\n\n".utf8)
    }

    private static func condition(_ problem: LootError?) -> [UInt8] {
        event("condition", ["problem": JSON(problem.map { $0.textOfPage } ?? "")])
    }

    /// Returns the stream of changes to lists and of the store's condition.
    func response(to wishes: [Wish]) -> Response {
        .eventStream { writer in
            var joined: [LiveList] = []
            defer { for list in joined { list.leave() } }
            for wish in wishes { joined.append(try await self.join(wish)) }
            let followed = joined
            try await writer.follow([self.news] + followed.map(\.broadcast)) { index in
                index == 0
                    ? LiveLists.condition(self.maker.condition.problem)
                    : followed[index - 1].missed(since: wishes[index - 1].state)
            }
        }
    }

    /// The error if too many lists are followed.
    static let tooMany = LootError(
        .unavailable, "Can't subscribe to the list.",
        reason:
            "\(greatestCount, one: "other list already has", other: "other lists already have") subscribers.",
        advice: "Close a few pages.")

    /// Returns the list for the given subscription and adds a follower to it.
    private func join(_ wish: Wish) async throws -> LiveList {
        // Rows contain text in the reader's language.
        let address = "\(Language.current.tag) \(wish.role.rawValue) \(wish.list.address)"
        let list = lists.withLock { lists -> LiveList? in
            if let known = lists[address], known.join() { return known }
            if lists.count >= LiveLists.greatestCount {
                for (address, list) in lists where !list.isInUse {
                    list.finish()
                    lists[address] = nil
                }
                if lists.count >= LiveLists.greatestCount { return nil }
            }
            let list = LiveList(wish, maker)
            _ = list.join()
            lists[address] = list
            return list
        }
        guard let list else { throw LiveLists.tooMany }
        do { try await list.begin() } catch {
            list.leave()
            throw error
        }
        return list
    }
}
