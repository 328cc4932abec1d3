import LootAPI
import LootCore
import Synchronization
import WebServer

/// A list with live updates. Each step is rendered once and sent to all pages that display the list.
///
/// Recent frames are kept, so that a page that reconnects receives what it has missed.
final class LiveList: Sendable {
    private struct Frame {
        let from: String
        let bytes: [UInt8]
    }

    private struct State {
        /// The number of pages that follow the list or are about to.
        var followers = 0
        var isOver = false
        /// The ID of the newest state that was sent.
        var newest = ""
        /// The newest frames without a gap, oldest first.
        var frames: [Frame] = []
        var task: Task<Void, Never>?
    }

    private static let keptFrames = 64
    private static let keptBytes = 256 * 1_024

    let broadcast = Broadcast()
    private let wish: LiveLists.Wish
    private let maker: ListMaker
    private let state = Mutex(State())

    /// Creates the list for the given subscription, regardless of the state that the page displays.
    init(_ wish: LiveLists.Wish, _ maker: ListMaker) {
        (self.wish, self.maker) = (wish, maker)
    }

    private func parts(_ outline: Outline) async -> ListParts {
        await maker.parts(wish.list, wish.query, outline, for: wish.role)
    }

    // MARK: Followers

    /// Whether any pages follow the list.
    var isInUse: Bool { state.withLock { $0.followers > 0 && !$0.isOver } }

    /// Adds a follower. Returns `false` if the list has ended and a new one must be created.
    func join() -> Bool {
        state.withLock { state in
            if !state.isOver { state.followers += 1 }
            return !state.isOver
        }
    }

    /// Removes a follower. Without followers, the list ends at the next step.
    func leave() { state.withLock { $0.followers -= 1 } }

    /// Returns the first frames for a page that displays the state with the given ID: the steps since this state, or
    /// the ID of the newest state if the steps are no longer known.
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

    /// Starts following the list. When this method returns, the current state is known.
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

    /// Evaluates the query. It counts against the allowance of the first person who follows the list.
    private func evaluate() async throws -> LiveAnswer {
        try await maker.allowances.charging(wish.person) { try await maker.store.live(wish.query) }
    }

    /// Ends all streams.
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
            // The live result has ended, so query the current state.
            if answer.revision == start { try? await Task.sleep(for: .milliseconds(200)) }
            if Task.isCancelled || endIfUnused() { return }
            let next: LiveAnswer
            do { next = try await evaluate() } catch {
                // Clients that reconnect receive the error.
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
        // The text of every row has changed, for example because of another currency.
        if before.presentation != after.presentation { return reset(to: to) }
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

    /// Sends the ID of the newest state, without steps.
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
        LiveLists.event(
            "state", ["list": JSON(maker.addresses.base + wish.list.address), "state": JSON(name)])
    }
}
