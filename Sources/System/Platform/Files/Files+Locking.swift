extension Files {
    // MARK: - Locking

    /// Runs `body` while holding a lock on a folder. Fails if others hold it for longer than the limit.
    package static func locking<Result, Failure: Error>(
        _ folder: String, waitingAtMost limit: Duration = .seconds(10), failing: (SystemFailure) -> Failure,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let lock: Int32
        do throws(SystemFailure) { lock = try open(folder, [.read]) } catch { throw failing(error) }
        defer { close(lock) }
        do throws(SystemFailure) {
            let end = ContinuousClock.now + limit
            while try !Files.lock(lock) {
                if ContinuousClock.now >= end { throw SystemFailure.busy }
                Threads.pause(milliseconds: 5)
            }
        } catch { throw failing(error) }
        return try body()
    }
}
