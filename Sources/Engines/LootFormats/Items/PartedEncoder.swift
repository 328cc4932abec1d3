package import LootCore
import Platform
import Synchronization

/// An encoder whose items can be encoded side by side: what it appends for an item tells at most whether it is the first,
/// and nothing else of the items before.
package protocol PartedEncoder: ItemEncoder {}

extension PartedEncoder {
    /// So many items are encoded together: so few that the memory for their bytes is used again for later ones.
    private var partSize: Int { 512 }
    /// So many parts wait at most for those before them to be taken.
    private var partsAhead: Int { 8 }

    /// Writes the whole file in chunks, as ``ItemEncoder/encode(_:chunk:to:)`` does, on several processors.
    ///
    /// - Parameters:
    ///   - count: how many items there are.
    ///   - items: those at some of their places, for any thread.
    ///   - sink: takes the bytes or leaves them; they are emptied after it.
    /// - Throws: What the sink throws.
    package func encode<Items: Sequence<Item> & SendableMetatype, Failure: Error>(
        _ count: Int, _ items: @escaping @Sendable (Range<Int>) -> Items,
        to sink: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var encoder = self
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        if count > 0 { for item in items(0..<1) { encoder.append(item, to: &bytes) } }
        try sink(&bytes)
        let spare = SpareBytes()
        let later = encoder
        let parts = PartQueue((max(0, count - 1) + partSize - 1) / partSize, ahead: partsAhead) { part in
            let start = 1 + part * partSize
            var encoder = later
            var bytes = spare.take()
            for item in items(start..<min(count, start + partSize)) { encoder.append(item, to: &bytes) }
            return bytes
        }
        if parts.count > 1 { parts.begin() }
        defer { parts.stop() }
        for part in 0..<parts.count {
            guard var bytes = parts.take(part) else { preconditionFailure("A part is taken once.") }
            try sink(&bytes)
            spare.giveBack(bytes)
        }
        bytes.removeAll()
        encoder.end(&bytes)
        try sink(&bytes)
    }
}

/// Arrays that were emptied, whose memory is used again.
private final class SpareBytes: Sendable {
    private let arrays = Mutex<[[UInt8]]>([])

    func take() -> [UInt8] { arrays.withLock { $0.popLast() } ?? [] }

    func giveBack(_ bytes: consuming [UInt8]) {
        var bytes = bytes
        bytes.removeAll(keepingCapacity: true)
        arrays.withLock { $0.append(bytes) }
    }
}
