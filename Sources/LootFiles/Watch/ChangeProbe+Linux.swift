#if os(Linux)
    import Synchronization

    /// Asks the system whether files in a folder were touched since it was asked last. That is one call, whatever there
    /// is to look at; it is for whoever asks often.
    final class ChangeProbe: Sendable {
        private let source: FolderEvents
        /// Whether the system tells no more.
        private let isBlind = Atomic(false)

        /// Nil where the system can't tell, or not of all changes.
        init?(folder: String) {
            guard let source = FolderEvents(of: folder, waits: false) else { return nil }
            self.source = source
        }

        deinit { source.release() }

        /// Whether something happened, or may have.
        func hasEvents() -> Bool {
            if isBlind.load(ordering: .relaxed) { return true }
            var found = false
            while true {
                guard let events = source.next() else { return true }
                // What happened is not looked at: that is what the files themselves are for.
                if events.isEmpty { return found }
                found = true
                if events.contains(where: \.isLast) {
                    isBlind.store(true, ordering: .relaxed)
                    return true
                }
            }
        }
    }
#endif
