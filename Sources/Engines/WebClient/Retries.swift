package import Localization

/// Repeats failed deliveries with increasing pauses.
package struct Retries: Sendable {
    /// The maximum number of attempts, or `nil` to repeat until the task is canceled.
    private let limit: Int?
    /// Returns the pause after a number of failures, starting with 0.
    private let pause: @Sendable (Int) -> Duration

    private static let longestPause = 300

    /// Creates retries. By default, the pauses are one second, then two, four, and so on up to five minutes.
    package init(
        limit: Int? = nil,
        pause: @escaping @Sendable (Int) -> Duration = { .seconds(min(1 << min($0, 20), longestPause)) }
    ) {
        (self.limit, self.pause) = (limit, pause)
    }

    /// Runs `attempt` until it returns `nil` for success. `report` receives the reason of the first failure.
    ///
    /// - Returns: The number of failures, and the reason of the last one if no attempt succeeded.
    @discardableResult
    package func run(
        reporting report: (Message) -> Void = { _ in }, _ attempt: () async -> Message?
    ) async -> (failures: Int, reason: Message?) {
        var failures = 0
        while true {
            guard let reason = await attempt() else { return (failures, nil) }
            if failures == 0 { report(reason) }
            failures += 1
            if let limit, failures >= limit { return (failures, reason) }
            try? await Task.sleep(for: pause(failures - 1))
            if Task.isCancelled { return (failures, reason) }
        }
    }
}

extension Transport {
    /// Sends a request whose response has no interesting content.
    ///
    /// - Returns: The reason if the request wasn't accepted.
    package func deliver(_ request: Request) async -> Message? {
        switch await send(request) {
        case .success(let answer):
            return request.envelope != nil || (200..<300).contains(answer.status)
                ? nil : "It responded with status \(answer.status)."
        case .failure(let failure): return failure.reason
        }
    }
}
