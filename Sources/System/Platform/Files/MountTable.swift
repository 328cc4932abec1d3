/// What the system has mounted where.
struct MountTable {
    private let mounts: [(path: String, kind: String)]

    /// The kinds of file systems that only this machine changes.
    private static let ownKinds: Set<String> = [
        "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "ntfs3", "overlay", "ramfs",
        "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
    ]

    /// The mounts that a process sees, from the text of `/proc/self/mountinfo`: the path is the fifth word, and
    /// the kind the one behind the dash.
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

    /// Those of this process; nil where the system does not tell.
    static func ofSystem() -> MountTable? {
        guard let file = try? Files.open("/proc/self/mountinfo", .read) else { return nil }
        defer { Files.close(file) }
        var bytes: [UInt8] = []
        while let piece = try? Files.read(file, atMost: 1 << 16), !piece.isEmpty { bytes += piece }
        return MountTable(String(decoding: bytes, as: UTF8.self))
    }

    /// Whether a folder, named from the root and without links, lies where only this machine changes anything.
    func isOwn(_ folder: String) -> Bool {
        let holding = mounts.filter { mount in
            mount.path == "/" || folder == mount.path || folder.hasPrefix("\(mount.path)/")
        }
        // What is mounted later covers what is there.
        let mount = holding.reversed().max { $0.path.utf8.count < $1.path.utf8.count }
        return mount.map { MountTable.ownKinds.contains($0.kind) } ?? false
    }

    /// Blanks and the like stand as three octal digits behind a backslash.
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
