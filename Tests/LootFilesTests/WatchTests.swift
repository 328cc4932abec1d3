import Synchronization
import Testing

@testable import LootFiles

/// Watching files costs nothing while nothing happens to them.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
    private let folder = TemporaryFolder()
    private let files = SystemFileSystem()

    /// How many words have come.
    private final class Words: Sendable {
        private let count = Mutex(0)
        private let task = Mutex<Task<Void, Never>?>(nil)

        init(_ words: AsyncStream<FileWatcher.Word>) {
            let listening = Task { for await _ in words { count.withLock { $0 += 1 } } }
            task.withLock { $0 = listening }
        }

        deinit { task.withLock { $0?.cancel() } }

        var number: Int { count.withLock { $0 } }

        func exceed(_ limit: Int) async {
            while number <= limit, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
        }
    }

    private static let isTold: Bool = {
        let notifier = ChangeNotifier(folder: "/tmp") { _ in false }
        notifier?.stop()
        return notifier != nil
    }()

    @Test func `where the system tells nothing words come all the same`() async throws {
        // A folder that is not there is told of by no system.
        let words = Words(
            FileWatcher.words(of: "\(folder.path)/none/a", beside: "\(folder.path)/none/.a.loot", on: files))
        await words.exceed(2)
        #expect(words.number > 2)
    }

    @Test(.enabled(if: isTold, "the system does not tell of all changes in /tmp"))
    func `no word comes while nothing happens, and one for a change`() async throws {
        let words = Words(
            FileWatcher.words(of: "\(folder.path)/a", beside: "\(folder.path)/.a.loot", on: files))
        await words.exceed(0)
        try await Task.sleep(for: .seconds(1))
        #expect(words.number == 1)
        folder.run("touch", "\(folder.path)/other")
        folder.run("touch", "\(folder.path)/a")
        await words.exceed(1)
    }

    @Test(.enabled(if: isTold, "the system does not tell of all changes in /tmp"))
    func `a folder that goes and comes again is watched again`() async throws {
        let path = "\(folder.path)/inner"
        folder.run("mkdir", path)
        let words = Words(FileWatcher.words(of: "\(path)/a", beside: "\(path)/.a.loot", on: files))
        await words.exceed(0)
        folder.run("mv", path, "\(folder.path)/elsewhere")
        await words.exceed(words.number + 2)
        folder.run("mkdir", path)
        var known = -1
        while known != words.number, !Task.isCancelled {
            known = words.number
            try await Task.sleep(for: .seconds(1))
        }
        folder.run("touch", "\(path)/a")
        await words.exceed(known)
    }
}
