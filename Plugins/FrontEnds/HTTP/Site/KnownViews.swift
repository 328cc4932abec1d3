import LootCore
import LootPlugins
import LootQueryText
import Synchronization

/// A cache of the saved views, which the host reads from a file at most twice a second.
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

    /// Saves a view.
    func keep(_ view: SavedView) throws(LootError) {
        defer { forget() }
        try host.keep(view)
    }

    /// Removes a view.
    func remove(_ name: String) throws(LootError) {
        defer { forget() }
        try host.removeView(name)
    }

    private func forget() { state.withLock { $0.end = .now } }
}
