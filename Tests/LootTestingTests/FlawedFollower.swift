import LootCore
import Synchronization

extension Flaw {
    /// Whether the flaw concerns live answers.
    var isOfFollowing: Bool {
        [.stepsWithoutRows, .losesSteps, .followsOneWay, .followsForever].contains(self)
    }
}

/// A store whose live answers have one flaw.
struct FlawedFollower: StoreWrapper, LiveStore {
    let flaw: Flaw
    let wrapped: any ItemStore
    private let answers = Answers()

    private final class Answers: Sendable {
        let all = Mutex<[LiveAnswer]>([])
    }

    init(_ flaw: Flaw, _ wrapped: any ItemStore) { (self.flaw, self.wrapped) = (flaw, wrapped) }

    func liveAnswer(to query: Query) async throws(LootError) -> LiveAnswer {
        let answer = LiveAnswer(to: query, outline: try await outline(of: query))
        answers.all.withLock { $0.append(answer) }
        return answer
    }

    /// Applies a transaction, and reports either a step without changes or no step.
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit {
        let commit = try await wrapped.apply(transaction)
        guard flaw == .stepsWithoutRows else { return commit }
        for answer in answers.all.withLock(\.self) {
            let outline = try await outline(of: answer.query)
            answer.send(AnswerStep(from: answer.revision, to: outline))
        }
        return commit
    }

    func close() async throws(LootError) {
        if flaw != .followsForever { for answer in answers.all.withLock(\.self) { answer.end() } }
        try await wrapped.close()
    }
}
