public import LootCore

extension Photo {
    /// A photo of the bytes that `read` gives, piece by piece, until there are none. No more is read than a photo may
    /// have.
    ///
    /// - Throws: what `read` throws; ``/LootCore/LootError`` with code `invalid-value` for bytes that are no photo.
    public init(reading read: () throws(LootError) -> [UInt8]) throws(LootError) {
        var bytes: [UInt8] = []
        while bytes.count <= Photo.greatestSize, case let piece = try read(), !piece.isEmpty {
            bytes += piece
        }
        try self.init(bytes)
    }
}
