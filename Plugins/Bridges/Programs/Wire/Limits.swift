/// How long a program may take, and how much it may say.
struct Limits: Hashable, Sendable {
    /// The longest line, in bytes, either way.
    var line = 16 << 20
    /// When a program has to have said what it is.
    var hello = Duration.seconds(5)
    /// When a store has to be open, and one more part of its items has to be there.
    var open = Duration.seconds(60)
    /// When a change has to be on the medium.
    var commit = Duration.seconds(30)
    /// When any other answer has to be there.
    var answer = Duration.seconds(30)
    /// When a hook has to have answered.
    var hook = Duration.seconds(5)
    /// When a program has to have answered that it closes.
    var close = Duration.seconds(2)
    /// How long a program that has ended twice is left alone at first; each further time twice as long.
    var rest = Duration.seconds(30)
    /// The longest that it is left alone.
    var longestRest = Duration.seconds(600)
    /// So many bytes of standard error are shown of one run.
    var log = 1 << 18
    /// So many items are sent for keys at once.
    var batch = 500
    /// So many bytes of a file are sent to an importer at once; of three bytes each, so that Base64 has no gap.
    var piece = 3 << 20
    /// So many items a store may have.
    var items = 10_000_000

    /// How long a program is left alone that was started again so many times.
    func rest(after restarts: Int) -> Duration {
        min(longestRest, rest * (1 << min(max(restarts - 1, 0), 16)))
    }
}
