import LootActions
import LootCore
import LootFormats
import MemoryStorePlugin
import Testing

/// Plans the import of a string in chunks of the given size.
func planned(
    _ text: String, into store: any ItemStore = MemoryStore(), _ options: ImportOptions = ImportOptions(),
    chunk: Int = .max
) async throws(LootError) -> ImportPlan {
    try await planned(Array(text.utf8), into: store, options, chunk: chunk)
}

/// Plans the import of bytes in chunks of the given size.
func planned(
    _ bytes: [UInt8], into store: any ItemStore = MemoryStore(), _ options: ImportOptions = ImportOptions(),
    chunk: Int = .max
) async throws(LootError) -> ImportPlan {
    var planner = try await ImportPlanner(store, options, name: "f")
    var rest = bytes[...]
    while !rest.isEmpty {
        try await planner.feed(Array(rest.prefix(chunk)))
        rest = rest.dropFirst(chunk)
    }
    return try await planner.finish()
}

extension ImportPlan {
    /// The plan in a comparable form: `+Lamp@2` for an item added from line 2, `~Lamp@3` for one changed, `!4:1 why`
    /// for a refused entry.
    var told: [String] {
        entries.map { entry in
            switch entry {
            case .added(let item, let line): "+\(item.name)@\(line + 1)"
            case .changed(let item, _, let line): "~\(item.name)@\(line + 1)"
            }
        }
            + refusals.map {
                "!\($0.error.position.line + 1):\($0.error.position.column + 1) \($0.error.reason.text)"
            }
    }
}

/// Returns an ID from a number.
func id(_ number: UInt64) -> ItemID {
    ItemID(high: number << 32 | 0x4000, low: 0x8000_0000_0000_0000 | number)
}
