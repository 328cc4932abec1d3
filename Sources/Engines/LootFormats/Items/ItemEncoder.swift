public import LootCore

/// Writes a file of items incrementally: `begin`, each item in order, `end`. After each call, the caller can write the
/// bytes to a file and remove them from the array.
public protocol ItemEncoder: Sendable {
    /// Appends the beginning of the file.
    mutating func begin(_ bytes: inout [UInt8])
    /// Appends an item.
    mutating func append(_ item: Item, to bytes: inout [UInt8])
    /// Appends the end of the file.
    mutating func end(_ bytes: inout [UInt8])
}

extension ItemEncoder {
    /// Returns the complete file.
    @inlinable
    public func encode(_ items: some Sequence<Item>) -> [UInt8] {
        var bytes: [UInt8] = []
        encode(items, chunk: .max) { chunk in swap(&bytes, &chunk) }
        return bytes
    }

    /// Writes the complete file in chunks. The bytes are removed after each call of `sink`, which may also move them
    /// out.
    ///
    /// - Throws: The error that `sink` throws.
    @inlinable
    public func encode<Failure: Error>(
        _ items: some Sequence<Item>, chunk: Int = 1 << 18,
        to sink: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var encoder = self
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        for item in items {
            encoder.append(item, to: &bytes)
            if bytes.count >= chunk {
                try sink(&bytes)
                bytes.removeAll(keepingCapacity: true)
            }
        }
        encoder.end(&bytes)
        try sink(&bytes)
    }
}

/// Reads a file of items.
public protocol ItemDecoder: Sendable {
    /// Reads the complete file and passes its entries to `receive` in order.
    ///
    /// - Returns: The shape of the file, to write it back in.
    /// - Throws: ``FormatError`` if the file can't be read, or the error that `receive` throws to stop. A single
    ///   refused entry doesn't stop reading.
    @discardableResult
    func read(_ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void)
        throws(FormatError)
        -> DocumentShape
}

extension ItemDecoder {
    /// Returns all items of a file.
    ///
    /// - Throws: ``FormatError`` for the first error.
    public func items(in bytes: Span<UInt8>) throws(FormatError) -> [Item] {
        var items: [Item] = []
        let sample = 64
        try read(bytes) { result throws(FormatError) in
            switch result {
            case .item(let read):
                if items.count == sample, read.bytes.lowerBound > sample {
                    // Estimate the number of items from the first ones, to avoid reallocations.
                    items.reserveCapacity(bytes.count / (read.bytes.lowerBound / sample) + sample)
                }
                items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        return items
    }
}
