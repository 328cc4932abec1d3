import LootCore
import LootPlugins
import LootQueryText
import Synchronization

/// A cache of the saved views. The host reads views in a file at most twice a second.
final class KnownViews: Sendable {
    private let host: any ProgramHost
    private let state = Mutex<(views: [SavedView], end: ContinuousClock.Instant)>(([], .now))

    init(_ host: any ProgramHost) { self.host = host }

    /// The saved views, at most half a second old.
    var all: [SavedView] {
        state.withLock { state in
            if ContinuousClock.now >= state.end { state = (host.views(), .now + .milliseconds(500)) }
            return state.views
        }
    }

    /// Reads the views again on next use.
    func forget() { state.withLock { $0.end = .now } }
}
