import LootCore
import Testing

@Suite struct `A relay of events` {
    private let relay = EventRelay(after: Revision(rawValue: 3))

    private func commit(_ number: UInt64) -> Commit {
        Commit(revision: Revision(rawValue: number), title: "Number \(number)", changes: [])
    }

    /// Returns the events that a function causes.
    private func told(_ happen: () -> Void) async -> [StoreEvent] {
        let events = relay.events()
        happen()
        relay.finish()
        return await events.reduce(into: []) { $0.append($1) }
    }

    @Test func `a relay reports a commit immediately if nothing can precede it, and not again`() async {
        let four = commit(4)
        #expect(
            await told {
                relay.announce(four)
                relay.relay(.committed(four))
                relay.announce(commit(2))
            } == [.committed(four)])
        #expect(relay.revision == Revision(rawValue: 4))
    }

    @Test func `a relay waits for earlier commits by others`() async {
        let (four, five, six, seven) = (commit(4), commit(5), commit(6), commit(7))
        #expect(
            await told {
                relay.announce(seven)
                relay.announce(five)
                relay.relay(.committed(four))
                relay.relay(.committed(five))
                relay.relay(.committed(six))
            } == [four, five, six, seven].map { .committed($0) })
    }

    @Test func `a relay finally reports waiting commits in order, despite a gap`() async {
        let (six, nine) = (commit(6), commit(9))
        #expect(
            await told {
                relay.announce(nine)
                relay.announce(six)
            } == [.committed(six), .committed(nine)])
    }

    @Test func `a relay forwards a reload and continues from there`() async {
        let (five, six) = (commit(5), commit(6))
        let reloaded = StoreEvent.reloaded(Revision(rawValue: 5))
        #expect(
            await told {
                relay.announce(six)
                relay.announce(five)
                relay.relay(reloaded)
            } == [reloaded, .committed(six)])
    }

    @Test func `a relay accepts an earlier state only if the store starts again`() async {
        let zero = StoreEvent.reloaded(.initial)
        let one = commit(1)
        #expect(
            await told {
                relay.relay(zero)
                relay.relay(zero, startsAnew: true)
                relay.relay(.committed(one))
            } == [zero, .committed(one)])
    }

    @Test func `a relay forwards failures`() async {
        let failure = StoreEvent.failed(.storeClosed)
        #expect(await told { relay.relay(failure) } == [failure])
    }
}

@Suite struct `Section rules as text` {
    @Test(arguments: [
        "bands:25,50,75:valueInDollars", "bands::quantity", "bands:-5,9:custom.a:b", "initial:name",
        "year:dateCreated", "month:custom.\u{301}x", "flag:isFavorite", "value:custom.", "value:",
    ])
    func `a rule is read back unchanged`(text: String) throws {
        let rule = try #require(SectionRule(text))
        #expect(rule.description.utf8.elementsEqual(text.utf8))
        #expect(SectionRule(rule.description) == rule)
    }

    @Test(arguments: [
        "", "name", "nonsense:name", "bands:25", "bands:x:value", "bands:5,5:value", "bands:9,3:value",
        ":name",
    ])
    func `an invalid rule is rejected`(text: String) { #expect(SectionRule(text) == nil) }
}
