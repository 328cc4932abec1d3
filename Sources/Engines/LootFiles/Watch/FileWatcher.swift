/// Reports when a store's files may have changed. There can be false positives.
enum FileWatcher {
    /// A notification that the files may have changed.
    enum Word {
        /// The next change will be reported immediately.
        case next
        /// The next change may go unnoticed, but another notification follows soon.
        case anyhow
    }

    /// Returns a stream of notifications that a file, or the journal in its folder, may have changed. The first one
    /// is sent when both are being watched.
    ///
    /// If the system reports changes, notifications are sent immediately and nothing is done in between. Otherwise,
    /// or for other kinds of file systems, they are sent several times a second.
    static func words(of path: String, beside folder: String, on files: any FileSystem) -> AsyncStream<Word> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Word.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached {
            while !Task.isCancelled {
                if files is SystemFileSystem {
                    await watch(path, folder, files) { continuation.yield(.next) }
                }
                // A folder is missing or was replaced, or the system can't report changes.
                continuation.yield(.anyhow)
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Calls `tell` for each change. Returns when the hidden folder is created or removed, or a watch ends.
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
        // Check this after the watch has started, so that a folder created now isn't missed.
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
