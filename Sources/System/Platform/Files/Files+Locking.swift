extension Files {
    // MARK: - Locking

    /// Runs `body` while holding a lock on a folder. Waits until other holders release it.
    package static func locking<Result, Failure: Error>(
        _ folder: String, failing: (SystemFailure) -> Failure, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let lock: Int32
        do throws(SystemFailure) { lock = try open(folder, [.read]) } catch { throw failing(error) }
        defer { close(lock) }
        do throws(SystemFailure) {
            while try !Files.lock(lock) { Threads.pause(milliseconds: 5) }
        } catch { throw failing(error) }
        return try body()
    }
}
