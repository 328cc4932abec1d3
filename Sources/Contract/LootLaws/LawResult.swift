/// The result of checking a law.
public enum LawResult: Hashable, Sendable {
    /// The law holds.
    case passed
    /// The law doesn't apply, or can't be checked. The reason is a sentence.
    case skipped(reason: String)
    /// The law is violated.
    case failed(reason: String)

    /// A description of the violation, or `nil` if there is none.
    public var failure: String? { if case .failed(let reason) = self { reason } else { nil } }

    /// Returns the result of a check that throws a ``BrokenLaw`` or ``SkippedLaw``.
    static func of(_ check: () async throws -> Void) async -> LawResult {
        do { try await check() } catch let error as SkippedLaw { return .skipped(reason: error.reason) } catch
        {
            return .failed(reason: "\(error)")
        }
        return .passed
    }
}

/// Thrown by a law that can't be checked.
struct SkippedLaw: Error {
    /// The reason as a sentence.
    let reason: String
}

/// The numbers of laws that passed, failed and were skipped.
public struct LawSummary: Hashable, Sendable, CustomStringConvertible {
    /// The number of laws that hold.
    public private(set) var passed = 0
    /// The number of violated laws.
    public private(set) var failed = 0
    /// The number of skipped laws for each reason.
    public private(set) var skipped: [String: Int] = [:]

    /// Creates an empty summary.
    public init() {}

    /// Adds the result of a law.
    public mutating func add(_ result: LawResult) {
        switch result {
        case .passed: passed += 1
        case .skipped(let reason): skipped[reason, default: 0] += 1
        case .failed: failed += 1
        }
    }

    /// A line for each reason why laws were skipped, and the numbers of laws.
    public var description: String {
        let reasons = skipped.sorted { $0.key < $1.key }.map { reason, count in
            "  \(LawSummary.laws(count)) skipped: \(reason)"
        }
        let count = skipped.values.reduce(0, +)
        return (reasons + ["\(LawSummary.laws(passed)) passed, \(count) skipped, \(failed) failed."]).joined(
            separator: "\n")
    }

    private static func laws(_ count: Int) -> String { count == 1 ? "1 law" : "\(count) laws" }
}
