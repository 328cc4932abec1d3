import LootCore
import LootTesting
import MemoryStorePlugin
import RemoteStorePlugin
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Remote live answers` {
    /// A store that reports when a live answer starts.
    private struct Telling: StoreWrapper, LiveStore {
        let wrapped: any ItemStore
        let followed: AsyncStream<Void>.Continuation

        func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
            let answer = try await wrapped.live(query)
            followed.yield()
            return answer
        }
    }

    @Test func `a live answer continues after an interruption without changes`() async throws {
        let (followed, telling) = AsyncStream.makeStream(of: Void.self)
        let server = try await TestServer(
            Telling(wrapped: try MemoryStore([Item(name: "Lamp")]), followed: telling))
        let store = try await RemoteStore.open(server.url)
        var times = followed.makeAsyncIterator()
        let answer = try await store.live(.all)
        await times.next()
        await server.stop()
        try server.resume()
        await times.next()
        let vase = try await server.store.add(Item(name: "Vase"))
        let step = await answer.next()
        #expect(step?.inserted == [AnswerStep.Row(1, vase)])
        #expect(step?.base == answer.outline.revision)
        try await store.close()
        await server.end()
    }

    @Test func `a live answer ends after an interruption with changes`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        let answer = try await store.live(.all)
        await server.stop()
        try await server.store.add(Item(name: "Lamp"))
        try server.resume()
        #expect(await answer.next() == nil)
        #expect(try await store.live(.all).outline.count == 1)
        try await store.close()
        await server.end()
    }

    @Test func `a live answer ends when the store is released`() async throws {
        let server = try await TestServer(MemoryStore())
        var store: (any ItemStore)? = try await RemoteStore.open(server.url)
        let answer = try await store?.live(.all)
        store = nil
        #expect(await answer?.next() == nil)
        await server.end()
    }

    @Test func `live answers don't block requests, however many there are`() async throws {
        let server = try await TestServer(MemoryStore())
        let store = try await RemoteStore.open(server.url)
        var answers: [LiveAnswer] = []
        for number in 0..<70 {
            answers.append(
                try await store.live(
                    Query(filter: .compare("valueInDollars", .greaterOrEqual, .integer(number)))))
        }
        try await store.add(Item(name: "Lamp", valueInDollars: 100))
        for answer in answers { #expect(await answer.next()?.outline.count == 1) }
        try await store.close()
        for answer in answers { #expect(await answer.next() == nil) }
        await server.end()
    }

    @Test func `a live answer that the server rejects throws its error`() async throws {
        let trouble = LootError(.damaged, "Can't read all items.", reason: "The file isn't JSON.")
        let server = try await TestServer(TroubledStore(MemoryStore(), trouble))
        let store = try await RemoteStore.open(server.url)
        let error = await #expect(throws: LootError.self) { try await store.live(.all) }
        #expect(error?.code == .damaged)
        try await store.close()
        await server.stop()
        let closed = await #expect(throws: LootError.self) { try await store.live(.all) }
        #expect(closed?.code == .closed)
        await server.end()
    }
}
