import CZlib
import LootCore

/// A stream of deflate data, compressed or decompressed by zlib.
final class DeflateStream {
    private let stream: OpaquePointer

    /// The result of processing some bytes.
    struct Step {
        /// The number of bytes that were read from the input.
        let read: Int
        /// The produced bytes.
        let output: [UInt8]
        /// Whether the stream ended.
        let isAtEnd: Bool
    }

    /// The size of the output of a step.
    static let chunk = 1 << 16

    /// Creates a stream that compresses at a level from 1 to 9, or that decompresses if the level is 0.
    init(level: Int32) throws(SpreadsheetError) {
        guard czlib_open() != 0, let stream = czlib_stream(level) else { throw .needsZlib }
        self.stream = stream
    }

    deinit { czlib_close(stream) }

    /// Processes a part of the input, until the output of the step is full or the input is used up.
    func process(_ bytes: [UInt8], _ range: Range<Int>, isLast: Bool = false) throws(SpreadsheetError) -> Step
    {
        let range = range.clamped(to: 0..<bytes.count)
        var (read, outcome) = (range.count, Int32(0))
        let output = [UInt8](unsafeUninitializedCapacity: DeflateStream.chunk) { target, count in
            count = DeflateStream.chunk
            // zlib uses both buffers only during the call.
            outcome = bytes.withUnsafeBytes { source in
                czlib_run(
                    stream, UnsafeRawBufferPointer(rebasing: source[range]).baseAddress, &read,
                    target.baseAddress, &count, isLast ? 1 : 0)
            }
        }
        if outcome < 0 { throw .damaged("The compressed data of the file is damaged.") }
        return Step(read: read, output: output, isAtEnd: outcome == 1)
    }

    /// Returns the CRC-32 of bytes that continue data with the CRC-32 `crc`. Call it only while a stream exists,
    /// because the first stream loads zlib.
    static func crc(_ crc: UInt32, _ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { czlib_crc(crc, $0.baseAddress, $0.count) }
    }
}
