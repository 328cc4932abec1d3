import LootCore
import Testing

@Suite struct EventHubTests {
    private func event(_ number: UInt64) -> StoreEvent {
        .committed(Commit(revision: Revision(rawValue: number), date: .first, title: "", changes: []))
    }

    private func send(_ numbers: ClosedRange<UInt64>, to hub: EventHub) {
        for number in numbers { hub.send(event(number), at: Revision(rawValue: number)) }
    }

    private func read(_ stream: AsyncStream<StoreEvent>) async -> [StoreEvent] {
        await stream.reduce(into: []) { $0.append($1) }
    }

    @Test func `every observer receives all later events`() async {
        let hub = EventHub()
        let first = hub.events()
        send(1...2, to: hub)
        let second = hub.events()
        send(3...3, to: hub)
        hub.finish()
        #expect(await read(first) == [event(1), event(2), event(3)])
        #expect(await read(second) == [event(3)])
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `an observer that falls behind has to read again after the remaining events`(last: UInt64)
        async
    {
        let hub = EventHub(capacity: 4)
        let stream = hub.events()
        send(1...last, to: hub)
        hub.finish()
        let told = await read(stream)
        if last <= 4 {
            #expect(told == (1...last).map(event))
        } else {
            #expect(told == (1...4).map(event) + [.reloaded(Revision(rawValue: 5))])
        }
    }

    @Test func `an observer that caught up receives single events again`() async {
        let hub = EventHub(capacity: 2)
        var watcher = hub.events().makeAsyncIterator()
        send(1...9, to: hub)
        #expect(await watcher.next() == event(1))
        #expect(await watcher.next() == event(2))
        #expect(await watcher.next() == .reloaded(Revision(rawValue: 3)))
        // Events were dropped while the buffer was full, so the observer has to read again first.
        send(10...10, to: hub)
        #expect(await watcher.next() == .reloaded(Revision(rawValue: 10)))
        send(11...12, to: hub)
        #expect(await watcher.next() == event(11))
        #expect(await watcher.next() == event(12))
    }

    @Test func `a slow observer doesn't delay others`() async {
        let hub = EventHub(capacity: 2)
        let slow = hub.events()
        var quick = hub.events().makeAsyncIterator()
        for number in 1...50 as ClosedRange<UInt64> {
            send(number...number, to: hub)
            #expect(await quick.next() == event(number))
        }
        hub.finish()
        #expect(await read(slow).count == 3)
    }

    @Test func `there are no events after the end`() async {
        let hub = EventHub()
        let before = hub.events()
        hub.finish()
        hub.finish()
        send(1...3, to: hub)
        #expect(await read(before) == [])
        #expect(await read(hub.events()) == [])
    }

    @Test func `observers can be added and removed while events are sent`() async {
        let hub = EventHub(capacity: 8)
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    var count = 0
                    for await _ in hub.events() {
                        count += 1
                        if count == 3 { break }
                    }
                }
            }
            group.addTask {
                for number in 1...200 as ClosedRange<UInt64> {
                    hub.send(.reloaded(Revision(rawValue: number)), at: Revision(rawValue: number))
                    await Task.yield()
                }
                hub.finish()
            }
        }
        #expect(await read(hub.events()) == [])
    }
}
