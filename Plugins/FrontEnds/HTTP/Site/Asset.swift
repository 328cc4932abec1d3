import HTTPAssets
import LootActions

/// A file of the pages', embedded in the program.
struct Asset: Sendable {
    let name: String
    let type: String
    let bytes: [UInt8]
    let entityTag: String

    /// Its address. All are in one folder, so that modules find each other; its name is made from what is in it, and they
    /// may be kept forever.
    var path: String { "/assets/\(Asset.version)/\(name)" }

    /// What the folder is called.
    static let version: String = {
        let tags = all.values.map { "\($0.name) \($0.entityTag)" }.sorted().joined(separator: "\n")
        return String(EntityTag.of(Array(tags.utf8)).filter { $0 != "\"" })
    }()

    /// All of them, by name.
    static let all: [String: Asset] = {
        let report = Asset(
            name: "report.css", type: "text/css; charset=utf-8", bytes: Array(InventoryReport.styleSheet.utf8)
        )
        var assets = [report.name: report]
        for position in 0..<http_asset_count() {
            let file = http_asset_at(position)
            // C hands out pointers to constants of the program, which last as long as the program.
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            let asset = Asset(
                name: String(cString: file.name), type: String(cString: file.type), bytes: bytes)
            assets[asset.name] = asset
        }
        return assets
    }()

    /// The address of a file.
    static func path(_ name: String) -> String { "/assets/\(version)/\(name)" }

    /// The modules that a module loads, and those that these load: asked for at once, they come in one go.
    static func modules(of name: String) -> [String] {
        var found: [String] = []
        var waiting = [name]
        while let next = waiting.popLast() {
            guard let asset = all[next] else { continue }
            let parts = String(decoding: asset.bytes, as: UTF8.self).split(separator: " from \"./")
                .dropFirst()
            for part in parts {
                let module = String(part.prefix { $0 != "\"" })
                if module == name || found.contains(module) { continue }
                found.append(module)
                waiting.append(module)
            }
        }
        return found
    }

    private init(name: String, type: String, bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
        entityTag = EntityTag.of(bytes)
    }
}

/// Strong validators made from content: the same on every server that has the same item.
enum EntityTag {
    /// The tag of a representation: a 64-bit hash of its bytes, in quotes. It takes eight bytes at a time, and lets
    /// the upper half of a product, which all of them have reached, work on the lower one.
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
