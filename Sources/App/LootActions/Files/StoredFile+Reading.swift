package import LootCore

extension StoredFile {
    /// A photo of the bytes that `read` gives, piece by piece, until there are none. No more is read than a photo may
    /// have.
    ///
    /// - Throws: what `read` throws; ``/LootCore/LootError`` with code `invalid-value` for bytes that are no photo.
    package init(photoFrom read: () throws(LootError) -> [UInt8]) throws(LootError) {
        try self.init(photo: StoredFile.bytes(upTo: StoredFile.greatestPhoto, read))
    }

    /// A file of the bytes that `read` gives, piece by piece, until there are none. What is too long by what is known
    /// of its size is not read at all, and what turns out to be so not to its end.
    ///
    /// - Throws: what `read` throws; ``/LootCore/LootError`` with code `invalid-value` for no bytes, and for too many.
    package init(size: Int?, from read: () throws(LootError) -> [UInt8]) throws(LootError) {
        if let size { try StoredFile.check(size: size) }
        try self.init(StoredFile.bytes(upTo: StoredFile.greatestSize, read))
    }

    /// The bytes, or a few more than the limit where there are more.
    private static func bytes(
        upTo limit: Int, _ read: () throws(LootError) -> [UInt8]
    ) throws(LootError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit, case let piece = try read(), !piece.isEmpty { bytes += piece }
        return bytes
    }
}
