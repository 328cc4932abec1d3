import Foundation
import JSONStorePlugin
import LootCore
import LootFiles
import PropertyListStorePlugin

extension FileBenchmarks {
    static func store(_ path: String) async throws(LootError) -> any ItemStore {
        path.hasSuffix(".plist") ? try await PropertyListStore.open(path) : try await JSONStore.open(path)
    }

    static func open(_ path: String, runs: Int) async throws {
        let time = try await median(of: runs) {
            let store = try await store(path)
            let outline = try await store.outline(of: .all)
            let page = try await store.page(of: .all, rows: outline.count / 2..<outline.count / 2 + 1)
            // This query needs every item, so no work can be deferred.
            _ = try await store.item(page.items.first?.id ?? ItemID())
            try await store.close()
        }
        print("open \(time)")
    }

    static func memory(_ path: String) async throws {
        let before = residentMemory()
        let store = try await store(path)
        let page = try await store.page(of: .all, rows: 0..<1)
        _ = try await store.item(page.items.first?.id ?? ItemID())
        let count = try await store.outline(of: .all).count
        print("memory \(Double(residentMemory() - before) / Double(max(1, count)))")
        try await store.close()
    }

    static func adds(_ path: String, count: Int, callers: Int) async throws {
        let store = try await store(path)
        _ = try await store.outline(of: .all)
        let time = try await median(of: 1) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        for number in 0..<count / callers {
                            try await store.add(Item(name: "Durable item \(caller)-\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        print("adds \(time)")
        try await store.close()
    }

    /// Returns the resident memory of this process in bytes on Linux, and 0 elsewhere.
    private static func residentMemory() -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return number * 1024
    }
}
