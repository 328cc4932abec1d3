import Platform

/// Detects that the file and the journal haven't changed for a while, so that no other program is writing them.
struct Stillness {
    /// The time in which nothing may change.
    let duration: Duration
    private var file: FileStatus?
    private var journal: FileStatus?
    /// When this state was first seen, or `nil` before the first check.
    private var start: ContinuousClock.Instant?

    init(duration: Duration) { self.duration = duration }

    /// Returns whether both have had this status for the duration.
    mutating func isReached(file: FileStatus?, journal: FileStatus?) -> Bool {
        if let start, self.file == file, self.journal == journal {
            return start.duration(to: .now) >= duration
        }
        (self.file, self.journal, start) = (file, journal, .now)
        return false
    }
}
