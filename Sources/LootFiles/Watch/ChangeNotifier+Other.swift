#if !os(Linux)
    /// Hears from the system when files in a folder change: not here, where the files are looked at instead.
    final class ChangeNotifier: Sendable {
        let changes = AsyncStream<Void> { nil }

        /// Always nil.
        init?(folder: String, concerns: @escaping @Sendable (String) -> Bool) { return nil }

        func stop() {}
    }
#endif
