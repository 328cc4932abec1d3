/// Tells when files may have changed. It may also tell when they have not.
enum FileWatcher {
    /// A word whenever one of the files in a folder may have changed, until nobody listens any more. A change of
    /// names and contents is told at once where the system tells it, and within a second everywhere.
    static func changes(in folder: String, named names: Set<String>) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let notifier = ChangeNotifier(folder: folder, names: names) { continuation.yield() }
        // Also where the system tells of changes it may not tell of all: not of those from another machine.
        let pause = Duration.milliseconds(notifier == nil ? 250 : 1000)
        let task = Task.detached {
            while !Task.isCancelled {
                try? await Task.sleep(for: pause)
                continuation.yield()
            }
        }
        continuation.onTermination = { _ in
            task.cancel()
            notifier?.stop()
        }
        return stream
    }
}
