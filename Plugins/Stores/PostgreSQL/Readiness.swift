#if !os(Linux)
    /// Elsewhere every question has a thread that waits for its answer.
    final class Readiness: Sendable {
        static let shared: Readiness? = nil

        func wait(for descriptor: Int32, atMost limit: Duration) async -> Bool { false }
        func forget(_ descriptor: Int32) {}
    }
#endif
