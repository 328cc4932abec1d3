/// Tells when a store's files may have changed. It may also tell when they have not.
enum FileWatcher {
    /// What is told: that something may have changed, and what comes next.
    enum Word {
        /// The next change will be told at once.
        case next
        /// The next change may not be told; the next word comes anyhow, before long.
        case anyhow
    }

    /// A word whenever a file, or the journal in the folder that goes with it, may have changed, until the stream ends,
    /// and a first one once both are watched. Where the system tells of changes a word comes at once, and nothing is
    /// done meanwhile; elsewhere, as with files of another kind than the system's own, it comes several times a second,
    /// changed or not.
    static func words(of path: String, beside folder: String, on files: any FileSystem) -> AsyncStream<Word> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Word.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached {
            while !Task.isCancelled {
                if files is SystemFileSystem {
                    await watch(path, folder, files) { continuation.yield(.next) }
                }
                // A folder is not there, or another one by now, or the system does not tell.
                continuation.yield(.anyhow)
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Calls back for every change, and returns when there is more or less to watch than there was.
    private static func watch(
        _ path: String, _ folder: String, _ files: any FileSystem, _ tell: @escaping @Sendable () -> Void
    ) async {
        let name = FilePath.name(of: path)
        let folderName = FilePath.name(of: folder)
        guard
            let file = ChangeNotifier(
                folder: FilePath.folder(of: path), concerns: { $0 == name || $0 == folderName })
        else { return }
        defer { file.stop() }
        // Looked at after the watch began, so that one that is made now is not missed.
        let isThere = (try? files.status(at: folder)) != nil
        let journal = isThere ? ChangeNotifier(folder: folder, concerns: { $0.hasPrefix("journal.") }) : nil
        defer { journal?.stop() }
        if isThere, journal == nil { return }
        tell()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in file.changes {
                    tell()
                    if ((try? files.status(at: folder)) != nil) != isThere { return }
                }
            }
            if let journal { group.addTask { for await _ in journal.changes { tell() } } }
            await group.next()
            file.stop()
            journal?.stop()
            group.cancelAll()
        }
    }
}
