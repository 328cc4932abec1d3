import Dispatch

/// Runs blocking jobs one after another. A serial queue without a target gets a thread whenever it has a job, even if
/// many others are blocked.
struct Worker: Sendable {
    private let queue = DispatchQueue(label: "loot.database")

    /// Runs a job after all earlier ones.
    func async(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }
}
