import LootAPI
import LootCore
import Synchronization
import WebServer

/// A list that pages follow: each step is made once, and sent to all of them.
///
/// The last frames are kept, so that a page that was away for a moment gets what it has missed.
final class LiveList: Sendable {
    private struct Frame {
        let from: String
        let bytes: [UInt8]
    }

    private struct State {
        /// How many pages follow, or are about to.
        var followers = 0
        var isOver = false
        /// The name of the state that all have been told.
        var newest = ""
        /// The latest frames without a gap, oldest first.
        var frames: [Frame] = []
        var task: Task<Void, Never>?
    }

    private static let keptFrames = 64
    private static let keptBytes = 256 * 1_024

    let broadcast = Broadcast()
    private let wish: LiveLists.Wish
    private let maker: ListMaker
    private let state = Mutex(State())

    /// The list that is wished for, whatever state the page shows.
    init(_ wish: LiveLists.Wish, _ maker: ListMaker) {
        (self.wish, self.maker) = (wish, maker)
    }

    private func parts(_ outline: Outline) async -> ListParts {
        await maker.parts(wish.list, wish.query, outline, mayWrite: wish.mayWrite)
    }

    // MARK: Followers

    /// Whether pages follow it.
    var isInUse: Bool { state.withLock { $0.followers > 0 && !$0.isOver } }

    /// Counts a follower; false if the list is not followed any more, and another one has to be made.
    func join() -> Bool {
        state.withLock { state in
            if !state.isOver { state.followers += 1 }
            return !state.isOver
        }
    }

    /// A follower is gone. The last one leaves a list that ends with the next step.
    func leave() { state.withLock { $0.followers -= 1 } }

    /// What a page gets first that shows a state: the steps since, or the name of the newest state.
    func missed(since name: String) -> [UInt8] {
        state.withLock { state in
            if name == state.newest { return [] }
            guard let first = state.frames.firstIndex(where: { $0.from == name }) else {
                return stateEvent(state.newest)
            }
            return state.frames[first...].flatMap(\.bytes)
        }
    }

    // MARK: Following

    /// Follows the list from its present state, which is known when this returns.
    func begin() async throws {
        if state.withLock({ !$0.newest.isEmpty }) { return }
        let answer = try await evaluate()
        let parts = await parts(answer.outline)
        state.withLock { state in
            guard state.newest.isEmpty else { return }
            state.newest = maker.states.id(answer.revision)
            state.task = Task { await self.run(answer, parts) }
        }
    }

    /// Works the answer out, at the expense of the person who was the first to follow it.
    private func evaluate() async throws -> LiveAnswer {
        try await maker.allowances.charging(wish.person) { try await maker.store.live(wish.query) }
    }

    /// Ends the streams of all who follow.
    func finish() {
        state.withLock { state in
            state.isOver = true
            state.task?.cancel()
        }
        broadcast.finish()
    }

    private func run(_ first: LiveAnswer, _ beginning: ListParts) async {
        var (answer, parts) = (first, beginning)
        while !Task.isCancelled {
            let start = answer.outline.revision
            while let step = await answer.next() {
                if endIfUnused() { return }
                let after = await self.parts(step.outline)
                publish(step, parts, after)
                parts = after
            }
            // No step leads on: what the list is now is asked for.
            if answer.revision == start { try? await Task.sleep(for: .milliseconds(200)) }
            if Task.isCancelled || endIfUnused() { return }
            let next: LiveAnswer
            do { next = try await evaluate() } catch {
                // Who comes back is refused, with the reason.
                if let code = (error as? LootError)?.code, [.tooCostly, .overAllowance].contains(code) {
                    return finish()
                }
                try? await Task.sleep(for: .seconds(1))
                continue
            }
            answer = next
            parts = await self.parts(next.outline)
            reset(to: maker.states.id(next.outline.revision))
        }
    }

    private func endIfUnused() -> Bool {
        state.withLock { state in
            if state.followers == 0 { (state.isOver, state.frames) = (true, []) }
            return state.isOver
        }
    }

    private func publish(_ step: AnswerStep, _ before: ListParts, _ after: ListParts) {
        let to = maker.states.id(step.revision)
        let frame = StepFrame(
            step: step, before: before, after: after, from: state.withLock(\.newest), to: to)
        if frame.isTooLarge { return reset(to: to) }
        let bytes = frame.bytes
        broadcast.send {
            state.withLock { state in
                state.frames.append(Frame(from: frame.from, bytes: bytes))
                state.newest = to
                while state.frames.count > LiveList.keptFrames
                    || state.frames.reduce(0, { $0 + $1.bytes.count }) > LiveList.keptBytes
                {
                    state.frames.removeFirst()
                }
            }
            return bytes
        }
    }

    /// Tells all what the newest state is, to which no steps lead.
    private func reset(to name: String) {
        if state.withLock({ $0.newest == name }) { return }
        broadcast.send {
            state.withLock { state in
                state.frames = []
                state.newest = name
            }
            return stateEvent(name)
        }
    }

    private func stateEvent(_ name: String) -> [UInt8] {
        LiveLists.event("state", ["list": JSON(wish.list.address), "state": JSON(name)])
    }
}
