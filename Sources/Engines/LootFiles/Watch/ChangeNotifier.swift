import Platform
import Synchronization

/// Reports changes of files in a folder, using a separate thread that waits for events of the system.
final class ChangeNotifier: Sendable {
    /// An element for each change, coalesced. The stream ends when the folder is moved or replaced.
    let changes: AsyncStream<Void>
    private let words: AsyncStream<Void>.Continuation
    private let concerns: @Sendable (String) -> Bool
    /// The source of events, or `nil` after the end.
    private let source: Mutex<FolderEvents?>

    /// Starts watching the given folder. Returns `nil` if the system can't report all changes in it.
    init?(folder: String, concerns: @escaping @Sendable (String) -> Bool) {
        guard let source = FolderEvents(of: folder, waits: true) else { return nil }
        self.concerns = concerns
        (changes, words) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.source = Mutex(source)
        do { try Threads.start { self.run() } } catch {
            source.release()
            return nil
        }
    }

    /// Stops watching. The system then sends a last event, and the thread ends when it receives this event.
    func stop() { source.withLock { $0?.stop() } }

    private func run() {
        guard let source = source.withLock({ $0 }) else { return }
        while let events = source.next() {
            if events.contains(where: { $0.name.isEmpty || concerns($0.name) }) { words.yield() }
            if events.contains(where: \.isLast) { break }
        }
        words.finish()
        self.source.withLock { held in
            held = nil
            source.release()
        }
    }
}
