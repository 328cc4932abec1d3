import LootCore
import Testing

struct LiveAnswerTests {
    private func outline(_ revision: UInt64) -> Outline {
        Outline(revision: Revision(rawValue: revision), sections: [])
    }

    private func step(_ base: UInt64) -> AnswerStep {
        AnswerStep(from: Revision(rawValue: base), to: outline(base + 1))
    }

    @Test func `a reader gets the steps in order, including earlier ones`() async {
        let answer = LiveAnswer(to: .all, outline: outline(3))
        for base in UInt64(3)...5 { answer.send(step(base)) }
        answer.end()
        var bases: [UInt64] = []
        for await step in answer { bases.append(step.base.rawValue) }
        #expect(bases == [3, 4, 5])
    }

    @Test func `a step wakes a waiting reader`() async {
        let answer = LiveAnswer(to: .all, outline: outline(0))
        async let next = answer.next()
        answer.send(step(0))
        #expect(await next?.revision == Revision(rawValue: 1))
    }

    @Test func `a step for a known state is skipped`() {
        let answer = LiveAnswer(to: .all, outline: outline(2))
        answer.send(step(0))
        answer.send(step(1))
        #expect(answer.take().isEmpty)
        #expect(!answer.hasEnded)
    }

    @Test func `a gap between two steps ends the answer`() {
        let answer = LiveAnswer(to: .all, outline: outline(2))
        answer.send(step(3))
        #expect(answer.hasEnded)
        #expect(answer.take().isEmpty)
    }

    @Test func `an answer ends if its reader falls far behind`() {
        let answer = LiveAnswer(to: .all, outline: outline(0), capacity: 4)
        for base in UInt64(0)..<5 { answer.send(step(base)) }
        #expect(answer.hasEnded)
        #expect(answer.take().count == 4)
    }

    @Test func `a canceled task stops waiting`() async {
        let answer = LiveAnswer(to: .all, outline: outline(0))
        let waiting = Task { await answer.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }

    @Test func `a store is notified when nothing refers to an answer`() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        do {
            let answer = LiveAnswer(to: .all, outline: outline(0))
            answer.onEnd { end.yield() }
        }
        for await _ in ends { break }
    }
}
