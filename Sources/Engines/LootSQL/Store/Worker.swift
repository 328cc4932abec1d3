import Dispatch

/// Does one thing after the other, and may wait as long as it has to. A serial queue that was given no target gets a
/// thread whenever it has something to do, however many others are waiting.
struct Worker: Sendable {
    private let queue = DispatchQueue(label: "loot.database")

    /// Does something when all is done that was asked for before.
    func async(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }
}
