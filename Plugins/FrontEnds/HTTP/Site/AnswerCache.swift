import LootCore
import Synchronization
import WebServer

/// Pages that are made of nothing but what is asked for and the store's state, kept while the state is the newest: after a
/// change every client that watches asks for the same page, and it is made once.
final class AnswerCache: Sendable {
    private struct State {
        var epoch = ""
        var revision = Revision.initial
        var answers: [ListKey: Response] = [:]
        var size = 0
    }

    private static let greatestSize = 1 << 20

    private let state = Mutex(State())

    /// The answer to a request in a state, if it is known.
    func answer(to key: ListKey, in revision: Revision, of epoch: String) -> Response? {
        state.withLock { $0.revision == revision && $0.epoch == epoch ? $0.answers[key] : nil }
    }

    /// Whether an answer to a request is kept, in whichever state it was made.
    func knows(_ key: ListKey) -> Bool { state.withLock { $0.answers[key] != nil } }

    /// Keeps an answer, as long as there is room and its state is the newest.
    func keep(_ answer: Response, to key: ListKey, in revision: Revision, of epoch: String) {
        guard let size = answer.body.length, size <= AnswerCache.greatestSize / 4 else { return }
        state.withLock { state in
            let isSameEpoch = epoch == state.epoch
            if isSameEpoch, revision < state.revision { return }
            if !isSameEpoch || revision > state.revision || state.size + size > AnswerCache.greatestSize {
                state = State(epoch: epoch, revision: revision)
            }
            state.size += size
            state.answers[key] = answer
        }
    }
}
