/// The time and size limits for programs.
struct Limits: Hashable, Sendable {
    /// The maximum length of a line in either direction, in bytes.
    var line = 16 << 20
    /// The time limit for `hello`.
    var hello = Duration.seconds(5)
    /// The time limit for opening a store, and for loading each batch of its items.
    var open = Duration.seconds(60)
    /// The time limit for a commit.
    var commit = Duration.seconds(30)
    /// The time limit for other requests.
    var answer = Duration.seconds(30)
    /// The time limit for a hook.
    var hook = Duration.seconds(5)
    /// The time limit for `close`.
    var close = Duration.seconds(2)
    /// The delay before the second restart of a program. It doubles with each further restart.
    var rest = Duration.seconds(30)
    /// The maximum delay before a restart.
    var longestRest = Duration.seconds(600)
    /// The maximum amount of standard error that is logged per run, in bytes.
    var log = 1 << 18
    /// The number of items per request for section keys.
    var batch = 500
    /// The number of bytes of a file per request to an importer. It is a multiple of three, so that Base64 needs no
    /// padding.
    var piece = 3 << 20
    /// The maximum number of items in a store.
    var items = 10_000_000

    /// Returns the delay before the next restart.
    func rest(after restarts: Int) -> Duration {
        min(longestRest, rest * (1 << min(max(restarts - 1, 0), 16)))
    }
}
