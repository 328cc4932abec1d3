/// A table of mounted file systems.
struct MountTable {
    private let mounts: [(path: String, kind: String)]

    /// The types of file systems that only this machine can change.
    private static let ownKinds: Set<String> = [
        "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "ntfs3", "overlay", "ramfs",
        "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
    ]

    /// Parses the text of `/proc/self/mountinfo`. The path is the fifth field, and the type is the field after the
    /// dash.
    init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 4, let dash = words[5...].firstIndex(of: "-"), dash + 1 < words.count
            else {
                return nil
            }
            return (MountTable.unescaped(words[4]), String(words[dash + 1]))
        }
    }

    /// Returns the mounts visible to this process, or `nil` if the system doesn't provide them.
    static func ofSystem() -> MountTable? {
        guard let file = try? Files.open("/proc/self/mountinfo", .read) else { return nil }
        defer { Files.close(file) }
        var bytes: [UInt8] = []
        while let piece = try? Files.read(file, atMost: 1 << 16), !piece.isEmpty { bytes += piece }
        return MountTable(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns whether only this machine can change a folder. The path must be absolute and without symbolic links.
    func isOwn(_ folder: String) -> Bool {
        let holding = mounts.filter { mount in
            mount.path == "/" || folder == mount.path || folder.hasPrefix("\(mount.path)/")
        }
        // Later mounts hide earlier ones.
        let mount = holding.reversed().max { $0.path.utf8.count < $1.path.utf8.count }
        return mount.map { MountTable.ownKinds.contains($0.kind) } ?? false
    }

    /// Decodes spaces and other characters, which are escaped as a backslash and three octal digits.
    private static func unescaped(_ word: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = word.utf8[...]
        while let byte = rest.popFirst() {
            let digits = String(Substring(rest.prefix(3)))
            if byte == UInt8(ascii: "\\"), let value = UInt8(digits, radix: 8) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
