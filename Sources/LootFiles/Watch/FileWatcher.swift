/// Tells when files may have changed. It may also tell when they have not.
enum FileWatcher {
    /// What is told: that something may have changed, and what comes next.
    enum Word {
        /// The next change will be told at once.
        case next
        /// Nobody may tell of the next change: the next word comes anyhow, before long.
        case anyhow
    }

    /// A word whenever one of the files in a folder may have changed, until nobody listens any more, and a first one
    /// once it watches. Where the system tells of changes a word comes at once, and nothing is done meanwhile;
    /// elsewhere, as with files of another kind than the system's own, it comes several times a second, changed or not.
    static func words(
        in folder: String, named names: Set<String>, on files: any FileSystem
    ) -> AsyncStream<Word> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Word.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached {
            while !Task.isCancelled {
                if files is SystemFileSystem, let notifier = ChangeNotifier(folder: folder, names: names) {
                    continuation.yield(.next)
                    for await _ in notifier.changes { continuation.yield(.next) }
                    notifier.stop()
                }
                // The folder is not there, or another one by now, or the system does not tell.
                continuation.yield(.anyhow)
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
