package import LootCore

extension StoredFile {
    /// Reads a photo by calling `read` until it returns no bytes. Stops as soon as the photo is too large.
    ///
    /// - Throws: The errors of `read`; ``/LootCore/LootError`` with code `invalid-value` if the bytes aren't a photo.
    package init(photoFrom read: () throws(LootError) -> [UInt8]) throws(LootError) {
        try self.init(photo: StoredFile.bytes(upTo: StoredFile.greatestPhoto, read))
    }

    /// Reads a file by calling `read` until it returns no bytes. If `size` is too large, nothing is read. Stops as
    /// soon as the content is too large.
    ///
    /// - Throws: The errors of `read`; ``/LootCore/LootError`` with code `invalid-value` if there are no bytes or too
    ///   many.
    package init(size: Int?, from read: () throws(LootError) -> [UInt8]) throws(LootError) {
        if let size { try StoredFile.check(size: size) }
        try self.init(StoredFile.bytes(upTo: StoredFile.greatestSize, read))
    }

    /// Reads until the end or until the limit is exceeded.
    private static func bytes(
        upTo limit: Int, _ read: () throws(LootError) -> [UInt8]
    ) throws(LootError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit, case let piece = try read(), !piece.isEmpty { bytes += piece }
        return bytes
    }
}
