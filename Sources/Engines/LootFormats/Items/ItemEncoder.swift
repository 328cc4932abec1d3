public import LootCore

/// Writes a file of items piece by piece: `begin`, every item in order, `end`. What is appended to the bytes can be
/// written out and the bytes emptied at any point in between.
public protocol ItemEncoder: Sendable {
    /// Appends what comes before the first item.
    mutating func begin(_ bytes: inout [UInt8])
    /// Appends the next item.
    mutating func append(_ item: Item, to bytes: inout [UInt8])
    /// Appends what comes behind the last item.
    mutating func end(_ bytes: inout [UInt8])
}

extension ItemEncoder {
    /// The whole file at once.
    @inlinable
    public func encode(_ items: some Sequence<Item>) -> [UInt8] {
        var bytes: [UInt8] = []
        encode(items, chunk: .max) { chunk in swap(&bytes, &chunk) }
        return bytes
    }

    /// Writes the whole file in chunks. The sink may take the bytes or leave them; they are emptied after it.
    ///
    /// - Throws: What the sink throws.
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
    /// Reads the whole file and hands over its entries in order.
    ///
    /// - Returns: The shape that the file has, to write it back in.
    /// - Throws: ``FormatError`` where the file as such can't be read, or what `receive` throws to stop. A single
    ///   entry that is refused does not end the reading: `receive` decides.
    @discardableResult
    func read(_ bytes: Span<UInt8>, each receive: (consuming ReadResult) throws(FormatError) -> Void)
        throws(FormatError)
        -> DocumentShape
}

extension ItemDecoder {
    /// All the items of a file.
    ///
    /// - Throws: ``FormatError`` at the first thing that is wrong.
    public func items(in bytes: Span<UInt8>) throws(FormatError) -> [Item] {
        var items: [Item] = []
        let sample = 64
        try read(bytes) { result throws(FormatError) in
            switch result {
            case .item(let read):
                if items.count == sample, read.bytes.lowerBound > sample {
                    // As many as there will be if the rest is like the first ones; growing would copy them all.
                    items.reserveCapacity(bytes.count / (read.bytes.lowerBound / sample) + sample)
                }
                items.append(read.item)
            case .refused(let error, _): throw error
            }
        }
        return items
    }
}
