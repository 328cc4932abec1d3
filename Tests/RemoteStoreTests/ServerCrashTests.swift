import Foundation
import JSONStorePlugin
import LootCore
import RemoteStorePlugin
import Synchronization
import Testing

/// Kills and restarts a `loot serve` process while other clients write.
@Suite(.timeLimit(.minutes(10))) struct `A server that is killed` {
    /// The outcome of each addition.
    private final class Outcomes: Sendable {
        private let state = Mutex((made: Set<ItemID>(), unknown: Set<ItemID>()))

        var made: Set<ItemID> { state.withLock(\.made) }
        var unknown: Set<ItemID> { state.withLock(\.unknown) }

        func add(_ id: ItemID, isKnown: Bool) {
            state.withLock { state in
                if isKnown { state.made.insert(id) } else { state.unknown.insert(id) }
                return
            }
        }
    }

    @Test func `acknowledged changes are kept, and none is made twice`() async throws {
        let server = try ServerProcess()
        let url = try await server.start()
        let store = try await RemoteStore.open(url)
        let watcher = Task { [events = store.events()] in
            var latest = Revision.initial
            for await event in events {
                switch event {
                case .committed(let commit): latest = commit.revision
                case .reloaded(let revision): latest = revision
                case .failed: break
                }
            }
            return latest
        }
        let outcomes = Outcomes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    for number in 0..<20 {
                        let item = Item(name: "Item \(number) of writer \(writer)")
                        outcomes.add(item.id, isKnown: try await Self.add(item, to: store))
                    }
                }
            }
            group.addTask {
                for count in [7, 25, 43] {
                    while outcomes.made.count + outcomes.unknown.count < count {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    try await server.kill()
                    _ = try await server.start()
                }
            }
            try await group.waitForAll()
        }
        let last = try await store.apply([.insert(Item(name: "Last"))])
        try await store.close()
        #expect(await watcher.value == last.revision)
        try await server.kill()
        let (made, unknown) = (outcomes.made, outcomes.unknown)
        let file: any ItemStore = try await JSONStore.open(server.file)
        let names = try await file.items().map(\.name)
        let ids = try await file.items().map(\.id)
        #expect(Set(names).count == names.count)
        #expect(made.isSubset(of: ids))
        #expect(ids.count - 1 >= made.count && ids.count - 1 <= made.count + unknown.count)
        // A file store that is killed between writing its file and its journal keeps the change without its history.
        #expect(try await file.history(limit: 1_000).undoable.count <= ids.count)
        try await file.close()
    }

    /// Adds an item with retries. Returns whether it is known to exist.
    private static func add(_ item: Item, to store: some ItemStore) async throws -> Bool {
        while true {
            do throws(LootError) {
                _ = try await store.apply([.insert(item)], title: "Add")
                return true
            } catch {
                if error.code != .unavailable { throw error }
                if error.failure.text.hasPrefix("Can't determine") { return false }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}

/// A `loot serve` process with a JSON file in a separate folder.
private final class ServerProcess: Sendable {
    private let folder: URL
    private let running = Mutex<(process: Process, port: String)?>(nil)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "loot-crash-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        if let process = running.withLock({ $0?.process }), process.isRunning {
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
        }
        try? FileManager.default.removeItem(at: folder)
    }

    var file: String { folder.appending(path: "items.json").path() }

    /// Starts the server on its previous port, and returns its address.
    func start() async throws -> String {
        let output = folder.appending(path: "address-\(UUID())")
        _ = FileManager.default.createFile(atPath: output.path(), contents: nil)
        let process = Process()
        process.executableURL = URL(filePath: try #require(ServerProcess.program))
        let port = running.withLock { $0?.port } ?? "0"
        process.arguments = ["--store", "json:items.json", "serve", "--port", port]
        process.currentDirectoryURL = folder
        process.environment = ["HOME": folder.path(), "PATH": "/usr/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning {
            let text = try String(contentsOf: output, encoding: .utf8)
            if text.hasSuffix("\n") {
                let url = String(text.dropLast())
                let port =
                    url.filter(\.isNumber).isEmpty ? "0" : String(url.split(separator: ":").last ?? "0")
                running.withLock { $0 = (process, String(port.prefix { $0.isNumber })) }
                return url
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw LootError(.unavailable, "Can't start the server.", reason: "It ended at once.")
    }

    /// Kills the server and waits until it has ended.
    func kill() async throws {
        guard let process = running.withLock({ $0?.process }) else { return }
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// The built program.
    private static let program: String? = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for place in CommandLine.arguments + [own ?? ""] {
            var folder = URL(fileURLWithPath: place)
            for _ in 0..<5 {
                folder.deleteLastPathComponent()
                let program = folder.appending(path: "loot")
                let isFile =
                    (try? program.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
                if isFile { return program.path() }
            }
        }
        return nil
    }()
}
