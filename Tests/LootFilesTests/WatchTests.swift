import Synchronization
import Testing

@testable import LootFiles

/// Watching unchanged files costs nothing.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
    private let folder = TemporaryFolder()
    private let files = SystemFileSystem()

    private static let isTold: Bool = {
        let notifier = ChangeNotifier(folder: "/tmp") { _ in false }
        notifier?.stop()
        return notifier != nil
    }()

    private func words(_ name: String) -> AsyncStream<FileWatcher.Word>.Iterator {
        FileWatcher.words(of: "\(folder.path)/\(name)/a", beside: "\(folder.path)/\(name)/.a.loot", on: files)
            .makeAsyncIterator()
    }

    @Test func `changes are reported even if the system doesn't report them`() async throws {
        // No system reports changes in a folder that doesn't exist.
        var words = words("none")
        for _ in 0..<3 { #expect(await words.next() == .anyhow) }
    }

    @Test(.enabled(if: isTold, "the system doesn't report all changes in /tmp"))
    func `system notifications report changes`() async throws {
        folder.run("mkdir", "\(folder.path)/inner")
        var words = words("inner")
        #expect(await words.next() == .next)
        folder.run("touch", "\(folder.path)/inner/other")
        folder.run("touch", "\(folder.path)/inner/a")
        #expect(await words.next() == .next)
    }

    @Test(.enabled(if: isTold, "the system doesn't report all changes in /tmp"))
    func `only changes of relevant files are reported`() async throws {
        let asked = Mutex<[String]>([])
        let notifier = try #require(
            ChangeNotifier(folder: folder.path) { name in
                asked.withLock { $0.append(name) }
                return name == "a"
            })
        defer { notifier.stop() }
        for name in ["other", "a"] { folder.run("touch", "\(folder.path)/\(name)") }
        for await _ in notifier.changes { break }
        #expect(asked.withLock { $0.first == "other" && $0.contains("a") })
    }

    @Test(.enabled(if: isTold, "the system doesn't report all changes in /tmp"))
    func `a folder that was removed and created again is watched`() async throws {
        let path = "\(folder.path)/inner"
        folder.run("mkdir", path)
        var words = words("inner")
        #expect(await words.next() == .next)
        folder.run("mv", path, "\(folder.path)/elsewhere")
        while await words.next() != .anyhow {}
        folder.run("mkdir", path)
        while await words.next() != .next {}
        folder.run("touch", "\(path)/a")
        #expect(await words.next() == .next)
    }
}
