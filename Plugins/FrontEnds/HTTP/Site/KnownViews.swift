import LootCore
import LootPlugins
import Synchronization

/// The views of the host, which reads a file for them: asked at most twice a second, however many pages are.
final class KnownViews: Sendable {
    private let host: any ProgramHost
    private let state = Mutex<(views: [SavedView], end: ContinuousClock.Instant)>(([], .now))

    init(_ host: any ProgramHost) { self.host = host }

    /// The views as they were half a second ago, or later.
    var all: [SavedView] {
        state.withLock { state in
            if ContinuousClock.now >= state.end { state = (host.views(), .now + .milliseconds(500)) }
            return state.views
        }
    }

    /// Keeps a view.
    func keep(_ view: SavedView) throws(LootError) {
        defer { forget() }
        try host.keep(view)
    }

    /// Takes a view out.
    func remove(_ name: String) throws(LootError) {
        defer { forget() }
        try host.removeView(name)
    }

    private func forget() { state.withLock { $0.end = .now } }
}
