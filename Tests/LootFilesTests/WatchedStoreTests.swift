import LootCore
import Testing

@testable import LootFiles

/// A store that somebody watches hears from the system when there is nothing to look at. It must not miss a thing.
@Suite(.timeLimit(.minutes(10))) struct `A file store that is watched` {
    @Test(arguments: Keeping.allCases)
    func `shows every change of another`(keeping: Keeping) async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/items.txt"
        let watched = try await FileStore.open(path, as: LinesCodec(), options: keeping.options)
        let events = watched.events()
        let other = try await FileStore.open(path, as: LinesCodec(), options: keeping.options)
        for number in 1...50 {
            try await other.add(makeItem(number))
            // While the watcher itself takes a change over, readers see the state before.
            while try await watched.summary().count < 2 * number - 1 { await Task.yield() }
            try await watched.add(makeItem(1000 + number))
            #expect(try await watched.summary().count == 2 * number)
            #expect(try await other.summary().count == 2 * number)
            // And where nothing has happened, all is as it was.
            for _ in 0..<3 { #expect(try await watched.summary().count == 2 * number) }
        }
        _ = consume events
        try await watched.close()
    }

    #if os(Linux)
        @Test func `hears of everything that is done to its file, once`() throws {
            let folder = TemporaryFolder()
            // Where other machines may write, nobody can tell, and it looks at the files as ever.
            guard let probe = ChangeProbe(folder: folder.path) else { return }
            let path = "\(folder.path)/items.txt"
            let files = SystemFileSystem()
            let deeds: [() throws -> Void] = [
                { try folder.write([1], to: path) },
                { try folder.write([1, 2], to: path) },
                { folder.run("sh", "-c", "printf x >> '\(path)'") },
                { folder.run("touch", path) },
                { try files.rename(path, to: "\(folder.path)/away") },
                { try files.rename("\(folder.path)/away", to: path) },
                { try files.remove(path) },
            ]
            #expect(!probe.hasEvents())
            for (index, deed) in deeds.enumerated() {
                try deed()
                #expect(probe.hasEvents(), "deed \(index)")
                #expect(!probe.hasEvents(), "deed \(index)")
            }
            #expect(ChangeProbe(folder: "\(folder.path)/nowhere") == nil)
            #expect(ChangeProbe(folder: "/proc") == nil, "this is no file system where files are kept")
        }
    #endif
}
