import HTTPAssets
import LootActions

/// A file for the pages, embedded in the executable.
struct Asset: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
    let entityTag: String

    /// The path of the file. It contains a hash of all files, so that browsers can cache it forever.
    var path: String { "/assets/\(Asset.version)/\(name)" }

    /// A hash of all files.
    static let version: String = {
        let tags = all.values.map { "\($0.name) \($0.entityTag)" }.sorted().joined(separator: "\n")
        return String(EntityTag.of(Array(tags.utf8)).filter { $0 != "\"" })
    }()

    /// The embedded files.
    private static let embedded: [Asset] = (0..<http_asset_count()).map { position in
        let file = http_asset_at(position)
        // The pointers refer to constants of the executable, which are never freed.
        let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        return Asset(name: String(cString: file.name), type: String(cString: file.type), bytes: bytes)
    }

    private static let scripts = embedded.filter { $0.name.hasSuffix(".js") }

    /// The scripts, before they are bundled.
    static let modules = ScriptModules(
        Dictionary(uniqueKeysWithValues: scripts.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
    )

    /// All files, by name.
    static let all: [String: Asset] = {
        let report = Asset(
            name: "report.css", type: "text/css; charset=utf-8", bytes: Array(InventoryReport.styleSheet.utf8)
        )
        let entries = modules.entries
        let joined = scripts.filter { entries.contains($0.name) }.map { script in
            Asset(name: script.name, type: script.type, bytes: Array(modules.joined(script.name).utf8))
        }
        let others = embedded.filter { !$0.name.hasSuffix(".js") } + [report]
        return Dictionary(uniqueKeysWithValues: (others + joined).map { ($0.name, $0) })
    }()

    /// Returns the path of a file.
    static func path(_ name: String) -> String { "/assets/\(version)/\(name)" }

    private init(name: String, type: String, bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
        entityTag = EntityTag.of(bytes)
    }
}

/// Strong entity tags derived from content. They are the same on all servers with the same content.
enum EntityTag {
    /// Returns the entity tag of a representation: a quoted 64-bit hash. It processes eight bytes at a time and folds
    /// the upper half of each product into the lower one.
    static func of(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        bytes.withUnsafeBytes { bytes in
            var position = 0
            while position + 8 <= bytes.count {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
                position += 8
            }
            mix(bytes[position...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
        mix(UInt64(bytes.count))
        return "\"\(String(hash, radix: 16))\""
    }
}
