import LootCore

/// Readable and unique names for the files of items in an archive: `Lamp - receipt.pdf`.
struct PackedFileNames {
    private var taken: Set<String> = []

    /// The maximum lengths of the parts in bytes. A name in a tar archive can have up to 100 bytes with its folders.
    private static let (longestItem, longestFile) = (28, 40)

    /// Returns a name that differs from earlier ones even if case is ignored.
    mutating func name(of file: FileEntry, in item: Item, kind: FileKind) -> String {
        var stem = file.name[...]
        var ending = ""
        if let dot = file.name.lastIndex(of: "."), dot > file.name.startIndex {
            let rest = file.name[dot...]
            if rest.utf8.count <= 8 { (stem, ending) = (file.name[..<dot], String(rest)) }
        }
        if ending.isEmpty { ending = ".\(kind.fileEnding)" }
        let item = PackedFileNames.safe(item.name, PackedFileNames.longestItem)
        let name = "\(item) - \(PackedFileNames.safe(String(stem), PackedFileNames.longestFile))"
        ending = PackedFileNames.safe(ending, 8)
        var unique = name + ending
        var number = 1
        while !taken.insert(unique.lowercased()).inserted {
            number += 1
            unique = "\(name) \(number)\(ending)"
        }
        return unique
    }

    /// Returns a string without the characters that file systems reject, shortened to a number of bytes.
    private static func safe(_ text: String, _ length: Int) -> String {
        var name = ""
        for character in text {
            let isSafe = character.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && scalar.value != 0x7F && !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
                    && scalar.properties.generalCategory != .format
            }
            let next = isSafe ? String(character) : "_"
            if name.utf8.count + next.utf8.count > length { break }
            name += next
        }
        return name.trimmed
    }
}
