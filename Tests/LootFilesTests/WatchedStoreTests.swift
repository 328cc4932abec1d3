import Foundation
import LootCore
import Testing

@testable import LootFiles

/// A watched store doesn't check its files unless the system reports a change. It must not miss one.
@Suite(.timeLimit(.minutes(10))) struct `A watched file store` {
    @Test(arguments: Keeping.allCases)
    func `every change by another process is reported`(keeping: Keeping) async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/items.txt"
        let watched = try await FileStore.open(path, as: LinesCodec(), options: keeping.options)
        let events = watched.events()
        let other = try await FileStore.open(path, as: LinesCodec(), options: keeping.options)
        for number in 1...50 {
            try await other.add(makeItem(number))
            // Until the watcher has applied a change, readers see the previous state.
            while try await watched.summary().count < 2 * number - 1 { await Task.yield() }
            try await watched.add(makeItem(1000 + number))
            #expect(try await watched.summary().count == 2 * number)
            #expect(try await other.summary().count == 2 * number)
            // Without changes, the state remains the same.
            for _ in 0..<3 { #expect(try await watched.summary().count == 2 * number) }
        }
        _ = consume events
        try await watched.close()
    }

    @Test(arguments: Keeping.allCases)
    func `a damaged file is reported to readers, and reading continues when it is fixed`(keeping: Keeping)
        async throws
    {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/items.txt"
        let watched = try await FileStore.open(path, as: LinesCodec(), options: keeping.options)
        try await watched.add(makeItem(1))
        try await watched.compact()
        let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let events = watched.events()
        try folder.write(Array("no such thing".utf8), to: path)
        while watched.problem == nil, await isRead(watched) { await Task.yield() }
        try folder.write(whole, to: path)
        while await !isRead(watched) || watched.problem != nil { await Task.yield() }
        #expect(try await watched.summary().count == 1)
        _ = consume events
        try await watched.close()
    }

    @Test func `the previous state is kept while another program writes the file in place`() async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/items.txt"
        var options = Keeping.allCases[0].options
        options.stillness = .seconds(3_600)
        let watched = try await FileStore.open(path, as: LinesCodec(), options: options)
        for number in 1...3 { try await watched.add(makeItem(number)) }
        try await watched.compact()
        let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let events = watched.events()
        for length in [0, 1, whole.count / 2, whole.count - 1] {
            try folder.write(Array(whole.prefix(length)), to: path)
            #expect(try await watched.summary().count == 3, "with \(length) bytes written")
        }
        _ = consume events
        try folder.write(whole, to: path)
        try await watched.close()
    }

    @Test func `the previous state is kept while an older journal is restored`() async throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/items.txt"
        let journal = "\(folder.path)/.items.txt.loot/journal.1"
        var options = Keeping.journal.options
        options.stillness = .seconds(3_600)
        let watched = try await FileStore.open(path, as: LinesCodec(), options: options)
        for number in 1...3 { try await watched.add(makeItem(number)) }
        let older = Array(try Data(contentsOf: URL(fileURLWithPath: journal)))
        try await watched.compact()
        try await watched.remove(makeItem(1).id)
        try await watched.compact()
        let events = watched.events()
        try FileManager.default.removeItem(atPath: journal)
        try folder.write(older, to: journal)
        #expect(try await watched.items() == [makeItem(2), makeItem(3)])
        _ = consume events
        try await watched.close()
    }

    private func isRead(_ store: some ItemStore) async -> Bool { (try? await store.summary()) != nil }
}
