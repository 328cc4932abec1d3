import Platform
import Synchronization

/// Hears from the system when files in a folder are written, renamed or removed. A thread of its own waits for that.
final class ChangeNotifier: Sendable {
    /// A word for every change; ends when the folder is no longer the one under that name.
    let changes: AsyncStream<Void>
    private let words: AsyncStream<Void>.Continuation
    private let concerns: @Sendable (String) -> Bool
    /// What is waited for; nil when that has ended.
    private let source: Mutex<FolderEvents?>

    /// Nil where the system can't tell, or not of all changes.
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

    /// Ends the watch: the system then sends a last event, after which the thread ends.
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
