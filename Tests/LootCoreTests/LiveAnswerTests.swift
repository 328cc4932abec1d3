import LootCore
import Testing

struct LiveAnswerTests {
    private func outline(_ revision: UInt64) -> Outline {
        Outline(revision: Revision(rawValue: revision), sections: [])
    }

    private func step(_ base: UInt64) -> AnswerStep {
        AnswerStep(from: Revision(rawValue: base), to: outline(base + 1))
    }

    @Test func `a reader gets the steps in order, also those that came before it looked`() async {
        let answer = LiveAnswer(to: .all, outline: outline(3))
        for base in UInt64(3)...5 { answer.send(step(base)) }
        answer.end()
        var bases: [UInt64] = []
        for await step in answer { bases.append(step.base.rawValue) }
        #expect(bases == [3, 4, 5])
    }

    @Test func `a reader that waits is woken by a step`() async {
        let answer = LiveAnswer(to: .all, outline: outline(0))
        async let next = answer.next()
        answer.send(step(0))
        #expect(await next?.revision == Revision(rawValue: 1))
    }

    @Test func `a step of a state that was told already is left out`() {
        let answer = LiveAnswer(to: .all, outline: outline(2))
        answer.send(step(0))
        answer.send(step(1))
        #expect(answer.take().isEmpty)
        #expect(!answer.hasEnded)
    }

    @Test func `a gap between two steps ends the answer rather than hiding what is missing`() {
        let answer = LiveAnswer(to: .all, outline: outline(2))
        answer.send(step(3))
        #expect(answer.hasEnded)
        #expect(answer.take().isEmpty)
    }

    @Test func `an answer ends for a reader that falls far behind`() {
        let answer = LiveAnswer(to: .all, outline: outline(0), capacity: 4)
        for base in UInt64(0)..<5 { answer.send(step(base)) }
        #expect(answer.hasEnded)
        #expect(answer.take().count == 4)
    }

    @Test func `a task that is canceled waits no longer`() async {
        let answer = LiveAnswer(to: .all, outline: outline(0))
        let waiting = Task { await answer.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }

    @Test func `a store is told when nothing refers to an answer any more`() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        do {
            let answer = LiveAnswer(to: .all, outline: outline(0))
            answer.onEnd { end.yield() }
        }
        for await _ in ends { break }
    }
}
