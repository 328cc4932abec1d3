/// Tells when files may have changed. It may also tell when they have not.
enum FileWatcher {
    /// A word whenever one of the files may have changed, until nobody listens any more.
    static func changes(of paths: [String]) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached {
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(250))
                continuation.yield()
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
