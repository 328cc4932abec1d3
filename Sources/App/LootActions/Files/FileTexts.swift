import Localization
package import LootCore

extension ItemPresentation {
    /// Returns the description of a photo, for example `JPEG, 34,567 bytes (ba7816bf8f01)`.
    package static func text(of photo: StoredFile) -> String {
        "\(photo.kind.title), \(bytes(photo.bytes.count)) (\(photo.id.short))"
    }

    /// Returns the size of a file, for example `34,567 bytes` or `1.2 MiB`, or an empty string if it is unknown.
    package static func size(of file: FileEntry) -> String {
        switch file.size {
        case ..<1: ""
        case ..<(100 << 10): bytes(file.size)
        case ..<(1 << 20): "\(file.size >> 10) KiB"
        default: "\(file.size >> 20).\((file.size & (1 << 20 - 1)) * 10 >> 20) MiB"
        }
    }

    private static func bytes(_ count: Int) -> String {
        String(localized: "\(count, one: "byte", other: "bytes")")
    }
}
